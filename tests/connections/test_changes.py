"""When a list is due."""

import math

from mcptui.connections.changes import LONGEST, QUIET, SLOWEST, ChangeWatch


def test_nothing_is_due_until_something_happens() -> None:
    watch = ChangeWatch()
    watch.listed(5.0, changed=True)
    assert watch.due() == math.inf


def test_a_list_is_due_a_little_after_the_last_announcement() -> None:
    watch = ChangeWatch()
    watch.listed(0.0, changed=True)
    assert watch.announced(10.0)
    assert watch.due() == 10.0 + QUIET
    assert not watch.announced(10.2)
    assert watch.due() == 10.2 + QUIET


def test_announcements_without_end_do_not_put_the_list_off() -> None:
    watch = ChangeWatch()
    watch.listed(0.0, changed=True)
    for step in range(100):
        watch.announced(10.0 + step * 0.1)
    assert watch.due() == 10.0 + LONGEST


def test_what_is_announced_while_a_list_is_fetched_asks_for_another() -> None:
    watch = ChangeWatch()
    watch.announced(10.0)
    watch.begins()
    assert watch.due() == math.inf
    assert watch.announced(10.5)
    watch.listed(10.6, changed=True)
    assert watch.due() == 10.5 + QUIET


def test_a_server_that_announces_and_changes_nothing_is_asked_ever_less() -> None:
    watch = ChangeWatch()
    now = 0.0
    waits = []
    for _ in range(9):
        watch.announced(now)
        waits.append(watch.due() - now)
        now = watch.due()
        watch.begins()
        watch.listed(now, changed=False)
    assert waits == sorted(waits)
    assert round(waits[-1], 6) == SLOWEST
    watch.asked(now)
    assert watch.due() <= now


def test_watching_asks_in_its_rhythm_unless_changes_are_announced() -> None:
    watch = ChangeWatch(watch_seconds=30.0)
    watch.listed(5.0, changed=True)
    assert watch.due() == 35.0
    watch.polls = False
    assert watch.due() == math.inf
