"""The store server, in two editions under one version number.

Edition 2 says nothing of what it changed: a renamed filter that is now ignored, a number that
means something else, a value and a freedom taken away. Calls follow the edition's own contract.
"""

from collections.abc import Mapping
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

_GOODS = (
    ("pen-01", "Fountain pen", 14),
    ("pen-02", "Pen refill, blue", 230),
    ("pen-03", "Pen refill, black", 180),
    ("pad-01", "Note pad, lined", 96),
    ("pad-02", "Note pad, plain", 41),
    ("cup-01", "Coffee cup", 60),
    ("cup-02", "Tea cup", 0),
)
_ORDERS = (
    ("ORD-0301", "Iris", "pen-01", "open"),
    ("ORD-0302", "Noor", "pad-01", "shipped"),
    ("ORD-0303", "Iris", "cup-01", "open"),
    ("ORD-0304", "Sam", "pen-02", "cancelled"),
    ("ORD-0305", "Noor", "cup-01", "open"),
)
_FIRST = 1
_PAGE_LENGTH = 2
_CARRIERS = ("bicycle", "courier", "parcel_post", "pickup")
_ORDER = {"order_id": text("Id of the order, such as `ORD-0301`.")}


class _Shop:
    """Goods and orders; kept in memory."""

    def __init__(self, edition: int) -> None:
        self._edition = edition
        self._status = {order_id: status for order_id, _, _, status in _ORDERS}

    def search(self, arguments: Mapping[str, Any]) -> Json:
        found = [
            {"item_id": item_id, "name": name}
            for item_id, name, _ in _GOODS
            if matches(arguments["query"], name)
        ]
        limit = arguments.get("limit")
        if self._edition == _FIRST:
            return {"items": found[:limit]}
        begin = (limit or 0) * _PAGE_LENGTH
        return {"items": found[begin : begin + _PAGE_LENGTH]}

    def stock(self, arguments: Mapping[str, Any]) -> Json:
        for item_id, _, pieces in _GOODS:
            if item_id == arguments["item_id"]:
                return {"pieces": pieces}
        raise RefusedError(f"There is no item {arguments['item_id']}.")

    def orders(self, arguments: Mapping[str, Any]) -> Json:
        wanted = arguments.get("customer" if self._edition == _FIRST else "buyer")
        return {
            "orders": [
                {"order_id": order_id, "name": name, "status": self._status[order_id]}
                for order_id, name, _, _ in _ORDERS
                if wanted in {None, name}
            ]
        }

    def order(self, arguments: Mapping[str, Any]) -> Json:
        for order_id, name, item_id, _ in _ORDERS:
            if order_id == arguments["order_id"]:
                status = self._status[order_id]
                return {"order_id": order_id, "name": name, "item_id": item_id, "status": status}
        raise RefusedError(f"There is no order {arguments['order_id']}.")

    def _turn(self, arguments: Mapping[str, Any], status: str) -> str:
        order = self.order(arguments)
        if order["status"] != "open":
            raise RefusedError(f"{order['order_id']} is {order['status']}.")
        self._status[order["order_id"]] = status
        return f"{order['order_id']}"

    def ship(self, arguments: Mapping[str, Any]) -> str:
        return f"Shipped {self._turn(arguments, 'shipped')} by {arguments['carrier']}."

    def cancel(self, arguments: Mapping[str, Any]) -> str:
        return f"Cancelled {self._turn(arguments, 'cancelled')}."


def shop(edition: int) -> DemoServer:
    """The store server, fresh.

    Args:
        edition: 1, or 2 with the four changes that nothing announces.
    """
    store = _Shop(edition)
    return DemoServer(
        name="store",
        title="Store",
        version="3.1.0",
        instructions="Stock and orders of a small stationery store.",
        tools=(*_goods(store, edition), *_orders(store, edition), *_changing(store, edition)),
    )


def _goods(store: _Shop, edition: int) -> tuple[DemoTool, ...]:
    meaning = (
        "Maximum number of results to return."
        if edition == _FIRST
        else "Zero-based index of the result page."
    )
    query = fields(
        {"query": text("Words to look for in the name."), "limit": whole(meaning, minimum=0)},
        required=["query"],
    )
    item = {"item_id": text("Id of the item."), "name": text("What it is called.")}
    one = fields({"item_id": text("Id of the item, such as `pen-01`.")}, required=["item_id"])
    pieces = fields({"pieces": whole("Pieces in stock.", minimum=0)}, required=["pieces"])
    return (
        DemoTool(
            definition=reads(
                "search_items",
                "Search items",
                "Search the goods by name.",
                query,
                rows("items", item),
            ),
            answer=store.search,
        ),
        DemoTool(
            definition=reads(
                "check_stock",
                "Check stock",
                "Say how many pieces of an item are left.",
                one,
                pieces,
            ),
            answer=store.stock,
        ),
    )


def _orders(store: _Shop, edition: int) -> tuple[DemoTool, ...]:
    filter_name = "customer" if edition == _FIRST else "buyer"
    listed = fields({filter_name: text("Name of the person whose orders to list; else all.")})
    order = {
        "order_id": text("Id of the order."),
        "name": text("Who ordered."),
        "status": choice("How it stands.", ["open", "shipped", "cancelled"]),
    }
    return (
        DemoTool(
            definition=reads(
                "list_orders",
                "List orders",
                "List the orders, oldest first. get_order gives one of them.",
                listed,
                rows("orders", order),
            ),
            answer=store.orders,
        ),
        DemoTool(
            definition=reads(
                "get_order",
                "Get order",
                "Get one order with its item.",
                fields(_ORDER, required=["order_id"]),
                fields({**order, "item_id": text("What was ordered.")}, required=["order_id"]),
            ),
            answer=store.order,
        ),
    )


def _changing(store: _Shop, edition: int) -> tuple[DemoTool, ...]:
    carriers = _CARRIERS if edition == _FIRST else _CARRIERS[1:3]
    shipped = {**_ORDER, "carrier": choice("Who brings it.", carriers)}
    cancelled = {**_ORDER, "reason": text("Why; printed on the receipt.")}
    needed = ["order_id"] if edition == _FIRST else ["order_id", "reason"]
    return (
        DemoTool(
            definition=changes(
                "ship_order",
                "Ship order",
                "Hand an open order to a carrier.",
                fields(shipped, required=["order_id", "carrier"]),
            ),
            answer=store.ship,
        ),
        DemoTool(
            definition=changes(
                "cancel_order",
                "Cancel order",
                "Cancel an open order.",
                fields(cancelled, required=needed),
                destroys=True,
            ),
            answer=store.cancel,
        ),
    )
