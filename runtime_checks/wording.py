"""What the harness says of a pair: its lines, and the verdict on all that was seen."""

from __future__ import annotations

import os

from .jobs import Pair, Seen
from .occurrences import State
from .results import Verdict

APART = "the two never used the same memory"
"""How the evidence starts where both accesses were executed, but not on the same memory."""


def conclusion(number: int, pair: Pair, state: State) -> Seen:
    """The verdict on a pair, by what was seen of it in a run."""
    for verdict in (Verdict.CONFIRMED, Verdict.INCONCLUSIVE, Verdict.ORDERED):
        found = [seen for seen in state.seen if seen.verdict == verdict.name]
        if found:
            return found[0]
    first, last = pair.lines()
    if not state.earlier and not state.later:
        text = f"the run came to neither {first} nor {last}"
    elif not state.earlier:
        text = f"the run did not come to {first}"
    elif not state.later:
        text = f"the run did not come to {last}"
    elif state.aligned:
        return Seen(number, Verdict.ORDERED.name, f"{both(pair)} run on the same stream")
    elif state.apart:
        text = f"{APART}: {both(pair)}"
    else:
        text = f"the run did not come from {first} to {last}"
    return Seen(number, Verdict.NOT_REACHED.name, text)


def rows(pair: Pair) -> tuple[int, int]:
    """The rows of the later and of the earlier access."""
    return pair.later.location.row, pair.earlier.location.row


def lines(pair: Pair, state: State) -> tuple[str, str]:
    """The lines of the later and of the earlier access, with the number of the execution where they are one line."""
    row, first = rows(pair)
    earlier, later = state.tested[-1] if state.tested else (0, 0)
    if row != first or not later:
        return pair.lines()[::-1]
    return f"line {row} (execution {later})", f"line {first} (execution {earlier})"


def both(pair: Pair) -> str:
    """The two lines, for a sentence."""
    first, last = pair.lines()
    if " of " in first:
        return f"{first} and {last}"
    return f"lines {first.removeprefix('line ')} and {last.removeprefix('line ')}"


def place(pair: Pair, row: int, filename: str) -> str:
    """A line, for a sentence: with the name of its file where that is not the one of the later access."""
    later = pair.later.filename
    same = not filename or os.path.realpath(filename) == os.path.realpath(later)
    return f"line {row}" if same else f"line {row} of {filename}"
