"""What the cases on names, lists and schemas say of aliases, findings and pin states."""

import re

from mcptui.analysis.pins import PinState
from mcptui.analysis.report import report_of
from mcptui.analysis.routing.alias import AliasRules
from mcptui.contract.finding import Level
from mcptui.contract.target import ConnectionKey
from tests.analysis.behaviour import findings_on, given_in, rules_on, statuses_in
from tests.analysis.making import capture_of, listed, status_of


def test_names_same_name_two_servers() -> None:
    report = report_of(statuses_in("names-same-name-two-servers"))
    assert [tool.alias for tool in report.tools] == ["ocean_run_query", "click_run_query"]
    for tool in report.tools:
        route = report.routes.lookup(tool.alias)
        assert route is not None
        assert route.pair == (tool.key, "run_query")
    assert report.routes.lookup("run_query") is None
    assert {route.connection_key for route in report.routes.lookup_bare("run_query")} == {
        "ocean",
        "click",
    }
    for finding in findings_on(report, "run_query", "L03"):
        assert "`run_query`" in finding.message
        assert {finding.connection_key, *re.findall("ocean|click", finding.message)} == {
            "ocean",
            "click",
        }
    assert len(findings_on(report, "run_query", "L03")) == 2


def test_names_case_only_difference() -> None:
    report = report_of(statuses_in("names-case-only-difference"))
    one, other = report.tools
    assert one.alias.lower() != other.alias.lower()
    assert len(findings_on(report, "getUser", "L32")) == 1
    assert len(findings_on(report, "getuser", "L32")) == 1


def test_names_dots_and_slashes() -> None:
    report = report_of(statuses_in("names-dots-and-slashes"))
    assert len({tool.alias for tool in report.tools}) == 3
    (outside,) = findings_on(report, "catalog/get", "L20")
    assert "`/`" in outside.message
    assert not findings_on(report, "catalog.get", "L20")
    (noted,) = findings_on(report, "catalog.get", "L05")
    assert "needs an alias" in noted.message
    assert noted.level is Level.NOTE


def test_names_identical_server_info() -> None:
    report = report_of(statuses_in("names-identical-server-info"))
    notes = findings_on(report, None, "L33")
    assert [note.connection_key for note in notes] == ["orders-dev", "orders-prod"]
    assert all(note.level is Level.NOTE for note in notes)
    assert "`orders-server`" in notes[0].message
    assert report.routes.aliases_of(ConnectionKey("orders-prod"), "drop_table") == (
        "orders-prod_drop_table",
    )


def test_names_key_with_underscore() -> None:
    report = report_of(statuses_in("names-key-with-underscore"))
    routes = [report.routes.lookup(tool.alias) for tool in report.tools]
    assert [route.pair for route in routes if route] == [
        ("db", "list_rows"),
        ("my_db", "list_rows"),
        ("my", "db_list_rows"),
    ]


def test_names_plugin_prefix_repeat() -> None:
    config = given_in("names-plugin-prefix-repeat")["config"]
    rules = AliasRules(
        template=config["alias_template"], plugin=config["plugin"], limit=config["alias_limit"]
    )
    report = report_of(statuses_in("names-plugin-prefix-repeat"), alias_rules=rules)
    query, listing = report.tools
    assert (query.alias_length, listing.alias_length) == (65, 49)
    (flagged,) = findings_on(report, "query_worker_metrics", "L05")
    assert "65 characters" in flagged.message
    assert "`cloudkit` occurs twice in its prefix" in flagged.message
    assert query.is_shortened
    assert len(query.alias) <= 64
    assert not findings_on(report, "list", "L05")
    assert not listing.is_shortened


def test_names_truncation_collision() -> None:
    report = report_of(statuses_in("names-truncation-collision"))
    create, delete = report.tools
    assert create.alias != delete.alias
    assert create.is_shortened
    assert delete.is_shortened
    route = report.routes.lookup(delete.alias)
    assert route is not None
    assert route.upstream_name == "deleteWorkspacePageWithAttachmentsAndPermissions"
    assert report_of(statuses_in("names-truncation-collision")).routes == report.routes


def test_lists_duplicate_in_one_list() -> None:
    report = report_of(statuses_in("lists-duplicate-in-one-list"))
    assert [tool.alias for tool in report.tools] == ["dup_export", "dup_export", "dup_other"]
    (finding,) = findings_on(report, "export", "L06")
    assert "`dup` offers `export` twice" in finding.message
    assert finding.level is Level.RISK
    assert [finding in tool.findings for tool in report.tools] == [True, True, False]
    assert [tool.pin_state for tool in report.tools] == [
        PinState.UNPINNABLE,
        PinState.UNPINNABLE,
        PinState.UNPINNED,
    ]
    assert report.tools[0].unpinnable
    assert not report.tools[2].unpinnable


def test_lists_order_changes() -> None:
    report = report_of([listed("shuffle", "c", "a", "b", facts={"order_changed": True})])
    (note,) = findings_on(report, None, "L34")
    assert note.level is Level.NOTE
    assert "not stable" in note.message
    assert "2026-07-28" in note.message


def test_lists_cursor_does_not_advance() -> None:
    report = report_of([listed("graph", "index", "query", facts={"cursor_repeated": True})])
    (finding,) = findings_on(report, None, "L24")
    assert "cursor does not advance" in finding.message
    assert len(report.tools) == 2


def test_schema_missing_input_schema() -> None:
    report = report_of(statuses_in("schema-missing-input-schema"))
    (finding,) = findings_on(report, "bare", "L15")
    assert finding.message.startswith("inputSchema is missing")
    assert finding.level is Level.RISK
    healthy, bare = report.tools
    assert bare.pin_state is PinState.UNPINNABLE
    assert healthy.pin_state is PinState.UNPINNED
    assert report.connections[0].problems == 1


def test_schema_bad_output_schema() -> None:
    report = report_of(statuses_in("schema-bad-output-schema"))
    assert rules_on(report, "orders") == ["L36"]
    assert rules_on(report, "order") == ["L29"]
    assert rules_on(report, "healthy") == []


def test_schema_draft_by_declaration() -> None:
    report = report_of(statuses_in("schema-draft-by-declaration"))
    assert rules_on(report, "seven") == []
    assert rules_on(report, "twenty") == []
    assert rules_on(report, "undeclared") == ["L30"]
    (odd,) = findings_on(report, "odd", "L31")
    assert "unknown dialect, read as 2020-12" in odd.message


def test_schema_non_ascii_parameters() -> None:
    report = report_of(statuses_in("schema-non-ascii-parameters"))
    (finding,) = findings_on(report, "search", "L27")
    for name in ("ad\u0131", "uids[]", "名前", "größe"):
        assert f"`{name}`" in finding.message


def test_schema_remote_ref_not_fetched() -> None:
    report = report_of(statuses_in("schema-remote-ref-not-fetched"))
    places = [finding.path for finding in findings_on(report, "grab", "L17")]
    assert places == [
        "/inputSchema/properties/a/$ref",
        "/inputSchema/properties/b/$ref",
        "/inputSchema/properties/d/$dynamicRef",
    ]
    (dialect,) = findings_on(report, "grab", "L31")
    assert dialect.path == "/inputSchema/properties/c/$schema"
    assert rules_on(report, "healthy") == []


def test_schema_required_inside_properties() -> None:
    report = report_of(statuses_in("schema-required-inside-properties"))
    (finding,) = findings_on(report, "price", "L16")
    assert finding.message.startswith("properties.required: expected a schema, got a list")
    assert "meant one level higher" in finding.message
    assert rules_on(report, "price") == ["L16"]


def test_schema_required_undeclared() -> None:
    report = report_of(statuses_in("schema-required-undeclared"))
    for tool, ghost in (("patch", "`body`"), ("list", "`dir`")):
        (finding,) = findings_on(report, tool, "L16")
        assert ghost in finding.message
        assert "some model APIs refuse" in finding.message
    assert all(tool.pin_state is PinState.UNPINNED for tool in report.tools)


def test_schema_top_level_anyof() -> None:
    report = report_of(statuses_in("schema-top-level-anyof"))
    assert rules_on(report, "create_attachment") == ["L28"]
    (finding,) = findings_on(report, "create_attachment", "L28")
    assert finding.level is Level.ADVISORY
    assert rules_on(report, "upload") == []


def test_schemas_that_are_sound_have_no_findings_of_weight() -> None:
    for case in (
        "schema-boolean-subschemas",
        "schema-integral-floats",
        "schema-local-defs",
        "schema-recursive-defs",
        "schema-type-arrays",
    ):
        report = report_of(statuses_in(case))
        for tool in report.tools:
            assert [rule for rule in rules_on(report, tool.name) if rule != "L03"] == [], case


def test_schema_huge_schema() -> None:
    report = report_of(statuses_in("schema-huge-schema"))
    analyze, healthy = report.tools
    assert [finding.rule for finding in analyze.findings] == ["L21"]
    assert analyze.contract_bytes > 100_000
    assert len(analyze.parameters.rows) == 2_000
    assert healthy.contract_bytes < 200


def test_tui_escape_sequences() -> None:
    report = report_of(statuses_in("tui-escape-sequences"))
    counts = {finding.path: finding.message for finding in report.findings if finding.rule == "L08"}
    assert counts["/serverInfo/name"].startswith("1 control character in the server's name")
    assert counts["/name"].startswith("1 control character in the name")
    assert counts["/description"].startswith("12 control characters in the description")
    assert counts["/inputSchema/properties/p\x1b[1m"].startswith(
        "1 control character in the name of parameter"
    )
    for finding in report.findings:
        assert finding.message.isprintable()


def test_tui_names_as_ids() -> None:
    report = report_of(statuses_in("tui-names-as-ids"))
    assert len(report.tools) == 9
    assert len({tool.alias for tool in report.tools}) == 8


def test_transport_stdout_banner() -> None:
    lines = ("Server v1.2 ready [1/3]", "✓ listening", "debug: list requested")
    noisy = listed("noisy", "a", facts={"stray_lines": lines, "stray_count": 3})
    (finding,) = findings_on(report_of([noisy]), None, "L23")
    assert all(f"`{line}`" in finding.message for line in lines)
    assert "reserved for protocol messages" in finding.message


def test_transport_invalid_utf8_line() -> None:
    latin = listed("latin", "a", facts={"invalid_utf8": "byte E9 at offset 3"})
    (finding,) = findings_on(report_of([latin]), None, "L35")
    assert "not valid UTF-8 (byte E9 at offset 3)" in finding.message


def test_lists_no_tools_capability() -> None:
    status = status_of("docs", state="no_tools", capture=capture_of())  # type: ignore[arg-type]  # by value
    assert report_of([status]).findings == ()
