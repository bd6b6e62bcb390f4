"""Shapes that grow: code whose analysis costs more than its length if anything is done twice."""

from __future__ import annotations

import random
from collections.abc import Callable

from .case import TRIPWIRE, Case, single
from .files import Size

_HEAD = "import cupy as cp\ns0 = cp.cuda.Stream(non_blocking=True)\ns1 = cp.cuda.Stream()\nx = cp.ones(10)\ny = x\na = b = 1\n"


def _nested(head: Callable[[int], str], body: str = "x = x + 1") -> Callable[[int], str]:
    """Blocks in one another."""
    return lambda n: "".join(f"{' ' * depth}{head(depth)}\n" for depth in range(n)) + " " * n + body + "\n"


def _repeated(line: Callable[[int], str]) -> Callable[[int], str]:
    """Lines one after another."""
    return lambda n: "".join(f"{line(number)}\n" for number in range(n))


def _joined(before: str, term: str, after: str = "") -> Callable[[int], str]:
    """One line with a part many times."""
    return lambda n: f"{before}{term * n}{after}\n"


def _around(opening: str, middle: str, closing: str) -> Callable[[int], str]:
    """One expression in many others."""
    return lambda n: f"y = {opening * n}{middle}{closing * n}\n"


def _calling(n: int) -> str:
    return (
        "".join(
            f"def f{i}(x, s):\n    with s:\n        x = x + 1\n    if x[0]:\n        return f{(i * 7 + 1) % n}(x, s)\n"
            f"    return f{(i * 3 + 2) % n}(x + f{(i + 1) % n}(x, s), s1)\n"
            for i in range(n)
        )
        + "f0(x, s0)\n"
    )


def _chain(n: int) -> str:
    return (
        "def f0(x):\n    return x\n"
        + "".join(f"def f{i}(x):\n    return f{i - 1}(f{i - 1}(x)) + 1\n" for i in range(1, n + 1))
        + f"f{n}(x)\n"
    )


def _classes(n: int) -> str:
    return (
        "class C0:\n    def m(self, x):\n        return x\n"
        + "".join(
            f"class C{i}(C{i - 1}):\n    def m(self, x):\n        return super().m(super().m(x + 1))\n"
            for i in range(1, n + 1)
        )
        + f"C{n}().m(x)\n"
    )


def _diamond(n: int) -> str:
    return (
        "class C0: pass\nclass D0: pass\n"
        + "".join(f"class C{i}(C{i - 1}, D{i - 1}): pass\nclass D{i}(D{i - 1}, C{i - 1}): pass\n" for i in range(1, n))
        + f"C{n - 1}().x\n"
    )


def _streams(n: int) -> str:
    return "".join(f"t{i} = cp.cuda.Stream(non_blocking=True)\n" for i in range(n)) + "".join(
        f"with t{i}: x{i} = x{max(i - 1, 0)} + 1\n" if i else "with t0: x0 = x + 1\n" for i in range(n)
    )


def _comprehension(n: int) -> str:
    return "y = [x " + " ".join(f"for i{k} in range(3)" for k in range(n)) + "]\n"


def _listed(n: int) -> str:
    return f"streams = [cp.cuda.Stream() for _ in range({n})]\nfor i in range({n}):\n    with streams[i]:\n        x = x + i\nfor s in streams: s.synchronize()\n"


SHAPES: dict[str, tuple[Callable[[int], str], int]] = {
    "and": (_joined("y = a", " and a"), 20_000),
    "plus": (_joined("y = a", " + a"), 20_000),
    "device plus": (_joined("y = x", " + x"), 5_000),
    "power": (_joined("y = a", " ** a"), 5_000),
    "compare": (_joined("y = a", " < a"), 10_000),
    "minus": (_joined("y = ", "-", "a"), 20_000),
    "not": (_joined("y = ", "not ", "a"), 20_000),
    "await": (_joined("y = ", "await ", "a"), 2_000),
    "lambda": (_joined("y = ", "lambda: ", "a"), 20_000),
    "ternary": (_joined("y = ", "a if b else ", "a"), 10_000),
    "walrus": (_around("(y := ", "x", ")"), 1_000),
    "attributes": (_joined("y = x", ".T"), 20_000),
    "calls": (_joined("y = x", "()"), 20_000),
    "methods": (_joined("y = x", ".copy()"), 5_000),
    "subscripts": (_joined("y = x", "[0]"), 20_000),
    "parentheses": (_around("(", "x", ")"), 5_000),
    "lists": (_around("[", "x", "]"), 5_000),
    "dictionaries": (_around("{1: ", "x", "}"), 5_000),
    "call in call": (_around("f(", "x", ")"), 3_000),
    "ufunc in ufunc": (_around("cp.sin(", "x", ")"), 1_000),
    "f-strings": (lambda n: "y = " + "f'{" * min(n, 150) + "x" + "}'" * min(n, 150) + "\n", 150),
    "string parts": (_joined("y = ", "'a' "), 20_000),
    "targets": (_joined("", "y = ", "x"), 10_000),
    "tuple": (_joined("y = (", "x, ", ")"), 20_000),
    "unpacked": (lambda n: ", ".join(f"v{i}" for i in range(n)) + " = " + ", ".join(["x"] * n) + "\n", 5_000),
    "arguments": (_joined("cp.add(", "x, ", ")"), 20_000),
    "parameters": (lambda n: "def f(" + ", ".join(f"p{i}=x" for i in range(n)) + "):\n    return p0 + 1\nf()\n", 5_000),
    "elif": (lambda n: "if a:\n    x = x + 1\n" + "elif b:\n    x = x + 2\n" * n, 10_000),
    "device elif": (lambda n: "if x[0]:\n    x = x + 1\n" + "elif x[1]:\n    x = x + 2\n" * n, 2_000),
    "device branches": (_repeated(lambda i: f"if x[{i}]:\n    x = x + 1\nelse:\n    y = x * 2"), 1_000),
    "branches": (_repeated(lambda i: f"if a > {i}:\n    v{i} = x + 1\nelse:\n    v{i} = x"), 1_000),
    "statements": (_repeated(lambda i: f"x = x + {i}"), 30_000),
    "alternating": (_repeated(lambda i: f"with s{i % 2}:\n    x = x + {i}"), 5_000),
    "arrays": (_repeated(lambda i: f"v{i} = cp.zeros(1000)"), 10_000),
    "events": (_repeated(lambda i: f"e{i} = s{i % 2}.record()\ns{(i + 1) % 2}.wait_event(e{i})"), 5_000),
    "tries": (_repeated(lambda i: "try:\n    x = x + 1\nexcept ValueError:\n    y = x\nfinally:\n    x = y + 1"), 1_000),
    "while": (_nested(lambda i: "while x:"), 90),
    "while in function": (lambda n: "def f(x):\n" + _nested(lambda i: " while x:", "x = x + 1")(n).replace("x = x + 1", " x = x + 1"), 90),
    "for": (_nested(lambda i: f"for i{i} in range(3):"), 90),
    "for streams": (_nested(lambda i: f"for t{i} in (s0, s1):", "with t0: x = x + 1"), 20),
    "if": (_nested(lambda i: "if x[0]:"), 95),
    "with": (_nested(lambda i: f"with s{i % 2}:"), 90),
    "try nested": (lambda n: "".join(f"{' ' * d}try:\n" for d in range(n)) + " " * n + "x = x + 1\n"
                   + "".join(f"{' ' * d}finally:\n{' ' * d} x = x + 1\n" for d in reversed(range(n))), 60),
    "functions": (_nested(lambda i: f"def f{i}(x=x):", "return x + 1"), 90),
    "classes in classes": (_nested(lambda i: f"class C{i}:"), 90),
    "deep blocks": (_nested(lambda i: "if a:"), 2_000),
    "match": (lambda n: "match x:\n" + "".join(f"    case {i}:\n        x = x + 1\n" for i in range(n)), 5_000),
    "pattern": (lambda n: "match x:\n    case " + "[" * n + "a" + "]" * n + ":\n        x = x + 1\n", 3_000),
    "with items": (lambda n: "with " + ", ".join(["s0", "s1"] * max(1, n // 2)) + ":\n    x = x + 1\n", 5_000),
    "comprehension": (_comprehension, 40),
    "comprehension in comprehension": (lambda n: "y = " + "[" * n + "x" + " for i in range(3)]" * n + "\n", 200),
    "decorators": (lambda n: "@f\n" * n + "def g(x):\n    return x + 1\n", 5_000),
    "dotted import": (lambda n: "import " + ".".join(["a"] * n) + "\n", 50_000),
    "relative import": (lambda n: "from " + "." * n + " import a\n", 50_000),
    "imported names": (lambda n: "from a import " + ", ".join(f"n{i}" for i in range(n)) + "\n", 10_000),
    "imports": (_repeated(lambda i: f"from m{i} import *"), 2_000),
    "calling one another": (_calling, 60),
    "chain of doubled calls": (_chain, 60),
    "bases": (_classes, 60),
    "diamonds": (_diamond, 25),
    "streams": (_streams, 2_000),
    "stream list": (_listed, 1_000_000),
    "long name": (lambda n: "v" * n + " = x + 1\n", 200_000),
    "long string": (lambda n: "y = '" + "a" * n + "'\n", 1_000_000),
    "long number": (lambda n: "y = cp.zeros(" + "9" * n + ")\n", 20_000),
    "hashes": (lambda n: "x = 1  " + "#" * n + "\n", 200_000),
    "ignores": (lambda n: "with s0: x = x + 1\ny = x + 1  " + "#cupylint:ignore[" * n + "\n", 20_000),
    "ignore spaces": (lambda n: "with s0: x = x + 1\ny = x + 1  # noqa" + " " * n + ":" + " " * n + "CUP\n", 50_000),
    "backslashes": (lambda n: "y = x " + "\\\n" * n + "\n", 20_000),
    "open brackets": (lambda n: "y = " + "(" * n + "\n", 50_000),
    "closed brackets": (lambda n: "y = " + ")" * n + "\n", 50_000),
    "blank lines": (lambda n: "\n \n\t\n" * n, 100_000),
    "semicolons": (lambda n: "x = x + 1; " * n + "\n", 10_000),
    "deletions": (_repeated(lambda i: f"v{i} = cp.ones(9)\ndel v{i}"), 5_000),
    "thread pool": (lambda n: "from concurrent.futures import ThreadPoolExecutor\ndef f(x):\n    with s0: return x + 1\nwith ThreadPoolExecutor() as p:\n"
                    + "".join(f"    v{i} = p.submit(f, x)\n" for i in range(n)), 500),
    "generators": (lambda n: "def g0(x):\n    yield x\n" + "".join(f"def g{i}(x):\n    for v in g{i - 1}(x):\n        yield v + 1\n        yield v\n" for i in range(1, n + 1)) + f"for v in g{n}(x): y = v\n", 40),
    "closures": (lambda n: "f0 = lambda x: x + 1\n" + "".join(f"f{i} = lambda x, f=f{i - 1}: f(f(x))\n" for i in range(1, n + 1)) + f"f{n}(x)\n", 40),
    "doubled lists": (lambda n: "l = [x]\n" + "l = l + l\n" * n + "for v in l: v += 1\n", 60),
    "doubled tuples": (lambda n: "t = (x,)\n" + "t = (t, t)\n" * n + "y = t\n", 60),
    "doubled strings": (lambda n: "t = 'a'\n" + "t = t * 1000\n" * n + "x = cp.zeros(10, dtype=t)\n", 60),
    "squared numbers": (lambda n: "t = 12345\n" + "t = t * t\n" * n + "x = cp.zeros(t)\n", 60),
    "shapes": (lambda n: "x = cp.zeros((" + "2, " * n + "))\ny = x.reshape(-1)\nz = x + x.T\n", 5_000),
    "einsum": (lambda n: "y = cp.einsum('" + "ij," * n + "->', " + "x, " * n + ")\n", 2_000),
    "index": (lambda n: "y = x[" + "0, " * n + "]\nz = x[" + "None, " * n + "]\n", 5_000),
    "swaps": (_repeated(lambda i: f"x, y = y, x\nwith s{i % 2}: x += 1"), 2_000),
    "early returns": (lambda n: "def f(x, n):\n" + "".join(f"    if n == {i}:\n        return x + {i}\n" for i in range(n)) + "y = f(x, a)\n", 3_000),
    "continues": (lambda n: "for i in range(9):\n" + "".join(f"    if x[{k}]:\n        continue\n    x = x + {k}\n" for k in range(n)), 1_000),
    "global functions": (_repeated(lambda i: f"def f{i}():\n    global x\n    x = x + 1\nf{i}()"), 2_000),
    "attributes of self": (lambda n: "class C:\n    def __init__(self):\n" + "".join(f"        self.v{i} = cp.zeros(9)\n" for i in range(n)) + "    def m(self):\n        with s0:\n"
                           + "".join(f"            self.v{i} += 1\n" for i in range(n)) + "C().m()\n", 2_000),
    "methods of a class": (lambda n: "class C:\n" + "".join(f"    def m{i}(self, x):\n        self.x = self.m{(i * 5 + 1) % n}(x) + self.m{(i + 1) % n}(x)\n        return self.x\n" for i in range(n)) + "C().m0(x)\n", 200),
}  # fmt: skip
"""Name -> text for a size, and the largest size."""


def program(shape: str, count: int) -> str:
    """The program of a shape and size."""
    return TRIPWIRE + _HEAD + SHAPES[shape][0](count)


def generate(rng: random.Random, size: Size) -> Case:
    """A shape, in some size."""
    shape = rng.choice(sorted(SHAPES))
    count = size.count(rng, SHAPES[shape][1])
    return single(program(shape, count), f"{shape} {count}")
