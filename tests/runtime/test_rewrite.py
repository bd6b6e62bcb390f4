"""Gates and probes in a program's text: right places, same rows, same meaning."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from cupylint.findings import Location
from cupylint.runtime_checks.jobs import EARLIER, LATER
from cupylint.runtime_checks.rewrite import NAME, Place, RewriteError, is_store, rewrite, statements, unit_text


def put(text: str, *accesses: tuple[int, int, str]) -> str:
    """`text` rewritten for accesses (role, row, text), all of pair 0, with a short name instead of `NAME`."""
    places = []
    for role, row, access in accesses:
        column = text.splitlines()[row - 1].index(access) + 1
        places.append(Place(0, role, Location(row, column, row, column + len(access))))
    return rewrite(text, places).text.replace(NAME, "C")


@pytest.mark.parametrize(
    ("text", "access", "expected"),
    [
        ("y = x * 2\n", (EARLIER, 1, "y"), "C.gate(0); y = x * 2; C.see(0, 0, y)\n"),
        ("y = x * 2\n", (EARLIER, 1, "x"), "C.gate(0); y = C.see(0, 0, (x)) * 2\n"),
        ("z = y + 1  # why\n", (LATER, 1, "y"), "z = C.see(0, 1, (y)) + 1; C.probe(0)  # why\n"),
        ("if a: x.fill(0)\n", (EARLIER, 1, "x"), "if a: C.gate(0); C.see(0, 0, (x)).fill(0)\n"),
        ("if x.any(): pass\n", (LATER, 1, "x"), "if ((C.see(0, 1, (x)).any()), C.probe(0))[0]: pass\n"),
        ("assert x.all()\n", (LATER, 1, "x"), "assert ((C.see(0, 1, (x)).all()), C.probe(0))[0]\n"),
        ("for i in x: pass\n", (EARLIER, 1, "x"), "for i in (C.gate(0), (C.see(0, 0, (x))))[1]: pass\n"),
        ("r = [f(a) for a in q]\n", (LATER, 1, "a"), "r = [((f(C.see(0, 1, (a)))), C.probe(0))[0] for a in q]\n"),
        ("g = lambda: x + 1\n", (EARLIER, 1, "x"), "g = lambda: (C.gate(0), (C.see(0, 0, (x)) + 1))[1]\n"),
        ("def f():\n  return a, b\n", (LATER, 2, "b"), "def f():\n  return ((a, C.see(0, 1, (b))), C.probe(0))[0]\n"),
        ("k(g, (x,), stream=s[i])\n", (EARLIER, 1, "x"), "k(g, (C.see(0, 0, (x)),), stream=C.on(0, 0, (s[i])))\n"),
        ("y = k(x, stream=f())\n", (EARLIER, 1, "y"), "y = k(x, stream=C.on(0, 0, (f()))); C.see(0, 0, y)\n"),
        ("asnumpy(x, s)\n", (LATER, 1, "x"), "asnumpy(C.see(0, 1, (x)), s); C.probe(0, x, s)\n"),
        ("x.data.memset(0, 4)\n", (EARLIER, 1, "x.data"), "C.gate(0, C.null); C.see(0, 0, (x.data)).memset(0, 4)\n"),
        ("x[1:] = 2\n", (LATER, 1, "x"), "x[1:] = 2; C.part(0, 1, x)[1:]; C.probe(0)\n"),
        ("x[f()] = 2\n", (LATER, 1, "x"), "C.into(0, 1, (x))[f()] = 2; C.probe(0)\n"),
        ("y = x[m] + x[2:]\n", (LATER, 1, "x"), "y = C.see(0, 1, (x))[m] + x[2:]; C.probe(0)\n"),
        ("print(f'{x=}')\n", (LATER, 1, "x"), "print(f'{x=}'); C.probe(0)\n"),
        ("f(*xs)\n", (LATER, 1, "xs"), "f(*C.see(0, 1, (xs))); C.probe(0)\n"),
        ("é = x * 2\n", (LATER, 1, "x"), "é = C.see(0, 1, (x)) * 2; C.probe(0)\n"),
    ],
)
def test_where_calls_go(text: str, access: tuple[int, int, str], expected: str) -> None:
    assert put(text, access) == expected


def test_calls_that_wait_before_they_compute_have_the_gate_behind_them() -> None:
    text = "y = x[x > 3]\nu, s, v = svd(y)\n"
    read = Place(0, EARLIER, Location(1, 5, 1, 13), behind=True, reads=True)
    assert "C.see(0, 0, (x))[x > 3]; C.behind(0)" in rewrite(text, [read]).text.replace(NAME, "C")
    written = Place(0, EARLIER, Location(1, 1, 1, 2), behind=True)
    assert "y = x[x > 3]; C.see(0, 0, y); C.behind(0)" in rewrite(text, [written]).text.replace(NAME, "C")
    results = Place(0, EARLIER, Location(2, 7, 2, 8), behind=True)
    assert "u, s, v = svd(y); C.see(0, 0, (u, s, v)); C.behind(0)" in rewrite(text, [results]).text.replace(NAME, "C")
    head = Place(0, EARLIER, Location(1, 4, 1, 13), behind=True)
    changed = rewrite("if unique(x):\n    pass\n", [head]).text.replace(NAME, "C")
    assert "if ((C.see(0, 0, (unique(x)))), C.behind(0))[0]:" in changed


def test_both_accesses_in_one_statement() -> None:
    assert put("x += 1\n", (EARLIER, 1, "x"), (LATER, 1, "x")) == (
        "C.gate(0); x += 1; C.see(0, 1, x); C.probe(0); C.see(0, 0, x)\n"
    )


def test_rows_and_newlines_stay() -> None:
    text = "y = f(\r\n    x,\r\n)\r\nz = (y\r\n     + 1)\r\n"
    changed = put(text, (EARLIER, 2, "x"), (LATER, 4, "y"))
    assert changed.count("\r\n") == text.count("\r\n")
    assert changed.splitlines()[1].strip() == "C.see(0, 0, (x)),"


PROGRAM = """
def f(values):
    total = 0
    for v in (w for w in values if w > 1):
        total += v; total = total * 2
        if total > 10: continue
    try:
        return total, [v for v in values]
    finally:
        values.append(total)
data = [1, 2, 3]
out = f(data)
data[0:1] = [7]; data[int(1)] += 1; pairs = {k: v for k, v in zip("ab", data)}
"""


class Silent:
    """Does nothing, as seen by the program."""

    null = None

    def gate(self, *arguments: Any) -> None: ...

    def probe(self, *arguments: Any) -> None: ...

    def see(self, pair: int, role: int, value: Any) -> Any:
        return value

    def on(self, pair: int, role: int, stream: Any) -> Any:
        return stream

    def part(self, pair: int, role: int, value: Any) -> Any:
        return value

    def into(self, pair: int, role: int, value: Any) -> Any:
        return value


def test_every_place_keeps_the_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, NAME, Silent(), raising=False)
    names = {"v", "w", "total", "values", "data", "out", "pairs"}
    expected: dict[str, Any] = {}
    exec(PROGRAM, expected)
    count = 0
    for row, line in enumerate(PROGRAM.splitlines(), 1):
        for column in range(len(line)):
            for name in names:
                if line.startswith(name, column):
                    for role in (EARLIER, LATER):
                        place = Place(0, role, Location(row, column + 1, row, column + 1 + len(name)))
                        try:
                            changed = rewrite(PROGRAM, [place]).text
                        except RewriteError:
                            continue
                        found: dict[str, Any] = {}
                        exec(changed, found)
                        assert {n: found[n] for n in ("data", "out", "pairs")} == {
                            n: expected[n] for n in ("data", "out", "pairs")
                        }, changed
                        count += 1
    assert count > 40


@pytest.mark.parametrize("text", ["def f(:\n", "x = 1\n"])
def test_what_cannot_be_rewritten_is_said(text: str) -> None:
    with pytest.raises(RewriteError):
        rewrite(text, [Place(0, LATER, Location(9, 1, 9, 2))])


def test_units() -> None:
    text = "with s:\n    y = x * 2; z = 1\n"
    assert unit_text(text, Location(2, 9, 2, 10)) == ("y = x * 2", Location(2, 5, 2, 14))
    assert {unit for unit, _ in statements(text)} == {"s", "y = x * 2", "z = 1"}
    assert is_store(text, Location(2, 5, 2, 6))
    assert not is_store(text, Location(2, 9, 2, 10))


def test_an_augmented_assignment_is_its_target() -> None:
    text = "data *= 2\n"
    changed = rewrite(text, [Place(0, EARLIER, Location(1, 1, 1, 10))]).text
    assert changed == rewrite(text, [Place(0, EARLIER, Location(1, 1, 1, 5))]).text
