"""Asks for one more target, in the words of the command line."""

import re
import shlex
from collections.abc import Collection, Sequence
from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, Input, Static

from mcptui.contract.display import shown
from mcptui.contract.target import ConnectionKey, Target
from mcptui.errors import McptuiError, UsageError
from mcptui.tui.screens.dialog import Dialog
from mcptui.tui.session import Session
from mcptui.workspace.targets import collect_targets

_URL = re.compile(r"[A-Za-z][\w+.-]*://")
_NAMED = re.compile(r"[\w.-]+=\S")
_HINT = "a URL, a capture file, a config file, a command line, or KEY= and one of them"


class AddScreen(Dialog[Sequence[Target]]):
    """One line to type; its result are the targets that it names."""

    def __init__(self, session: Session, known: Collection[ConnectionKey]) -> None:
        """`known` are the keys that are taken."""
        super().__init__()
        self._session = session
        self._known = known

    def compose(self) -> ComposeResult:
        """The form."""
        with self.frame():
            yield Static("Connect to", classes="title", markup=False)
            yield Input(id="target", placeholder="docs=uvx some-server --flag")
            yield Static(_HINT, id="hint", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Connect", variant="primary", id="go", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed, "#go")
    def _go(self) -> None:
        try:
            targets = self._targets(self.query_one(Input).value.strip())
        except McptuiError as error:
            self.query_one("#hint", Static).update(shown(str(error)))
        else:
            self.dismiss(targets)

    def _targets(self, text: str) -> tuple[Target, ...]:
        """The targets that a line means.

        Raises:
            McptuiError: it means none, or a key that is taken.
        """
        if not text:
            raise UsageError("nothing is named", remedy=_HINT)
        arguments, servers, program = _read(text, self._session.cwd)
        targets = collect_targets(
            arguments=arguments,
            servers=servers,
            program=program,
            cwd=self._session.cwd,
            home=Path.home(),
            environ=self._session.environ,
            settings=self._session.settings,
        )
        for target in targets:
            if target.key in self._known:
                raise UsageError(
                    f"the key {shown(target.key)} is taken", remedy="write another one: KEY=…"
                )
        return targets

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Go back without connecting."""
        self.dismiss(())


def _read(text: str, cwd: Path) -> tuple[list[str], list[str], list[str] | None]:
    """Arguments, `KEY=SPEC`, and program and arguments: one of them holds what was typed."""
    if _URL.match(text) or (cwd / Path(text).expanduser()).is_file():
        return [text], [], None
    if _NAMED.match(text):
        return [], [text], None
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"this cannot be split into words: {error}") from None
    return [], [], words
