"""Published servers, live: what we list is what an independent reader of the wire lists."""

import csv
import subprocess
from pathlib import Path

import pytest

from mcptui.contract.capture import Capture
from mcptui.contract.capture_file import read_capture, render_capture
from mcptui.contract.connection import ConnectionState
from mcptui.contract.target import ConnectionKey, Source, Stdio, Target
from mcptui.contract.wire import dumps
from mcptui.workspace.connecting import capture_all
from tests.live.published import Installed, NotInstalledError, installed
from tests.live.raw_reader import RawReader

pytestmark = pytest.mark.live

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus"
FILESYSTEM = "@modelcontextprotocol/server-filesystem"
SERVERS = {
    FILESYSTEM: ("npm", ("{folder}",)),
    "@modelcontextprotocol/server-everything": ("npm", ("stdio",)),
    "mcp-server-time": ("pypi", ("--local-timezone", "Europe/Vienna")),
    "mcp-server-git": ("pypi", ("--repository", "{folder}")),
    "mcp-server-fetch": ("pypi", ()),
}


def server(package: str, folder: Path) -> Installed:
    registry, arguments = SERVERS[package]
    filled = [argument.replace("{folder}", str(folder)) for argument in arguments]
    try:
        found = installed(registry, package, *filled)
    except NotInstalledError as missing:
        pytest.skip(str(missing))
    if package == "mcp-server-git":
        subprocess.run(["git", "init", "-q", str(folder)], check=True, timeout=5)
    return found


async def captured(found: Installed, folder: Path) -> Capture:
    program, *arguments = found.command
    target = Target(
        key=ConnectionKey("live"),
        how=Stdio(command=program, args=tuple(arguments), cwd=str(folder)),
        source=Source(dialect="command_line"),
    )
    (status,) = await capture_all([target])
    assert status.state is ConnectionState.CONNECTED, status.cause
    assert status.capture is not None
    return status.capture


@pytest.mark.parametrize("package", SERVERS)
async def test_a_published_server_lists_what_a_raw_reader_reads(
    package: str, tmp_path: Path
) -> None:
    found = server(package, tmp_path)
    capture = await captured(found, tmp_path)
    assert capture.complete
    with RawReader(
        found.command,
        cwd=tmp_path,
        revision=capture.profile.protocol_version or "",
        declared=capture.profile.client_capabilities,
    ) as reader:
        sent = reader.tools()
    assert sent
    assert [dumps(tool.raw) for tool in capture.tools] == [dumps(tool) for tool in sent]
    kept = read_capture(render_capture(capture), "live.json")
    assert [dumps(tool.raw) for tool in kept.tools] == [dumps(tool) for tool in sent]
    assert kept.profile == capture.profile


async def test_the_filesystem_server_lists_what_was_recorded_of_its_version(
    tmp_path: Path,
) -> None:
    found = server(FILESYSTEM, tmp_path)
    capture = await captured(found, tmp_path)
    path = recording_of(found, capture.profile.protocol_version or "")
    if path is None:
        pytest.skip(f"no recording of this installation of {found.package} {found.version}")
    kept = read_capture(path.read_text(encoding="utf-8"), path.name)
    assert [dumps(tool.raw) for tool in capture.tools] == [dumps(tool.raw) for tool in kept.tools]


def recording_of(found: Installed, revision: str) -> Path | None:
    """The recorded list of the same server, made under the same schema library and revision."""
    same = f"zod={found.version_beside('zod')}"
    index = CORPUS / "INDEX.tsv"
    if not index.is_file():
        return None
    with index.open(encoding="utf-8", newline="") as lines:
        files = {
            row["file"]
            for row in csv.DictReader(lines, delimiter="\t")
            if (row["package"], row["version"]) == (found.package, found.version)
            and same in row["sdk"].split()
        }
    for name in (f"{found.version}+{revision}.json", f"{found.version}.json"):
        if f"npm/{found.package}/{name}" in files:
            return CORPUS / "npm" / found.package / name
    return None
