"""Where published servers are installed: folders named by the environment, never the network.

`MCPTUI_LIVE_NODE` is a folder that holds `node_modules` (else the folder beside the checkout or
the checkout itself is tried); `MCPTUI_LIVE_PYTHON` is a folder with one virtual environment for
each package, named like it.
"""

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, kw_only=True)
class Installed:
    """A published server as it is installed here."""

    package: str
    version: str
    command: tuple[str, ...]
    home: Path
    """The folder it was installed into."""

    def version_beside(self, package: str) -> str | None:
        """The version of a package that npm installed beside it; None where there is none."""
        manifest = self.home / "node_modules" / package / "package.json"
        return _manifest(manifest)["version"] if manifest.is_file() else None


class NotInstalledError(Exception):
    """The server is not here; the text says where it was looked for."""


def installed(registry: str, package: str, *arguments: str) -> Installed:
    """How to start a published server.

    Args:
        registry: `npm` or `pypi`.
        package: its name there.
        arguments: what it is started with.

    Raises:
        NotInstalledError: it is not installed where the environment says.
    """
    find = _node if registry == "npm" else _python
    return find(package, arguments)


def _node(package: str, arguments: tuple[str, ...]) -> Installed:
    named = os.environ.get("MCPTUI_LIVE_NODE")
    homes = [Path(named)] if named else [_ROOT, _ROOT.parent]
    node = shutil.which("node")
    for home in homes:
        folder = home / "node_modules" / package
        if node is not None and (folder / "package.json").is_file():
            manifest = _manifest(folder / "package.json")
            (program,) = manifest["bin"].values()
            return Installed(
                package=package,
                version=manifest["version"],
                command=(node, str(folder / program), *arguments),
                home=home,
            )
    raise NotInstalledError(f"{package} is not installed (MCPTUI_LIVE_NODE names no folder of it)")


def _python(package: str, arguments: tuple[str, ...]) -> Installed:
    home = Path(os.environ.get("MCPTUI_LIVE_PYTHON", "/nonexistent")) / package
    programs = [home / "bin" / package, home / "Scripts" / f"{package}.exe"]
    program = next((each for each in programs if each.is_file()), None)
    if program is None:
        raise NotInstalledError(
            f"{package} is not installed (MCPTUI_LIVE_PYTHON names no folder of it)"
        )
    pattern = f"{package.replace('-', '_')}-*.dist-info"
    found = next(path for path in home.rglob(pattern))
    version = found.name.removesuffix(".dist-info").rpartition("-")[2]
    return Installed(
        package=package, version=version, command=(str(program), *arguments), home=home
    )


def _manifest(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
