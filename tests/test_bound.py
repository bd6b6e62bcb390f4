"""Names that certainly have values where a line is put in."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from cupylint.bound import may_stand, names_at, used_names


@pytest.mark.parametrize(
    ("source", "names", "others"),
    [
        ("import a.b, c as d\nx = e + f(g) + h.i + j[k]\nhere()", "a d x f h j", "b c e g i k"),
        ("try:\n    import cp\nexcept ImportError:\n    cp = None\nhere()", "", "cp"),
        ("try:\n    import cp\nexcept ImportError:\n    import numpy as cp\nhere()", "", "cp"),
        ("try:\n    import cp\nexcept ImportError:\n    raise\nhere()", "cp", ""),
        ("try:\n    import cp\nfinally:\n    f()\nhere()", "cp f", ""),
        (
            "try:\n    import cp\nexcept E:\n    ok = 0\ndef f(a, *b, c=1):\n    d = cp.x\n    here()",
            "a b c cp d f",
            "ok",
        ),
        (
            "try:\n    import cp\nexcept E:\n    ok = 0\ndef f():\n    if cp and g():\n        cp.x()\n    here()",
            "",
            "cp g",
        ),
        ("if a:\n    b = c = 1\nelse:\n    b = d = 2\nhere()", "b", "a c d"),
        ("if a:\n    b = 1\nelse:\n    raise E\nhere()", "b", ""),
        ("if a:\n    b = 1\n    here()\n    c = 2", "a b", "c"),
        ("for a in b:\n    c = 1\nhere()", "b", "a c"),
        ("for a in b:\n    here()\n    c = 1", "a b", "c"),
        ("while a:\n    b = 1\nhere()", "", "a b"),
        ("with a as b:\n    c = 1\nhere()", "a b c", ""),
        ("with a as b:\n    here()", "a b", ""),
        ("def f():\n    here()\nlater = 1", "f later", ""),
        ("def f():\n    here()\nearly = 1\nmade = f()\nlate = 2\nf()", "f early", "made late"),
        ("def f():\n    here()\ndef g():\n    f()\nearly = 1\nmade = g()\nlate = 2", "f g early", "made late"),
        ("def f():\n    here()\ndef g():\n    pass\nearly = g()\nif early:\n    run(f)", "f g early", "run"),
        ("class C:\n    a = 1\n    def f(self):\n        here()", "self", ""),
        ("x = [a for b in c]; y = d and e; z = f if g else h\nhere()", "x y z", "a b c d e f g h"),
        ("s = None\nhere()", "", "s"),
        ("match a():\n    case 1:\n        b = 1\nhere()", "a", "b"),
        ("del a\nhere()", "", "a"),
        ("f(lib.a.b, g().c)\nhere()", "f lib lib.a g", "b c"),
    ],
)
def test_names(source: str, names: str, others: str) -> None:
    row = next(row for row, line in enumerate(source.split("\n"), 1) if "here()" in line)
    found = names_at(ast.parse(dedent(source)), row)
    assert set(names.split()) <= found
    assert found.isdisjoint(others.split())


def test_what_follows_uses_its_names() -> None:
    assert names_at(ast.parse("a = 1\nwith s:\n    t()\n"), 2) == {"a", "s", "t"}


@pytest.mark.parametrize(
    ("source", "code", "stands"),
    [
        ("a = [b]\nhere()", "a[0].wait()", True),
        ("def f(a):\n    here()", "a[0].wait()", False),
        ("def f(a):\n    a[0].record()\n    here()", "a[0].wait()", True),
        ("def f(a):\n    a[0].record()\n    here()", "a[1].wait()", False),
        ("def f(a):\n    here()", "for each in a:\n    each.wait()", True),
    ],
)
def test_a_caller_may_hand_over_fewer_items(source: str, code: str, stands: bool) -> None:
    row = next(row for row, line in enumerate(source.split("\n"), 1) if "here()" in line)
    assert may_stand(code, names_at(ast.parse(source), row)) == stands


def test_names_that_code_needs() -> None:
    assert used_names("b.wait_event(a[i].record())") == {"a", "b", "i"}
    assert used_names("cp.cuda.Device()") == {"cp"}
    assert used_names("lib.cp.cuda.Stream.null.record()") == {"lib", "lib.cp"}
