"""No text makes a regular expression or a suppression slow: time grows with the text, not with its square."""

from __future__ import annotations

import ast
import re
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cupylint.findings import Finding, Location
from cupylint.kernels.macros import expanded
from cupylint.kernels.text import HOLE
from cupylint.skim import statements
from cupylint.suppress import suppressions

ROOT = Path(__file__).resolve().parents[1]
SHORT, MIDDLE, SMALL, LARGE = 400, 4_000, 100_000, 200_000
ENOUGH = 0.15
"""Seconds that are no matter, however they come about."""

WORDS = """a A 0 _ . , : ; ( ) [ ] { } < > = * + - / \\ # % $ & ! ' " | ^ @ ~ é (( [[ {{ %( ${ {: // /* # // a( a: a=
    a, .a 0x 0. 0e 1e5 {a {a: {a:{ %(a) $a ${a @a (a) [a] {a} '' "" ''' import from define #define noqa cupylint host
    log stop_ flag_ make_a1 comm world atomicA __shfl __any __align__( __threadfence threadIdx. cudaError expect
    earlier sync wait stream cupy def class Captur without before self.""".split()  # noqa: SIM905
SPACES = ("", " ", "\n", "\t", ",")
STARTS = (
    "", "#", "//", "#define A ", "#define A B", "from a import (", "from a import", "import a", "import", "#noqa: ",
    "#cupylint:ignore[", "//cupylint", "%(", "%", "{", "{a:", "{a:{", "__align__(", "__align__((", "a(", "f(a)\n",
    "0", "0x", "-", "(-", "'''", "\\N{", "parser error: error at 1:", "#expect: A1", "expect: ", "# earlier: A1",
    "multiprocessing.start by a.", "written on a", "freed by the host", "$", "${a", "without", "name:", " (line 1", "@",
)  # fmt: skip
BODIES = (" ", "a", "0", "\n", "#", "(", "[", "{", "_", "a,", "A1,", "\\\n", ") ")


def repeated(start: str, word: str, end: str) -> Callable[[int], str]:
    """What makes texts of about a size: a start, a word over and over, and an end."""
    return lambda size: start + word * (size // len(word)) + end


SHAPES = [
    *(repeated(start, body, end) for start in STARTS for body in BODIES for end in ("", "(")),
    *(repeated("", word + space, "") for word in WORDS for space in SPACES),
    *(repeated("", start, "") for start in STARTS if start),
]

SHORTS = [(shape, text, text.encode()) for shape in SHAPES for text in [shape(SHORT)]]

_BUILD_TOOLS = ("cupylint/api/sources.py",)
"""What reads CuPy's own source when the table of its names is made."""


def uses(text: str) -> defaultdict[str, set[str]]:
    """The attributes that are asked of each name."""
    found = defaultdict(set)
    for name, attribute in re.findall(r"\b(\w+)\.(?=(\w+))", text):
        found[name].add(attribute)
    return found


def _compiles(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and ast.unparse(call.func) == "re.compile"


def names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def patterns() -> dict[str, tuple[re.Pattern[Any], str]]:
    """Every regular expression that the package compiles, by its place, and how it is used; nothing is imported."""
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in ("cupylint", "rules", "runtime_checks")
        for path in (ROOT / folder).rglob("*.py")
    }
    everywhere = uses("\n".join(files.values()))
    known = {"re": re, "HOLE": HOLE}
    found = {}
    for name, text in files.items():
        if name in _BUILD_TOOLS or "re.compile" not in text:
            continue
        here = uses(text)
        for node in ast.walk(ast.parse(text)):
            for call in ast.walk(node.value) if isinstance(node, ast.Assign) else ():
                if isinstance(call, ast.Call) and _compiles(call) and names(call) <= known.keys():
                    variable = ast.unparse(node.targets[0])
                    used = here[variable] or everywhere[variable]
                    how = max(used) if used and used <= {"match", "fullmatch"} else "finditer"
                    found[f"{name}:{call.lineno}"] = (eval(ast.unparse(call), known), how)
    return found


PATTERNS = patterns()


def seconds(pattern: re.Pattern[Any], how: str, text: str) -> float:
    """The time to match a text, or to go through the whole of it as `sub` and `finditer` do."""
    return seconds_with(pattern, how, text.encode() if isinstance(pattern.pattern, bytes) else text)


def seconds_with(pattern: re.Pattern[Any], how: str, what: Any) -> float:
    """The same for what the pattern is for: a text, or bytes."""
    start = time.process_time()
    found = getattr(pattern, how)(what)
    if how == "finditer":
        for _ in found:
            pass
    return time.process_time() - start


def test_all_patterns_are_found() -> None:
    assert len(PATTERNS) > 50
    assert {how for _, how in PATTERNS.values()} == {"match", "fullmatch", "finditer"}


@pytest.mark.parametrize("place", sorted(PATTERNS))
def test_a_pattern(place: str) -> None:
    """The texts that take longest while they are short are tried at length."""
    pattern, how = PATTERNS[place]
    of_bytes = isinstance(pattern.pattern, bytes)
    took = [(seconds_with(pattern, how, data if of_bytes else text), shape) for shape, text, data in SHORTS]
    slowest = [shape for _, shape in sorted(took, key=lambda pair: -pair[0])[:4]]
    for shape in slowest:
        assert seconds(pattern, how, shape(MIDDLE)) < ENOUGH, shape(60)
        if seconds(pattern, how, shape(LARGE)) < ENOUGH:
            continue
        for _ in range(3):  # a busy machine may disturb one measurement, not all
            small, large = (min(seconds(pattern, how, shape(size)) for _ in range(2)) for size in (SMALL, LARGE))
            if large < max(ENOUGH, 3 * small):
                break
        else:
            raise AssertionError((shape(60), small, large))


# --- comments that silence ------------------------------------------------------------------------


def silenced(text: str) -> bool:
    """Whether a finding in the first row of a text is silenced."""
    place = Location(1, 1, 1, 2)
    return suppressions(text).silences(Finding("CUP101", "unordered-read", "warning", "text", place))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#" * 1_000_000 + "noqa", True),
        ("#" * 1_000_000 + " cupylint", False),
        ("/" * 1_000_000 + "noqa", False),
        ("x = '''" + "/" * 1_000_000 + "\nnoqa'''", False),
        ("#cupylint:ignore[" * 60_000, True),
        ("#cupylint:ignore[" * 60_000 + "]", False),
        ("#cupylint:ignore[a]" * 50_000, False),
        ("#noqa:a" * 140_000, True),
        ("# noqa: " + "A1," * 330_000, False),
        ("# noqa: " + "A1," * 330_000 + "CUP101", True),
        ("# noqa: " + "A" * 1_000_000, True),
        ("# noqa" + " " * 1_000_000 + ":", True),
        ("a" * 1_000_000 + " # noqa", True),
    ],
)
def test_a_line_of_a_million_characters(text: str, expected: bool) -> None:
    start = time.process_time()
    assert silenced(text) is expected
    assert time.process_time() - start < 2


def test_many_findings_beside_a_long_comment() -> None:
    rows = 2_000
    text = "x = '''\n" + "// noqa: A1\n" * rows + "'''  # noqa: " + "A1," * 30_000
    places = [Location(row, 1, row, 2) for row in range(1, rows)]
    found = [Finding("CUP101", "unordered-read", "warning", "text", place) for place in places]
    start = time.process_time()
    known = suppressions(text)
    assert not any(known.silences(finding) for finding in found)
    assert time.process_time() - start < 2


def test_macros_and_imports() -> None:
    many = "".join(f"#define A{number} __device__\n" for number in range(5_000)) + "A1 int f;\n" * 5_000
    start = time.process_time()
    assert expanded(many).endswith("   int f;\n")
    assert list(statements(b"from a import (b,\n c)\nimport d as e, f\n")) == [
        ("a", b"(b,\n c)"), ("d", b""), ("f", b""),
    ]  # fmt: skip
    assert len(list(statements(b"from a import (\n" * 20_000))) == 20_000
    assert time.process_time() - start < 2
