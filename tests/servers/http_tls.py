"""Certificates for loopback servers, made for one test."""

import datetime as dt
import ssl
from dataclasses import dataclass
from pathlib import Path

import trustme
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificates:
    """A server's TLS context, and the file that makes a client trust it."""

    server: ssl.SSLContext
    ca_file: Path


def of_private_authority(folder: Path, *names: str) -> Certificates:
    """A certificate for these host names by an authority that no system knows."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    ca_file = folder / "authority.pem"
    authority.cert_pem.write_to_path(str(ca_file))
    return Certificates(server=context, ca_file=ca_file)


def self_signed(folder: Path, *, days: int = 1) -> Certificates:
    """A certificate for localhost that nobody but itself vouches for.

    Args:
        folder: where its files are kept.
        days: how long it holds; below zero it has expired.
    """
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=30))
        .not_valid_after(now + dt.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    ca_file, chain = folder / "self-signed.pem", folder / "chain.pem"
    ca_file.write_bytes(pem)
    chain.write_bytes(secret + pem)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain)
    return Certificates(server=context, ca_file=ca_file)
