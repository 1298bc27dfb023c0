"""`mcptui.toml`: what it sets, how two files go together, and where an error points."""

from pathlib import Path

import pytest

from mcptui.analysis.routing.alias import UNDERSCORES
from mcptui.contract.target import Era, Limits, TargetOptions
from mcptui.errors import SettingsError
from mcptui.workspace.settings import Settings, load, parse
from mcptui.workspace.settings_names import SETTINGS, Table

WHOLE = """\
theme = "nord"
signs = "ascii"
lock = "pins/mcptui.lock.json"
watch = 30
threshold = 0.4
host = "claude_code"

[keys]
quit = "ctrl+q"

[alias]
template = "mcp__{plugin}_{key}__{tool}"
plugin = "cloudkit"
limit = 60
style = "underscores only"

[limits]
connect = 10
request = 20.5
probe = 1
pages = 50
message_bytes = 1000000

[connections.docs_01]
connect = 5
era = "legacy"
ca_file = "certs/own.pem"
verify = false
pass_env = ["API_KEY"]

[connections."a b"]
pass_env = "all"

[budgets]
claude_code = 25000
"""


def _error(text: str) -> SettingsError:
    with pytest.raises(SettingsError) as caught:
        parse(text, "mcptui.toml")
    return caught.value


def test_a_file_sets_everything(tmp_path: Path) -> None:
    settings = parse(WHOLE, "mcptui.toml", tmp_path)
    assert (settings.theme, settings.ascii_signs, settings.watch_seconds) == ("nord", True, 30.0)
    assert settings.lock == str(tmp_path / "pins/mcptui.lock.json")
    assert dict(settings.keys) == {"quit": "ctrl+q"}
    rules = settings.alias_rules
    assert (rules.plugin, rules.limit, rules.style) == ("cloudkit", 60, UNDERSCORES)
    limits = Limits(connect=10, request=20.5, probe=1, pages=50, message_bytes=1_000_000)
    assert settings.limits == limits
    assert settings.options_of("docs_01") == TargetOptions(
        limits=Limits(connect=5, request=20.5, probe=1, pages=50, message_bytes=1_000_000),
        era=Era.LEGACY,
        ca_file=str(tmp_path / "certs/own.pem"),
        verify=False,
        pass_env=("API_KEY",),
    )
    assert settings.options_of("a b").pass_env == ("*",)
    assert settings.options_of("other") == TargetOptions(limits=limits)


def test_every_known_name_stands_in_the_whole_file(tmp_path: Path) -> None:
    def names(table: Table) -> set[str]:
        nested = [part for part in (*table.members.values(), table.others) if part]
        below = (names(part) for part in nested if isinstance(part, Table))
        return set(table.members).union(*below)

    parse(WHOLE, "mcptui.toml", tmp_path)
    assert {name for name in names(SETTINGS) if name not in WHOLE} == set()


def test_no_file_means_defaults(tmp_path: Path) -> None:
    assert load(tmp_path, tmp_path / "absent") == Settings()


def test_the_file_here_goes_over_that_of_the_config_folder(tmp_path: Path) -> None:
    own, here = tmp_path / "own", tmp_path / "here"
    own.mkdir()
    here.mkdir()
    (own / "mcptui.toml").write_text(
        'theme = "nord"\nwatch = 9\n[keys]\nquit = "x"\nhelp = "h"\n[limits]\nconnect = 7\n'
        '[connections.a]\nrequest = 3\nera = "modern"\n'
    )
    (here / "mcptui.toml").write_text(
        '\ufefftheme = "dracula"\n[keys]\nquit = "q"\n[connections.a]\nera = "legacy"\n',
        encoding="utf-8",
    )
    settings = load(here, own)
    assert (settings.theme, settings.watch_seconds) == ("dracula", 9.0)
    assert dict(settings.keys) == {"quit": "q", "help": "h"}
    expected = TargetOptions(limits=Limits(connect=7, request=3), era=Era.LEGACY)
    assert settings.options_of("a") == expected


def test_paths_are_relative_to_the_file_they_stand_in(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "mcptui.toml").write_text('[connections.a]\nca_file = "ca.pem"\n')
    assert load(tmp_path, own).options_of("a").ca_file == str(own / "ca.pem")


@pytest.mark.parametrize(
    ("text", "place", "named"),
    [
        ('tehme = "x"\n', "mcptui.toml:1", "tehme"),
        ('# a\n\ntheme = "x"\n[limits]\nconect = 3\n', "mcptui.toml:5", "limits.conect"),
        ("[connections.a]\nera = 'legacy'\nverfy = true\n", "mcptui.toml:3", "connections.a.verfy"),
        ('watch = 1\nkeys.quit = "q"\nalias = { limt = 3 }\n', "mcptui.toml:3", "alias.limt"),
        ('[connections.a]\npass_env = [\n  "A",\n]\nx = """\n"""\n', "mcptui.toml:5", "a.x"),
    ],
)
def test_an_unknown_name_is_an_error_with_its_line(text: str, place: str, named: str) -> None:
    error = _error(text)
    assert error.place == place
    assert named in error.reason
    assert error.remedy


def test_an_unknown_name_brings_the_nearest_known_one() -> None:
    assert _error('tehme = "x"\n').remedy == "did you mean 'theme'?"
    assert "theme" in _error('zzzz = "x"\n').remedy


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("theme = 3\n", "mcptui.toml:1"),
        ('theme = ""\n', "mcptui.toml:1"),
        ('signs = "utf8"\n', "mcptui.toml:1"),
        ("\nwatch = 0\n", "mcptui.toml:2"),
        ("watch = true\n", "mcptui.toml:1"),
        ("watch = nan\n", "mcptui.toml:1"),
        ("threshold = 1.5\n", "mcptui.toml:1"),
        ("limits = 3\n", "mcptui.toml:1"),
        ("[limits]\n\npages = 1.5\n", "mcptui.toml:3"),
        ("[limits]\nprobe = false\n", "mcptui.toml:2"),
        ("[connections]\na = 3\n", "mcptui.toml:2"),
        ('[connections.a]\nverify = "no"\n', "mcptui.toml:2"),
        ('[connections.a]\npass_env = "API_KEY"\n', "mcptui.toml:2"),
        ("[connections.a]\npass_env = [1]\n", "mcptui.toml:2"),
        ('[connections.a]\nera = "old"\n', "mcptui.toml:2"),
        ("[keys]\nquit = 3\n", "mcptui.toml:2"),
        ("[keys]\napp.quit = 3\n", "mcptui.toml:2"),
        ('watch = 1\n[alias]\ntemplate = "x"\n', "mcptui.toml:2"),
    ],
)
def test_a_value_of_the_wrong_kind_is_an_error_with_its_line(text: str, place: str) -> None:
    error = _error(text)
    assert error.place == place
    assert "expected" in error.reason or "template" in error.reason


def test_the_probe_is_switched_off_by_the_era() -> None:
    assert 'era = "legacy"' in _error("[limits]\nprobe = false\n").reason


@pytest.mark.parametrize(
    ("text", "place"),
    [("theme = \n", "mcptui.toml:1:9"), ("a = 1\na = 2\n", "mcptui.toml:2"), ('a = "x', "mcptui")],
)
def test_broken_toml_is_an_error_with_line_and_column(text: str, place: str) -> None:
    assert _error(text).place.startswith(place)


def test_a_number_beyond_all_measure_is_an_error_with_its_line() -> None:
    error = _error(f"# a\n[limits]\nconnect = {'9' * 5000}\n")
    assert error.place == "mcptui.toml:3"
    assert "too many digits" in error.reason


def test_a_file_that_nests_too_deeply_is_an_error() -> None:
    assert "deep" in _error("a = " + "[" * 5000 + "]" * 5000).reason


def test_control_characters_of_a_name_are_shown_not_written() -> None:
    error = _error('"a\\u001b[31m" = 1\n')
    assert "\x1b" not in str(error)
    assert "␛" in str(error)


def test_a_file_that_cannot_be_read_is_an_error_and_never_passed_over(tmp_path: Path) -> None:
    (tmp_path / "mcptui.toml").mkdir()
    with pytest.raises(SettingsError, match="cannot be read"):
        load(tmp_path, tmp_path / "absent")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "mcptui.toml").write_bytes(b'theme = "\xff"\n')
    with pytest.raises(SettingsError, match="UTF-8"):
        load(tmp_path / "b", tmp_path / "absent")


def test_flags_go_over_every_connection() -> None:
    settings = parse('[connections.a]\nconnect = 5\nera = "modern"\npass_env = ["A"]\n', "f")
    changed = settings.with_flags(connect=2, request=4, era=Era.LEGACY, pass_env=("B",))
    limits = Limits(connect=2, request=4)
    assert changed.options_of("a") == TargetOptions(
        limits=limits, era=Era.LEGACY, pass_env=("A", "B")
    )
    assert changed.options_of("b") == TargetOptions(limits=limits, era=Era.LEGACY, pass_env=("B",))
    assert settings.with_flags() == settings


def test_action_ids_are_written_with_a_dot_or_as_a_text() -> None:
    text = '[keys]\napp.quit = "q"\n"tools.filter" = "f"\n[keys.list]\ndown = "j,down"\n'
    expected = {"app.quit": "q", "tools.filter": "f", "list.down": "j,down"}
    assert dict(parse(text, "f").keys) == expected


def test_a_key_is_found_again_in_the_file_that_set_it(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "mcptui.toml").write_text('[keys]\n"app.quit" = "x"\napp.help = "h"\n')
    (tmp_path / "mcptui.toml").write_text('[keys]\napp.quit = "q"\n')
    settings = load(tmp_path, own)
    assert dict(settings.keys) == {"app.quit": "q", "app.help": "h"}
    assert settings.place_of_key("app.quit") == f"{tmp_path / 'mcptui.toml'}:2"
    assert settings.place_of_key("app.help") == f"{own / 'mcptui.toml'}:3"
    assert settings.place_of_key("app.copy") == "mcptui.toml"
