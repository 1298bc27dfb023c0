"""All that is known of one tool: every string a model reads, the parameters, what was found."""

from collections.abc import Iterator, Sequence
from typing import Any

from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.definition import MISSING, Missing, ToolDefinition
from mcptui.contract.display import shown
from mcptui.contract.finding import Finding
from mcptui.contract.parameter import Parameter, Parameters
from mcptui.contract.schema import parameters_of, schema_problem
from mcptui.viewmodel.document import Block, Document, Facts, Gap, Grid, Heading, Prose
from mcptui.viewmodel.moments import moment, ttl_words
from mcptui.viewmodel.raw import MOST_SHOWN, cut_note, one_line, raw_blocks
from mcptui.viewmodel.span import Line, Span, sign_span, spoken
from mcptui.viewmodel.tone import DASH, LEVEL_SIGNS, SHORTENED_SIGN, SignSet, Tone
from mcptui.viewmodel.tools import ToolRow

_TITLES = ("parameter", "type", "need", "default", "meaning")
_FIELD_TITLES = ("field", "type", "need", "default", "meaning")
_LONGEST_DEFAULT = 80
_KNOWN_MEMBERS = frozenset(
    {"name", "title", "description", "inputSchema", "outputSchema", "annotations"}
)
_HINTS: tuple[tuple[str, str, bool], ...] = (
    ("readOnlyHint", "read-only", False),
    ("destructiveHint", "destructive", True),
    ("idempotentHint", "idempotent", False),
    ("openWorldHint", "open world", True),
)
"""Member, how it is said, and what the protocol takes for granted where it is not there."""


def tool_document(row: ToolRow, signs: SignSet = SignSet.USUAL) -> Document:
    """The detail of one row, as a page."""
    blocks = _of_listed(row, signs) if row.report is not None else _of_missing(row, signs)
    return Document(
        title=(Span(row.name, Tone.STRONG),),
        subtitle=spoken(row.id.key, Tone.MUTED),
        blocks=tuple(blocks),
    )


def raw_document(row: ToolRow) -> Document:
    """The definition of one row as raw JSON, as a page."""
    blocks: tuple[Block, ...]
    if row.report is not None:
        blocks, what = raw_blocks(row.report.definition.raw), "as sent"
    elif row.pinned is not None:
        blocks, what = raw_blocks(row.pinned.contract), "as pinned"
    else:
        blocks, what = (Prose(spans=_nothing("not known")),), ""
    size = f"{row.contract_bytes:,} bytes {what}" if row.report is not None else what
    return Document(
        title=(Span(row.name, Tone.STRONG), Span(" raw JSON", Tone.MUTED)),
        subtitle=(Span(size, Tone.MUTED),),
        blocks=blocks,
    )


def _of_missing(row: ToolRow, signs: SignSet) -> Iterator[Block]:
    yield Facts(rows=tuple(_pin_facts(row, signs)))
    yield Gap()
    if row.pin_state == "removed":
        words = "It was pinned, and the server's list, read to its end, does not have it any more."
    else:
        words = (
            "It was pinned. Whether the server still has it is not known: its list is not whole."
        )
    yield Prose(spans=(Span(words, row.pin.tone),))


def _of_listed(row: ToolRow, signs: SignSet) -> Iterator[Block]:
    report = row.report
    if report is None:
        return
    definition = report.definition
    yield Facts(rows=tuple(_facts(row, signs)))
    if row.problem is not None:
        yield Gap()
        yield Prose(spans=(Span(f"Broken: {row.problem}.", Tone.BAD),))
        yield Prose(spans=_nothing("It can be looked at, but neither called nor pinned."))
    yield from _text("Description", definition.member("description"))
    yield from schema_blocks("Parameters", _TITLES, report.parameters)
    yield from finding_blocks(report.findings, signs)
    yield from _hints(definition)
    yield from _output(definition)
    yield from _others(definition)
    yield from instruction_blocks(row.status)
    yield from _identity(row)


def _facts(row: ToolRow, signs: SignSet) -> Iterator[tuple[str, Line]]:
    report = row.report
    if report is None:
        return
    name = report.definition.name
    yield "alias", (Span(row.alias, Tone.STRONG), *_shortened(row, signs))
    yield "upstream name", spoken(name) if name is not None else _nothing("none that is a text")
    if row.title:
        yield "title", (Span(row.title),)
    yield "connection", _connection(row.status)
    yield from _pin_facts(row, signs)
    size = f"{report.contract_bytes:,} bytes, about {report.estimated_tokens:,} tokens"
    yield "contract", (Span(size),)


def _identity(row: ToolRow) -> Iterator[Block]:
    """What tells this contract from any other."""
    report = row.report
    if report is None:
        return
    rows: list[tuple[str, Line]] = [("listed", (Span(_listed(row.status, report.position)),))]
    if report.digest is not None:
        rows.append(("digest", (Span(report.digest, Tone.MUTED),)))
    if row.pinned is not None and row.pinned.digest != report.digest:
        rows.append(("pinned digest", (Span(shown(row.pinned.digest), Tone.MUTED),)))
    yield from _heading("Identity")
    yield Facts(rows=tuple(rows))


def _shortened(row: ToolRow, signs: SignSet) -> Line:
    if not row.is_shortened:
        return ()
    return (sign_span(SHORTENED_SIGN, signs), Span(f"  {SHORTENED_SIGN.word}", Tone.MUTED))


def _connection(status: ConnectionStatus) -> Line:
    where = status.origin
    key = spoken(status.key)
    return (*key, Span("  "), *spoken(where, Tone.MUTED)) if where else key


def _pin_facts(row: ToolRow, signs: SignSet) -> Iterator[tuple[str, Line]]:
    day = row.pinned.pinned if row.pinned is not None else None
    joint = " since" if row.pin_state == "pinned" else ", pinned on"
    since = f"{joint} {shown(day)}" if day else ""
    reason = f": {row.report.unpinnable}" if row.report and row.pin_state == "unpinnable" else ""
    yield "pin", (sign_span(row.pin, signs, " "), Span(f"{row.pin.word}{since}{reason}"))


def _listed(status: ConnectionStatus, position: int) -> str:
    place = f"entry {position + 1}"
    if status.listed_at is None:
        return place
    ttl = ttl_words(status)
    return f"{place}, read {moment(status.listed_at)}{f', {ttl}' if ttl else ''}"


def _nothing(words: str) -> Line:
    return (Span(words, Tone.MUTED),)


def _heading(text: str, note: str = "") -> Iterator[Block]:
    yield Gap()
    yield Heading(text=(Span(text, Tone.ACCENT),), note=(Span(note, Tone.MUTED),) if note else ())


def _text(title: str, value: Any) -> Iterator[Block]:
    """A text of the server, whole."""
    if isinstance(value, str) and value:
        size = f"{len(value):,} characters" if len(value) > MOST_SHOWN // 100 else ""
        yield from _heading(title, size)
        if len(value) > MOST_SHOWN:
            yield cut_note(len(value))
        yield Prose(spans=spoken(value[:MOST_SHOWN], lines=True))
    elif value is MISSING or value is None or value == "":
        yield from _heading(title)
        yield Prose(spans=_nothing("none" if value is not None else "null"))
    else:
        yield from _heading(title, "not a text")
        yield from raw_blocks(value)


def schema_blocks(title: str, titles: tuple[str, ...], parameters: Parameters) -> Iterator[Block]:
    """A schema as tables: its parameters, its alternatives, what else may be sent."""
    rows = parameters.rows
    required = sum(row.required for row in rows)
    note = f"{required:,} of {len(rows):,} required" if rows else ""
    yield from _heading(title, note)
    if rows:
        yield Grid(titles=titles, rows=tuple(_flat_rows(rows)))
    elif not parameters.alternatives:
        yield Prose(spans=_nothing("none"))
    for number, form in enumerate(parameters.alternatives, 1):
        yield Gap()
        name = f"Alternative {number} of {len(parameters.alternatives)}"
        needs = (Span("  needs ", Tone.MUTED), *_names(form.required)) if form.required else ()
        yield Heading(text=(Span(name, Tone.STRONG), *spoken(_after(form.title)), *needs))
        if form.rows:
            yield Grid(titles=titles, rows=tuple(_flat_rows(form.rows)))
    yield Prose(spans=_nothing(parameters.additional_words))
    if parameters.conditions:
        told = ", ".join(parameters.conditions)
        yield Prose(spans=_nothing(f"further conditions, see the raw JSON: {told}"))
    if parameters.rows_cut:
        words = f"{parameters.rows_cut:,} more are not shown as rows; the raw JSON has them all"
        yield Prose(spans=(Span(words, Tone.WARN),))


def _after(title: str) -> str:
    return f"  {title}" if title else ""


def _names(names: Sequence[str]) -> Line:
    line: list[Span] = []
    for name in names:
        line += [*((Span(", "),) if line else ()), *spoken(name)]
    return tuple(line)


def _flat_rows(rows: Sequence[Parameter]) -> Iterator[tuple[Line, ...]]:
    waiting = [(0, row) for row in reversed(rows)]
    while waiting:
        depth, row = waiting.pop()
        yield _row(row, depth)
        waiting.extend((depth + 1, child) for child in reversed(row.children))


def _row(row: Parameter, depth: int) -> tuple[Line, ...]:
    indent = (Span("  " * (depth - 1) + "└ ", Tone.MUTED),) if depth else ()
    name = spoken(row.name, Tone.STRONG if row.required else Tone.PLAIN) or _nothing('""')
    default: Line = (
        _nothing(DASH.char)
        if isinstance(row.default, Missing)
        else spoken(one_line(row.default, _LONGEST_DEFAULT))
    )
    return (
        (*indent, *name),
        (Span(row.type, Tone.INFO),),
        (Span("required"),) if row.required else _nothing("optional"),
        default,
        _meaning(row),
    )


def _meaning(row: Parameter) -> Line:
    text = spoken(row.description, lines=True)
    note = (Span(row.note, Tone.MUTED),) if row.note else ()
    between: Line = (Span("\n"),) if text and note else ()
    return (*text, *between, *note)


def finding_blocks(findings: Sequence[Finding], signs: SignSet) -> Iterator[Block]:
    """What the rules found, worst first, each with its place."""
    if not findings:
        return
    yield from _heading("Findings", f"{len(findings):,}")
    order = list(LEVEL_SIGNS)
    for finding in sorted(findings, key=lambda finding: order.index(finding.level)):
        yield from finding_lines(finding, signs)


def finding_lines(finding: Finding, signs: SignSet) -> Iterator[Block]:
    """One finding: level, rule, message, place, evidence."""
    sign = LEVEL_SIGNS[finding.level]
    yield Prose(
        spans=(
            sign_span(sign, signs),
            Span(f" {sign.word} ", sign.tone),
            Span(f"{finding.rule}  ", Tone.MUTED),
            *spoken(finding.message),
        )
    )
    if finding.path:
        yield Prose(spans=(Span("at ", Tone.MUTED), *spoken(finding.path, Tone.INFO)), indent=4)
    if finding.evidence:
        yield Prose(spans=spoken(finding.evidence, Tone.MUTED, lines=True), indent=4)


def _hints(definition: ToolDefinition) -> Iterator[Block]:
    annotations = definition.member("annotations")
    yield from _heading("Annotations", "claims of the server, not facts")
    if annotations is not MISSING and not isinstance(annotations, dict):
        yield from raw_blocks(annotations)
        return
    claimed = annotations if isinstance(annotations, dict) else {}
    rows: list[tuple[str, Line]] = []
    for member, words, default in _HINTS:
        if member not in claimed:
            rows.append((words, _nothing(f"{'yes' if default else 'no'}  (not claimed; default)")))
        elif isinstance(claimed[member], bool):
            rows.append((words, (Span("yes" if claimed[member] else "no"),)))
        else:
            rows.append(
                (
                    words,
                    (*spoken(one_line(claimed[member], 60)), Span("  not a boolean", Tone.WARN)),
                )
            )
    known = {member for member, _, _ in _HINTS}
    rows += [
        (one_line(member, 40).strip('"'), spoken(one_line(value, 200)))
        for member, value in claimed.items()
        if member not in known
    ]
    yield Facts(rows=tuple((shown_label(label), value) for label, value in rows))


def shown_label(text: str) -> str:
    """A member's name as a label: one line, hidden characters visible."""
    return "".join(span.text for span in spoken(text))


def _output(definition: ToolDefinition) -> Iterator[Block]:
    schema = definition.member("outputSchema")
    if schema is MISSING:
        return
    problem = schema_problem(definition, "outputSchema")
    if problem is not None:
        yield from _heading("Output")
        yield Prose(spans=(Span(problem, Tone.WARN),))
        if not isinstance(schema, dict):
            yield from raw_blocks(schema)
            return
    yield from schema_blocks("Output", _FIELD_TITLES, parameters_of(schema))


def _others(definition: ToolDefinition) -> Iterator[Block]:
    """Members that are neither of the above: icons, `_meta`, and what nobody expected."""
    if not isinstance(definition.raw, dict):
        yield from _heading("As sent")
        yield from raw_blocks(definition.raw)
        return
    others = [(name, value) for name, value in definition.raw.items() if name not in _KNOWN_MEMBERS]
    if not others:
        return
    yield from _heading("Other members", "as sent")
    for name, value in others:
        yield Prose(spans=(*spoken(name, Tone.STRONG),))
        yield from raw_blocks(value)


def instruction_blocks(status: ConnectionStatus) -> Iterator[Block]:
    """The server's own instructions, which the model reads before any tool."""
    instructions = status.capture.server.get("instructions") if status.capture is not None else None
    if instructions is not None:
        yield from _text("Server instructions", instructions)
