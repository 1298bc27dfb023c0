"""Whether the absence of a tool means something."""

from mcptui.contract.connection import ConnectionState, ConnectionStatus


def has_complete_list(status: ConnectionStatus) -> bool:
    """Whether the connection stands and its list is known in full.

    A list that failed, was cut short, or is left over from a lost connection says nothing of the
    tools it lacks.
    """
    if status.state is ConnectionState.NO_TOOLS:
        return True
    return (
        status.state is ConnectionState.CONNECTED
        and status.capture is not None
        and status.capture.complete
    )
