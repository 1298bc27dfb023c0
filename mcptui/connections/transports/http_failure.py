"""What an HTTP answer means where it is not the answer hoped for: place, reason, next step."""

import re
from collections.abc import Callable

from mcptui.connections.transports.http_challenge import chosen
from mcptui.connections.transports.http_exchange import HttpExchange
from mcptui.connections.transports.http_network import network_cause
from mcptui.contract.display import shown

_QUOTED_CHARACTERS = 160
_LONGEST_NUMBER = 8
_TITLE = re.compile(r"<title[^>]*>(.*?)</title", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<(?:script|style).*?</(?:script|style)\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_JSON_ERROR = re.compile(r"application/(?:[\w.+-]*\+)?json")
_FIRST_FAILURE = 400
_REDIRECTS = range(300, 400)
_SERVER_FAILURES = range(500, 600)
_ACCEPTED = 202


def http_cause(exchange: HttpExchange) -> str | None:
    """Why this exchange gave no answer, in one line; None where it did.

    Returns:
        A line without secrets whose foreign parts went through `shown`.
    """
    if exchange.error is not None:
        return network_cause(
            exchange.error,
            exchange.place,
            proxied=exchange.manner.proxied,
            begun=exchange.status is not None,
        )
    if exchange.status is None:
        return None
    reason = _reason(exchange, exchange.status)
    return None if reason is None else f"HTTP {exchange.status} from {exchange.place}: {reason}"


def _reason(exchange: HttpExchange, status: int) -> str | None:
    if status in _REDIRECTS:
        return _redirected(exchange)
    if status >= _FIRST_FAILURE:
        return _BY_STATUS.get(status, _refused)(exchange)
    if exchange.method == "GET" and not exchange.is_stream:
        kind = f"{_kind(exchange)} instead of an event stream"
        return _with_reason(kind, exchange, "check the path and the transport of the URL")
    if exchange.rpc_id is None or (exchange.is_answered and not exchange.complaint):
        return None
    return _unanswered(exchange)


def quoted(text: str) -> str:
    """The beginning of a body as display text in quotation marks; empty where it says nothing."""
    title = _TITLE.search(text)
    words = " ".join((title[1] if title else _TAG.sub(" ", text)).split())
    if len(words) > _QUOTED_CHARACTERS:
        words = words[:_QUOTED_CHARACTERS] + "…"
    return f'"{shown(words)}"' if words else ""


def _said(exchange: HttpExchange) -> str:
    """What the server gives as its reason: the message of a JSON-RPC error, or the body."""
    if exchange.rpc_error is not None:
        code, message = exchange.rpc_error
        return f"{quoted(message)} ({code})".lstrip()
    return quoted(exchange.excerpt)


def _with_reason(words: str, exchange: HttpExchange, then: str) -> str:
    said = _said(exchange)
    return f"{words}{': ' if words and said else ''}{said}; {then}"


def _credentials(exchange: HttpExchange) -> str:
    challenge = chosen(exchange.challenges)
    scheme = shown(challenge.scheme) if challenge else exchange.manner.sent_scheme or "not named"
    verdict = "credentials rejected" if exchange.manner.has_credentials else "credentials required"
    parts = [f"{verdict} (scheme: {scheme})"]
    for name, words in (
        ("error", "error"),
        ("error_description", ""),
        ("realm", "realm"),
        ("scope", "scope"),
        ("resource_metadata", "resource metadata"),
    ):
        text = challenge.parameters.get(name, "") if challenge else ""
        if text:
            parts.append(f"{words} {_bounded(text, exchange)}".strip())
    if challenge is None and exchange.excerpt:
        parts.append(_said(exchange))
    step = "set an Authorization header for this connection"
    if exchange.manner.has_credentials:
        step = "correct the Authorization header of this connection"
        if exchange.manner.sent_scheme is None:
            step = "correct the header that holds them"
    return f"{', '.join(parts)}; {step} and reconnect"


def _bounded(text: str, exchange: HttpExchange) -> str:
    text = exchange.manner.masked(text)
    cut = text if len(text) <= _QUOTED_CHARACTERS else text[:_QUOTED_CHARACTERS] + "…"
    return shown(cut)


def _denied(exchange: HttpExchange) -> str:
    challenge = chosen(exchange.challenges)
    scope = challenge.parameters.get("scope", "") if challenge else ""
    words = f"access denied, scope {_bounded(scope, exchange)} needed" if scope else "access denied"
    return _with_reason(words, exchange, "check what the credentials of this connection allow")


def _nothing_there(exchange: HttpExchange) -> str:
    if exchange.lost_session:
        return _with_reason("the server forgot the session", exchange, "reconnect")
    return _with_reason("no MCP server at this path", exchange, "check the path of the URL")


def _no_post(exchange: HttpExchange) -> str:
    words = f"{exchange.method} is not accepted here"
    return _with_reason(words, exchange, "check the path and the transport of the URL")


def _proxy(exchange: HttpExchange) -> str:
    words = "the proxy named in the environment wants credentials"
    return _with_reason(words, exchange, "put them into HTTPS_PROXY or HTTP_PROXY")


def _too_many(exchange: HttpExchange) -> str:
    seconds = exchange.retry_after
    is_number = seconds.isascii() and seconds.isdigit() and len(seconds) < _LONGEST_NUMBER
    then = f"reconnect after {seconds} s" if is_number else "reconnect later"
    return _with_reason("too many requests", exchange, then)


def _refused(exchange: HttpExchange) -> str:
    if exchange.status in _SERVER_FAILURES:
        return _with_reason("", exchange, "the server or its gateway failed: reconnect later")
    return _with_reason("request refused", exchange, "check the URL and headers of this connection")


def _redirected(exchange: HttpExchange) -> str:
    if not exchange.location:
        return "a redirect that names no address; check the URL"
    return (
        f"redirects to {_bounded(exchange.location, exchange)}, which is not followed; "
        "set that URL if it is the server you mean"
    )


def _unanswered(exchange: HttpExchange) -> str:
    if exchange.complaint:
        return _with_reason(exchange.complaint, exchange, "report it to whoever runs the server")
    if exchange.status == _ACCEPTED:
        return f"accepted {shown(exchange.rpc_method or 'the request')} without an answer"
    if exchange.content_type == "text/event-stream":
        return "the event stream ended without an answer; reconnect"
    if not exchange.excerpt and _JSON_ERROR.match(exchange.content_type or "application/json"):
        return "empty answer; check the path of the URL"
    kind = f"{_kind(exchange)} instead of an MCP answer"
    return _with_reason(kind, exchange, "check the path of the URL")


def _kind(exchange: HttpExchange) -> str:
    return shown(exchange.content_type) or "a body without content type"


_BY_STATUS: dict[int, Callable[[HttpExchange], str]] = {
    401: _credentials,
    403: _denied,
    404: _nothing_there,
    405: _no_post,
    407: _proxy,
    429: _too_many,
}
