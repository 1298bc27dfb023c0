"""Capture files: read in every form people save them, written in one.

What a server sent comes back member for member in the same order; nothing of it is judged here.
"""

from typing import Any

from mcptui.contract.capture import Capture, Profile
from mcptui.contract.definition import ToolDefinition
from mcptui.contract.display import shown
from mcptui.contract.members import Member, read_document
from mcptui.contract.wire import JsonValue, dumps
from mcptui.errors import CaptureError

_REMEDY = "save it again with `mcptui capture`, or save the whole reply to tools/list"
_OWN_MEMBERS = frozenset({"server", "profile", "complete", "pages", "listResults"})
"""Members, beside `tools`, that only our own format has."""


def looks_like_capture(value: JsonValue) -> bool:
    """Whether a JSON value is meant as a capture, in any of the forms that are read."""
    if isinstance(value, list):
        return not value or any(isinstance(entry, dict) and "name" in entry for entry in value)
    if not isinstance(value, dict):
        return False
    if "jsonrpc" in value:
        return "result" in value or "error" in value
    return isinstance(value.get("tools"), list) or ("server" in value and "tools" in value)


def read_capture(text: str, place: str) -> Capture:
    """The capture that a file holds.

    Args:
        text: the file's content: our own format, a `tools/list` result, a list of tools, or a
            saved JSON-RPC reply to `tools/list`.
        place: the file as it is shown to the user.

    Raises:
        CaptureError: it is none of these, or a member has the wrong type.
    """
    file = read_document(text, place, error=CaptureError, remedy=_REMEDY)
    if isinstance(file.value, list):
        return _from_list(file)
    if not isinstance(file.value, dict):
        raise file.fault("this is no capture: expected an object or a list of tools")
    members = file.as_object()
    if "jsonrpc" in members:
        return _from_reply(file)
    if not looks_like_capture(members):
        raise file.fault("this is no capture: there is no list named tools")
    return _from_own_format(file) if _OWN_MEMBERS & members.keys() else _from_result(file)


def _from_own_format(file: Member) -> Capture:
    server = file.member("server").as_object()
    complete = file.member("complete")
    pages = file.member("pages")
    reason = file.member("incomplete_reason")
    results = file.member("listResults")
    is_complete = True if complete.is_missing else complete.as_flag()
    return Capture(
        server=server,
        profile=_profile(file.member("profile"), server),
        complete=is_complete,
        incomplete_reason=None if is_complete or reason.is_absent else reason.as_text(),
        pages=1 if pages.is_missing else pages.as_count(),
        tools=_definitions(file.member("tools")),
        list_results=()
        if results.is_absent
        else tuple(_any_object(page) for page in results.entries()),
    )


def _profile(profile: Member, server: dict[str, Any]) -> Profile:
    """The profile of the file; where it has none, the revision that the server entry names."""
    if profile.is_absent:
        revision = server.get("protocolVersion")
        return Profile(protocol_version=revision if isinstance(revision, str) else None)
    revision, declared, transport = map(
        profile.member, ("protocol_version", "client_capabilities", "transport")
    )
    return Profile(
        protocol_version=None if revision.is_absent else revision.as_text(),
        client_capabilities=None if declared.is_absent else _any_object(declared),
        transport=None if transport.is_absent else transport.as_text(),
    )


def _any_object(member: Member) -> dict[str, Any]:
    """An object kept as it is, a member named twice included."""
    return member.value if isinstance(member.value, dict) else member.as_object()


def _from_reply(reply: Member) -> Capture:
    error = reply.member("error")
    if not error.is_missing:
        said = error.value.get("message") if isinstance(error.value, dict) else None
        words = f": {shown(said)}" if isinstance(said, str) else ""
        raise error.fault(f"the saved reply is an error, not a list of tools{words}")
    result = reply.member("result")
    if result.member("tools").is_missing:
        raise result.fault("the saved reply is not one to tools/list: it has no tools")
    return _from_result(result)


def _from_result(result: Member) -> Capture:
    others = {name: value for name, value in result.as_object().items() if name != "tools"}
    more = others.get("nextCursor") is not None
    return Capture(
        server={},
        profile=Profile(),
        complete=not more,
        incomplete_reason="only page 1 was saved: the result names a next page" if more else None,
        tools=_definitions(result.member("tools")),
        list_results=(others,) if others else (),
    )


def _from_list(tools: Member) -> Capture:
    if not looks_like_capture(tools.as_list()):
        raise tools.fault("this is no capture: no entry of the list is a tool")
    return Capture(server={}, profile=Profile(), complete=True, tools=_definitions(tools))


def _definitions(tools: Member) -> tuple[ToolDefinition, ...]:
    return tuple(
        ToolDefinition(raw=entry, position=position)
        for position, entry in enumerate(tools.as_list())
    )


def render_capture(capture: Capture) -> str:
    """The capture file of a capture: two-space indent, one final newline."""
    profile = capture.profile
    document: dict[str, Any] = {
        "server": capture.server,
        "profile": {
            "protocol_version": profile.protocol_version,
            "client_capabilities": profile.client_capabilities,
            "transport": profile.transport,
        },
        "complete": capture.complete,
    }
    if capture.incomplete_reason is not None:
        document["incomplete_reason"] = capture.incomplete_reason
    document["pages"] = capture.pages
    document["tools"] = [definition.raw for definition in capture.tools]
    if capture.list_results:
        document["listResults"] = list(capture.list_results)
    return dumps(document, indent=2) + "\n"
