"""Comments that silence nothing."""

from __future__ import annotations

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from tests.programs import HEAD

RACE = "with s1:\n    z = x + 1\nwith s2:\n    w = z + 1"


def idle(source: str, settings: Settings | None = None) -> list[str]:
    """The words of comments that are told to be idle."""
    found = check_bytes((HEAD + source).encode(), "program.py", settings or Settings())
    return [finding.message.split("`")[1] for finding in found if finding.code == "CUP901"]


@pytest.mark.parametrize(
    ("comment", "words"),
    [
        ("# noqa: CUP101", ["CUP101"]),
        ("# noqa: E501, CUP101, W291", ["CUP101"]),
        ("# noqa: CUP1", ["CUP1"]),
        ("# noqa: CUP998", ["CUP998"]),
        ("# cupylint: ignore[unordered-read]", ["unordered-read"]),
        ("# cupylint: ignore[unorderd-read, CUP101] a reason", ["unorderd-read", "CUP101"]),
        ("# noqa", []),
        ("# noqa: E501", []),
        ("# cupylint: ignore", []),
        ("# cupylint: ignore[CUP511]", []),
        ("# cupylint: ignore[CUP900]", []),
        ("# expect: CUP101", []),
    ],
)
def test_where_nothing_is_found(comment: str, words: list[str]) -> None:
    assert idle(f"z = x + 1  {comment}\n") == words


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: CUP101",
        "# noqa: CUP1",
        "# noqa: CUP",
        "# cupylint: ignore[unordered-read]",
        "# cupylint: ignore[CUP101]",
    ],
)
def test_where_a_race_is_found(comment: str) -> None:
    assert idle(f"{RACE}  {comment}\n") == []


def test_in_the_lines_above() -> None:
    start, _, last = RACE.rpartition("\n")
    assert idle(f"{start}\n    # cupylint: ignore[CUP101]\n    # a reason\n{last}\n") == []


def test_for_the_whole_file() -> None:
    assert idle(f"# cupylint: ignore-file[CUP101]\n{RACE}\n") == []
    assert idle("# cupylint: ignore-file[unorderd-read]\nz = x + 1\n") == ["unorderd-read"]


def test_functions_may_have_callers_elsewhere() -> None:
    source = "def f(z):\n    return z + 1  # noqa: CUP101\n"
    assert idle(source) == []
    assert idle(source, Settings(min_confidence="low")) == ["CUP101"]


def test_rules_that_do_not_run_are_not_asked() -> None:
    assert idle("z = x + 1  # noqa: CUP101\n", Settings(ignore=("CUP101",))) == []
    assert idle("z = x + 1  # noqa: CUP101\n", Settings(select=("CUP901",))) == []


def test_what_is_not_shown_is_silenced_too() -> None:
    """A finding of low confidence is hidden anyway, and yet the comment has its reason."""
    source = "def f(n):\n    parts = [cp.ones(9), cp.ones(9)]\n    with s1:\n        parts[n] += 1  # noqa: CUP101\n"
    assert idle(source) == []


def test_the_remark_itself_can_be_silenced() -> None:
    assert idle("z = x + 1  # noqa: CUP101, CUP901\n") == []


def test_a_name_that_is_like_another_is_told() -> None:
    (found,) = (
        finding
        for finding in check_bytes((HEAD + "z = 1  # cupylint: ignore[unorderd-read]\n").encode(), "p.py", Settings())
    )
    assert found.notes == ("is `unordered-read` meant?",)
    assert (found.location.column, found.severity) == (27, "warning")
    assert found.fix is not None and (found.fix.code, found.fix.applicability) == ("", "unsafe")


@pytest.mark.parametrize(
    ("comment", "mended"),
    [
        ("# cupylint: ignore[unorderd-read] known", "# cupylint: ignore[unordered-read] known"),
        ("# cupylint: ignore[CUP201, CUP1011]", "# cupylint: ignore[CUP201, CUP101]"),
        ("# noqa: E501, CUP1011", "# noqa: E501, CUP101"),
    ],
)
def test_a_misspelt_word_that_is_needed_is_spelt_rightly(comment: str, mended: str) -> None:
    """That silences a finding, so somebody has to ask for it."""
    text = f"{HEAD}{RACE}  {comment}\n"
    found = {item.code: item for item in check_bytes(text.encode(), "p.py", Settings(select=("CUP101", "CUP901")))}
    fix = found["CUP901"].fix
    assert fix is not None and fix.applicability == "unsafe" and fix.applied(text) == f"{HEAD}{RACE}  {mended}\n"
    assert "CUP101" in found and not check_bytes(fix.applied(text).encode(), "p.py", Settings(select=("CUP101",)))
