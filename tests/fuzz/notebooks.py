"""Notebooks, given by name: with cells of the fixtures, magics, and broken in all places."""

from __future__ import annotations

import json
import random

from . import corpus
from .case import TRIPWIRE, Case, single
from .files import Size
from .mutate import mutated, stored

_MAGICS = ("%matplotlib inline\n", "!ls\n", "%%time\n", "?cp\n", "%%bash\nls\n", "get_ipython()\n", "")


def _cell(rng: random.Random) -> object:
    text, _ = corpus.pick(rng, corpus.fixtures())
    lines = (rng.choice(_MAGICS) + TRIPWIRE + mutated(rng, text)).splitlines(keepends=True)[: rng.randint(1, 40)]
    return {
        "cell_type": rng.choice(("code", "code", "code", "markdown", "raw", None, 7)),
        "metadata": {},
        "source": rng.choice((lines, "".join(lines), None, 3, [None], {})),
        "outputs": [],
    }


def generate(rng: random.Random, size: Size) -> Case:
    """A notebook."""
    cells: object = [_cell(rng) for _ in range(rng.randint(0, 4))]
    book = {
        "cells": rng.choice((cells, cells, cells, None, {}, "x")),
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
    }
    text = json.dumps(rng.choice((book, book, book, [], None, [[]] * 50)))
    if rng.random() < 0.5:
        text = mutated(rng, text)
    name = rng.choice(("book.ipynb", "book.ipynb", "book.py"))
    return single(stored(rng, text), "notebook", name)
