"""How a connection stands, for documents: what it is called, and why it gave no full list."""

from mcptui.analysis.report import ConnectionReport
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.target import Http, Recorded, Stdio
from mcptui.contract.wire import JsonValue

_REACHED = {
    ConnectionState.CONNECTED: "connected",
    ConnectionState.NO_TOOLS: "no_tools",
    ConnectionState.LIST_FAILED: "list_failed",
    ConnectionState.INCOMPLETE: "incomplete",
}


def state_of(status: ConnectionStatus) -> str:
    """The state's word in JSON; what is not reached is `failed`, whatever the reason."""
    return _REACHED.get(status.state, "failed")


def is_left_out(status: ConnectionStatus) -> bool:
    """Whether it was not started because the host's config switches it off."""
    return status.target.disabled and status.state is ConnectionState.WAITING


def is_whole(status: ConnectionStatus) -> bool:
    """Whether the server was reached and its list is complete."""
    return status.state in {ConnectionState.CONNECTED, ConnectionState.NO_TOOLS}


def cause_of(status: ConnectionStatus) -> str | None:
    """Why it gave no full list, one masked line; None where it did."""
    if is_whole(status):
        return None
    if status.state is ConnectionState.INCOMPLETE:
        return status.cause or "list incomplete: nothing says why"
    return status.cause or "not started"


def failure_of(status: ConnectionStatus) -> str | None:
    """The same, but None also where nothing failed: its host's config switches it off."""
    return None if is_left_out(status) else cause_of(status)


def transport_of(status: ConnectionStatus) -> str | None:
    """How the list came, as its profile says, else as its target says; None: not known yet."""
    if status.capture is not None and status.capture.profile.transport is not None:
        return status.capture.profile.transport
    match status.target.how:
        case Recorded():
            return "recorded"
        case Stdio():
            return "stdio"
        case Http(transport=transport) if transport != "auto":
            return transport
        case _:
            return None


def as_json(connection: ConnectionReport) -> dict[str, JsonValue]:
    """The connection's JSON object."""
    status = connection.status
    capture = status.capture
    return {
        "connection_key": status.key,
        "state": state_of(status),
        "cause": cause_of(status),
        "transport": transport_of(status),
        "protocol_version": capture.profile.protocol_version if capture else None,
        "server_info": capture.server.get("serverInfo") if capture else None,
        "instructions": capture.instructions if capture else None,
        "pages": capture.pages if capture else 0,
        "tools": len(capture.tools) if capture else 0,
    }
