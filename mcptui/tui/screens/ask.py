"""Asks what a config wants to know before its server can start."""

from collections.abc import MutableMapping

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, Input, Static

from mcptui.contract.target import Target
from mcptui.tui.screens.dialog import Dialog
from mcptui.tui.widgets.content import content_of
from mcptui.viewmodel.span import Span, spoken
from mcptui.viewmodel.tone import Tone


class AskScreen(Dialog[bool]):
    """One field a question; secrets are not shown. True: all are answered."""

    def __init__(self, target: Target, answers: MutableMapping[str, str]) -> None:
        """`answers` takes what is typed, by the id of each question."""
        super().__init__()
        self._target = target
        self._answers = answers
        self._open = [each for each in target.inputs if each[0] not in answers]

    def compose(self) -> ComposeResult:
        """The form."""
        with self.frame():
            yield Static(
                content_of((*spoken(self._target.key, Tone.STRONG), Span(" asks"))), classes="title"
            )
            for index, (name, question, is_secret) in enumerate(self._open):
                yield Static(content_of(spoken(question or name)))
                yield Input(password=is_secret, id=f"answer-{index}")
            with Horizontal(classes="buttons"):
                yield Button("Connect", variant="primary", id="go", compact=True)
                yield Button("Do not connect", id="cancel", compact=True)

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input.id == f"answer-{len(self._open) - 1}":
            self._go()
        else:
            self.focus_next(Input)

    @on(Button.Pressed, "#go")
    def _go(self) -> None:
        for index, (name, _, _) in enumerate(self._open):
            self._answers[name] = self.query_one(f"#answer-{index}", Input).value
        self.dismiss(True)

    @on(Button.Pressed, "#cancel")
    def action_cancel(self) -> None:
        """Go back without connecting."""
        self.dismiss(False)
