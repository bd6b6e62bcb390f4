"""A sweep from a list to a file: what is left to be done, its lines, and a summary."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from cupylint import __version__
from cupylint.counted import counted
from cupylint.progress import Progress
from cupylint.reading import read_regular
from cupylint.sweep import cluster, lines
from cupylint.sweep.one import DONE, LOST, UNREADABLE, Line, Order

_COMMENT = "#"


@dataclass(slots=True)
class Summary:
    """How a sweep went.

    Attributes:
        counts: what became of the targets, of those too that an earlier run has done.
        skipped: how many these are.
        ended_workers: workers of the cluster that ended while they had something to do.
    """

    counts: Counter[str] = field(default_factory=Counter)
    skipped: int = 0
    findings: int = 0
    found_in: int = 0
    ended_workers: int = 0

    def add(self, line: Line) -> None:
        """Count the line of a target."""
        self.counts[line["status"]] += 1
        found = len(line.get("findings", ())) + sum(
            verdict.get("verdict") == "CONFIRMED" for verdict in line.get("verdicts", ())
        )
        self.findings += found
        self.found_in += bool(found)

    def add_ended_worker(self) -> None:
        """Count a worker that ended."""
        self.ended_workers += 1

    @property
    def failed(self) -> int:
        """Targets of which nobody knows what is in them."""
        return sum(self.counts.values()) - self.counts[DONE]

    def told(self, path: str) -> list[str]:
        """Lines for people: one, and another one if workers ended."""
        parts = [f"{self.counts[status]} {status}" for status in (DONE, UNREADABLE, LOST) if self.counts[status]]
        known = f" ({self.skipped} from an earlier run)" if self.skipped else ""
        done = f"{path}: {', '.join(parts) or 'no targets'}{known}"
        found = f"{counted(self.findings, 'finding')} in {counted(self.found_in, 'target')}"
        ended = f"{counted(self.ended_workers, 'worker')} ended; what was under way there was done again"
        return [f"{done}; {found}", *([ended] if self.ended_workers else [])]


def listed(path: str) -> list[str]:
    """The targets that a list names, a line each, as absolute paths; each once.

    Raises:
        OSError: it cannot be read.
        UnicodeDecodeError: it is no text.
    """
    rows = (row.strip() for row in read_regular(path).decode("utf-8-sig").splitlines())
    return list(dict.fromkeys(os.path.abspath(row) for row in rows if row and not row.startswith(_COMMENT)))


def settings_of(order: Order) -> str:
    """A short text that differs for orders that may find something else."""
    told = repr((sorted(order.overrides.items()), order.verify, order.seconds, order.memory))
    return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def sweep(
    targets: Sequence[str], path: str, order: Order, address: str | None, count: int, progress: Progress
) -> Summary:
    """Go through `targets` and add a line for each to the file at `path`, unless it says the same already.

    What an earlier run has done is counted, and not done again; what could not be read then is tried once more.

    Raises:
        NoCluster: there is nothing to work on.
        NoSweep: the file holds something else.
        OSError: it cannot be read or written.
    """
    settings = settings_of(order)
    known = lines.known(path, __version__, settings)
    finished = {each: known[each] for each in targets if each in known and known[each]["status"] == DONE}
    summary = Summary(skipped=len(finished))
    for line in finished.values():
        summary.add(line)
    left = [target for target in targets if target not in finished]
    if not left:
        return summary
    path = os.path.abspath(path)
    stamps = {target: lines.stamp(target) for target in left}
    with lines.appending(path) as writer:
        found = cluster.lines(left, order, address, count, summary.add_ended_worker)
        for done, line in enumerate(found, 1):
            line.update(version=__version__, settings=settings, stamp=stamps[line["target"]])
            if not lines.says_the_same(line, known.get(line["target"])):
                writer.add(line)
            summary.add(line)
            progress.show(done, len(left))
    return summary
