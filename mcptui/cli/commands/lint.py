"""`mcptui lint`."""

import click

from mcptui.cli import streams
from mcptui.cli.command import TargetCommand
from mcptui.cli.options import Asked, format_option, target_options
from mcptui.errors import ExitCode
from mcptui.export import FORMATS


@click.command(
    cls=TargetCommand,
    name="lint",
    examples=(
        ("mcptui lint --config .mcp.json", "All servers of a config file."),
        ("mcptui lint capture.json --format markdown", "A capture, for a review comment."),
        ("mcptui lint --format sarif -- my-server > lint.sarif", "For code scanning."),
        ("mcptui lint --format github -- my-server", "As annotations of a GitHub job."),
    ),
)
@format_option(*FORMATS["lint"])
@target_options
def command(asked: Asked, format_name: str) -> ExitCode:
    """Report findings on the tools and schemas of servers.

    Ends with 1 where a finding is of level risk. No finding never means safe: it means that no
    rule saw anything.
    """
    # what lists and analyses is imported when a list is asked for, not for --help
    from importlib import import_module  # noqa: PLC0415

    from mcptui.cli.listing import code_of, complain_of, list_all, signs_of  # noqa: PLC0415
    from mcptui.cli.targets import chosen  # noqa: PLC0415
    from mcptui.contract.finding import Level  # noqa: PLC0415
    from mcptui.workspace.analysing import analyse  # noqa: PLC0415

    choice = chosen(asked)
    statuses = list_all(choice.targets)
    report = analyse(statuses, choice.lock, choice.settings)
    signs = {"signs": signs_of(choice.settings)} if format_name == "text" else {}
    render = import_module(f"mcptui.export.lint_{format_name}").render
    streams.data(render(report, **signs))
    if format_name != "text":
        complain_of(statuses)
    if (code := code_of(statuses)) is not ExitCode.FINE:
        return code
    risky = any(finding.level is Level.RISK for finding in report.findings)
    return ExitCode.FINDINGS if risky else ExitCode.FINE
