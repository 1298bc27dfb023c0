"""The report: one value that puts lists, pins, routes and findings together."""

from typing import Any

from mcptui.analysis.pins import PinState
from mcptui.analysis.report import Report, report_of
from mcptui.analysis.routing.alias import AliasRules
from mcptui.analysis.routing.routes import Route, table_of
from mcptui.contract.canonical import digest
from mcptui.contract.connection import ConnectionState
from mcptui.contract.finding import Finding, Level
from mcptui.contract.lockfile import Lockfile, Refusal, ServerPin, pin_of
from mcptui.contract.target import ConnectionKey
from tests.analysis.making import capture_of, failed, incomplete, listed, status_of, tool


def lock(refusals: tuple[Refusal, ...] = (), /, **servers: list[dict[str, Any]]) -> Lockfile:
    """A lockfile that holds these contracts."""
    return Lockfile(
        connections={
            key: ServerPin(
                tools={each["name"]: pin_of(each, pinned="2026-11-01") for each in tools}
            )
            for key, tools in servers.items()
        },
        refusals=refusals,
    )


def states(report: Report) -> dict[str, str]:
    """Pin state by upstream name, absent tools included."""
    present = {each.name or "": each.pin_state.value for each in report.tools}
    return present | {each.name: each.pin_state.value for each in report.removed}


def test_every_entry_has_its_place_in_the_order_sent() -> None:
    report = report_of([listed("b", "z", None, "a"), listed("a", "z")])
    assert [(each.key, each.position, each.name) for each in report.tools] == [
        ("b", 0, "z"),
        ("b", 1, None),
        ("b", 2, "a"),
        ("a", 0, "z"),
    ]
    assert [each.key for each in report.connections] == ["b", "a"]
    assert report.tools[1].alias == ""
    assert report.tools[1].unpinnable == "it has no name"


def test_a_tool_says_its_size_digest_and_parameters() -> None:
    raw = tool("ü", "Ümläut.", inputSchema={"type": "object", "properties": {"a": True}})
    (entry,) = report_of([listed("k", raw)]).tools
    assert entry.contract_bytes == len(
        '{"name":"ü","description":"Ümläut.",'
        '"inputSchema":{"type":"object","properties":{"a":true}}}'.encode()
    )
    assert entry.estimated_tokens == -(-entry.contract_bytes // 4)
    assert entry.digest == digest(raw)
    assert [row.name for row in entry.parameters.rows] == ["a"]


def test_a_connection_knows_its_weight() -> None:
    (connection,) = report_of([listed("k", "a", tool("b", "long text " * 500))]).connections
    assert connection.contract_bytes == sum(each.contract_bytes for each in connection.tools)
    assert connection.tools[0].contract_bytes < 100
    assert connection.tools[1].contract_bytes > 5_000


def test_pin_states_come_from_the_lockfile() -> None:
    kept, changed, bad, gone = (tool(name) for name in ("kept", "changed", "bad", "gone"))
    refused = Refusal(connection_key="k", tool="bad", digest=digest({**bad, "title": "Bad"}))
    lockfile = lock((refused,), k=[kept, changed, bad, gone], elsewhere=[kept])
    status = listed("k", kept, {**changed, "title": "New"}, {**bad, "title": "Bad"}, "new")
    report = report_of([status], lockfile)
    assert states(report) == {
        "kept": "pinned",
        "changed": "drifted",
        "bad": "refused",
        "new": "unpinned",
        "gone": "removed",
    }
    assert dict(report.pin_counts()) == {
        PinState.PINNED: 1,
        PinState.UNPINNED: 1,
        PinState.DRIFTED: 1,
        PinState.REFUSED: 1,
        PinState.REMOVED: 1,
    }
    assert report.connections[0].pin_counts() == report.pin_counts()


def test_an_incomplete_list_removes_nothing() -> None:
    lockfile = lock(big=[tool(name) for name in ("t4", "t1", "t3", "t2")])
    report = report_of([incomplete("big", "t1", "t2")], lockfile)
    assert [(each.name, each.pin_state) for each in report.removed] == [
        ("t3", PinState.UNKNOWN),
        ("t4", PinState.UNKNOWN),
    ]
    assert states(report)["t1"] == "pinned"


def test_a_connection_that_is_not_there_removes_nothing() -> None:
    lockfile = lock(dead=[tool("a")], lost=[tool("a"), tool("b")], none=[tool("a")])
    lost = status_of("lost", ConnectionState.FAILED, capture_of("a"))
    report = report_of([failed("dead"), lost], lockfile)
    assert [(each.key, each.name, each.pin_state) for each in report.removed] == [
        ("dead", "a", PinState.UNKNOWN),
        ("lost", "b", PinState.UNKNOWN),
    ]
    no_tools = report_of([status_of("none", ConnectionState.NO_TOOLS)], lockfile)
    assert [each.pin_state for each in no_tools.removed] == [PinState.REMOVED]


def test_a_broken_lockfile_makes_every_state_unknown() -> None:
    report = report_of([listed("k", "a", {"name": "bare"})], lockfile_known=False)
    assert states(report) == {"a": "unknown", "bare": "unknown"}


def test_a_contract_that_collapsed_has_drifted_and_cannot_be_pinned() -> None:
    report = report_of([listed("k", tool("a", inputSchema={}))], lock(k=[tool("a")]))
    assert states(report) == {"a": "drifted"}
    assert "collapsed" in report.tools[0].unpinnable


def test_a_name_sent_twice_with_one_contract_can_be_pinned() -> None:
    report = report_of([listed("k", "a", "a")], lock(k=[tool("a")]))
    assert [each.pin_state for each in report.tools] == [PinState.PINNED, PinState.PINNED]
    assert [each.rule for each in report.findings if each.level is Level.RISK] == ["L06"]


def test_a_pinned_name_that_is_sent_with_two_contracts_is_never_pinned() -> None:
    report = report_of([listed("k", "a", tool("a", "Other."))], lock(k=[tool("a")]))
    assert [each.pin_state for each in report.tools] == [PinState.UNPINNABLE, PinState.DRIFTED]


def test_routes_fixed_by_hand_give_the_alias() -> None:
    find = Route(alias="find", connection_key=ConnectionKey("docs"), upstream_name="search")
    report = report_of([listed("docs", "search", "read")], fixed_routes=table_of([find]))
    assert [each.alias for each in report.tools] == ["find", "docs_read"]
    assert not report.tools[0].is_shortened


def test_findings_stand_with_their_tools_and_once_in_all() -> None:
    status = listed("k", {"name": "a"}, "b", {"name": "a"}, facts={"order_changed": True})
    report = report_of([status])
    assert [(each.rule, each.tool, each.position) for each in report.findings] == [
        ("L34", None, None),
        ("L06", "a", None),
        ("L15", "a", 0),
        ("L19", "a", 0),
        ("L19", "b", 1),
        ("L15", "a", 2),
        ("L19", "a", 2),
    ]
    assert [[each.rule for each in entry.findings] for entry in report.tools] == [
        ["L06", "L15", "L19"],
        ["L19"],
        ["L06", "L15", "L19"],
    ]
    (connection,) = report.connections
    assert [each.rule for each in connection.own_findings] == ["L34"]
    assert connection.problems == 3
    assert connection.findings == report.findings


def test_equal_input_gives_an_equal_report() -> None:
    def made() -> tuple[Finding, ...]:
        return report_of([listed("a", "search", "x.y"), listed("b", "search", None)]).findings

    assert made() == made()


def test_a_refresh_of_one_server_costs_the_work_of_one() -> None:
    one, other = listed("one", "a"), listed("other", "a", "b")
    before = report_of([one, other])
    refreshed = listed("other", "a")
    after = report_of([one, refreshed], previous=before)
    assert after.connections[0].listed is before.connections[0].listed
    assert after.connections[1].listed is not before.connections[1].listed
    assert [each.name for each in after.tools] == ["a", "a"]
    assert after == report_of([one, refreshed])


def test_what_was_worked_out_serves_any_lockfile_but_only_the_same_rules() -> None:
    status = listed("k", "a")
    before = report_of([status])
    pinned = report_of([status], lock(k=[tool("a")]), previous=before)
    assert states(pinned) == {"a": "pinned"}
    assert pinned.connections[0].listed is before.connections[0].listed
    ruled = report_of([status], alias_rules=AliasRules(template="{key}__{tool}"), previous=before)
    assert [each.alias for each in ruled.tools] == ["k__a"]


def test_a_connection_is_found_by_its_key() -> None:
    report = report_of([listed("a", "x"), failed("b")])
    found = report.connection(ConnectionKey("b"))
    assert found is report.connections[1]
    assert found is not None
    assert found.listed is None
    assert report.connection(ConnectionKey("c")) is None


def test_no_connections_make_an_empty_report() -> None:
    report = report_of([])
    assert (report.tools, report.findings, report.removed) == ((), (), ())
    assert report.routes.as_mapping() == {}
