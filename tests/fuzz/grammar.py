"""Programs from a grammar: every construct of Python around streams and arrays, deeply nested, mostly nonsense."""

from __future__ import annotations

import random
from collections.abc import Callable

from .case import Case
from .files import Size, finished
from .mutate import NUMBERS, mutated_program, parses

_IMPORTS = (
    "import cupy as cp", "import cupy, cupyx", "from cupy.cuda import Stream, Event", "import cupyx.scipy.ndimage as nd",
    "from cupyx import jit", "import numpy as np", "from .program import *", "import program", "from program import f0",
    "from concurrent.futures import ThreadPoolExecutor", "import functools, itertools, asyncio, threading, contextlib",
)  # fmt: skip
_STREAMS = ("s0", "s1", "s2", "streams[0]", "streams[i % 2]", "cp.cuda.Stream.null", "cp.cuda.Stream()", "self.s", "st")
_CREATED = ("cp.zeros", "cp.ones", "cp.empty", "cp.arange", "cp.random.rand", "cp.full", "cupyx.empty_pinned", "cp.eye")
_CALLED = (
    "cp.asnumpy", "cp.dot", "cp.add", "cp.concatenate", "cp.copyto", "cp.linalg.solve", "cp.fft.fft", "cp.sort", "cp.asarray",
    "f0", "f1", "f2", "C0", "len", "list", "map", "zip", "next", "iter", "sorted", "functools.partial", "nd.convolve", "print",
    "cp.cuda.Event", "cp.cuda.alloc_pinned_memory", "cp.ElementwiseKernel", "cp.cuda.get_current_stream", "getattr", "super",
)  # fmt: skip
_METHODS = (
    "sum()", "get()", "get(stream=s0)", "set(h)", "copy()", "reshape(-1)", "astype('f4')", "T", "data.ptr", "shape[0]", "item()",
    "synchronize()", "record(e0)", "wait_event(e0)", "use()", "query()", "launch()", "append(x)", "fill(0)", "__enter__()", "nbytes",
)  # fmt: skip
_OPERATORS = (
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "**",
    "@",
    "<<",
    ">>",
    "&",
    "|",
    "^",
    "==",
    "<",
    "is",
    "in",
    "not in",
    "and",
    "or",
)
_VARIABLES = (
    "x",
    "y",
    "z",
    "h",
    "a",
    "b",
    "i",
    "n",
    "e0",
    "streams",
    "self.x",
    "self.y",
    "x[0]",
    "x[i]",
    "x[1:n]",
    "d['k']",
    "g",
)
_SIMPLE_TARGETS = ("x", "y", "z", "h", "a", "b", "i", "s0", "st")


class Grammar:
    """Writes one program. `left` statements may still be made."""

    def __init__(self, rng: random.Random, statements: int, deepest: int) -> None:
        self.rng, self.left, self.deepest = rng, statements, deepest

    # --- expressions

    def expression(self, depth: int = 0) -> str:
        """Any expression; `depth` counts how far it is nested."""
        rng = self.rng
        if depth > 4 or rng.random() < 0.3:
            return self.atom()
        return rng.choice(_EXPRESSIONS)(self, depth + 1)

    def atom(self) -> str:
        """A name, a number or a stream."""
        return self.rng.choice(self.rng.choice((_VARIABLES, _VARIABLES, _STREAMS, NUMBERS[:24], ("'a'", "None", "x"))))

    def created(self, depth: int) -> str:
        """A new array."""
        return f"{self.rng.choice(_CREATED)}({self.shape()}{self.rng.choice(('', ', dtype=cp.float32', ', order=y'))})"

    def shape(self) -> str:
        """What an array is as large as."""
        return self.rng.choice(
            ("10", "n", "(3, 4)", "x.shape", self.rng.choice(NUMBERS), f"({self.rng.choice(NUMBERS)}, 2)")
        )

    def call(self, depth: int) -> str:
        """A call with arguments of all kinds."""
        given = [self.rng.choice(("", "", "", "*", "**", "stream=", "out=", "axis="))
                 + self.expression(depth) for _ in range(self.rng.randrange(4))]  # fmt: skip
        given.sort(key=lambda text: (text.startswith("**"), "=" in text.split("(")[0]))
        return f"{self.rng.choice(_CALLED)}({', '.join(given)})"

    def comprehension(self, depth: int) -> str:
        """One of the four kinds, with some `for`."""
        loops = " ".join(
            f"for {self.rng.choice(('i', 'j', 's0', '(a, *b)', '_'))} in {self.expression(depth)}"
            + (f" if {self.expression(depth)}" if self.rng.random() < 0.4 else "")
            for _ in range(self.rng.choice((1, 1, 1, 2, 3)))
        )
        value = self.expression(depth)
        return self.rng.choice(
            (f"[{value} {loops}]", f"({value} {loops})", f"{{{value} {loops}}}", f"{{i: {value} {loops}}}")
        )

    # --- statements

    def block(self, depth: int) -> list[str]:
        """One or more statements, indented."""
        count = 1 if depth > self.deepest else self.rng.choice((1, 1, 2, 3, 5))
        lines = [line for _ in range(count) for line in self.statement(depth)]
        return ["    " + line for line in lines]

    def statement(self, depth: int = 0) -> list[str]:
        """Any statement."""
        self.left -= 1
        if self.left < 0 or depth > self.deepest or self.rng.random() < 0.45:
            return self.simple()
        return self.rng.choice(_COMPOUND)(self, depth + 1)

    def simple(self) -> list[str]:
        """A statement of one line."""
        rng, value = self.rng, self.expression(1)
        target = rng.choice(_VARIABLES)
        return [
            rng.choice(
                (
                    f"{target} = {value}", f"{target} = {value}", f"{target} = {self.created(0)}", f"{target} {rng.choice('+-*/@|')}= {value}",
                    f"{rng.choice(_STREAMS)}.{rng.choice(_METHODS)}", f"x.{rng.choice(_METHODS)}", value, f"e0 = {rng.choice(_STREAMS)}.record()",
                    f"{rng.choice(_STREAMS)}.wait_event(e0)", f"{rng.choice(_STREAMS)}.synchronize()", f"del {target}", f"return {value}",
                    f"yield {value}", f"x = yield from {value}", f"await {value}", "pass", "break", "continue", f"global {rng.choice('xyzab')}",
                    f"nonlocal {rng.choice('xyzab')}", f"assert {value}, x", f"raise {value}", f"a, *b, (c, d) = {value}",
                    f"x: {value} = {value}", f"x = y = z = {value}", f"import {rng.choice(('cupy', 'os.path', 'program', 'a.b.c as d'))}",
                    f"{target}, {target} = {target}, x", f"k = cp.RawKernel('__global__ void k(int*x){{}}', 'k'); k((1,), (1,), ({value},))",
                )
            )
        ]  # fmt: skip

    def headed(self, head: str, depth: int) -> list[str]:
        """A compound statement."""
        return [head, *self.block(depth)]

    def conditional(self, depth: int) -> list[str]:
        """`if` with some `elif` and perhaps an `else`."""
        lines = self.headed(f"if {self.expression(2)}:", depth)
        for _ in range(self.rng.choice((0, 0, 1, 3))):
            lines += self.headed(f"elif {self.expression(2)}:", depth)
        return lines + (self.headed("else:", depth) if self.rng.random() < 0.5 else [])

    def loop(self, depth: int) -> list[str]:
        """`for` or `while`, perhaps with an `else`."""
        head = self.rng.choice(
            (f"while {self.expression(2)}:", "while True:", "while (y := x[0]):", f"for i in {self.expression(2)}:",
             "for i, s0 in enumerate(streams):", f"for i in range({self.rng.choice(NUMBERS)}):", "for x[i], *a in zip(x, y):")
        )  # fmt: skip
        return self.headed(head, depth) + (self.headed("else:", depth) if self.rng.random() < 0.2 else [])

    def attempt(self, depth: int) -> list[str]:
        """`try` with its clauses."""
        lines = self.headed("try:", depth)
        star = self.rng.choice(("", "", "", "*"))
        for _ in range(self.rng.randrange(3)):
            lines += self.headed(
                f"except{star} {self.rng.choice(('ValueError', '(OSError, C0)', 'x.error'))} as e:", depth
            )
        return lines + self.headed("finally:", depth)

    def function(self, depth: int) -> list[str]:
        """A function, perhaps decorated, asynchronous, calling itself."""
        rng = self.rng
        decorators = rng.choices(
            ("@functools.cache", "@property", "@staticmethod", "@contextlib.contextmanager", "@f0", "@cp.fuse()", "@jit.rawkernel()", "@C0(x)"),
            k=rng.choice((0, 0, 0, 1, 2)),
        )  # fmt: skip
        parameters = rng.choice(("", "x", "x, y=1, *a, **k", "self, s0", "x, /, y, *, z=x", "self", "n=10**9, st=None"))
        return [
            *decorators,
            *self.headed(f"{rng.choice(('def', 'def', 'def', 'async def'))} f{rng.randrange(4)}({parameters}):", depth),
        ]

    def klass(self, depth: int) -> list[str]:
        """A class, perhaps its own base."""
        bases = self.rng.choice(
            ("", "(C0)", "(C1, C0)", "(cp.ndarray)", "(x, metaclass=C1)", "(*b)", "(threading.Thread)")
        )
        lines = [f"class C{self.rng.randrange(3)}{bases}:"]
        for name in self.rng.sample(
            ("__init__", "__enter__", "__exit__", "__call__", "__iter__", "run", "__getattr__"), 3
        ):
            lines += ["    " + line for line in self.headed(f"def {name}(self, *a):", depth + 1)]
        return lines

    def managed(self, depth: int) -> list[str]:
        """`with` and some items."""
        items = ", ".join(
            self.rng.choice((*_STREAMS, f"{self.expression(3)} as x", "ThreadPoolExecutor() as g", "C0() as (a, b)"))
            for _ in range(self.rng.choice((1, 1, 1, 2, 4)))
        )
        return self.headed(f"{self.rng.choice(('with', 'with', 'with', 'async with'))} {items}:", depth)

    def match(self, depth: int) -> list[str]:
        """`match` and some patterns."""
        lines = [f"match {self.expression(2)}:"]
        patterns = (
            "1",
            "[a, *b]",
            "{'k': x, **g}",
            "C0(x=1)",
            "None",
            "(1 | 2) as y",
            "str() if x",
            "cp.pi",
            "[[a], {'b': c}]",
        )
        for pattern in self.rng.sample(patterns, 3):
            lines += ["    " + line for line in self.headed(f"case {pattern}:", depth + 1)]
        return lines


_EXPRESSIONS: tuple[Callable[[Grammar, int], str], ...] = (
    Grammar.created, Grammar.created, Grammar.call, Grammar.call, Grammar.comprehension,
    lambda g, d: f"{g.expression(d)} {g.rng.choice(_OPERATORS)} {g.expression(d)}",
    lambda g, d: f"({g.expression(d)}).{g.rng.choice(_METHODS)}",
    lambda g, d: f"({g.expression(d)})[{g.expression(d)}:{g.rng.choice(('', 'n', '-1'))}:{g.rng.choice(('', '0', '-1', 'x'))}]",
    lambda g, d: f"{g.rng.choice(('-', '~', 'not ', '+'))}({g.expression(d)})",
    lambda g, d: f"({g.expression(d)} if {g.expression(d)} else {g.expression(d)})",
    lambda g, d: f"(lambda x=0, *a, y={g.expression(d)}, **k: {g.expression(d)})",
    lambda g, d: f"({g.rng.choice(_SIMPLE_TARGETS)} := {g.expression(d)})",
    lambda g, d: f"[{g.expression(d)}, *{g.expression(d)}, {g.expression(d)}]",
    lambda g, d: f"{{'k': {g.expression(d)}, **{g.expression(d)}}}",
    lambda g, d: f"({g.expression(d)}, {g.expression(d)})",
    lambda g, d: f"f'{{x!r:>{{n}}}} {{{g.rng.choice(_SIMPLE_TARGETS)}}}'",
    lambda g, d: f"({g.expression(d)}) < ({g.expression(d)}) < ({g.expression(d)})",
)  # fmt: skip

_COMPOUND: tuple[Callable[[Grammar, int], list[str]], ...] = (
    Grammar.conditional, Grammar.conditional, Grammar.loop, Grammar.loop, Grammar.attempt, Grammar.function, Grammar.function,
    Grammar.klass, Grammar.managed, Grammar.managed, Grammar.managed, Grammar.match,
)  # fmt: skip


def program(rng: random.Random, statements: int, deepest: int) -> str:
    """A program of about so many statements, nested so deeply."""
    grammar = Grammar(rng, statements, deepest)
    lines = ["import cupy as cp", *rng.sample(_IMPORTS, 4)]
    lines += [
        "s0, s1, s2 = (cp.cuda.Stream(non_blocking=True) for _ in range(3))",
        "streams = [s0, s1]",
        "x = y = cp.ones(10)",
    ]
    while grammar.left > 0:
        statement = grammar.statement()
        if rng.random() < 0.05 or parses("\n".join(statement)):
            lines += statement
    return "\n".join(lines) + "\n"


def generate(rng: random.Random, size: Size) -> Case:
    """A program from the grammar, sometimes mutated."""
    most = 40 if rng.random() < 0.8 else size.statements
    statements, deepest = (
        size.count(rng, most, 4) if size.growth >= 1 else rng.randint(4, 20),
        rng.choice((2, 4, 8, 30)),
    )
    text = program(rng, statements, deepest)
    if rng.random() < 0.15:
        text = mutated_program(rng, text)
    return finished(rng, text, f"{statements} statements, nested {deepest}")
