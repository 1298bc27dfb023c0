"""The calendar server: appointments; what it returns carries marks such as `CAL-0202`."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import Any

from mcptui.demo.matching import matches
from mcptui.demo.tool import (
    DemoServer,
    DemoTool,
    Json,
    RefusedError,
    changes,
    choice,
    fields,
    reads,
    rows,
    text,
    whole,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Appointment:
    event_id: str
    title: str
    start: str
    end: str
    room: str
    notes: str
    answer: str = "open"


_EVENTS = (
    _Appointment(
        event_id="CAL-0201",
        title="Stand-up",
        start="2026-12-07T09:00",
        end="2026-12-07T09:15",
        room="Oak",
        notes="What blocks you?",
    ),
    _Appointment(
        event_id="CAL-0202",
        title="Budget review",
        start="2026-12-10T10:00",
        end="2026-12-10T11:30",
        room="Elm",
        notes="One page for each team.",
    ),
    _Appointment(
        event_id="CAL-0203",
        title="Release meeting",
        start="2026-12-10T14:00",
        end="2026-12-10T14:45",
        room="Oak",
        notes="Go through the checklist.",
    ),
    _Appointment(
        event_id="CAL-0204",
        title="Interview",
        start="2026-12-11T09:30",
        end="2026-12-11T10:30",
        room="Birch",
        notes="Second round.",
    ),
)
_ID = "Id of the event, such as `CAL-0202`."
_DAY_PATTERN = r"^\d{4}-\d{2}-\d{2}$"
_TIME_PATTERN = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$"
_OPENS, _CLOSES = 8 * 60, 18 * 60


def _minute(time: str) -> int:
    return int(time[11:13]) * 60 + int(time[14:16])


class _Diary:
    """The events by id; kept in memory."""

    def __init__(self) -> None:
        self._events = {event.event_id: event for event in _EVENTS}
        self._ids = (f"CAL-{number:04}" for number in count(201 + len(_EVENTS)))

    def event(self, arguments: Mapping[str, Any]) -> _Appointment:
        event_id = arguments["event_id"]
        if event_id not in self._events:
            raise RefusedError(f"There is no event {event_id}.")
        return self._events[event_id]

    def _in_order(self) -> list[_Appointment]:
        return sorted(self._events.values(), key=lambda event: (event.start, event.event_id))

    def search(self, arguments: Mapping[str, Any]) -> Json:
        hits = [
            {"mark": event.event_id, "title": event.title, "start": event.start}
            for event in self._in_order()
            if matches(arguments["query"], event.title, event.notes)
        ]
        return {"hits": hits[: arguments.get("limit", 10)]}

    def listed(self, arguments: Mapping[str, Any]) -> Json:
        first, last = arguments["first_day"], arguments["last_day"]
        return {
            "events": [
                {"event_id": event.event_id, "title": event.title, "start": event.start}
                for event in self._in_order()
                if first <= event.start[:10] <= last
            ]
        }

    def summary(self, arguments: Mapping[str, Any]) -> str:
        event = self.event(arguments)
        return f"{event.event_id} {event.title}, {event.start} to {event.end}, room {event.room}"

    def details(self, arguments: Mapping[str, Any]) -> Json:
        return asdict(self.event(arguments))

    def free(self, arguments: Mapping[str, Any]) -> Json:
        day, wanted = arguments["day"], arguments["minutes"]
        gaps, begin = [], _OPENS
        for event in (*self._in_order(), None):
            if event is not None and event.start[:10] != day:
                continue
            end = _CLOSES if event is None else _minute(event.start)
            if end - begin >= wanted:
                gaps.append({"start": _clock(begin), "end": _clock(end)})
            begin = begin if event is None else max(begin, _minute(event.end))
        return {"gaps": gaps}

    def create(self, arguments: Mapping[str, Any]) -> str:
        event = _Appointment(
            event_id=next(self._ids),
            room=arguments.get("room", ""),
            notes="",
            title=arguments["title"],
            start=arguments["start"],
            end=arguments["end"],
        )
        self._events[event.event_id] = event
        return f"Created {event.event_id} {event.title}."

    def cancel(self, arguments: Mapping[str, Any]) -> str:
        event = self.event(arguments)
        del self._events[event.event_id]
        return f"Cancelled {event.event_id} {event.title}."

    def reply(self, arguments: Mapping[str, Any]) -> str:
        event = replace(self.event(arguments), answer=arguments["answer"])
        self._events[event.event_id] = event
        return f"{event.event_id} {event.title}: {event.answer}."


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def appointments() -> DemoServer:
    """The calendar server, fresh."""
    diary = _Diary()
    return DemoServer(
        name="calendar",
        title="Calendar",
        version="1.8.2",
        instructions="The team's calendar. Times are local, to the minute: `2026-12-10T10:00`.",
        tools=(*_finding(diary), *_looking(diary), *_changing(diary)),
    )


def _finding(diary: _Diary) -> tuple[DemoTool, ...]:
    query = fields(
        {
            "query": text("Words to look for; all must occur."),
            "limit": whole("Hits to return at most.", minimum=1, maximum=50, default=10),
        },
        required=["query"],
        closed=True,
    )
    hit = {
        "mark": text("Mark of the event, which is its id."),
        "title": text("Its title."),
        "start": text("When it begins."),
    }
    days = fields(
        {
            "first_day": text("First day to list, YYYY-MM-DD.", pattern=_DAY_PATTERN),
            "last_day": text("Last day to list, YYYY-MM-DD.", pattern=_DAY_PATTERN),
        },
        required=["first_day", "last_day"],
        closed=True,
    )
    event = {
        "event_id": text("Id of the event."),
        "title": text("Its title."),
        "start": text("When it begins."),
    }
    return (
        DemoTool(
            definition=reads(
                "search",
                "Search calendar",
                "Search the team's events by words in their title and notes. Gives one row an "
                "event; get_event gives the event itself.",
                query,
                rows("hits", hit),
            ),
            answer=diary.search,
        ),
        DemoTool(
            definition=reads(
                "list_events",
                "List events",
                "List the events between two days, earliest first. get_event gives one of them.",
                days,
                rows("events", event),
            ),
            answer=diary.listed,
        ),
    )


def _looking(diary: _Diary) -> tuple[DemoTool, ...]:
    one = fields({"event_id": text(_ID)}, required=["event_id"], closed=True)
    details = {
        "event_id": text("Its id."),
        "title": text("Its title."),
        "start": text("When it begins."),
        "end": text("When it ends."),
        "room": text("Where; empty where no room is booked."),
        "notes": text("What was written beside it."),
        "answer": text("Our answer to the invitation."),
    }
    gap = {"start": text("From when, HH:MM."), "end": text("Until when, HH:MM.")}
    wanted = fields(
        {
            "day": text("The day, YYYY-MM-DD.", pattern=_DAY_PATTERN),
            "minutes": whole("Minutes needed in one piece.", minimum=5, maximum=480),
        },
        required=["day", "minutes"],
        closed=True,
    )
    return (
        DemoTool(
            definition=reads("get_event", "Get event", "Get the event with the given id.", one),
            answer=diary.summary,
        ),
        DemoTool(
            definition=reads(
                "get_event_details",
                "Get event details",
                "Get the details of the event with the given id.",
                one,
                fields(details, required=list(details)),
            ),
            answer=diary.details,
        ),
        DemoTool(
            definition=reads(
                "find_free_time",
                "Find free time",
                "Find the gaps between the events of one day, from 08:00 to 18:00.",
                wanted,
                rows("gaps", gap),
            ),
            answer=diary.free,
        ),
    )


def _changing(diary: _Diary) -> tuple[DemoTool, ...]:
    one = {"event_id": text(_ID)}
    created = {
        "title": text("Its title."),
        "start": text("When it begins.", pattern=_TIME_PATTERN),
        "end": text("When it ends.", pattern=_TIME_PATTERN),
        "room": text("Room to book."),
    }
    answer = choice("What to answer.", ["accepted", "tentative", "declined"])
    return (
        DemoTool(
            definition=changes(
                "create_event",
                "Create event",
                "Create an event in the team's calendar.",
                fields(created, required=["title", "start", "end"], closed=True),
            ),
            answer=diary.create,
        ),
        DemoTool(
            definition=changes(
                "cancel_event",
                "Cancel event",
                "Cancel the event with the given id; it leaves the calendar.",
                fields(one, required=["event_id"], closed=True),
                destroys=True,
            ),
            answer=diary.cancel,
        ),
        DemoTool(
            definition=changes(
                "answer_invitation",
                "Answer invitation",
                "Answer the invitation to an event.",
                fields({**one, "answer": answer}, required=["event_id", "answer"], closed=True),
            ),
            answer=diary.reply,
        ),
    )
