"""Intervals of a clock (CUP501) or of events (CUP505), and idle waits (CUP117), as pairs: do they end before the work?

The work is the earlier access; the host's second reading of the clock, or what it asks of the events, stands for the
later one. On a device a gate holds the work back. In the simulator the reading asks the ordering model whether the host
knows the work to be done.
"""

from __future__ import annotations

import builtins
import os
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from cupylint.findings import Finding

from .jobs import EARLIER, Pair, Seen, Site
from .proofs import PROOFS
from .results import Verdict
from .rewrite import NAME

CLOCKS = frozenset(code for code, proof in PROOFS.items() if proof.kind == "clock")
"""Rules whose later access reads a time, or is a wait that should have taken until then."""
_READ = "the clock was read in line"
_WORDS = {"CUP117": "the wait was over in line"}


def interval(finding: Finding, path: str) -> Pair:
    """The work and the reading of the clock; `path` is the file of places that name none."""
    work, reading = (Site(side.filename or path, side.location, side.host, side.stream) for side in finding.accesses)
    return Pair(replace(work, unseen=True, own=True), replace(reading, unseen=True, own=True, clock=True))


def worded(evidence: str, code: str) -> str:
    """What a gate showed, in the words of clocks, or of waits."""
    told = _WORDS.get(code, _READ)
    return evidence.replace("the host made the access of line", told, 1).replace(_READ, told, 1)


class Readings:
    """``__cupylint__`` in a simulated run: looks at the work under way wherever a clock is read.

    Args:
        pairs: the intervals, by number.
        rows: (real path, row) of all lines of the work of each.
    """

    def __init__(self, pairs: dict[int, Pair], rows: dict[int, set[tuple[str, int]]]) -> None:
        self._pairs, self._rows = pairs, rows
        self._from: dict[int, int] = {}
        self._open: dict[int, bool] = {}
        self.null = None

    @contextmanager
    def named(self) -> Iterator[None]:
        """Make it known to the program."""
        setattr(builtins, NAME, self)
        try:
            yield
        finally:
            delattr(builtins, NAME)

    def gate(self, pair: int, *candidates: object) -> None:
        """The work comes next."""
        from .simulator.engine import active

        self._from.setdefault(pair, active().count)

    def on(self, pair: int, role: int, stream: Any) -> Any:
        """The work comes next, on `stream`; returns `stream`."""
        if role == EARLIER:
            self.gate(pair)
        return stream

    def probe(self, pair: int, *candidates: object) -> None:
        """The clock was read."""
        from .simulator.engine import active

        start = self._from.pop(pair, None)
        if start is None:
            return
        engine = active()
        with engine.lock:
            known = engine.order.hosts.get(engine.host, 0)
            work = [
                number
                for number, place in engine.places[bisect_left(engine.places, (start,)) :]
                if (os.path.realpath(place.filename), place.row) in self._rows[pair]
            ]
        if work and engine.judge:
            self._open[pair] = self._open.get(pair, False) or any(not known >> number & 1 for number in work)

    def seen(self, number: int, milliseconds: float) -> Seen:
        """The verdict on one interval."""
        pair = self._pairs[number]
        row, first = pair.later.location.row, pair.earlier.location.row
        verdicts = {
            True: (Verdict.CONFIRMED, f"the clock was read in line {row} before the work of line {first} was done"),
            False: (Verdict.ORDERED, f"the work of line {first} was done when the clock was read in line {row}"),
            None: (Verdict.NOT_REACHED, f"the run did not come from line {first} to line {row}"),
        }
        verdict, text = verdicts[self._open.get(number)]
        return Seen(number, verdict.name, text, milliseconds=milliseconds)


def split(pairs: Sequence[Pair]) -> dict[int, Pair]:
    """Those of `pairs` that are about a clock, by number."""
    return {number: pair for number, pair in enumerate(pairs) if pair.later.clock}
