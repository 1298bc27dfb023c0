"""The bug tracker server: its list gives whole records, about 20 KB each."""

import json
from collections.abc import Mapping
from typing import Any

from mcptui.demo.bug_records import FIRST_BUG, LAST_BUG, bug_id, record
from mcptui.demo.tool import (
    DemoServer,
    DemoTool,
    Json,
    RefusedError,
    changes,
    choice,
    fields,
    reads,
    text,
    whole,
)

_ID = {"bug_id": text("Id of the bug, such as `BUG-0007`.", pattern=r"^BUG-\d{4}$")}
_STATUS = choice("Only bugs that stand so.", ["open", "closed"])


class _Tracker:
    """What calls changed of the records; kept in memory."""

    def __init__(self) -> None:
        self._status: dict[str, str] = {}
        self._comments: dict[str, list[Json]] = {}

    def _bug(self, number: int) -> Json:
        bug = record(number)
        key = bug["bug_id"]
        bug["status"] = self._status.get(key, bug["status"])
        bug["comments"] += self._comments.get(key, [])
        return bug

    def _newest_first(self, arguments: Mapping[str, Any]) -> list[Json]:
        bugs = (self._bug(number) for number in range(LAST_BUG, FIRST_BUG - 1, -1))
        return [bug for bug in bugs if arguments.get("status", bug["status"]) == bug["status"]]

    def one(self, arguments: Mapping[str, Any]) -> Json:
        number = int(arguments["bug_id"].removeprefix("BUG-"))
        if not FIRST_BUG <= number <= LAST_BUG:
            raise RefusedError(f"There is no bug {arguments['bug_id']}.")
        return self._bug(number)

    def listed(self, arguments: Mapping[str, Any]) -> str:
        bugs = self._newest_first(arguments)[: arguments.get("limit", 3)]
        return json.dumps({"bugs": bugs}, ensure_ascii=False, indent=2)

    def counted(self, arguments: Mapping[str, Any]) -> Json:
        return {"count": len(self._newest_first(arguments))}

    def comment(self, arguments: Mapping[str, Any]) -> str:
        key = self.one(arguments)["bug_id"]
        written = {"author": "you", "written": "2026-12-01", "text": arguments["text"]}
        self._comments.setdefault(key, []).append(written)
        return f"Commented on {key}."

    def _turn(self, arguments: Mapping[str, Any], status: str) -> str:
        bug = self.one(arguments)
        if bug["status"] == status:
            raise RefusedError(f"{bug['bug_id']} is {status} already.")
        self._status[bug["bug_id"]] = status
        return f"{bug['bug_id']} is {status} now."

    def close(self, arguments: Mapping[str, Any]) -> str:
        return self._turn(arguments, "closed")

    def reopen(self, arguments: Mapping[str, Any]) -> str:
        return self._turn(arguments, "open")


def bug_tracker() -> DemoServer:
    """The bug tracker server, fresh."""
    tracker = _Tracker()
    return DemoServer(
        name="bug-tracker",
        title="Bug tracker",
        version="4.2.0",
        instructions=f"Bugs {bug_id(FIRST_BUG)} to {bug_id(LAST_BUG)} of one product.",
        tools=(*_reading(tracker), *_changing(tracker)),
    )


def _reading(tracker: _Tracker) -> tuple[DemoTool, ...]:
    listed = {
        "limit": whole("Bugs to return at most.", minimum=1, maximum=40, default=3),
        "status": _STATUS,
    }
    return (
        DemoTool(
            definition=reads(
                "list_bugs",
                "List bugs",
                "List the bugs, newest first. Returns the complete record of each bug.",
                fields(listed, closed=True),
            ),
            answer=tracker.listed,
        ),
        DemoTool(
            definition=reads(
                "get_bug",
                "Get bug",
                "Get one bug with its log, screenshot and comments.",
                fields(_ID, required=["bug_id"], closed=True),
                _whole_record(),
            ),
            answer=tracker.one,
        ),
        DemoTool(
            definition=reads(
                "count_bugs",
                "Count bugs",
                "Count the bugs.",
                fields({"status": _STATUS}, closed=True),
                fields({"count": whole("How many.", minimum=0)}, required=["count"]),
            ),
            answer=tracker.counted,
        ),
    )


def _whole_record() -> Json:
    comment = {
        "author": text("Who wrote it."),
        "written": text("The day it was written.", format="date"),
        "text": text("What was written."),
    }
    environment = {
        "version": text("Version of the product."),
        "system": text("Operating system."),
        "cores": whole("Processor cores."),
    }
    members = {
        "bug_id": text("Its id."),
        "title": text("One line on what is wrong."),
        "status": choice("How it stands.", ["open", "closed"]),
        "severity": choice("How bad it is.", ["low", "medium", "high", "critical"]),
        "area": text("Part of the product."),
        "reporter": text("Who reported it."),
        "assignee": text("Who works on it."),
        "opened": text("The day it was reported.", format="date"),
        "environment": fields(environment, required=list(environment)),
        "description": text("What happens, step by step."),
        "console_log": text("The console's last lines."),
        "screenshot_png_base64": text("A picture of the screen.", contentEncoding="base64"),
        "comments": {"type": "array", "items": fields(comment, required=list(comment))},
        "watchers": {"type": "array", "items": {"type": "string"}},
    }
    return fields(members, required=list(members))


def _changing(tracker: _Tracker) -> tuple[DemoTool, ...]:
    reason = {**_ID, "reason": text("Why; shown in the bug's history.")}
    comment = {**_ID, "text": text("What to write.")}
    return (
        DemoTool(
            definition=changes(
                "add_comment",
                "Add comment",
                "Write a comment below a bug.",
                fields(comment, required=["bug_id", "text"], closed=True),
            ),
            answer=tracker.comment,
        ),
        DemoTool(
            definition=changes(
                "close_bug",
                "Close bug",
                "Close the bug with the given id.",
                fields(reason, required=["bug_id"], closed=True),
            ),
            answer=tracker.close,
        ),
        DemoTool(
            definition=changes(
                "reopen_bug",
                "Reopen bug",
                "Reopen the bug with the given id.",
                fields(reason, required=["bug_id"], closed=True),
            ),
            answer=tracker.reopen,
        ),
    )
