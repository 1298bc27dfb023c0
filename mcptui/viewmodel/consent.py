"""Servers found in configs, each with all that a person should see before it is started."""

from collections.abc import Iterator, Sequence

from mcptui.contract.display import shown
from mcptui.contract.finding import Level
from mcptui.contract.secrets import command_line, masked_pairs
from mcptui.contract.target import Broken, Http, Stdio, Target
from mcptui.viewmodel.choices import Choice
from mcptui.viewmodel.document import Block, Facts, Prose
from mcptui.viewmodel.span import Line, Span, spoken
from mcptui.viewmodel.tone import LEVEL_SIGNS, SignSet, Tone
from mcptui.workspace.consent import warnings_of
from mcptui.workspace.offers import Offer


def choices_of(offers: Sequence[Offer], signs: SignSet = SignSet.USUAL) -> tuple[Choice, ...]:
    """A heading for every file, and below it its servers; broken ones cannot be chosen."""
    return tuple(choice for offer in offers for choice in _of_offer(offer, signs))


def _of_offer(offer: Offer, signs: SignSet) -> Iterator[Choice]:
    note = (Span(f"  {shown(offer.config.title)}, {offer.config.scope}", Tone.MUTED),)
    body: list[Block] = []
    if offer.error is not None:
        body.append(Prose(spans=spoken(offer.error, Tone.BAD)))
    if offer.replaced:
        names = ", ".join(shown(key) for key in offer.replaced)
        body.append(
            Prose(spans=(Span(f"left out, a nearer config has them: {names}", Tone.MUTED),))
        )
    head = (Span(offer.place, Tone.ACCENT), *note)
    yield Choice(id=None, is_heading=True, head=head, body=tuple(body))
    for target in offer.targets:
        yield Choice(
            id=None if isinstance(target.how, Broken) else target.key,
            head=_head(target),
            body=tuple(_body(target, signs)),
        )


def _head(target: Target) -> Line:
    state: Line = ()
    if isinstance(target.how, Broken):
        state = (Span("  cannot be started", Tone.BAD),)
    elif target.disabled:
        state = (Span("  switched off in its config", Tone.MUTED),)
    return (*spoken(target.key, Tone.STRONG), *state)


def _body(target: Target, signs: SignSet) -> Iterator[Block]:
    """The whole command line or URL, what is set for it, and what to look at twice."""
    how = target.how
    tone = Tone.BAD if isinstance(how, Broken) else Tone.PLAIN
    yield Prose(spans=(Span(command_line(target), tone),))
    sign = LEVEL_SIGNS[Level.ADVISORY]
    for warning in warnings_of(target):
        yield Prose(spans=(Span(f"{signs.draw(sign)} {warning}", Tone.WARN),))
    facts = tuple((name, (Span(value, Tone.MUTED),)) for name, value in _set_for(target))
    if facts:
        yield Facts(rows=facts)


def _set_for(target: Target) -> Iterator[tuple[str, str]]:
    how = target.how
    if isinstance(how, Stdio):
        if how.cwd is not None:
            yield "in folder", shown(how.cwd)
        yield from masked_pairs(how.env, target.variables)
        for label, names in (("passes on", how.forward_env), ("reads", how.env_files)):
            if names:
                yield label, ", ".join(shown(name) for name in names)
    elif isinstance(how, Http):
        yield from masked_pairs(how.headers, target.variables)
        for header, variable in how.header_env:
            yield shown(header), f"from the variable {shown(variable)}"
        if how.bearer_env is not None:
            yield "Authorization", f"from the variable {shown(how.bearer_env)}"
