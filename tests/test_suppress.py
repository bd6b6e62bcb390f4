"""Comments that silence findings."""

from __future__ import annotations

import pytest

from cupylint.findings import Finding, Location
from cupylint.suppress import suppressions


def apply(findings: list[Finding], text: str) -> list[Finding]:
    """The findings that no comment in the text of their file silences."""
    known = suppressions(text)
    return [finding for finding in findings if not known.silences(finding)]


def finding(row: int, code: str = "CUP101", name: str = "unordered-read") -> Finding:
    """A finding in `row`."""
    return Finding(code, name, "warning", "text", Location(row, 1, row, 2))


def left(text: str, *rows: int) -> list[int]:
    """The rows of the findings that stay, of one CUP101 in each of `rows` (default: in each line)."""
    wanted = rows or range(1, text.count("\n") + 2)
    return [one.location.row for one in apply([finding(row) for row in wanted], text)]


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "#noqa",
        "# NOQA",
        "# noqa: CUP101",
        "# noqa:cup101",
        "# noqa : CUP101",
        "# noqa: E501,CUP101",
        "# noqa: E501 CUP101 because the event is waited for",
        "# noqa: CUP1",
        "# noqa: CUP",
        "# type: ignore  # noqa: CUP101",
        "# noqa: a reason, and no code: flake8 takes it for everything",
        "# cupylint: ignore[unordered-read] it is read after a barrier",
        "# cupylint:ignore[CUP101]",
        "# Cupylint: Ignore[ cup999 , Unordered-Read ]",
        "# cupylint: ignore[CUP1]",
        "# cupylint: ignore",
        "# fmt: skip # cupylint: ignore[CUP101]",
    ],
)
def test_on_the_line(comment: str) -> None:
    assert left(f"z = y + 1  {comment}", 1) == []


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa: E501",
        "# noqa: CUP102",
        "# noqa: E501, see CUP101",
        "# noqable",
        "# cupylint: ignore[unordered-write]",
        "# cupylint: ignore[]",
        "# cupylint: ignored",
        "# cupylint: ignore-line",
        "# flake8: noqa",
        "# CUP101",
    ],
)
def test_what_silences_nothing(comment: str) -> None:
    assert left(f"z = y + 1  {comment}", 1) == [1]


def test_on_the_line_above() -> None:
    text = "a\n# cupylint: ignore[CUP101]\nb\nc"
    assert left(text, 1, 3, 4) == [1, 4]


def test_in_the_comment_lines_above() -> None:
    text = "if a:\n    # cupylint: ignore[CUP101] the reason is long\n    # and goes on\n    b\n    c"
    assert left(text, 4, 5) == [5]


def test_a_comment_beside_code_holds_for_its_line_only() -> None:
    assert left("a  # cupylint: ignore[CUP101]\nb", 1, 2) == [2]


def test_noqa_holds_for_its_line_only() -> None:
    assert left("# noqa\nb", 2) == [2]


def test_an_empty_line_breaks_the_block() -> None:
    assert left("# cupylint: ignore[CUP101]\n\nb", 3) == [3]


@pytest.mark.parametrize("comment", ["# cupylint: ignore-file", "# cupylint: ignore-file[unordered-read] old"])
def test_the_whole_file(comment: str) -> None:
    assert left(f"a\nb\n{comment}\nc") == []


def test_the_whole_file_for_other_rules() -> None:
    assert left("# cupylint: ignore-file[CUP102]\na", 2) == [2]


@pytest.mark.parametrize("line", ["    # cupylint: ignore-file", "a = 1  # cupylint: ignore-file"])
def test_the_whole_file_needs_a_line_at_the_top_level(line: str) -> None:
    assert left(f"if a:\n    pass\n{line}\nb", 4) == [4]


def test_strings_are_no_comments() -> None:
    text = 'a = "# noqa"\nb = """\n# cupylint: ignore-file\n# noqa\n"""  # noqa\nc'
    assert left(text, 1, 4, 5, 6) == [1, 6]
    assert left('a = """\n# noqa\n"""\nb', 1, 2, 3, 4) == [1, 2, 3, 4]


@pytest.mark.parametrize("prefix", ["", "r", "f"])
@pytest.mark.parametrize("quotes", ["'''", '"""'])
def test_the_comment_behind_a_text_holds_for_its_lines(prefix: str, quotes: str) -> None:
    text = f"k = f({prefix}{quotes}\na\nb\n{quotes}, 'k')  # noqa: CUP101\nc"
    assert left(text) == [5]
    assert left(text.replace("CUP101", "CUP102")) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "comment",
    ["// noqa: CUP101", "// # noqa: CUP101", "// noqa", "// cupylint: ignore[unordered-read] reason"],
)
def test_comments_of_c_inside_a_text(comment: str) -> None:
    assert left(f"k = r'''\na\nb  {comment}\nc'''\nd = 1") == [1, 2, 4, 5]


def test_a_comment_of_c_holds_for_its_codes() -> None:
    assert left("k = r'''\na  // noqa: CUP102\nb'''") == [1, 2, 3]
    assert left("k = r'''\na  // noqable\nb'''") == [1, 2, 3]


def test_text_that_is_not_python() -> None:
    text = 'a  # noqa\n)))  # noqa\n  b = """ never closed\nc  # noqa\n# cupylint: ignore-file[CUP102]\nd\n'
    assert left(text, 1, 2, 4, 6) == [6]
    assert apply([finding(6, "CUP102", "unordered-write")], text) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    assert left(end.join(["a\x0c", "b  # noqa", "c\u2028", "d  # noqa", ""]), 1, 2, 3, 4) == [1, 3]


def test_a_file_that_cannot_be_read() -> None:
    unreadable = finding(1, "CUP900", "unreadable-file")
    assert apply([unreadable], "def f(:  # noqa\n# cupylint: ignore[CUP900]") == [unreadable]
    assert apply([unreadable], "def f(:\n# cupylint: ignore-file[unreadable-file]\n") == []
    assert apply([unreadable], "def f(:\n# cupylint: ignore-file\n") == []


def test_findings_in_order_and_untouched() -> None:
    findings = [finding(2), finding(1), finding(3)]
    assert apply(findings, "a\nb\nc  # noqa") == findings[:2]
    assert apply([], "# noqa") == []
