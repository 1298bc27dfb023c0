"""Server text in reports that other programs read stays text there."""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mcptui.contract.display import shown
from mcptui.export import lint_github, lint_junit, lint_markdown, lint_sarif, lint_text, tools_text
from mcptui.export.lint_markdown import as_code, escaped
from tests.export.examples import report, statuses

MARKDOWN = MarkdownIt("commonmark").enable("table")
HARD = st.text(st.sampled_from("ab \\`*_[]()<>&|~$#!@:/.-+w1\n\"'{}=^")) | st.text()
DRAWN = {"text", "code_inline", "softbreak"}


def _drawn(markdown: str) -> str:
    """The text that a table cell of this Markdown shows; fails where anything but text is drawn."""
    tokens = MARKDOWN.parse(f"| a |\n| --- |\n| x{markdown}x |\n")
    cells = [token for token in tokens if token.type == "inline"]
    assert len(cells) == 2
    text = ""
    for token in cells[1].children or []:
        if token.type == "html_inline":
            assert token.content == "<!-- -->"
        else:
            assert token.type in DRAWN, token
            text += token.content
    return text.removeprefix("x").removesuffix("x")


@given(HARD)
def test_escaped_text_is_drawn_as_it_is_in_a_markdown_table(text: str) -> None:
    text = shown(text)
    assert _drawn(escaped(text)) == text


@given(HARD)
def test_a_code_span_shows_its_text_in_a_markdown_table(text: str) -> None:
    text = shown(text)
    assert " ".join(_drawn(as_code(text)).split()) == " ".join(text.split())


@pytest.mark.parametrize(
    "text",
    ["https://evil.example.test", "www.evil.example.test", "WWW.evil.test", "@someone", "a@b.test"],
)
def test_no_link_and_no_mention_is_left_whole(text: str) -> None:
    markdown = escaped(f"see {text} now")
    assert not re.search(r"://|www\.|@\w", markdown, re.IGNORECASE)


@given(st.text())
def test_junit_is_well_formed_whatever_a_server_says(text: str) -> None:
    attribute, body = lint_junit._text(shown(text)), lint_junit._text(text, lines=True)
    element = ET.fromstring(f'<a b="{attribute}">{body}</a>')  # noqa: S314  # our own XML
    legal = re.sub("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", text)
    assert element.text == (legal or None)


def test_junit_counts_what_it_holds() -> None:
    root = ET.fromstring(lint_junit.render(report()))  # noqa: S314  # our own XML
    for suite in root.iter("testsuite"):
        assert int(suite.get("tests", "")) == len(suite.findall("testcase"))
        for counted, element in (
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ):
            assert int(suite.get(counted, "")) == len(suite.findall(f"testcase/{element}"))
        for case in suite.findall("testcase"):
            assert len([child for child in case if child.tag != "system-out"]) <= 1


def test_a_github_line_is_one_command_however_it_is_filled() -> None:
    lines = lint_github.render(report()).splitlines()
    assert all(re.match(r"::(error|warning|notice) [^:]*::", line) for line in lines)
    properties = [line.split("::")[1].partition(" ")[2] for line in lines]
    assert all(re.fullmatch(r"(file=[^,]+,)?(line=\d+,)?title=[^,]+", each) for each in properties)
    assert lint_github._command("error", "a,b:c%", "x\r\ny%::", statuses()[5]) == (
        "::error title=a%2Cb%3Ac%25::x%0D%0Ay%25::"
    )


def test_sarif_names_each_rule_place_and_missing_list() -> None:
    sarif = json.loads(lint_sarif.render(report()))
    (run,) = sarif["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert sarif["version"] == "2.1.0"
    assert all(rule["help"]["text"] and rule["shortDescription"]["text"] for rule in rules)
    for result in run["results"]:
        assert result["level"] in {"error", "warning", "note"}
        assert "ruleIndex" not in result or rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (logical,) = result["locations"][0]["logicalLocations"]
        assert logical["fullyQualifiedName"].startswith(("docs", "big", "bad"))
        assert "](" not in result["message"]["text"]
    fingerprints = [result["partialFingerprints"]["findingPlace/v1"] for result in run["results"]]
    assert len(set(fingerprints)) == len(fingerprints)
    invocation = run["invocations"][0]
    assert invocation["executionSuccessful"] is False
    levels = [each["level"] for each in invocation["toolExecutionNotifications"]]
    assert levels == ["error", "error", "note", "error"]


@pytest.mark.parametrize(
    "text",
    [
        tools_text.render(report()),
        lint_text.render(report()),
        lint_markdown.render(report()),
        lint_github.render(report()),
        lint_junit.render(report()),
        lint_sarif.render(report()),
    ],
    ids=["tools", "text", "markdown", "github", "junit", "sarif"],
)
def test_no_control_character_of_a_server_is_written(text: str) -> None:
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\U000e0041]", text)
