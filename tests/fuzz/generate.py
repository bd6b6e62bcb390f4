"""The input of a seed. One whole number says all: the category, the shape, every choice."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from . import arguments, configuration, cuda, files, grammar, growth, notebooks, trees
from .case import Case

Generator = Callable[[random.Random, "Size"], Case]
Size = files.Size


FULL = Size()


@dataclass(frozen=True)
class Category:
    """A kind of input.

    Attributes:
        weight: how often it is drawn, in relation to the others.
        shown: what docs call it.
    """

    generator: Generator
    weight: int
    shown: str


CATEGORIES: dict[str, Category] = {
    "fixture": Category(files.fixture, 30, "mutated fixtures"),
    "package": Category(files.package, 12, "mutated files of released packages"),
    "grammar": Category(grammar.generate, 16, "programs from a grammar"),
    "growth": Category(growth.generate, 8, "shapes that grow: N terms, N branches, nesting"),
    "cuda": Category(cuda.generate, 14, "sources of kernels"),
    "notebook": Category(notebooks.generate, 2, "notebooks"),
    "configuration": Category(configuration.generate, 7, "pyproject.toml, .gitignore, comments that suppress"),
    "tree": Category(trees.generate, 6, "trees of files, names, links, pipes"),
    "arguments": Category(arguments.generate, 5, "arguments of the command"),
}
"""The order and the weights are part of what a seed means."""

_NAMES = [name for name, category in CATEGORIES.items() for _ in range(category.weight)]
_THROUGH_COMMAND = 0.01
_OPTIONS = (
    ("--maybe",), ("--select=ALL",), ("--select=ALL", "--maybe"), ("--cupy-version=12",), ("--cupy-version=13",),
    ("--per-thread-default-stream",), ("--device-memory=1MB",), ("--statistics",), ("--exit-zero",),
)  # fmt: skip


def category_of(seed: int) -> str:
    """The category of a seed's input, without making it."""
    return random.Random(seed).choice(_NAMES)


def generate(seed: int, size: Size = FULL) -> Case:
    """The input of a seed."""
    rng = random.Random(seed)
    name = rng.choice(_NAMES)
    return dressed(rng, CATEGORIES[name].generator(rng, size), size)


def dressed(rng: random.Random, case: Case, size: Size) -> Case:
    """`case` with options that vary what is done with it."""
    case = case.with_arguments("--output-format=" + rng.choice(("json", "json", "json", "concise", "full")))
    if rng.random() < 0.4:
        case = case.with_arguments(*rng.choice(_OPTIONS))
    return replace(case, command=rng.random() < _THROUGH_COMMAND * size.commands)
