"""Laws of the lockfile."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mcptui.contract.canonical import digest
from mcptui.contract.definition import MISSING
from mcptui.contract.lockfile import Identity, Lockfile, Refusal, ServerPin, parse, pin_of, render
from mcptui.contract.wire import loads
from tests.property.strategies import foreign_texts, json_values, respelled

DAYS = st.dates().map(str)


@st.composite
def tools(draw: st.DrawFn) -> dict[str, Any]:
    """A tool object with members of any kind."""
    members = draw(st.dictionaries(foreign_texts(), json_values(), max_size=3))
    return {**members, "name": draw(foreign_texts()), "inputSchema": draw(json_values())}


@st.composite
def lockfiles(draw: st.DrawFn) -> Lockfile:
    """A lockfile of any servers."""
    objects = st.dictionaries(foreign_texts(), st.integers(), max_size=2)
    text = st.none() | foreign_texts()
    identities = st.none() | st.builds(
        Identity,
        server_info=st.none() | objects,
        protocol_version=text,
        transport=text,
        origin=text,
        client_capabilities=st.none() | objects,
    )
    connections = {}
    for key in draw(st.lists(foreign_texts(), max_size=2, unique=True)):
        pins = {
            tool["name"]: pin_of(tool, pinned=draw(st.none() | DAYS))
            for tool in draw(st.lists(tools(), max_size=2))
        }
        instructions = draw(st.just(MISSING) | text)
        identity = draw(identities)
        connections[key] = ServerPin(identity=identity, instructions=instructions, tools=pins)
    refusals = st.builds(
        Refusal,
        connection_key=foreign_texts(),
        tool=text,
        digest=st.integers().map(digest),
        fingerprints=st.lists(foreign_texts(), max_size=2).map(sorted).map(tuple),
        refused=st.none() | DAYS,
        reason=text,
    )
    return Lockfile(connections=connections, refusals=tuple(draw(st.lists(refusals, max_size=2))))


@settings(max_examples=40)
@given(lockfiles())
def test_a_lockfile_survives_a_round_trip_byte_for_byte(lockfile: Lockfile) -> None:
    text = render(lockfile)
    again = parse(text, "x")
    assert again.connections == lockfile.connections
    assert render(again) == text
    assert text.encode("utf-8").endswith(b"}\n")


@settings(max_examples=40)
@given(st.data(), tools())
def test_another_spelling_of_a_contract_gives_the_same_pin(
    data: st.DataObject, tool: dict[str, Any]
) -> None:
    plain = {**tool, "inputSchema": data.draw(json_values(st.text(max_size=3)))}
    try:
        text = data.draw(respelled(plain))
    except ValueError:  # Python refuses to write so long an integer
        return
    one = Lockfile(connections={"k": ServerPin(tools={"t": pin_of(plain, pinned=None)})})
    other = Lockfile(connections={"k": ServerPin(tools={"t": pin_of(loads(text), pinned=None)})})
    assert render(one) == render(other)
