"""All findings on one page, worst first."""

from collections.abc import Iterator, Sequence

from mcptui.contract.display import shown
from mcptui.contract.finding import Finding
from mcptui.viewmodel.document import Block, Document, Gap, Heading, Prose
from mcptui.viewmodel.span import Span, sign_span
from mcptui.viewmodel.tone import LEVEL_SIGNS, SignSet, Tone
from mcptui.viewmodel.tool_detail import finding_lines


def findings_document(findings: Sequence[Finding], signs: SignSet = SignSet.USUAL) -> Document:
    """The page of all findings, by level, then as they stand in the report."""
    return Document(
        title=(Span("Findings", Tone.STRONG),),
        subtitle=(Span(f"{len(findings):,}", Tone.MUTED),),
        blocks=tuple(_blocks(findings, signs)),
    )


def _blocks(findings: Sequence[Finding], signs: SignSet) -> Iterator[Block]:
    if not findings:
        yield Prose(spans=(Span("Nothing was found that a rule objects to.", Tone.MUTED),))
    for level, sign in LEVEL_SIGNS.items():
        these = [finding for finding in findings if finding.level is level]
        if not these:
            continue
        yield Heading(
            text=(sign_span(sign, signs, " "), Span(sign.many, sign.tone)),
            note=(Span(f"{len(these):,}", Tone.MUTED),),
        )
        subject = ""
        for finding in these:
            if (now := _subject(finding)) != subject:
                yield Gap()
                yield Prose(spans=(Span(now, Tone.STRONG),))
                subject = now
            yield from finding_lines(finding, signs)
        yield Gap()


def _subject(finding: Finding) -> str:
    key = shown(finding.connection_key)
    if finding.tool is None:
        return key if finding.position is None else f"{key} / entry {finding.position + 1}"
    return f"{key} / {shown(finding.tool)}"
