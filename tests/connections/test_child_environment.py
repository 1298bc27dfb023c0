"""What of our environment a child gets."""

from mcp.client.stdio import DEFAULT_INHERITED_ENV_VARS

from mcptui.connections.child_environment import ALWAYS_PASSED, child_environment

OURS = {"PATH": "/bin", "HOME": "/h", "SECRET": "s", "BASH_FUNC_x%%": "() { :; }"}


def test_the_names_passed_unasked_are_those_of_the_sdk() -> None:
    assert list(ALWAYS_PASSED) == DEFAULT_INHERITED_ENV_VARS


def test_what_the_target_sets_wins_and_nothing_else_is_passed() -> None:
    given = child_environment(OURS, {"PATH": "/own", "KEY": "v"})
    assert given.variables == {"PATH": "/own", "HOME": "/h", "KEY": "v"}
    assert given.passed == ("HOME", "KEY", "PATH")
    assert given.withheld == ("BASH_FUNC_x%%", "SECRET")


def test_all_means_all_but_functions_of_the_shell() -> None:
    given = child_environment(OURS, {}, ("*",))
    assert given.withheld == ("BASH_FUNC_x%%",)


def test_values_are_in_no_repr() -> None:
    assert "s3cret" not in repr(child_environment({"PATH": "s3cret"}, {}))
