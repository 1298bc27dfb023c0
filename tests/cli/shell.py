"""Commands as tests run them, and the servers that they read."""

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mcptui.cli import main
from mcptui.contract.target import Stdio
from tests.servers.cases import Record, Scripted, load_case, scripted

OPEN = {"type": "object", "properties": {}}


@dataclass(frozen=True, kw_only=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output as one JSON value."""
        return json.loads(self.out)

    @property
    def complaint(self) -> str:
        """The one line on standard error."""
        (line,) = self.err.splitlines()
        return line


@dataclass(frozen=True, kw_only=True)
class Shell:
    """Runs commands in one folder."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments: str) -> Ran:
        """Run a command in this process."""
        self.capsys.readouterr()
        code = main(list(arguments))
        written = self.capsys.readouterr()
        assert "Traceback" not in written.err
        return Ran(code=code, out=written.out, err=written.err)

    def write(self, name: str, content: object) -> Path:
        """A file in the folder: text as it is, anything else as JSON."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_text(text, encoding="utf-8")
        return path

    def capture(self, name: str, *tools: Mapping[str, Any], **members: Any) -> str:
        """A capture file; its name, as a TARGET."""
        server = {"serverInfo": {"name": "s", "version": "1"}}
        self.write(name, {"server": server, "pages": 1, "tools": tools} | members)
        return name

    def server(self, entry: Mapping[str, Any], key: str | None = None) -> tuple[str, Record]:
        """A scripted server as `KEY=SPEC`, and what it writes down."""
        started = self.scripted(entry, key)
        how = started.target.how
        assert isinstance(how, Stdio)
        line = shlex.join([*(f"{name}={value}" for name, value in how.env), how.command, *how.args])
        return f"{started.target.key}={line}", started.record

    def scripted(self, entry: Mapping[str, Any], key: str | None = None) -> Scripted:
        """A scripted server, its script outside the folder."""
        scripts = self.folder.parent / "scripts"
        scripts.mkdir(exist_ok=True)
        return scripted(entry, scripts, key=key)

    def case(self, case_id: str) -> list[str]:
        """The servers of a behaviour case as `--server` options."""
        options: list[str] = []
        for entry in load_case(case_id).connections:
            options += ["--server", self.server(entry)[0]]
        return options


def tool(name: str, description: str = "Does it.", **members: Any) -> dict[str, Any]:
    """A raw tool object that no rule says anything about."""
    return {"name": name, "description": description, "inputSchema": OPEN, **members}
