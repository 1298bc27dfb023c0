"""The merged list, printed: what `tools` does, and `demo` where there is no terminal."""

from collections.abc import Sequence

from mcptui.cli import streams
from mcptui.cli.listing import code_of, complain_of, list_all, signs_of
from mcptui.contract.target import Target
from mcptui.errors import ExitCode
from mcptui.export import tools_json, tools_text
from mcptui.workspace.analysing import analyse
from mcptui.workspace.settings import Settings
from mcptui.workspace.state import LockState


def print_tools(
    targets: Sequence[Target], lock: LockState, settings: Settings, format_name: str
) -> ExitCode:
    """List all servers and print their tools.

    A lockfile that cannot be read is told, and everything is printed all the same.
    """
    statuses = list_all(targets)
    report = analyse(statuses, lock, settings)
    if format_name == "json":
        streams.data(tools_json.render(report))
        complain_of(statuses)
    else:
        streams.data(tools_text.render(report, signs=signs_of(settings)))
    if lock.error is not None:
        streams.complain(f"{lock.error}; every pin state is unknown")
        return lock.error.exit_code
    return code_of(statuses)
