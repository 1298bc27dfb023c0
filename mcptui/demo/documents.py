"""The documents server: pages in folders; what it returns carries marks such as `DOCS-0103`."""

from collections.abc import Mapping
from itertools import count
from typing import Any

from mcptui.demo.matching import matches
from mcptui.demo.tool import (
    DemoServer,
    DemoTool,
    Json,
    RefusedError,
    changes,
    fields,
    reads,
    rows,
    text,
    whole,
)

_PAGES = {
    "onboarding/first-week": ("DOCS-0101", "Your first week"),
    "handbook/travel": ("DOCS-0102", "Travel and expenses"),
    "finance/budget-review": ("DOCS-0103", "How we review the budget"),
    "engineering/release": ("DOCS-0104", "Release checklist"),
    "engineering/incidents": ("DOCS-0105", "When something breaks"),
    "handbook/meetings": ("DOCS-0106", "Meetings"),
}
_BODIES = {
    "DOCS-0101": """## Day one

Collect your badge, then *read* the **team handbook**.

The budget review is on Thursday; just listen.""",
    "DOCS-0102": """Book trains up to `300` without asking.

Hand receipts in within *thirty* days.""",
    "DOCS-0103": """Each team brings **one** page.

The review decides; the minutes are public.""",
    "DOCS-0104": """- freeze the branch
- run the long tests
- write the **notes**
- ship before noon""",
    "DOCS-0105": """Say so in the channel *first*.

Then look for what changed in the last release.""",
    "DOCS-0106": """A meeting has an agenda, an owner and an end.

Write decisions into the **minutes**.""",
}
_PATH = "Path of the page, such as `handbook/travel`."
_MARKUP = str.maketrans("", "", "*`#")


class _Shelf:
    """The pages by path; kept in memory."""

    def __init__(self) -> None:
        self._pages = {path: (mark, title, _BODIES[mark]) for path, (mark, title) in _PAGES.items()}
        self._marks = (f"DOCS-{number:04}" for number in count(101 + len(_PAGES)))

    def page(self, arguments: Mapping[str, Any]) -> tuple[str, str, str, str]:
        path = arguments["path"]
        if path not in self._pages:
            raise RefusedError(f"There is no page {path}.")
        return (path, *self._pages[path])

    def search(self, arguments: Mapping[str, Any]) -> Json:
        hits = [
            {"mark": mark, "path": path, "title": title}
            for path, (mark, title, body) in self._pages.items()
            if matches(arguments["query"], title, body)
        ]
        return {"hits": hits[: arguments.get("limit", 10)]}

    def read(self, arguments: Mapping[str, Any]) -> str:
        _, mark, title, body = self.page(arguments)
        return f"# {title} ({mark})\n\n{body}\n"

    def read_text(self, arguments: Mapping[str, Any]) -> str:
        return self.read(arguments).translate(_MARKUP)

    def listed(self, arguments: Mapping[str, Any]) -> Json:
        folder = arguments.get("folder", "")
        return {
            "pages": [
                {"path": path, "title": title}
                for path, (_, title, _) in sorted(self._pages.items())
                if not folder or path.startswith(f"{folder}/")
            ]
        }

    def create(self, arguments: Mapping[str, Any]) -> str:
        path = arguments["path"]
        if path in self._pages:
            raise RefusedError(f"There is a page {path} already.")
        mark = next(self._marks)
        self._pages[path] = (mark, arguments.get("title", path), arguments.get("body", ""))
        return f"Created {path} ({mark})."

    def delete(self, arguments: Mapping[str, Any]) -> str:
        path, mark, _, _ = self.page(arguments)
        del self._pages[path]
        return f"Deleted {path} ({mark})."

    def move(self, arguments: Mapping[str, Any]) -> str:
        path, mark, title, body = self.page(arguments)
        target = arguments["new_path"]
        if target in self._pages:
            raise RefusedError(f"There is a page {target} already.")
        del self._pages[path]
        self._pages[target] = (mark, title, body)
        return f"Moved {path} to {target} ({mark})."


def documents() -> DemoServer:
    """The documents server, fresh."""
    shelf = _Shelf()
    return DemoServer(
        name="documents",
        title="Documents",
        version="2.3.0",
        instructions="Pages of the team's handbook. Search first, then read a page by its path.",
        tools=(*_reading(shelf), *_changing(shelf)),
    )


def _reading(shelf: _Shelf) -> tuple[DemoTool, ...]:
    one = fields({"path": text(_PATH)}, required=["path"], closed=True)
    query = fields(
        {
            "query": text("Words to look for; all must occur."),
            "limit": whole("Hits to return at most.", minimum=1, maximum=50, default=10),
        },
        required=["query"],
        closed=True,
    )
    hit = {
        "mark": text("Mark of the page."),
        "path": text("Where to read it."),
        "title": text("Its title."),
    }
    folder = fields({"folder": text("Only pages below this folder.")}, closed=True)
    page = {"path": text("Where to read it."), "title": text("Its title.")}
    return (
        DemoTool(
            definition=reads(
                "search",
                "Search documents",
                "Search the team's pages by words in their title and text. Gives one row a page; "
                "read_page gives the page itself.",
                query,
                rows("hits", hit),
            ),
            answer=shelf.search,
        ),
        DemoTool(
            definition=reads(
                "list_pages",
                "List pages",
                "List the paths and titles of the pages, by path. read_page gives a page's text.",
                folder,
                rows("pages", page),
            ),
            answer=shelf.listed,
        ),
        DemoTool(
            definition=reads(
                "read_page", "Read page", "Read the complete text of a page, as Markdown.", one
            ),
            answer=shelf.read,
        ),
        DemoTool(
            definition=reads(
                "read_page_text",
                "Read page text",
                "Read the complete text of a page, without Markdown signs.",
                one,
            ),
            answer=shelf.read_text,
        ),
    )


def _changing(shelf: _Shelf) -> tuple[DemoTool, ...]:
    path = {"path": text(_PATH)}
    created = {**path, "title": text("Its title."), "body": text("Its text, as Markdown.")}
    moved = {**path, "new_path": text("Where it shall stand.")}
    return (
        DemoTool(
            definition=changes(
                "create_page",
                "Create page",
                "Create the page with the given path in the team's handbook.",
                fields(created, required=["path"], closed=True),
            ),
            answer=shelf.create,
        ),
        DemoTool(
            definition=changes(
                "delete_page",
                "Delete page",
                "Delete the page with the given path from the team's handbook.",
                fields(path, required=["path"], closed=True),
                destroys=True,
            ),
            answer=shelf.delete,
        ),
        DemoTool(
            definition=changes(
                "move_page",
                "Move page",
                "Move a page to another path; links to it are not rewritten.",
                fields(moved, required=["path", "new_path"], closed=True),
            ),
            answer=shelf.move,
        ),
    )
