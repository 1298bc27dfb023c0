import errno
import os
import socket
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import httpx2
import pytest

from mcptui.connections.transports.http_network import network_cause
from mcptui.contract.target import Limits, TargetOptions
from tests.connections.http.talking import QUICK, refused, talk
from tests.servers.http_mcp import McpScript, SseScript
from tests.servers.http_scripted import HttpServer, Reply, Request
from tests.servers.http_tls import of_private_authority, self_signed

_PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")
UNREACHABLE = os.strerror(errno.ENETUNREACH)
CRM = {
    "Bearer tok-EXAMPLE-admin": ("read", "purge"),
    "Bearer tok-EXAMPLE-guest": ("read",),
}


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*_PROXIES, *(name.upper() for name in _PROXIES), "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


def trusting(ca_file: Path | None = None, *, verify: bool = True) -> TargetOptions:
    return TargetOptions(limits=QUICK, ca_file=str(ca_file) if ca_file else None, verify=verify)


class Hosts:
    """A proxy that plays every host under example.test."""

    def __init__(self, folder: Path) -> None:
        certificates = of_private_authority(folder, "*.example.test")
        self.ca_file = certificates.ca_file
        self.scripts: dict[str, McpScript] = {}
        self.server = HttpServer(self._answer, tunnel=certificates.server)

    def _answer(self, request: Request) -> Reply:
        return self.scripts[request.headers["host"]](request)


@pytest.fixture
def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosts]:
    played = Hosts(tmp_path)
    with played.server as server:
        monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{server.port}")
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{server.port}")
        yield played


async def test_a_self_signed_certificate_is_not_trusted_until_its_file_is_set(
    tmp_path: Path,
) -> None:
    certificates = self_signed(tmp_path)
    with HttpServer(McpScript(), tls=certificates.server) as server:
        told = (await refused(server.url)).problem or ""
        assert told == (
            f"certificate not trusted (self-signed) for localhost:{server.port}; "
            "set ca_file of this connection to the certificate of its authority"
        )
        assert server.requests == []
        async with talk(server.url, options=trusting(certificates.ca_file)) as session:
            assert len((await session.listed())[0]) == 1
            assert session.facts.verified


async def test_an_unknown_authority_is_told_and_trusted_by_its_file(tmp_path: Path) -> None:
    certificates = of_private_authority(tmp_path, "localhost")
    with HttpServer(SseScript(), tls=certificates.server) as server:
        told = (await refused(server.url, over="sse")).problem or ""
        assert "certificate not trusted (unknown authority) for localhost" in told
        options = trusting(certificates.ca_file)
        async with talk(server.url, over="sse", options=options) as session:
            assert len((await session.listed())[0]) == 1


async def test_a_certificate_for_another_host_stays_untrusted(tmp_path: Path) -> None:
    certificates = of_private_authority(tmp_path, "other.example.test")
    with HttpServer(McpScript(), tls=certificates.server) as server:
        told = (await refused(server.url, options=trusting(certificates.ca_file))).problem or ""
        assert told.startswith("certificate not trusted (made for another host) for localhost")


async def test_an_expired_certificate_stays_untrusted(tmp_path: Path) -> None:
    certificates = self_signed(tmp_path, days=-1)
    with HttpServer(McpScript(), tls=certificates.server) as server:
        told = (await refused(server.url, options=trusting(certificates.ca_file))).problem or ""
        assert told.startswith("certificate not trusted (expired) for localhost")


async def test_checking_is_switched_off_only_by_the_user_and_leaves_its_mark(
    tmp_path: Path,
) -> None:
    certificates = self_signed(tmp_path)
    with HttpServer(McpScript(), tls=certificates.server) as server:
        async with talk(server.url, options=trusting(verify=False)) as session:
            assert len((await session.listed())[0]) == 1
            assert session.facts.verified is False


async def test_a_ca_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    missing, broken = tmp_path / "none.pem", tmp_path / "broken.pem"
    broken.write_text("not a certificate", encoding="utf-8")
    for path, reason in ((missing, "no such file"), (broken, "no certificate in it")):
        told = (await refused("https://localhost:1/", options=trusting(path))).problem or ""
        assert told.startswith(f"ca_file {path}: {reason}")
        assert told.endswith("in PEM form")


async def test_a_broken_certificate_variable_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    told = (await refused("https://localhost:1/")).problem or ""
    assert told.startswith("the certificates that SSL_CERT_FILE or SSL_CERT_DIR names: no such")


async def test_certificates_are_no_matter_for_a_plain_local_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    with HttpServer(McpScript()) as server:
        async with talk(server.url) as session:
            assert len((await session.listed())[0]) == 1


async def test_plain_http_behind_an_https_url_is_told() -> None:
    with HttpServer(McpScript()) as server:
        url = server.url.replace("http://", "https://")
        told = (await refused(url)).problem or ""
        assert told.endswith(
            "does not speak TLS; if it serves plain HTTP, begin the URL with http://"
        )


async def test_a_refused_connection_names_host_and_port() -> None:
    with HttpServer(McpScript()) as server:
        pass
    told = (await refused(server.url)).problem or ""
    assert told.startswith(f"connection refused by 127.0.0.1:{server.port}; ")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a full queue refuses")
async def test_a_server_that_accepts_nothing_is_given_up_in_time() -> None:
    with socket.socket() as full, socket.socket() as first, socket.socket() as second:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for filler in (first, second):
            filler.setblocking(False)
            filler.connect_ex(full.getsockname())
        port = full.getsockname()[1]
        options = TargetOptions(limits=Limits(connect=1.0, request=3.0))
        told = (await refused(f"http://127.0.0.1:{port}/", options=options)).problem or ""
        assert told == (
            f"127.0.0.1:{port} does not accept connections (timed out); check host and port"
        )


async def test_an_unknown_host_is_told_apart() -> None:
    told = (await refused("http://crm.invalid/mcp")).problem or ""
    assert told.startswith("host name of crm.invalid not found; ")


async def test_a_server_that_is_silent_to_the_goodbye_of_tls_holds_nothing_up(
    tmp_path: Path,
) -> None:
    certificates = self_signed(tmp_path)
    with HttpServer(McpScript(), tls=certificates.server) as server:
        async with talk(server.url, options=trusting(certificates.ca_file)):
            pass
        await server.until(lambda: server.open_connections == 0)


async def test_the_proxy_of_the_environment_is_used(hosts: Hosts) -> None:
    hosts.scripts["crm.example.test"] = McpScript()
    for scheme in ("http", "https"):
        url = f"{scheme}://crm.example.test/mcp"
        async with talk(url, options=trusting(hosts.ca_file)) as session:
            assert len((await session.listed())[0]) == 1
            assert session.facts.origin == f"{scheme}://crm.example.test"


async def test_loopback_needs_no_proxy(hosts: Hosts) -> None:
    with HttpServer(McpScript()) as server:
        async with talk(server.url) as session:
            assert len((await session.listed())[0]) == 1
    assert hosts.server.requests == []


async def test_no_proxy_is_honoured(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", ".invalid")
    told = (await refused("http://crm.invalid/mcp")).problem or ""
    assert told.startswith("host name of crm.invalid not found; check the URL and the network")
    assert hosts.server.requests == []


async def test_a_dead_proxy_is_named_as_what_may_have_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://u:tok-EXAMPLE-p@127.0.0.1:9")
    told = (await refused("http://crm.example.test/mcp")).problem or ""
    assert "crm.example.test, or by the proxy of the environment" in told
    assert "tok-EXAMPLE" not in told


async def test_a_proxy_that_refuses_the_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with HttpServer(lambda _request: Reply(status=403, body=b"no")) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.origin)
        told = (await refused("https://crm.example.test/mcp")).problem or ""
        assert told.startswith("the proxy of the environment does not lead to crm.example.test; ")


@pytest.mark.skipif(find_spec("socksio") is not None, reason="SOCKS proxies work here")
async def test_a_socks_proxy_without_its_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://u:tok-EXAMPLE-p@127.0.0.1:9")
    told = (await refused("http://crm.example.test/mcp")).problem or ""
    assert told.startswith("the environment names a SOCKS proxy, for which the package socksio")
    assert "tok-EXAMPLE" not in told


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENETUNREACH, "x"), f"HOST cannot be reached: {UNREACHABLE}"),
        (OSError("x"), "HOST cannot be reached (OSError); check the URL and the network"),
        (ExceptionGroup("x", [ValueError(), ConnectionResetError()]), "HOST broke off in the mid"),
        (RuntimeError("tok-EXAMPLE-x"), "HOST cannot be reached (RuntimeError); "),
        (httpx2.LocalProtocolError("tok-EXAMPLE-x"), "a header for HOST holds characters that"),
    ],
)
def test_an_error_of_the_network_is_told_without_its_own_words(error: Exception, told: str) -> None:
    assert network_cause(error, "HOST").startswith(told)


def test_an_error_that_is_its_own_context_ends_the_search() -> None:
    error = ValueError("x")
    error.__cause__ = RuntimeError("y")
    error.__cause__.__context__ = error
    assert "ValueError" in network_cause(error, "HOST")


@pytest.mark.parametrize("proxy", ["foo://127.0.0.1:9", "http://[::1"])
async def test_a_proxy_that_is_no_url_is_told(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    told = (await refused("http://crm.example.test/mcp")).problem or ""
    assert told.startswith("the environment names a proxy that is no URL; ")


async def test_two_credentials_at_one_url_share_nothing(hosts: Hosts) -> None:
    """The case `lists-per-user-lists`, as far as the transport goes."""
    sessions: list[str] = []

    class PerUser(McpScript):
        def __call__(self, request: Request) -> Reply:
            names = CRM[request.headers["authorization"]]
            self.replies.given = {
                "tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names],
                "list_hints": {"ttlMs": 600_000, "cacheScope": "private"},
            }
            sessions.append(request.headers.get("mcp-session-id", ""))
            return super().__call__(request)

    hosts.scripts["crm.example.test"] = PerUser()
    url = "https://crm.example.test/mcp"
    options = TargetOptions(limits=Limits(connect=4.0, request=4.0), ca_file=str(hosts.ca_file))
    (admin, guest) = ([("Authorization", value)] for value in CRM)
    async with (
        talk(url, headers=admin, options=options) as first,
        talk(url, headers=guest, options=options) as second,
    ):
        for _ in range(2):
            assert [tool["name"] for tool in (await first.listed())[0]] == ["read", "purge"]
            assert [tool["name"] for tool in (await second.listed())[0]] == ["read"]
    assert {"s1", "s2"} <= set(sessions)


async def test_user_info_in_the_url_becomes_a_header_and_leaves_the_url() -> None:
    with HttpServer(McpScript()) as server:
        url = server.url.replace("http://", "http://u:tok%40EXAMPLE@")
        async with talk(url) as session:
            assert session.facts.origin == server.origin
        assert server.requests[0].headers["authorization"] == "Basic dTp0b2tARVhBTVBMRQ=="
