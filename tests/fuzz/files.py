"""Single files: mutations of the fixtures and of released packages."""

from __future__ import annotations

import random
import re
import textwrap
from dataclasses import dataclass, replace

from . import corpus
from .case import TRIPWIRE, Case, single
from .mutate import mutated_program, stored


@dataclass(frozen=True)
class Size:
    """How large inputs may be.

    Attributes:
        growth: the most of what a shape grows by, as a share of what the shape allows.
        statements: of a program from the grammar, at most.
        commands: how often inputs go through the command, in relation to the usual.
    """

    growth: float = 1.0
    statements: int = 3000
    commands: float = 1.0

    def count(self, rng: random.Random, most: int, least: int = 1) -> int:
        """A number between `least` and a share of `most`: each order of magnitude is as likely."""
        top = max(least + 1, int(most * self.growth))
        return round(least * (top / least) ** rng.random())


SMALL = Size(growth=0.02, statements=60, commands=0.2)
"""For the ordinary tests."""


def _armed(rng: random.Random, text: str) -> str:
    """`text` with code that tells if it is run; mostly in front."""
    return TRIPWIRE + text if rng.random() < 0.9 else text + "\n" + TRIPWIRE


def finished(rng: random.Random, text: str, note: str) -> Case:
    """A file of this text, named, or given on standard input."""
    case = single(stored(rng, _armed(rng, text)), note)
    if rng.random() < 0.05:
        stdin = next(iter(case.entries.values()))
        assert isinstance(stdin, bytes)
        names = rng.choice(((), ("--stdin-filename", "other.py")))
        return Case(stdin=stdin, arguments=(*names, "-"), note=note)
    if rng.random() < 0.04:
        return replace(case, arguments=("--memory", *case.arguments))
    return case


def fixture(rng: random.Random, size: Size) -> Case:
    """A mutated fixture."""
    text, name = corpus.pick(rng, corpus.fixtures())
    return finished(rng, mutated_program(rng, text), name)


_HEADS = (
    "import cupy as cp\ns0 = cp.cuda.Stream()\ns1 = cp.cuda.Stream(non_blocking=True)\n",
    "import cupy as np\nimport cupy as numpy\nfrom cupy.cuda import Stream\ns0 = Stream(non_blocking=True)\n",
    "from cupy import *\nimport cupy, cupyx\ns0, s1 = (cupy.cuda.Stream() for _ in range(2))\n",
)
_INJECTED = (
    "with s0: x = cp.zeros(10)", "x = np.ones((3, 4)) * 2", "y = x.get(stream=s0)", "s0.synchronize()", "s1.wait_event(s0.record())",
    "with s1: x += 1", "cupy.cuda.Device().synchronize()", "del x", "x = cp.asarray(x)", "x[0] = 1", "if x[0]: y = x + 1",
)  # fmt: skip
_STATEMENT = re.compile(r"^([ \t]*)(?:\w+ = |return\b|if |for |self\.)", re.MULTILINE)


def package(rng: random.Random, size: Size) -> Case:
    """A mutated file of a released package, with CuPy and streams put in so that it is looked at."""
    text, name = corpus.pick(rng, corpus.packages())
    if size.growth < 1:
        lines = text.splitlines(keepends=True)
        start = rng.randrange(len(lines) + 1)
        text = textwrap.dedent("".join(lines[start : start + 150]))
    places = list(_STATEMENT.finditer(text))
    chosen = rng.sample(places, min(len(places), rng.choice((1, 3, 10))))
    for match in sorted(chosen, key=lambda one: -one.start()):
        text = text[: match.start()] + f"{match[1]}{rng.choice(_INJECTED)}\n" + text[match.start() :]
    text = rng.choice(_HEADS) + text
    return finished(rng, mutated_program(rng, text) if rng.random() < 0.7 else text, name)
