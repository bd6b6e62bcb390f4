"""The engine: whatever the bytes are, it answers with findings."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cupylint.config import Settings
from cupylint.engine import check_bytes, check_text, mentions_cupy, unreadable
from cupylint.options import ModelOptions
from cupylint.registry import rules
from cupylint.rule import Rule
from tests.programs import after_head, lint, marked

RACE = after_head(
    """
    with s1:
        a = x * 2
    with s2:
        b = a + 1  # expect: CUP101
    """
)


def codes(data: bytes, chosen: Settings | None = None) -> list[str]:
    return [finding.code for finding in check_bytes(data, "a.py", chosen or Settings())]


# -- anything --------------------------------------------------------------------------------------

NEEDLES = st.sampled_from([b"cupy", b"Stream", b"import cupy as cp\n", b"s = cp.cuda.Stream()\n", b"with s:\n    "])
ANYTHING = st.lists(st.one_of(st.binary(max_size=30), NEEDLES), max_size=12).map(b"".join)

TOKENS = st.sampled_from(
    [
        "cp", "s", "x", "(", ")", "[", "]", "{", "}", ":", ",", ".", "=", "+=", "@", "*", "**", "lambda", "with", "as",
        "if", "else", "for", "in", "while", "def", "f", "class", "return", "yield", "await", "async", "try", "except",
        "finally", "del", "global", "not", "and", "1", "'a'", 'f"{x}"', "...", "None", ":=", "->", ";", "\n", "\n    ",
        "cp.cuda.Stream()", "s.record()", "x[1:]", "import cupy as cp", "pass", "\\\n", "#", "\t", "\x0c",
    ]
)  # fmt: skip


@given(ANYTHING)
@settings(max_examples=150, deadline=None)
def test_any_bytes(data: bytes) -> None:
    for finding in check_bytes(b"#cupy Stream\n" + data, "a.py", Settings(min_confidence="low")):
        assert finding.location.row >= 1 and finding.location.column >= 1


@given(st.lists(TOKENS, max_size=25).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_anything_like_python(text: str) -> None:
    source = f"import cupy as cp\nfrom cupy.cuda import Stream\n{text}\n"
    for finding in check_bytes(source.encode(), "a.py", Settings()):
        assert finding.location.row >= 1 and finding.location.column >= 1


@given(st.data())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_program_with_a_part_cut_out(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(RACE)))
    stop = data.draw(st.integers(start, len(RACE)))
    codes((RACE[:start] + RACE[stop:]).encode())


DEEP = {
    "parentheses": "x = " + "(" * 3000 + "1" + ")" * 3000,
    "brackets": "x = " + "[" * 3000 + "]" * 3000,
    "sums": "x = " + " + ".join("1" * 2000),
    "attributes": "x = y" + ".a" * 300,
    "calls": "x = cp" + "()" * 1500,
    "nots": "x = " + "not " * 1500 + "1",
    "lambdas": "x = " + "lambda: " * 400 + "1",
    "branches": "if a:\n    pass\n" + "elif a:\n    pass\n" * 400,
    "blocks": "".join("    " * depth + "if a:\n" for depth in range(90)) + "    " * 90 + "pass",
    "conditions": "x = " + "a if b else " * 400 + "c",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_nesting_is_no_crash(text: str) -> None:
    found = check_bytes(f"import cupy as cp\ns = cp.cuda.Stream()\n{text}\n".encode(), "a.py", Settings())
    assert [finding.code for finding in found] == [], "nothing need be wrong with it"


# -- what runs -------------------------------------------------------------------------------------


def test_without_cupy_nothing_is_looked_at() -> None:
    assert codes(b"def f(:\n") == []


def test_a_file_that_no_rule_can_concern_must_still_be_python() -> None:
    assert codes(b"import cupy\nx = 1\n") == []
    assert codes(b"import cupy\ndef f(:\n") == ["CUP900"]


@pytest.mark.parametrize(
    ("text", "words", "place"),
    [
        ("x = 1\\n 2\n", "unexpected character after line continuation character", (2, 7)),
        ("x = (1\ny = 2\n", "'(' was never closed", (2, 5)),
        ("def f(:\n", "invalid syntax", (2, 7)),
        ("if x:\npass\n", "expected an indented block after 'if' statement", (3, 1)),
        ("x = (1]\n", "closing parenthesis ']' does not match opening parenthesis '('", (2, 7)),
    ],
)
def test_a_syntax_error_in_the_words_of_python(text: str, words: str, place: tuple[int, int]) -> None:
    (finding,) = check_bytes(f"import cupy\n{text}".encode(), "a.py", Settings())
    assert finding.message == f"the file cannot be parsed: {words}"
    assert (finding.location.row, finding.location.column) == place


def test_selected_rules_only() -> None:
    assert codes(RACE.encode()) == ["CUP101"]
    assert codes(RACE.encode(), Settings(ignore=("CUP101",))) == []
    assert codes(RACE.encode(), Settings(select=("unordered-write",))) == []


def test_suppressed_lines() -> None:
    assert codes(RACE.replace("# expect: CUP101", "# noqa: CUP101").encode()) == []
    assert codes(RACE.replace("# expect: CUP101", "# noqa: CUP102").encode()) == ["CUP101", "CUP901"]


def test_findings_come_in_order_and_carry_the_file_name() -> None:
    source = RACE + RACE.partition("synchronize()\n")[2].replace("a", "c").replace("b =", "d =")
    found = lint(source, ModelOptions(every_access=True))
    assert {(finding.location.row, finding.code) for finding in found} == marked(source)
    assert found == sorted(found, key=lambda finding: finding.sort_key)
    assert {finding.filename for finding in found} == {"program.py"}


def test_the_location_is_the_access_and_not_its_statement() -> None:
    (finding,) = lint(RACE)
    line = RACE.splitlines()[finding.location.row - 1]
    assert line[finding.location.column - 1 : finding.location.end_column - 1] == "a"


def test_a_reason_that_no_parser_gave() -> None:
    finding = unreadable("a.py", "cannot be read: gone")
    assert (finding.code, finding.name) == ("CUP900", "unreadable-file")
    assert finding.message == "the file cannot be read: gone"
    assert (finding.location.row, finding.location.column, finding.filename) == (1, 1, "a.py")


# -- fixes -----------------------------------------------------------------------------------------


def chosen_rules() -> list[Rule]:
    return list(rules())


def test_a_fix_is_offered_only_when_it_works() -> None:
    (finding,) = lint(RACE)
    assert finding.fix is not None and finding.fix.verified
    assert finding.candidates == ()
    assert lint(finding.fix.applied(RACE)) == []


def test_fixes_can_be_left_out() -> None:
    found = check_text(RACE, "a.py", chosen_rules(), Settings(), fixes=False)
    assert [finding.fix for finding in found] == [None]
    assert found[0].candidates


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_inserted_line_looks_like_its_neighbours(ending: str) -> None:
    source = after_head(
        """
        def work():
            with s1:
                a = x * 2
            with s2:
                b = a + 1


        work()
        """
    ).replace("\n", ending)
    (finding,) = lint(source)
    assert finding.fix is not None
    changed = finding.fix.applied(source)
    assert changed.count(ending) == changed.count("\n") == source.count("\n") + 1
    line, below = changed.splitlines()[finding.fix.before_row - 1 : finding.fix.before_row + 1]
    assert (line, below) == (f"    {finding.fix.code}", "    with s2:")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"import cupy as cp\n", True),
        (b"    xp = load('cupyx.scipy')\n", True),
        (b"if is_cupy_array(x):\n", True),
        (b"# to occupy the time of a training step\n", False),
        (b"x = 1  # as cupy does\n", False),
        (b"'''What will preoccupy us.'''\n", False),
    ],
)
def test_a_file_that_names_cupy(line: bytes, expected: bool) -> None:
    assert mentions_cupy(b"import os\n" + line + b"y = 2\n") is expected
