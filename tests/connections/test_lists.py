"""The behaviour cases on lists, over real processes."""

from pathlib import Path

from mcptui.contract.connection import ConnectionState, LogSource
from mcptui.contract.target import ConnectionKey
from tests.connections.watching import names, watched
from tests.servers.cases import load_case, scripted, scripted_all

LIST = "tools/list"


async def test_a_repeated_cursor_stops_the_list(tmp_path: Path) -> None:
    case = load_case("lists-cursor-does-not-advance")
    (graph,) = scripted_all(case, tmp_path)
    async with watched([graph.target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["index", "query"]
        assert status.cursor_repeated
        assert len(graph.record.requests(LIST)) <= 3
        assert status.state is ConnectionState.INCOMPLETE
        assert status.capture is not None
        assert not status.capture.complete

        seen.connections.refresh(status.key)
        again = await seen.until("graph", lambda status: status.lists == 2)
        assert names(again) == ["index", "query"]


async def test_new_tools_on_a_page_whose_cursor_repeats_are_kept(tmp_path: Path) -> None:
    pages = [
        {"to": LIST, "when": {"cursor": None}, "result": {"tools": [{"name": "a"}]}},
        {"to": LIST, "when": {"cursor": "x"}, "result": {"tools": [{"name": "a"}, {"name": "b"}]}},
    ]
    for page in pages:
        page["result"]["nextCursor"] = "x"  # type: ignore[index]  # a JSON object
    served = scripted({"key": "s", "replies": pages}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a", "b"]


async def test_a_name_sent_twice_stands_twice(tmp_path: Path) -> None:
    case = load_case("lists-duplicate-in-one-list")
    async with watched([scripted_all(case, tmp_path)[0].target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED
        assert status.capture is not None
        assert [tool.raw for tool in status.capture.tools] == case.connection("dup")["tools"]
        assert [tool.position for tool in status.capture.tools] == [0, 1, 2]


async def test_an_announced_change_is_fetched_without_being_asked(tmp_path: Path) -> None:
    entry = load_case("lists-list-changed-refresh").connection("ida")
    # there are no calls yet: the server announces by itself after the first list
    entry["notify"] = {"method": "notifications/tools/list_changed", "times": 1, "within_ms": 1}
    served = scripted(entry, tmp_path)
    async with watched([served.target]) as seen:
        status = await seen.until("ida", lambda status: status.lists == 2, seconds=2 * 2)
        assert names(status) == ["start_daemon", "decompile", "rename", "xrefs"]
        assert status.previous_names == frozenset({"start_daemon"})
        assert status.list_changed == 1
        assert status.notifications == "changes are announced"
        assert len(served.record.requests(LIST)) == 2
        told = [line for line in seen.log("ida", LogSource.EVENT) if "announced" in line]
        assert len(told) == 1


async def test_a_storm_of_announcements_costs_few_lists(tmp_path: Path) -> None:
    case = load_case("lists-list-changed-storm")
    (noisy,) = scripted_all(case, tmp_path)
    async with watched([noisy.target]) as seen:
        status = await seen.until("noisy", lambda status: status.list_changed == 200)
        status = await seen.until(
            "noisy", lambda status: len(noisy.record.requests(LIST)) == status.lists > 1
        )
        assert names(status) == ["a", "b"]
        assert len(noisy.record.requests(LIST)) <= 1 + 3
        assert len(seen.told) < 100
        told = [line for line in seen.log("noisy", LogSource.EVENT) if "announced" in line]
        assert len(told) <= 3


async def test_a_server_without_tools_is_connected_and_not_asked(tmp_path: Path) -> None:
    case = load_case("lists-no-tools-capability")
    (docs,) = scripted_all(case, tmp_path)
    async with watched([docs.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.NO_TOOLS
        assert status.cause is None
        assert status.capture is not None
        assert status.capture.capabilities == {"resources": {}}
        seen.connections.refresh()
        seen.connections.close(status.key)
        await seen.until_state("docs", ConnectionState.CLOSED)
    assert docs.record.requests(LIST) == []


async def test_another_order_of_the_same_tools_is_noted(tmp_path: Path) -> None:
    case = load_case("lists-order-changes")
    async with watched([scripted_all(case, tmp_path)[0].target]) as seen:
        (first,) = await seen.settled()
        assert not first.order_changed
        seen.connections.refresh()
        second = await seen.until("shuffle", lambda status: status.lists == 2)
        assert second.order_changed
        assert names(second) == ["c", "a", "b"]
        assert second.previous_names == frozenset({"a", "b", "c"})
        assert second.state is ConnectionState.CONNECTED


async def test_a_failing_page_keeps_those_before_it(tmp_path: Path) -> None:
    case = load_case("lists-page-two-fails")
    async with watched([scripted_all(case, tmp_path)[0].target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.INCOMPLETE
        assert status.cause == "list incomplete: page 2 failed, -32603 backend timeout"
        assert names(status) == ["t1", "t2"]
        assert status.capture is not None
        assert status.capture.incomplete_reason == status.cause
        assert status.capture.pages == 1


async def test_a_refresh_passes_by_the_hints_for_caches(tmp_path: Path) -> None:
    case = load_case("lists-refresh-bypasses-cache")
    (ttl,) = scripted_all(case, tmp_path)
    async with watched([ttl.target]) as seen:
        (first,) = await seen.settled()
        seen.connections.refresh(ConnectionKey("ttl"))
        second = await seen.until("ttl", lambda status: status.lists == 2)
        assert len(ttl.record.requests(LIST)) == 2
        assert second.capture is not None
        schema = second.capture.tools[0].member("inputSchema")
        assert list(schema["properties"]) == ["x", "mode"]
        assert second.capture.list_results == ({"ttlMs": 3600000, "cacheScope": "private"},)
        assert first.listed_at is not None
        assert second.listed_at is not None
        assert second.listed_at > first.listed_at


async def test_all_pages_are_read_in_order(tmp_path: Path) -> None:
    case = load_case("lists-second-page")
    (cms,) = scripted_all(case, tmp_path)
    async with watched([cms.target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a1", "a2", "b1", "b2", "c1"]
        assert status.capture is not None
        assert status.capture.pages == 3
        asked = [request.get("params", {}).get("cursor") for request in cms.record.requests(LIST)]
        assert asked == [None, "p2", "p3"]


async def test_a_server_that_never_answers_holds_nobody_up(tmp_path: Path) -> None:
    case = load_case("lists-slow-server-does-not-block")
    dead = {**case.connection("dead"), "config": {"timeout_ms": 1500}}
    entries = [dead, case.connection("fast1"), case.connection("fast2")]
    async with watched([scripted(entry, tmp_path).target for entry in entries]) as seen:
        await seen.until_state("fast1", ConnectionState.CONNECTED)
        await seen.until_state("fast2", ConnectionState.CONNECTED)
        waiting = seen.status("dead")
        assert waiting.state is ConnectionState.CONNECTING
        assert waiting.started_at is not None
        assert waiting.stage in ("starting", "server/discover", "initialize")

        failed = await seen.until_state("dead", ConnectionState.FAILED)
        assert failed.cause == "no answer within 1.5 s: initialize is unanswered"


async def test_an_empty_cursor_is_followed(tmp_path: Path) -> None:
    replies = [
        {
            "to": LIST,
            "when": {"cursor": None},
            "result": {"tools": [{"name": "a"}], "nextCursor": ""},
        },
        {"to": LIST, "when": {"cursor": ""}, "result": {"tools": [{"name": "b"}]}},
    ]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["a", "b"]


async def test_a_refused_cursor_begins_the_list_again_once(tmp_path: Path) -> None:
    first = {"tools": [{"name": "a"}], "nextCursor": "p2"}
    stale = {"code": -32602, "message": "unknown cursor"}
    replies = [
        {"to": LIST, "when": {"cursor": None}, "result": first},
        {"to": LIST, "when": {"cursor": "p2"}, "nth": 1, "error": stale},
        {"to": LIST, "when": {"cursor": "p2"}, "nth": 2, "result": {"tools": [{"name": "b"}]}},
    ]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.CONNECTED
        assert names(status) == ["a", "b"]
        assert len(served.record.requests(LIST)) == 4


async def test_a_cursor_refused_twice_leaves_the_list_incomplete(tmp_path: Path) -> None:
    first = {"tools": [{"name": "a"}], "nextCursor": "p2"}
    replies = [
        {"to": LIST, "when": {"cursor": None}, "result": first},
        {"to": LIST, "when": {"cursor": "p2"}, "error": {"code": -32602, "message": "stale"}},
    ]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.cause == "list incomplete: page 2 failed, -32602 stale"
        assert names(status) == ["a"]
        assert len(served.record.requests(LIST)) == 4


async def test_a_failing_first_page_is_no_empty_list(tmp_path: Path) -> None:
    broken = {"code": -32603, "message": "database\nis \x1b[31mdown"}
    served = scripted({"key": "s", "replies": [{"to": LIST, "error": broken}]}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.LIST_FAILED
        assert status.cause == "tools/list failed: -32603 database␊is ␛[31mdown"
        assert status.capture is None


async def test_a_failed_refresh_keeps_the_earlier_list_and_says_so(tmp_path: Path) -> None:
    replies = [
        {"to": LIST, "nth": 1, "result": {"tools": [{"name": "a"}]}},
        {"to": LIST, "nth": 2, "error": {"code": -32603, "message": "boom"}},
        {"to": LIST, "nth": 3, "result": {"tools": [{"name": "b"}]}},
    ]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target]) as seen:
        (first,) = await seen.settled()
        seen.connections.refresh()
        failed = await seen.until_state("s", ConnectionState.LIST_FAILED)
        assert failed.capture is first.capture
        assert failed.listed_at == first.listed_at
        assert failed.cause is not None
        assert failed.cause.startswith("tools/list failed: -32603 boom; shown is the list of ")

        seen.connections.refresh()
        mended = await seen.until_state("s", ConnectionState.CONNECTED)
        assert names(mended) == ["b"]
        assert mended.cause is None
        assert mended.previous_names == frozenset({"a"})


async def test_no_more_pages_than_allowed_are_read(tmp_path: Path) -> None:
    replies = [
        {"to": LIST, "nth": n, "result": {"tools": [{"name": f"t{n}"}], "nextCursor": f"c{n}"}}
        for n in range(1, 9)
    ]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    target = served.target
    limits = type(target.options.limits)(pages=3, probe=0.2)
    options = type(target.options)(limits=limits)
    served = scripted({"key": "s", "replies": replies}, tmp_path, options=options)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert names(status) == ["t1", "t2", "t3"]
        assert status.cause == "list incomplete: page 4 was not asked for, 3 pages are the limit"
        assert len(served.record.requests(LIST)) == 3


async def test_a_cursor_that_is_no_string_leaves_the_list_incomplete(tmp_path: Path) -> None:
    result = {"tools": [{"name": "a"}], "nextCursor": 7}
    served = scripted({"key": "s", "replies": [{"to": LIST, "result": result}]}, tmp_path)
    async with watched([served.target]) as seen:
        (status,) = await seen.settled()
        assert status.state is ConnectionState.INCOMPLETE
        assert status.cause is not None
        assert "nextCursor of page 1 is not a string" in status.cause
        assert names(status) == ["a"]


async def test_polling_follows_a_server_that_announces_nothing(tmp_path: Path) -> None:
    replies = [
        {"to": LIST, "nth": 1, "result": {"tools": [{"name": "a"}]}},
        {"to": LIST, "nth": 2, "result": {"tools": [{"name": "b"}]}},
    ]
    served = scripted({"key": "s", "replies": replies}, tmp_path)
    async with watched([served.target], watch_seconds=0.1) as seen:
        status = await seen.until("s", lambda status: status.lists >= 2)
        assert names(status) == ["b"]
        assert status.notifications == "changes are not announced; asked again every 0.1 s"
