"""A sweep from a list to a file: what is left to be done, its lines, and a summary."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from cupylint import __version__
from cupylint.progress import Progress
from cupylint.reading import read_regular
from cupylint.sweep import cluster, lines
from cupylint.sweep.one import DONE, LOST, UNREADABLE, Line, Order

_COMMENT = "#"


@dataclass(slots=True)
class Summary:
    """How a sweep went. `skipped`: targets that an earlier run has done; `counts`: what became of the others."""

    skipped: int
    counts: Counter[str]
    findings: int = 0
    found_in: int = 0

    def add(self, line: Line) -> None:
        """Count the line of a target."""
        self.counts[line["status"]] += 1
        found = len(line.get("findings", ())) + sum(
            verdict.get("verdict") == "CONFIRMED" for verdict in line.get("verdicts", ())
        )
        self.findings += found
        self.found_in += bool(found)

    @property
    def failed(self) -> int:
        """Targets of which nobody knows what is in them."""
        return sum(self.counts.values()) - self.counts[DONE]

    def told(self, path: str) -> str:
        """One line for people."""
        parts = [f"{self.counts[status]} {status}" for status in (DONE, UNREADABLE, LOST) if self.counts[status]]
        parts += [f"{self.skipped} known from before"] if self.skipped else []
        return f"{path}: {', '.join(parts) or 'no targets'}; {self.findings} findings in {self.found_in} targets"


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
    """Go through `targets` and add a line for each to the file at `path`; those that it has already are left out.

    Raises:
        NoCluster: there is nothing to work on.
        NoSweep: the file holds something else.
        OSError: it cannot be read or written.
    """
    settings = settings_of(order)
    known = lines.done(path, __version__, settings)
    left = [target for target in targets if target not in known]
    summary = Summary(len(targets) - len(left), Counter())
    if not left:
        return summary
    path = os.path.abspath(path)
    stamps = {target: lines.stamp(target) for target in left}
    with lines.appending(path) as writer:
        for line in cluster.lines(left, order, address, count):
            writer.add({**line, "version": __version__, "settings": settings, "stamp": stamps[line["target"]]})
            summary.add(line)
            progress.show(sum(summary.counts.values()), len(left))
    return summary
