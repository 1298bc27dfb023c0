"""Every recorded list, read as a capture file: what went in is what we hold, order included."""

from pathlib import Path

import pytest

from mcptui.contract.capture import Capture
from mcptui.contract.capture_file import read_capture, render_capture
from mcptui.contract.connection import ConnectionState, ConnectionStatus
from mcptui.contract.target import ConnectionKey, Recorded, Source, Target
from mcptui.contract.wire import dumps
from mcptui.workspace.connecting import capture_all
from tests.corpus.recordings import IS_HERE, packages, recorded, spelled

pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not IS_HERE, reason="no recorded tool lists beside the checkout"),
]


def played_back(path: Path) -> Target:
    return Target(
        key=ConnectionKey(path.stem),
        how=Recorded(path=str(path)),
        source=Source(dialect="capture", file=str(path)),
    )


def check(status: ConnectionStatus, path: Path) -> Capture:
    capture, file = status.capture, recorded(path)
    assert capture is not None, status.cause
    assert status.state is ConnectionState.CONNECTED
    assert [dumps(tool.raw) for tool in capture.tools] == [spelled(each) for each in file["tools"]]
    assert [tool.position for tool in capture.tools] == list(range(len(file["tools"])))
    assert capture.complete
    assert capture.pages == file["pages"]
    assert capture.server_info == file["server"]["serverInfo"]
    assert capture.instructions == file["server"]["instructions"]
    assert capture.profile.protocol_version == file["server"]["protocolVersion"]
    return capture


@pytest.mark.parametrize("package", packages())
async def test_every_version_is_listed_as_recorded(package: str) -> None:
    files = packages()[package]
    statuses = await capture_all([played_back(path) for path in files])
    for path, status in zip(files, statuses, strict=True):
        capture = check(status, path)
        again = read_capture(render_capture(capture), path.name)
        assert again == capture


def test_the_corpus_is_whole() -> None:
    files = [path for files in packages().values() for path in files]
    assert len(packages()) >= 72
    assert len(files) == len(set(files))
    assert all(path.is_file() for path in files)
    assert max(len(recorded(path)["tools"]) for path in files) == 401
