"""Names and texts in any script."""

import pytest

from mcptui.analysis.affinity.verbs import (
    _MEMBERS,
    _UNSPACED_MEMBERS,
    CLASSES,
    class_of,
    opposition,
    verb_place,
)
from mcptui.analysis.affinity.words import first_sentence, meaning, name_words, stem, text_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("readTextFile", ("read", "text", "file")),
        ("read_text-file.v2", ("read", "text", "file", "v2")),
        ("HTTPServerList", ("http", "server", "list")),
        ("検索_ファイル", ("検索", "ファイル")),
        ("文件搜索Tool", ("文件搜索", "tool")),
        ("", ()),
    ],
)
def test_names_are_split_at_case_separators_and_scripts(name: str, words: tuple[str, ...]) -> None:
    assert name_words(name) == words


def test_texts_without_spaces_become_pairs_of_characters() -> None:
    assert text_words("文件搜索") == ("文件", "件搜", "搜索")
    assert text_words("파일을 읽기") == ("파일", "일을", "읽기")


def test_invisible_characters_do_not_hide_a_word() -> None:
    assert text_words("de\u200blete file") == ("delete", "file")


def test_plurals_and_synonyms_mean_the_same() -> None:
    assert stem("directories") == "directory"
    assert stem("status") == "status"
    assert meaning("folders") == meaning("directory")


def test_the_first_sentence_ends_where_a_reader_ends_it() -> None:
    assert first_sentence("Reads v1.2 files. Then more.") == "Reads v1.2 files"
    assert first_sentence("ファイルを検索する。次に返す。") == "ファイルを検索する"
    assert first_sentence("") == ""


@pytest.mark.parametrize("members", [_MEMBERS, _UNSPACED_MEMBERS])
def test_no_verb_stands_in_two_classes(members: str) -> None:
    verbs = [verb for line in members.strip().splitlines() for verb in line.split(":")[1].split()]
    assert len(verbs) == len(set(verbs))


def test_verbs_are_known_inflected_and_in_other_scripts() -> None:
    assert class_of("reads") == "read"
    assert class_of("searches") == "search"
    assert class_of("ファイル削除") == "delete"
    assert class_of("파일") is None
    assert set(CLASSES) >= {"lpop", "fetch", "enumerate"}


def test_the_verb_of_a_name_stands_first_or_last_or_is_a_telling_one_inside() -> None:
    assert verb_place(("file", "read")) == 1
    assert verb_place(("my", "get", "thing")) == 1
    assert verb_place(("staged", "thing")) is None


def test_several_actions_are_opposed_only_where_all_are() -> None:
    assert opposition(frozenset({"create"}), frozenset({"delete"})) == ("create", "delete")
    assert opposition(frozenset({"create", "read"}), frozenset({"read"})) is None
    assert opposition(frozenset(), frozenset({"read"})) is None
