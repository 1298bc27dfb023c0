"""The store's second edition differs from its first in four ways, and says so nowhere."""

from typing import Any

import pytest

from mcptui.demo.servers import demo_server
from mcptui.demo.serving import answered


def definitions(edition: int) -> dict[str, dict[str, Any]]:
    return {
        tool.definition["name"]: tool.definition
        for tool in demo_server("store", edition=edition).tools
    }


def differences(before: Any, after: Any, pointer: str = "") -> list[tuple[str, Any, Any]]:
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return [] if before == after else [(pointer, before, after)]
    return [
        found
        for name in dict.fromkeys((*before, *after))
        for found in differences(before.get(name), after.get(name), f"{pointer}/{name}")
    ]


def test_exactly_the_four_unannounced_changes_are_there() -> None:
    person = {
        "type": "string",
        "description": "Name of the person whose orders to list; else all.",
    }
    assert differences(definitions(1), definitions(2)) == [
        (
            "/search_items/inputSchema/properties/limit/description",
            "Maximum number of results to return.",
            "Zero-based index of the result page.",
        ),
        ("/list_orders/inputSchema/properties/customer", person, None),
        ("/list_orders/inputSchema/properties/buyer", None, person),
        (
            "/ship_order/inputSchema/properties/carrier/enum",
            ["bicycle", "courier", "parcel_post", "pickup"],
            ["courier", "parcel_post"],
        ),
        (
            "/cancel_order/inputSchema/required",
            ["order_id"],
            ["order_id", "reason"],
        ),
    ]


def test_the_rename_leaves_the_old_name_allowed_and_the_new_one_optional() -> None:
    schema = definitions(2)["list_orders"]["inputSchema"]
    assert "additionalProperties" not in schema
    assert "required" not in schema


def test_neither_version_nor_instructions_announce_the_second_edition() -> None:
    first, second = (demo_server("store", edition=edition) for edition in (1, 2))
    assert (first.name, first.title, first.version) == (second.name, second.title, second.version)
    assert first.instructions == second.instructions


@pytest.mark.parametrize(
    ("tool", "arguments", "first", "second"),
    [
        (
            "search_items",
            {"query": "pen", "limit": 1},
            '{"items":[{"item_id":"pen-01","name":"Fountain pen"}]}',
            '{"items":[{"item_id":"pen-03","name":"Pen refill, black"}]}',
        ),
        (
            "list_orders",
            {"customer": "Sam"},
            '{"orders":[{"order_id":"ORD-0304","name":"Sam","status":"cancelled"}]}',
            None,
        ),
        ("ship_order", {"order_id": "ORD-0301", "carrier": "pickup"}, "Shipped", "Invalid"),
        ("cancel_order", {"order_id": "ORD-0301"}, "Cancelled", "Invalid"),
    ],
)
def test_a_call_made_for_the_first_edition_goes_wrong_in_the_second(
    tool: str, arguments: dict[str, Any], first: str, second: str | None
) -> None:
    said = []
    for edition in (1, 2):
        chosen = next(
            each
            for each in demo_server("store", edition=edition).tools
            if each.definition["name"] == tool
        )
        said.append(answered(chosen, arguments).content[0].model_dump()["text"])
    assert said[0].startswith(first)
    if second is None:  # accepted, and the filter ignored: everyone's orders
        assert said[1].count("order_id") == 5
    else:
        assert said[1].startswith(second)


def test_an_order_leaves_the_shop_once() -> None:
    tools = {tool.definition["name"]: tool for tool in demo_server("store", edition=2).tools}
    one = {"order_id": "ORD-0301"}
    assert not answered(tools["ship_order"], {**one, "carrier": "courier"}).is_error
    again = answered(tools["cancel_order"], {**one, "reason": "Too late."})
    assert again.content[0].model_dump()["text"] == "ORD-0301 is shipped."
    unknown = answered(tools["get_order"], {"order_id": "ORD-9"})
    assert unknown.content[0].model_dump()["text"] == "There is no order ORD-9."
    missing = answered(tools["check_stock"], {"item_id": "hat-01"})
    assert missing.content[0].model_dump()["text"] == "There is no item hat-01."
