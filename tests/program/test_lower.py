"""Lowering: the order in which things are done, and what is bound where."""

from __future__ import annotations

from textwrap import dedent

import pytest

from cupylint.program import ir
from tests.program.show import lowered, show

ORDER = {
    "calls are done inside out, left to right": (
        "f(g(x), h(y))[i](z)",
        """
        %1 = g(x)
        %2 = h(y)
        %3 = f(%1, %2)
        %4 = %3[i](z)
        """,
    ),
    "of a conditional expression the test comes first, then one side": (
        "x = f(a() if b() else c())",
        """
        %1 = b()
        if %1:
          %3 = a()
          %2 = %3
        else:
          %4 = c()
          %2 = %4
        %5 = f(%2)
        x = %5
        """,
    ),
    "`and` does its right side only where the left side is true": (
        "a = b and c()",
        """
        %1 = b
        if %1:
          %2 = c()
          %1 = %2
        a = %1
        """,
    ),
    "`or` does its right side only where the left side is false": (
        "a = b or c()",
        """
        %1 = b
        if %1:
          pass
        else:
          %2 = c()
          %1 = %2
        a = %1
        """,
    ),
    "the value comes before the targets": (
        "a = b[f()] = g()",
        """
        %1 = g()
        a = %1
        %2 = f()
        b[%2] = %1
        """,
    ),
    "a named expression binds where it stands": (
        "if (n := f(x)) > 3:\n    g(n)",
        """
        %1 = f(x)
        n = %1
        if (n > 3):
          %2 = g(n)
        """,
    ),
    "the test of a loop is done before each round": (
        "while (part := read()):\n    use(part)\nelse:\n    done()",
        """
        before: %1 = read()
        before: part = %1
        while part:
          %2 = use(part)
        else:
          %3 = done()
        """,
    ),
    "the test of `elif` is done where the first one failed": (
        "if f():\n    a\nelif g():\n    b\nelse:\n    c",
        """
        %1 = f()
        if %1:
          a
        else:
          %2 = g()
          if %2:
            b
          else:
            c
        """,
    ),
    "items of a `with` are nested": (
        "with a() as b, c(b) as (d, *e):\n    f(d)",
        """
        %1 = a()
        with %1 as b:
          %2 = c(b)
          with %2 as [d, *e]:
            %3 = f(d)
        """,
    ),
    "a handler's class is looked up when it is needed": (
        "try:\n    f()\nexcept (A, B) as e:\n    g(e)\nelse:\n    h()\nfinally:\n    i()",
        """
        try:
          %1 = f()
        except tuple(A, B) as e:
          %2 = g(e)
        else:
          %3 = h()
        finally:
          %4 = i()
        """,
    ),
    "decorators and defaults are done where the function is defined": (
        "@first(1)\n@second\ndef f(a=g(), *, b=h()):\n    i()",
        """
        %1 = first(1)
        %2 = g()
        %3 = h()
        @%1
        @second
        def f:
          %1 = i()
        """,
    ),
    "asynchronous code": (
        "async def f():\n    async with a as b:\n        await c(b)\n    async for d in e:\n        yield d",
        """
        def f:
          with a as b:
            %1 = c(b)
            %2 = await %1
          for d in e:
            %3 = yield d
        """,
    ),
    "small statements": (
        "del a, b[0]; assert c, d; raise E from e",
        """
        del a
        del b[0]
        assert c
        raise E
        """,
    ),
    "strings that stand alone are nothing": ("'doc'\n...\nx.y", "x.y"),
}

SCOPES = {
    "the variable of a comprehension is its own": (
        "x = [x + k for x in x]",
        """
        %1 = list()
        for %2 in x:
          %1 << (%2 + k)
        x = %1
        """,
    ),
    "several loops and conditions": (
        "x = [(i, j) for i in a if p(i) for j in i.rows if j]",
        """
        %1 = list()
        for %2 in a:
          %3 = p(%2)
          if %3:
            for %4 in %2.rows:
              if %4:
                %1 << tuple(%2, %4)
        x = %1
        """,
    ),
    "one inside another": (
        "x = [[i for i in row] for row in rows]",
        """
        %1 = list()
        for %2 in rows:
          %3 = list()
          for %4 in %2:
            %3 << %4
          %1 << %3
        x = %1
        """,
    ),
    "dictionaries and unpacking": (
        "d = {k: v for k, (v, *w) in items}",
        """
        %1 = dict()
        for [%2, [%3, *%4]] in items:
          %1 << %2: %3
        d = %1
        """,
    ),
    "a named expression in one binds outside": (
        "x = [(y := f(z)) for z in zs]",
        """
        %1 = list()
        for %2 in zs:
          %3 = f(%2)
          y = %3
          %1 << y
        x = %1
        """,
    ),
}

MATCH = {
    "values are compared, in order": (
        "match cmd(n):\n    case 1:\n        a()\n    case None:\n        b()\n    case _:\n        c()",
        """
        %1 = cmd(n)
        %2 = %1
        if (%2 == 1):
          %3 = a()
        else:
          if (%2 is None):
            %4 = b()
          else:
            %5 = c()
        """,
    ),
    "a name takes the subject": (
        "match a:\n    case {'k': 1} as whole:\n        f(whole)\n    case other:\n        g(other)",
        """
        %1 = a
        whole = ?(%1)
        if ?():
          %2 = f(whole)
        else:
          other = %1
          %3 = g(other)
        """,
    ),
    "nothing comes after a case that always holds": (
        "match a:\n    case b:\n        f(b)\n    case 1:\n        g()",
        """
        %1 = a
        b = %1
        %2 = f(b)
        """,
    ),
    "guards": (
        "match a:\n    case b if b.ready():\n        f()\n    case [1, c]:\n        g(c)",
        """
        %1 = a
        b = %1
        %2 = b.ready()
        if %2:
          %3 = f()
        else:
          c = ?(%1)
          if ?():
            %4 = g(c)
        """,
    ),
}

VALUES = [
    ("x[i, ::2, ...]", "x[tuple(i, ::2, ...)]"),
    ("x[i,]", "x[tuple(i)]"),
    ("x[a:b]", "x[a:b:]"),
    ("-a @ b // 2", "(((- a) @ b) // 2)"),
    ("not a", "(not a)"),
    ("a is not None", "(a is not None)"),
    ("a < b < c", "?((a < b), (b < c))"),
    ("'a' 'b' \"c\"", "'abc'"),
    ("f'{a!r} {b:>3} {{}}'", "format(a, b)"),
    ("(1, *a, None, True)", "tuple(1, *a, None, True)"),
    ("{'k': 1, **rest}", "dict('k': 1, **: rest)"),
    ("{1, 2}", "set(1, 2)"),
    ("1_000 + 0x10 + 1e3 + 2j", "(((1000 + 16) + 1000.0) + 2j)"),
    ("lambda a, *b: a", "<<lambda>>"),
]


def check(source: str, expected: str) -> None:
    assert show(source) == dedent(expected).strip("\n").splitlines()


@pytest.mark.parametrize(("source", "expected"), ORDER.values(), ids=ORDER)
def test_order(source: str, expected: str) -> None:
    check(source, expected)


@pytest.mark.parametrize(("source", "expected"), SCOPES.values(), ids=SCOPES)
def test_comprehensions(source: str, expected: str) -> None:
    check(source, expected)


@pytest.mark.parametrize(("source", "expected"), MATCH.values(), ids=MATCH)
def test_match(source: str, expected: str) -> None:
    check(source, expected)


@pytest.mark.parametrize(("source", "expected"), VALUES)
def test_values(source: str, expected: str) -> None:
    check(f"v = {source}\n", f"v = {expected}")


def test_calls_keep_names_and_stars() -> None:
    check("f(a, *b, c=d, **e)", "%1 = f(a, *b, c=d, **e)")


def test_imports() -> None:
    check(
        "import a.b.c\nimport d.e as f\nfrom g.h import i as j, k\nfrom . import l\nfrom ..m.n import *",
        """
        import a as a
        import d.e as f
        import g.h.i as j
        import g.h.k as k
        import .l as l
        import ..m.n as *
        """,
    )


def test_classes() -> None:
    check(
        "@dec\nclass A(B, C.D):\n    x: int = 1\n    y: str\n    def f(self):\n        return self.x",
        """
        @dec
        class A(B, C.D):
          x = 1
          def f:
            return self.x
        """,
    )
    (statement,) = lowered("class A:\n    x: int\n    y: str = ''\n    z = 1\n").body
    assert isinstance(statement, ir.DefineClass) and statement.fields == ("x", "y")


def test_every_statement_keeps_its_place() -> None:
    module = lowered("x = f(a)\nif x:\n    y = g(x)\n")
    assert all(statement.node is not None for statement in module.body)
    call = module.body[0]
    assert isinstance(call, ir.Call) and call.statement is not None
