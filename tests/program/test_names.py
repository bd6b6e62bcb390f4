"""What a function binds, mentions and is."""

from __future__ import annotations

import pytest

from cupylint.program import ir
from tests.program.show import lowered


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("a = 1; b.c = 2; d[0] = 3", {"a"}),
        ("a, (b, *c) = d", {"a", "b", "c"}),
        ("a: int = 1\nb: int\n", {"a"}),
        ("a += 1", {"a"}),
        ("for a, b in c:\n    d = 1", {"a", "b", "d"}),
        ("with a as b:\n    c = 1", {"b", "c"}),
        ("try:\n    pass\nexcept E as e:\n    pass", {"e"}),
        ("import a.b\nfrom c import d as e", {"a", "e"}),
        ("def f(a):\n    b = 1\nclass C:\n    d = 1\n", {"f", "C"}),
        ("x = [a for a in b]", {"x"}),
        ("x = [(y := a) for a in b]", {"x", "y"}),
        ("if (a := f()): pass", {"a"}),
        ("match x:\n    case [a, 1] as b:\n        pass\n    case c: pass", {"a", "b", "c"}),
        ("del a", set()),
        ("lambda a: (b := a)", set()),
    ],
)
def test_names_assigned(source: str, names: set[str]) -> None:
    assert lowered(source + "\n").assigned == names


def inner(source: str) -> ir.Function:
    """The first function of a module."""
    return lowered(source).inner[0]


def test_names_of_a_function() -> None:
    function = inner("def f(a, /, b=1, *c, d, **e):\n    global g\n    g = h = 1\n")
    assert function.assigned == {"a", "b", "c", "d", "e", "h"}
    assert [(part.name, part.kind) for part in function.parameters] == [
        ("a", "positional"), ("b", "positional"), ("c", "*"), ("d", "keyword"), ("e", "**"),
    ]  # fmt: skip


def test_annotations_of_parameters() -> None:
    function = inner("def f(a: cp.ndarray, b: list[int], c: 'Plan', d: 'no name'): pass\n")
    assert [part.annotation for part in function.parameters] == ["cp.ndarray", "", "Plan", ""]


def test_mentioned_names_include_those_of_inner_functions() -> None:
    function = inner("def f():\n    def g():\n        return a.b(c=d)\n    return lambda: e\n")
    assert {"a", "b", "c", "d", "e"} <= function.idents
    assert [part.name for part in function.inner] == ["g", "<lambda>"]
    assert function.captures and not function.inner[0].captures


def test_moduli() -> None:
    function = inner("def f(i, n):\n    return a[i % 2] + b[i % 3] + c[i % n]\n")
    assert function.moduli == {2, 3} and function.has_modulo
    assert not inner("def f(i):\n    return i // 2\n").has_modulo


def test_kinds_of_functions() -> None:
    assert inner("def f():\n    yield 1\n").is_generator
    assert not inner("def f():\n    def g():\n        yield 1\n").is_generator
    assert inner("async def f():\n    await g\n").is_async
    assert inner("@a.b\n@c(1)\ndef f(): pass\n").decorator_names == ("a.b", "c")


def test_methods_know_their_class() -> None:
    method, nested = lowered("class A:\n    def f(self):\n        def g(): pass\ndef h(): pass\n").inner
    assert (method.parent_class, nested.parent_class) == ("A", "")
