"""A registry manifest describes a command; what it leaves open is asked for."""

import json
from pathlib import Path
from typing import Any

import pytest

from mcptui.connections.importers.document import NoServersError
from mcptui.connections.importers.reading import read_config
from mcptui.contract.target import Broken, Http, Stdio, Target

STDIO = {"transport": {"type": "stdio"}}
SAMPLE = Path(__file__).parent / "samples" / "server.json"


def read(**members: Any) -> tuple[Target, ...]:
    text = json.dumps({"name": "io.example.test/it", **members})
    return read_config(text, "server.json")


def package(kind: str, **members: Any) -> Target:
    described = {"registryType": kind, "identifier": "pkg", "version": "1.0", **STDIO, **members}
    return read(packages=[described])[0]


def positional(value: str, **members: Any) -> list[dict[str, Any]]:
    return [{"type": "positional", "value": value, **members}]


RUN = positional("run")
IMAGE = "h:5000/pkg@sha256:ab"
NAMED = [{"type": "named", "name": "--n", "default": 5}]
TEMPLATE = positional("{a}{b}", variables={"a": {"value": "1"}})


@pytest.mark.parametrize(
    ("kind", "members", "words"),
    [
        ("npm", {}, "npx -y pkg@1.0"),
        ("npm", {"runtimeArguments": positional("--yes")}, "npx --yes pkg@1.0"),
        ("npm", {"runtimeHint": "bunx"}, "bunx pkg@1.0"),
        ("npm", {"packageArguments": NAMED}, "npx -y pkg@1.0 --n 5"),
        ("npm", {"packageArguments": TEMPLATE}, "npx -y pkg@1.0 1{b}"),
        ("pypi", {"version": None}, "uvx pkg"),
        ("oci", {}, "docker run -i --rm pkg:1.0"),
        ("oci", {"identifier": IMAGE}, f"docker run -i --rm {IMAGE}"),
        ("oci", {"runtimeHint": "podman", "runtimeArguments": RUN}, "podman run pkg:1.0"),
        ("nuget", {}, "dnx pkg@1.0 --yes"),
        ("nuget", {"packageArguments": positional("x")}, "dnx pkg@1.0 --yes -- x"),
    ],
)
def test_each_kind_of_package_has_its_command(
    kind: str, members: dict[str, Any], words: str
) -> None:
    how = package(kind, **members).how
    assert isinstance(how, Stdio)
    assert " ".join((how.command, *how.args)) == words


@pytest.mark.parametrize(
    ("kind", "members", "reason"),
    [
        ("mcpb", {}, "packages of the kind 'mcpb' are not started"),
        ("npm", {"transport": {"type": "streamable-http", "url": "http://h"}},
         "the package serves HTTP: start it yourself and give its URL"),
        ("npm", {"identifier": None}, "identifier is null, not text"),
        ("npm", {"environmentVariables": {"A": 1}}, "environmentVariables is no list of objects"),
        ("npm", {"packageArguments": ["x"]}, "packageArguments is no list of objects"),
        ("npm", {"environmentVariables": [{}]}, "the name of a variable is null, not text"),
    ],
)  # fmt: skip
def test_a_package_that_cannot_be_started_says_why(
    kind: str, members: dict[str, Any], reason: str
) -> None:
    assert package(kind, **members).how == Broken(reason=reason)


def test_a_remote_is_the_choice_where_no_package_can_be_started() -> None:
    targets = read(
        packages=[{"registryType": "mcpb", "identifier": "x"}, "junk"],
        remotes=[
            {"type": "sse", "url": "https://h.example/{v}", "variables": {"v": {"default": "v1"}}}
        ],
    )
    assert [(target.key, target.disabled) for target in targets] == [
        ("it", False),
        ("it-mcpb", True),
        ("it-choice", True),
    ]
    assert targets[0].how == Http(url="https://h.example/v1", transport="sse")


def test_headers_without_a_value_are_asked_for_where_they_are_needed() -> None:
    headers = [
        {"name": "X-Key", "isRequired": True, "isSecret": True},
        {"name": "X-Mode", "default": "fast"},
        {"name": "X-Free"},
    ]
    (target,) = read(remotes=[{"type": "streamable-http", "url": "https://h", "headers": headers}])
    assert target.how == Http(
        url="https://h",
        headers=(("X-Key", "${input:X-Key}"), ("X-Mode", "fast")),
        transport="streamable_http",
    )
    assert target.inputs == (("X-Key", "X-Key", True),)


def test_ways_of_one_kind_have_keys_of_their_own() -> None:
    ways = [{"registryType": "npm", "identifier": name, **STDIO} for name in "abc"]
    assert [target.key for target in read(packages=ways)] == ["it", "it-npm", "it-npm-2"]


def test_an_answer_of_the_registry_is_unwrapped() -> None:
    manifest = json.loads(SAMPLE.read_text(encoding="utf-8"))
    targets = read_config(json.dumps({"server": manifest, "_meta": {}}, indent=1), "answer")
    assert [target.key for target in targets][:2] == ["weather", "weather-mcpb"]
    assert targets[0].source.line == 15


def test_a_manifest_without_any_way_names_no_servers() -> None:
    with pytest.raises(NoServersError):
        read(**{"$schema": "https://h/server.schema.json"})
