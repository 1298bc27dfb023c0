"""The newest list of every recorded server, sent by a real process: what goes in comes out."""

from pathlib import Path

import pytest

from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import Limits
from mcptui.contract.wire import dumps
from mcptui.workspace.connecting import capture_all
from tests.corpus.recordings import IS_HERE, modern, newest, recorded, spelled
from tests.servers.cases import Scripted, scripted

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not IS_HERE, reason="no recorded tool lists beside the checkout"),
]

SIDE_BY_SIDE = 8
"""Servers started at once."""
FILES = [*newest(), *modern()]
LIMITS = Limits(connect=5.0, request=5.0, probe=3.0)


def sending(path: Path, folder: Path, number: int) -> Scripted:
    file = recorded(path)
    server = file["server"]
    entry = {
        "key": f"server_{number}",
        "tools": file["tools"],
        "protocol": server["protocolVersion"],
        "server_info": server["serverInfo"],
    }
    if server["instructions"] is not None:
        entry["instructions"] = server["instructions"]
    return scripted(entry, folder, limits=LIMITS)


@pytest.mark.parametrize("first", range(0, len(FILES), SIDE_BY_SIDE))
async def test_a_recorded_list_sent_over_stdio_arrives_as_it_was(
    first: int, tmp_path: Path
) -> None:
    files = FILES[first : first + SIDE_BY_SIDE]
    servers = [sending(path, tmp_path, number) for number, path in enumerate(files)]
    statuses = await capture_all([server.target for server in servers])
    for path, status in zip(files, statuses, strict=True):
        file = recorded(path)
        assert status.state is ConnectionState.CONNECTED, status.cause
        assert status.capture is not None
        arrived = [dumps(tool.raw) for tool in status.capture.tools]
        assert arrived == [spelled(each) for each in file["tools"]], path
        assert status.capture.complete
        assert status.capture.server_info == file["server"]["serverInfo"]
        assert status.capture.instructions == file["server"]["instructions"]
        assert status.capture.profile.protocol_version == file["server"]["protocolVersion"]
        assert status.capture.profile.transport == "stdio"
