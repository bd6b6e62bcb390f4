"""Texts that know where they were written: literals, formats, concatenations, constants."""

from __future__ import annotations

import ast
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cupylint.kernels.literals import NotALiteral, Replacement, pieces
from cupylint.kernels.places import Places
from cupylint.kernels.python_text import Texts
from cupylint.kernels.scopes import Scopes
from cupylint.kernels.text import HOLE, KernelText


def literal(source: str) -> KernelText:
    """The text of a literal that has no replacements."""
    found = pieces(source, 0, len(source))
    assert not any(isinstance(piece, Replacement) for piece in found)
    return KernelText.join(piece for piece in found if isinstance(piece, KernelText))


def written(source: str, text: KernelText, part: str) -> str:
    """What stands in the source where the first `part` of the text was written."""
    start = text.text.index(part)
    found = text.range(start, start + len(part))
    assert found is not None
    return source[slice(*found)]


LITERALS = [
    "'plain'",
    '"it\'s"',
    "r'raw \\n \\' end'",
    "'escapes \\n\\t\\\\ \\x41\\101\\u00e9\\U0001F600 \\N{BULLET} \\q'",
    "'''three\n\"quotes\" ' \n'''",
    '"""a\\\nb"""',
    "'''dos\r\nline\rmac'''",
    "'''dos \\\r\ncontinued'''",
    "r'''dos \\\r\nraw'''",
    "'one' 'two'",
    "('one'  # said\n 'two'\n  r'\\three')"[1:-1],
    "'a' \\\n 'b'",
    "u'u' R'\\R'",
    "'no {braces} here'",
    "''",
    "'\\0\\00\\000\\18'",
]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::SyntaxWarning")
@pytest.mark.parametrize("source", LITERALS)
def test_literals_as_python_reads_them(source: str) -> None:
    assert literal(source).text == ast.literal_eval(f"({source})")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::SyntaxWarning")
@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet="ab'\"\\nxu0{}\r\n 41é", max_size=12),
    st.sampled_from(["", "r"]),
    st.sampled_from(["'", '"""', "'''"]),
)
def test_any_literal(body: str, prefix: str, quote: str) -> None:
    source = f"{prefix}{quote}{body}{quote}"
    try:
        tree = ast.parse(f"({source})", mode="eval")
    except (SyntaxError, ValueError):
        return
    if isinstance(tree.body, ast.Constant) and isinstance(tree.body.value, str):
        text = literal(source)
        assert text.text == tree.body.value
        for offset in range(len(text.text)):
            found = text.origin(offset)
            assert found is not None and 0 < found[0] < found[1] <= len(source)


@pytest.mark.parametrize("source", ["b'bytes'", "rb'bytes'", "name", "'open", "f'{open'", "f'{'"])
def test_what_is_no_text(source: str) -> None:
    with pytest.raises(NotALiteral):
        pieces(source, 0, len(source))


def test_characters_know_where_they_were_written() -> None:
    source = "'ab\\tcd'  'ef' '''g\r\nh'''"
    text = literal(source)
    assert text.text == "ab\tcdefg\nh"
    assert [written(source, text, part) for part in ("b", "\t", "cd", "ef", "\n", "h")] == [
        "b", "\\t", "cd", "ef", "\r\n", "h",
    ]  # fmt: skip


def replacements(source: str) -> list[tuple[str, bool, str]]:
    """Expression, whether it is plain, and the text of each replacement."""
    return [
        (piece.expression, piece.plain, source[piece.start : piece.end])
        for piece in pieces(source, 0, len(source))
        if isinstance(piece, Replacement)
    ]


def test_replacements() -> None:
    assert replacements("f'a{b}{{c}}{d!r}{e:>{w}}{f[\"}\"]}{ {1: 2}[1] }{g=}{h != i}{j}'") == [
        ("b", True, "{b}"),
        ("d", False, "{d!r}"),
        ("e", False, "{e:>{w}}"),
        ('f["}"]', True, '{f["}"]}'),
        ("{1: 2}[1]", True, "{ {1: 2}[1] }"),
        ("g=", False, "{g=}"),
        ("h != i", True, "{h != i}"),
        ("j", True, "{j}"),
    ]


def test_braces_and_escapes_in_f_strings() -> None:
    source = "f'{{\\n}}' rf'\\{{' '{not}'"
    assert literal(source).text == eval(source)


def resolved(program: str) -> KernelText | None:
    """The text of the last expression of a program."""
    tree = ast.parse(program)
    places = Places(program)
    scopes = Scopes(tree)
    last = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "K"][-1]
    return Texts(places, scopes).text(last.args[0], scopes.inside[last])


TEXTS = {
    "constant": ("CODE = 'int x;'\nK(CODE)", "int x;"),
    "constant of a constant": ("A = 'x'\nB = A\nK(B)", "x"),
    "annotated": ("A: str = 'x'\nK(A)", "x"),
    "sum": ("A = 'x'\nK(A + ' ' + 'y')", "x y"),
    "sum with an unknown": ("from m import A\nK(A + 'y')", f"{HOLE}y"),
    "f-string": ("N = 32\nT = 'float'\nK(f'{T} x[{N}] = {{{M}}};')", f"float x[32] = {{{HOLE}}};"),
    "f-string with a format": ("N = 32\nK(f'{N:x}')", HOLE),
    "percent": ("K('%s %d %% %5d' % ('a', n, 3))", f"a {HOLE} % {HOLE}"),
    "percent with one value": ("N = 3\nK('%d' % N)", "3"),
    "percent with names": ("K('%(a)s %(b)s' % {'a': 'x', 'b': y})", f"x {HOLE}"),
    "format": ("K('{} {1} {n} {{}} {n:3}'.format('a', 'b', n=4))", f"a b 4 {{}} {HOLE}"),
    "template": (
        "from string import Template\nK(Template('$a ${b} $$').substitute(a='x', b=y))",
        f"x {HOLE} $",
    ),
    "template kept in a name": ("t = Template('$a')\nK(t.safe_substitute({'a': 'x'}))", "x"),
    "replace": ("K('T x; T y;'.replace('T', 'float'))", "float x; float y;"),
    "replace by an unknown": ("K('T x;'.replace('T', t))", f"{HOLE} x;"),
    "dedent": ("K(textwrap.dedent('  x').strip())", "  x"),
    "local name": ("A = 'x'\ndef f():\n    A = 'y'\n    K(A)", "y"),
    "parameter": ("A = 'x'\ndef f(A):\n    K(A)", None),
    "changed name": ("A = 'x'\nA += 'y'\nK(A)", None),
    "assigned twice": ("A = 'x'\nA = 'y'\nK(A)", None),
    "global": ("A = 'x'\ndef f():\n    global A\n    A = 'z'\nK(A)", None),
    "loop variable": ("for A in 'xyz':\n    K(A)", None),
    "itself": ("A = A\nK(A)", None),
    "each other": ("A = B\nB = A + A\nK(A)", None),
    "number": ("K(3 % 2)", None),
    "unknown": ("K(open(p).read())", None),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str) -> None:
    program, expected = TEXTS[name]
    text = resolved(program)
    assert (None if text is None else text.text) == expected


def test_places_of_what_was_put_in() -> None:
    program = "é = 1; T = 'float'\nCODE = '{} x[{n}];\\n'\nK(CODE.format(T, n=size) + f'''\n  int {T}y;''')"
    text = resolved(program)
    assert text is not None and text.text == f"float x[{HOLE}];\n\n  int floaty;"
    parts = ("float x"[:5], "x[", HOLE, "];", "int", "y;")
    assert [written(program, text, part) for part in parts] == ["float", "x[", "{n}", "];", "int", "y;"]


def test_rows_and_columns_count_characters() -> None:
    program = "x = 'é'; y = 'ab'\r\nz = 'c'\r\n"
    places = Places(program)
    names = [node for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Constant)]
    assert [program[slice(*places.span(node))] for node in names] == ["'é'", "'ab'", "'c'"]
    found = [places.location(*places.span(node)) for node in names]
    assert [(place.row, place.column, place.end_column) for place in found] == [(1, 5, 8), (1, 14, 18), (2, 5, 8)]


@given(st.lists(st.tuples(st.text("ab", max_size=3), st.booleans()), max_size=6), st.data())
def test_cutting_and_joining(parts: list[tuple[str, bool]], data: st.DataObject) -> None:
    origin, texts = 0, []
    for text, copied in parts:
        texts.append(KernelText.copied(text, origin) if copied else KernelText.made(text, origin, 2))
        origin += 10
    whole = KernelText.join(texts)
    start = data.draw(st.integers(0, len(whole.text)))
    end = data.draw(st.integers(start, len(whole.text)))
    cut = whole.cut(start, end)
    assert cut.text == whole.text[start:end]
    assert [cut.origin(k) for k in range(end - start)] == [whole.origin(k) for k in range(start, end)]
    assert (whole.cut(0, start) + whole.cut(start, len(whole.text))).text == whole.text
    assert re.sub("a", "xy", whole.text) == whole.replaced("a", KernelText.made("xy")).text
