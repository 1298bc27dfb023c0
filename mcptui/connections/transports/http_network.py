"""Why no HTTP answer came at all: names, sockets, certificates, proxies."""

import os
import socket
import ssl
from collections.abc import Iterator
from typing import NamedTuple

from mcptui.contract.display import shown

_CERTIFICATE_REASONS = {
    9: "not valid yet",
    10: "expired",
    18: "self-signed",
    19: "self-signed",
    20: "unknown authority",
    21: "unknown authority",
    62: "made for another host",
    64: "made for another address",
}
"""X.509 verification codes of OpenSSL, in words."""
_UNTRUSTED = frozenset({18, 19, 20, 21})
_PLAIN_HTTP = "if it serves plain HTTP, begin the URL with http://"
_PROXY_VARIABLES = "HTTP_PROXY, HTTPS_PROXY or ALL_PROXY"


class _Where(NamedTuple):
    place: str
    proxied: bool
    begun: bool


def network_cause(
    error: BaseException, place: str, *, proxied: bool = False, begun: bool = False
) -> str:
    """Why nothing came from `place`, in one line with the next step.

    Args:
        error: what broke the exchange; its own text is used only where it cannot hold a secret.
        place: host and port.
        proxied: the environment names a proxy for this URL.
        begun: an answer had begun to arrive.
    """
    chain = tuple(_chain(error))
    where = _Where(place, proxied, begun)
    told = (
        words
        for judge in (_by_tls, _by_socket, _by_library, _by_number)
        for link in chain
        if (words := judge(link, where))
    )
    unknown = f"{place} cannot be reached ({type(error).__name__}); check the URL and the network"
    return next(told, unknown)


def _by_tls(link: BaseException, where: _Where) -> str | None:
    if isinstance(link, ssl.SSLWantReadError):
        return f"{where.place} does not answer in TLS (timed out); {_PLAIN_HTTP}"
    return _tls(link, where.place) if isinstance(link, ssl.SSLError) else None


def _by_socket(link: BaseException, where: _Where) -> str | None:
    if isinstance(link, socket.gaierror):
        return _unknown_name(where)
    if not isinstance(link, ConnectionRefusedError):
        return None
    by = where.place + (", or by the proxy of the environment" if where.proxied else "")
    return f"connection refused by {by}; check that the server runs and the port is right"


def _by_library(link: BaseException, where: _Where) -> str | None:
    name = type(link).__name__
    if where.begun and name == "RemoteProtocolError":
        name = "ReadError"
    words = _BY_NAME.get(name, "")
    return words.format(place=where.place, proxies=_PROXY_VARIABLES)


def _by_number(link: BaseException, where: _Where) -> str | None:
    if not isinstance(link, OSError) or link.errno is None:
        return None
    return f"{where.place} cannot be reached: {shown(os.strerror(link.errno))}; check the URL"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, what caused it, and what those stood for, each once."""
    waiting, seen = [error], set[int]()
    while waiting:
        link = waiting.pop(0)
        if id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        if isinstance(link, BaseExceptionGroup):
            waiting.extend(link.exceptions)
        waiting.extend(cause for cause in (link.__cause__, link.__context__) if cause is not None)


def _unknown_name(where: _Where) -> str:
    if where.proxied:
        return (
            f"host name not found for {where.place} or for the proxy of the environment; "
            f"check the URL and {_PROXY_VARIABLES}"
        )
    return f"host name of {where.place} not found; check the URL and the network"


def _tls(error: ssl.SSLError, place: str) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        code = error.verify_code
        why = _CERTIFICATE_REASONS.get(code, shown(error.verify_message or "not valid"))
        cause = f"certificate not trusted ({why}) for {place}"
        if code in _UNTRUSTED:
            return f"{cause}; set ca_file of this connection to the certificate of its authority"
        return f"{cause}; check the URL and this machine's clock, or ask whoever runs the server"
    if error.reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE"):
        return f"{place} does not speak TLS; {_PLAIN_HTTP}"
    reason = shown((error.reason or "no reason given").replace("_", " ").lower())
    return f"TLS with {place} failed ({reason}); check the URL"


_BY_NAME = {
    "ConnectTimeout": "{place} does not accept connections (timed out); check host and port",
    "ReadTimeout": "{place} fell silent (timed out); reconnect",
    "WriteTimeout": "{place} does not read what is sent (timed out); reconnect",
    "TimeoutError": "{place} does not answer (timed out); check that this is an MCP server",
    "PoolTimeout": "too many requests wait for {place} (timed out); reconnect",
    "ProxyError": "the proxy of the environment does not lead to {place}; check {proxies}",
    "RemoteProtocolError": (
        "{place} broke off without an answer; check the URL (https:// or http://?), then reconnect"
    ),
    "ReadError": "{place} broke off in the middle of an answer; reconnect",
    "ConnectionResetError": "{place} broke off in the middle of an answer; reconnect",
    "LocalProtocolError": (
        "a header for {place} holds characters that HTTP forbids; "
        "check the headers of this connection and the variables in them"
    ),
    "UnsupportedProtocol": "the URL must begin with http:// or https://",
    "DecodingError": "{place} sent a body whose compression is broken; reconnect",
    "AnswerTooLargeError": "{place} sent a message that is too large; raise limits.message_bytes",
}
"""Errors of the HTTP library by their name, so that this module costs nothing to import."""
