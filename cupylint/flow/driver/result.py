"""What an analysis of a file comes to."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from cupylint.facts import Fact, Unfinished
from cupylint.findings import Premise
from cupylint.program import ir
from cupylint.records import dataclass


@dataclass(slots=True)
class Result:
    """The facts of a file, and the other files of the project that were followed for it.

    Attributes:
        work: the statements followed, times paths.
        entry_work: those of each function and class that was an entry, by name.
        reached: function -> the entries that led into it, all by name.
        sizes: entry -> names of numbers that it loops over and that are not known.
        replaced: guesses in whose place there are now facts that small sizes showed.
        guesses: entries in which it is not known whether parts overlap, or which of several items is meant.
        failed: functions whose analysis went wrong, and how.
        driven: methods that other code of the file than their class calls.
        sized: what was found by following some entries alone with a number for sizes, where these tell nothing of
            others, by the entries and the premise.
        is_separable: whether no entry has changed how others were followed.
    """

    facts: list[Fact] = field(default_factory=list)
    replaced: list[Fact] = field(default_factory=list)
    unfinished: dict[ir.Function, Unfinished] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    work: int = 0
    entry_work: Counter[str] = field(default_factory=Counter)
    reached: dict[str, set[str]] = field(default_factory=dict)
    sizes: dict[str, set[str]] = field(default_factory=dict)
    guesses: set[str] = field(default_factory=set)
    failed: list[tuple[str, Exception]] = field(default_factory=list)
    driven: frozenset[ir.Function] = frozenset()
    sized: dict[tuple[frozenset[str], tuple[Premise, ...]], list[Fact]] = field(default_factory=dict)
    is_separable: bool = False
