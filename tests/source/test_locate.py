"""Positions: the same as LibCST's own ``PositionProvider``, which is several times slower."""

from __future__ import annotations

from pathlib import Path

import libcst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider

from cupylint import source
from cupylint.findings import Location

SNIPPETS = {
    "names": "a = b\n",
    "no final newline": "a = b",
    "several statements in a line": "a = b; c = d ; e\n",
    "parentheses": "a = ((b + c) * (d))\nf((x), (y for y in z))\n",
    "blanks around": "a  =  ( b  +  c )  # why\n",
    "calls": "f(a, *b, c=d, **e)(g)[h].i\n",
    "subscripts": "x[1, :, ::2, ...] = y[-1][a:b]\n",
    "strings": "a = 'é' 'b' f'{c!r:>{w}} {{}}'\nd = b'e' rb'f'\n",
    "string over lines": "a = '''one\ntwo\n'''; b = c\n",
    "continued lines": "a = b + \\\n    c\nd = (e +\n     f)\n",
    "decorators": "@first\n@second(a)\n# a comment\ndef f(a: int = 1, /, *b, c, **d) -> int:\n    return a\n",
    "classes": "class A(B, metaclass=C):\n    x: int = 1\n\n    def f(self):\n        pass\n",
    "one-line suites": "if a: b; c\nfor i in x: pass\n",
    "blocks": "if a:\n    b\nelif c:\n    d\nelse:\n    e\nwhile a:\n    break\nelse:\n    pass\n",
    "with items": "with a as b, c as d:\n    e\nwith (a as b, c,):\n    f\n",
    "try": "try:\n    a\nexcept (B, C) as e:\n    d\nelse:\n    f\nfinally:\n    g\n",
    "exception groups": "try:\n    a\nexcept* B:\n    c\n",
    "match": "match a:\n    case [1, *b] if c:\n        d\n    case {'k': v} | P() as z:\n        e\n    case _: f\n",
    "comprehensions": "a = [b for c in d if e for f in g]\nh = {k: v for k, v in x.items()}\n",
    "lambdas and walrus": "a = lambda b, *c: (d := b)\ne = f if g else h\n",
    "asynchronous": "async def f():\n    async with a as b:\n        await c\n    async for d in e:\n        yield d\n",
    "tabs": "if a:\n\tif b:\n\t\tc = d\n",
    "mixed indentation widths": "if a:\n  b\nif c:\n        d\n",
    "form feed": "a = b\n\x0c\nc = d\n",
    "Windows line ends": "a = b\r\nif c:\r\n    d = '''x\r\ny'''\r\n",
    "old Macintosh line ends": "a = b\rc = d\r",
    "mixed line ends": "a = b\r\nc = d\ne = f\r\n",
    "line separators that Python ignores": "a = '\u2028'; b = c\nd = '\x85'; e\n",
    "wide characters": "größe = '漢字 🎉' + x\nπ = größe @ y\n",
    "comments only": "# a\n\n# b\n",
    "empty": "",
    "type aliases": "type A[T] = list[T]\ndef f[T](a: T) -> T: ...\n",
}


AT_THE_END = (libcst.Newline, libcst.TrailingWhitespace, libcst.Module)
"""Where the last line has no line feed, LibCST lets these end in a line that does not exist."""


def disagreements(text: str) -> list[str]:
    """Nodes that `locate` places elsewhere than ``PositionProvider`` does."""
    unended = not text.endswith("\n")
    wrapper = MetadataWrapper(source.parse(text), unsafe_skip_copy=True)
    expected = wrapper.resolve(PositionProvider)
    found = source.locate(wrapper.module, expected)
    wrong = []
    for node, place in expected.items():
        start, end = place.start, place.end
        wanted = Location(start.line, start.column + 1, end.line, end.column + 1)
        if found.get(node) != wanted and not (unended and isinstance(node, AT_THE_END)):
            wrong.append(f"{type(node).__name__} {wanted}: {found.get(node)}")
    return wrong


@pytest.mark.parametrize("text", SNIPPETS.values(), ids=SNIPPETS)
def test_snippets(text: str) -> None:
    assert disagreements(text) == []


@pytest.mark.parametrize("path", ["program/lower.py", "cli/lint.py", "flow/interp/evaluate.py"])
def test_real_files(root: Path, path: str) -> None:
    assert disagreements(source.decode((root / "cupylint" / path).read_bytes())) == []


def test_programs(root: Path) -> None:
    paths = sorted((root / "fixtures").glob("CUP*/bad_*.py"))[::4]
    wrong = {path.name: disagreements(path.read_text(encoding="utf-8")) for path in paths}
    assert {name: places for name, places in wrong.items() if places} == {}


def test_only_what_is_asked_for() -> None:
    module = source.parse("a = b\nc = d\n")
    line = module.body[1]
    assert isinstance(line, libcst.SimpleStatementLine)
    (statement,) = line.body
    assert source.locate(module, [statement]) == {statement: Location(2, 1, 2, 6)}
    assert source.locate(module, []) == {}


def test_a_node_of_another_tree_has_no_place() -> None:
    module, other = source.parse("a\n"), source.parse("a\n")
    assert source.locate(module, [other.body[0]]) == {}


def test_lines_count_all_kinds_of_line_ends() -> None:
    lines = source.Lines("ab\r\nc\rd\n\ne")
    assert [lines.place(offset) for offset in (0, 2, 4, 6, 8, 9)] == [(1, 1), (1, 3), (2, 1), (3, 1), (4, 1), (5, 1)]
