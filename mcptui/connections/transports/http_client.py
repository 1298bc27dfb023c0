"""The HTTP client of one connection: its own certificates, proxies and time limits, shared by none.

Nothing is switched off by itself: certificates are checked unless the user said otherwise for this
one connection, and proxies are those of the environment, save for loopback.
"""

import ipaddress
import re
import ssl
import urllib.request
from base64 import b64encode
from collections.abc import Iterable
from urllib.parse import unquote

import httpx2

from mcptui import __version__
from mcptui.contract.display import shown
from mcptui.contract.target import Limits, TargetOptions
from mcptui.errors import UnreachableError

_SOCKET_SHARE = 0.8
_HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+\Z", re.ASCII)
_FORBIDDEN_IN_VALUE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


class RoutedTransport(httpx2.AsyncBaseTransport):
    """Sends through a client of httpx2, which picks the proxy of the environment as it always does.

    A client that is given a transport looks for no proxy, so the transport is a client itself.
    """

    def __init__(self, client: httpx2.AsyncClient) -> None:
        self._client = client

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send, follow nothing, and give the answer back unread."""
        return await self._client.send(request, stream=True, follow_redirects=False)

    async def aclose(self) -> None:
        """Close every socket."""
        await self._client.aclose()


def parsed_url(url: str) -> httpx2.URL:
    """Read a URL whose variables are resolved.

    Raises:
        UnreachableError: it is none that HTTP can reach; its text is not quoted.
    """
    try:
        parsed = httpx2.URL(url)
    except (httpx2.InvalidURL, ValueError):
        raise UnreachableError("the URL cannot be read", remedy="check its spelling") from None
    if parsed.scheme not in ("http", "https") or not parsed.host:
        reason = "the URL must begin with http:// or https:// and name a host"
        raise UnreachableError(reason, remedy="check its spelling")
    return parsed


def place_of(url: httpx2.URL) -> str:
    """Host, and port where it is not the scheme's own."""
    host = shown(f"[{url.host}]" if ":" in url.host else url.host)
    return host if url.port is None else f"{host}:{url.port}"


def origin_of(url: httpx2.URL) -> str:
    """Scheme, host and port."""
    return f"{url.scheme}://{place_of(url)}"


def is_loopback(url: httpx2.URL) -> bool:
    """Whether the host is this machine by its very name; nothing is looked up."""
    host = url.host.rstrip(".").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_proxied(url: httpx2.URL) -> bool:
    """Whether the environment names a proxy for this URL."""
    if is_loopback(url):
        return False
    proxies = urllib.request.getproxies()
    named = proxies.get(url.scheme) or proxies.get("all")
    return bool(named) and not urllib.request.proxy_bypass(url.host)


def without_user(url: httpx2.URL) -> tuple[httpx2.URL, str | None]:
    """The URL without its user info, and the Authorization value that stands for it."""
    if not url.userinfo:
        return url, None
    user, _colon, password = url.userinfo.decode("ascii").partition(":")
    pair = f"{unquote(user)}:{unquote(password)}".encode()
    return url.copy_with(userinfo=b""), f"Basic {b64encode(pair).decode()}"


def header_fields(
    headers: Iterable[tuple[str, str]], place: str
) -> tuple[tuple[bytes, bytes], ...]:
    """Header pairs as bytes for the wire, blanks around values removed.

    Raises:
        UnreachableError: HTTP forbids a character in one; the name is quoted, never the value.
    """
    fields: list[tuple[bytes, bytes]] = []
    for name, text in headers:
        value = text.strip()
        if not _HEADER_NAME.match(name):
            reason = f"a header for {place} has a name that HTTP forbids"
            raise UnreachableError(reason, remedy="check the headers of this connection")
        if _FORBIDDEN_IN_VALUE.search(value):
            reason = f"the header {name} for {place} holds a character that HTTP forbids"
            raise UnreachableError(reason, remedy="check its value and the variables in it")
        fields.append((name.encode("ascii"), value.encode("utf-8", "surrogateescape")))
    return tuple(fields)


def tls_context(url: httpx2.URL, options: TargetOptions) -> ssl.SSLContext:
    """What certificates to trust: the system's, and those of `ca_file` beside them.

    It reads files for 0.05 s; call it in a thread. A plain `http:` URL with a port of its own can
    lead to no certificate, so nothing is read for it and nothing trusted.

    Raises:
        UnreachableError: a file of certificates cannot be read.
    """
    if url.scheme == "http" and url.port is not None:
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if not options.verify:
        return httpx2.create_ssl_context(verify=False)
    try:
        context = httpx2.create_ssl_context()
    except OSError as error:
        reason = f"the certificates that SSL_CERT_FILE or SSL_CERT_DIR names: {_reason(error)}"
        raise UnreachableError(reason, remedy="correct or unset the variable") from None
    if options.ca_file is not None:
        try:
            context.load_verify_locations(cafile=options.ca_file)
        except OSError as error:
            raise UnreachableError(
                _reason(error),
                place=f"ca_file {options.ca_file}",
                remedy="set ca_file to a file of certificates in PEM form",
            ) from None
    return context


def _reason(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return "no certificate in it"
    return (error.strerror or "cannot be read").lower()


def network_client(url: httpx2.URL, context: ssl.SSLContext, limits: Limits) -> httpx2.AsyncClient:
    """The client that owns the sockets.

    Raises:
        UnreachableError: the environment names a proxy that cannot be used.
    """
    try:
        return httpx2.AsyncClient(
            verify=context, trust_env=not is_loopback(url), timeout=timeouts(limits)
        )
    except ImportError:
        reason = "the environment names a SOCKS proxy, for which the package socksio is missing"
        raise UnreachableError(reason, remedy="install it, or name an HTTP proxy") from None
    except (ValueError, httpx2.InvalidURL):
        reason = "the environment names a proxy that is no URL"
        remedy = "check HTTP_PROXY, HTTPS_PROXY and ALL_PROXY"
        raise UnreachableError(reason, remedy=remedy) from None


def timeouts(limits: Limits) -> httpx2.Timeout:
    """Limits on sockets. Reading has none: streams live long, and requests are timed above.

    A socket gives up before the whole attempt does, since it knows better what is wrong.
    """
    return httpx2.Timeout(limits.request, connect=_SOCKET_SHARE * limits.connect, read=None)


def session_client(
    transport: httpx2.AsyncBaseTransport,
    fields: Iterable[tuple[bytes, bytes]],
    limits: Limits,
) -> httpx2.AsyncClient:
    """The client that the SDK's transport speaks through, with the headers of this connection."""
    headers = httpx2.Headers([(b"user-agent", f"mcptui/{__version__}".encode())])
    headers.update(httpx2.Headers(list(fields)))
    return httpx2.AsyncClient(transport=transport, headers=headers, timeout=timeouts(limits))
