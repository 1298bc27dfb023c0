"""The ways a registry manifest names, each made into a common entry.

A manifest describes how to build a command. What it leaves to the user becomes a reference:
`${env:NAME}` for a variable of the server, `${input:id}` for anything else.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mcptui.connections.importers.entries import BadEntryError, Entry, text_of

_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_RUNNERS = {"npm": "npx", "pypi": "uvx", "oci": "docker", "nuget": "dnx"}


@dataclass(slots=True)
class Manifest:
    """What one way asks of the user."""

    inputs: list[tuple[str, str, bool]] = field(default_factory=list)
    """Id, what to ask, whether it is a secret."""

    def ask(self, name: str, described: Mapping[str, Any]) -> str:
        """A reference to what the user will answer."""
        said = described.get("description")
        question = said if isinstance(said, str) else name
        entry = (name, question, described.get("isSecret") is True)
        if entry not in self.inputs:
            self.inputs.append(entry)
        return f"${{input:{name}}}"


def _objects(value: Any, what: str) -> list[Mapping[str, Any]]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise BadEntryError(f"{what} is no list of objects")
    return value


def _fixed(described: Mapping[str, Any], name: str, manifest: Manifest) -> str | None:
    """The value that the manifest itself gives: fixed, from a template, or by default."""
    value = described.get("value")
    if value is None:
        default = described.get("default")
        return None if default is None else text_of(default, name)
    return _filled(text_of(value, name), described.get("variables"), manifest)


def _filled(text: str, variables: Any, manifest: Manifest) -> str:
    """A template with its `{variables}` replaced by their values, or by what is asked for."""
    if not isinstance(variables, dict):
        return text

    def value_of(match: re.Match[str]) -> str:
        described = variables.get(match[1])
        if not isinstance(described, dict):
            return match.group()
        fixed = _fixed({**described, "variables": None}, match[1], manifest)
        return manifest.ask(match[1], described) if fixed is None else fixed

    return _TEMPLATE.sub(value_of, text)


def _arguments(listed: Any, what: str, manifest: Manifest) -> list[str]:
    words: list[str] = []
    for argument in _objects(listed, what):
        name = argument.get("name") if argument.get("type") == "named" else None
        hint = argument.get("valueHint") or argument.get("name") or f"argument {len(words) + 1}"
        value = _fixed(argument, str(hint), manifest)
        if value is None and argument.get("isRequired") is True and _has_value(argument):
            value = manifest.ask(str(hint).lstrip("-"), argument)
        if isinstance(name, str) and (value is not None or not _has_value(argument)):
            words.append(name)
        if value is not None:
            words.append(value)
    return words


def _has_value(argument: Mapping[str, Any]) -> bool:
    """Whether an argument stands for a value, not for a bare flag."""
    members = ("value", "default", "valueHint", "format", "choices", "placeholder", "isSecret")
    return argument.get("type") != "named" or any(member in argument for member in members)


def _environment(listed: Any, manifest: Manifest) -> tuple[dict[str, str], list[str]]:
    """Variables with a value, and names of those the user may have set."""
    values: dict[str, str] = {}
    forwarded: list[str] = []
    for variable in _objects(listed, "environmentVariables"):
        name = text_of(variable.get("name"), "the name of a variable")
        fixed = _fixed(variable, name, manifest)
        if fixed is not None:
            values[name] = fixed
        elif variable.get("isRequired") is True:
            values[name] = f"${{env:{name}}}"
        else:
            forwarded.append(name)
    return values, forwarded


def package_entry(entry: Entry, manifest: Manifest) -> Entry:
    """The command that starts a package over stdio.

    Raises:
        BadEntryError: it is of a kind that is not started, or incomplete.
    """
    package = entry.value
    kind = package.get("registryType")
    hint = package.get("runtimeHint")
    runner = hint if isinstance(hint, str) and hint else _RUNNERS.get(str(kind))
    if runner is None:
        raise BadEntryError(f"packages of the kind {str(kind)!r} are not started")
    transport = package.get("transport")
    spoken = transport.get("type") if isinstance(transport, dict) else "stdio"
    if spoken != "stdio":
        raise BadEntryError("the package serves HTTP: start it yourself and give its URL")
    identifier = text_of(package.get("identifier"), "identifier")
    version = package.get("version")
    pinned = None if version is None else text_of(version, "version")
    env, forwarded = _environment(package.get("environmentVariables"), manifest)
    before = _arguments(package.get("runtimeArguments"), "runtimeArguments", manifest)
    after = _arguments(package.get("packageArguments"), "packageArguments", manifest)
    args = _args_of(runner, identifier, pinned, before=before, after=after, env=[*env, *forwarded])
    value = {"type": "stdio", "command": runner, "args": args, "env": env}
    return replace(entry, value=value, forward_env=forwarded)


def _args_of(
    runner: str,
    identifier: str,
    version: str | None,
    *,
    before: list[str],
    after: list[str],
    env: list[str],
) -> list[str]:
    if runner in ("docker", "podman"):
        lead = [] if "run" in before else ["run", "-i", "--rm"]
        passed = [word for name in env for word in ("-e", name)]
        has_tag = ":" in identifier.rpartition("/")[2] or "@" in identifier
        image = identifier if has_tag or version is None else f"{identifier}:{version}"
        return [*lead, *before, *passed, image, *after]
    if runner == "uvx":
        return [*before, identifier if version is None else f"{identifier}=={version}", *after]
    package = identifier if version is None else f"{identifier}@{version}"
    if runner == "npx":
        return [*(before or ["-y"]), package, *after]
    if runner == "dnx":
        return [*before, package, "--yes", *(["--", *after] if after else [])]
    return [*before, package, *after]


def remote_entry(entry: Entry, manifest: Manifest) -> Entry:
    """A server at a URL.

    Raises:
        BadEntryError: a member has the wrong type.
    """
    remote = entry.value
    url = _filled(text_of(remote.get("url"), "url"), remote.get("variables"), manifest)
    headers: dict[str, str] = {}
    for header in _objects(remote.get("headers"), "headers"):
        name = text_of(header.get("name"), "the name of a header")
        value = _fixed(header, name, manifest)
        if value is None and header.get("isRequired") is True:
            value = manifest.ask(name, header)
        if value is not None:
            headers[name] = value
    return replace(entry, value={"type": remote.get("type"), "url": url, "headers": headers})
