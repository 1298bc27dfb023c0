"""Servers found in configs: none starts before its whole command line was seen and agreed to."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

from mcptui.contract.target import Target
from mcptui.tui.actions import Where, bindings_of
from mcptui.tui.screens.base import BaseScreen
from mcptui.tui.widgets.choices import Choices
from mcptui.tui.widgets.content import content_of
from mcptui.viewmodel.consent import choices_of
from mcptui.viewmodel.counted import counted
from mcptui.viewmodel.span import Span
from mcptui.viewmodel.tone import SignSet, Tone
from mcptui.workspace.offers import Offer


class ConsentScreen(BaseScreen[Sequence[Target]]):
    """Its result are the targets agreed to."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(Where.CONSENT)
    AUTO_FOCUS: ClassVar[str | None] = "Choices"

    DEFAULT_CSS = """
    ConsentScreen {
        & > #intro { height: auto; padding: 0 2; }
        & > #choices { height: 1fr; border: round $primary; }
        &.-low > #intro { display: none; }
        & > .buttons { height: auto; padding: 0 1; }
        & > .buttons > Button { margin-right: 2; min-width: 10; }
    }
    """

    def __init__(self, offers: Sequence[Offer], signs: SignSet) -> None:
        """`offers` are the configs found."""
        super().__init__()
        self._offers = offers
        self._signs = signs

    def compose(self) -> ComposeResult:
        """What it is about, the servers, the buttons."""
        yield Static(id="intro", markup=False)
        yield Choices(choices_of(self._offers, self._signs), self._signs, id="choices")
        with Horizontal(classes="buttons"):
            yield Button("Start none", id="agree", variant="primary", compact=True, disabled=True)
            yield Button("Go on without", id="back", compact=True)
        yield from self.compose_frame()

    @property
    def choices(self) -> Choices:
        """The servers."""
        return self.query_one("#choices", Choices)

    def on_mount(self) -> None:
        """Say what it is about."""
        servers = sum(len(offer.targets) for offer in self._offers)
        configs = counted(len(self._offers), "config")
        words = (
            "These servers stand in configs of yours. Starting one runs its command with your "
            "rights. Nothing starts before you agree."
        )
        self.query_one("#intro", Static).update(content_of((Span(words, Tone.MUTED),)))
        self.choices.border_title = content_of(
            (Span(f"{counted(servers, 'server')} in {configs}", Tone.STRONG),)
        )

    @on(Choices.Changed)
    def _changed(self, event: Choices.Changed) -> None:
        event.stop()
        button = self.query_one("#agree", Button)
        button.disabled = not event.count
        button.label = f"Start {counted(event.count, 'server')}" if event.count else "Start none"
        button.refresh(layout=True)

    @on(Button.Pressed, "#agree")
    def action_agree(self) -> None:
        """Start what is chosen, once every line of it was in view."""
        if not self.choices.chosen:
            self.say("choose servers with the space key first", Tone.WARN)
        elif unseen := self.choices.unseen:
            self.choices.focus()
            self.choices.go_to(unseen[0])
            self.say("read this command too, then agree again", Tone.WARN)
        else:
            self.dismiss(
                tuple(
                    replace(target, disabled=False)
                    for offer in self._offers
                    for target in offer.targets
                    if target.key in self.choices.chosen
                )
            )

    @on(Button.Pressed, "#back")
    def action_back(self) -> None:
        """Go on without starting any."""
        self.dismiss(())
