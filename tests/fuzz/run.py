"""Runs many inputs and tells what failed. See `--help`, and `docs/security.md` for what came of it."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .case import Case, write
from .files import SMALL
from .generate import CATEGORIES, Size, category_of, generate
from .pool import HANG_SECONDS, Answer, Worker
from .shrink import shrink

Report = dict[str, Any]


@dataclass
class Tally:
    """What became of the inputs of one category."""

    inputs: int = 0
    failed: int = 0
    twice: int = 0
    commands: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    megabytes: float = 0.0

    def add(self, answer: Answer) -> None:
        """Count one input."""
        self.inputs += 1
        self.failed += bool(answer["failures"])
        self.twice += bool(answer.get("again"))
        self.commands += bool(answer.get("command"))
        for kind in answer["failures"]:
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self.seconds = max(self.seconds, answer["seconds"])
        self.megabytes = max(self.megabytes, answer["megabytes"])


class Campaign:
    """The inputs of many seeds, shared among some processes."""

    def __init__(self, seeds: Iterator[int], size: Size, jobs: int, hang_seconds: float, minutes: float | None) -> None:
        self._seeds, self._size, self._jobs, self._hang = seeds, size, jobs, hang_seconds
        self._end = None if minutes is None else time.monotonic() + 60 * minutes
        self._lock = threading.Lock()
        self.tallies = {name: Tally() for name in CATEGORIES}
        self.failures: dict[int, Answer] = {}
        self.last = -1

    def run(self) -> None:
        """Run all; what fails is printed at once."""
        threads = [threading.Thread(target=self._work) for _ in range(self._jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _next(self) -> int | None:
        with self._lock:
            if self._end is not None and time.monotonic() > self._end:
                return None
            return next(self._seeds, None)

    def _work(self) -> None:
        worker = Worker(self._hang)
        try:
            while (seed := self._next()) is not None:
                answer = worker.seed(seed, self._size)
                answer["note"] = answer["note"] or generate(seed, self._size).note  # a lost process told nothing
                self._note(seed, answer)
        finally:
            worker.close()

    def _note(self, seed: int, answer: Answer) -> None:
        with self._lock:
            self.last = max(self.last, seed)
            self.tallies[category_of(seed)].add(answer)
            if answer["failures"]:
                self.failures[seed] = answer
                print(described(seed, answer), flush=True)


def described(seed: int, answer: Answer) -> str:
    """One line on the failures of an input."""
    kinds = "; ".join(f"{kind}: {' '.join(text.split())[:200]}" for kind, text in answer["failures"].items())
    return f"seed {seed} [{category_of(seed)}: {answer.get('note', '')}] {kinds}"


def seeds_of(first: int, count: int | None, category: str | None) -> Iterator[int]:
    """Seeds from `first` on, of one category if that is given; endless without a count."""
    wanted = (seed for seed in itertools.count(first) if category is None or category_of(seed) == category)
    return wanted if count is None else itertools.islice(wanted, count)


def report(campaign: Campaign, first: int, hours: float) -> Report:
    """What `table` reads."""
    return {
        "first_seed": first,
        "last_seed": campaign.last,
        "hours": round(hours, 3),
        "python": platform.python_version(),
        "categories": {name: vars(tally) for name, tally in campaign.tallies.items() if tally.inputs},
        "failing_seeds": sorted(campaign.failures),
    }


def save(case: Case, folder: Path) -> None:
    """Keep an input as a tree of files, with its arguments beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    write(case, os.fspath(folder / "tree"))
    (folder / "arguments.json").write_text(json.dumps(case.arguments), encoding="ascii")
    if case.stdin:
        (folder / "stdin").write_bytes(case.stdin)


def _replay(seed: int, options: argparse.Namespace, size: Size) -> int:
    """Run one input again, make it smaller if it fails, and keep it."""
    case = generate(seed, size)
    worker = Worker(options.hang)
    try:
        answer = worker.case(case)
        print(described(seed, answer), json.dumps({key: answer[key] for key in ("seconds", "megabytes")}))
        if not answer["failures"]:
            save(case, options.save / str(seed))
            return 0
        for kind, text in answer["failures"].items():
            print(f"{kind}: {text}")
        if options.shrink:
            case = shrink(case, set(answer["failures"]), lambda smaller: set(worker.case(smaller)["failures"]))
    finally:
        worker.close()
    save(case, options.save / str(seed))
    print(f"saved below {options.save / str(seed)}; arguments: {case.arguments}")
    for name, entry in case.entries.items():
        print(
            f"--- {name!r}\n{entry.decode('utf-8', 'backslashreplace')[:3000] if isinstance(entry, bytes) else entry}"
        )
    return 1


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "--inputs", type=int, help="how many (default: 1000, with --minutes as many as there is time for)"
    )
    parser.add_argument("--minutes", type=float, help="end after this time")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the others follow it")
    parser.add_argument("--category", choices=sorted(CATEGORIES), help="only inputs of this one")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--small", action="store_true", help="inputs as small as those of the ordinary tests")
    parser.add_argument("--hang", type=float, default=HANG_SECONDS, help="seconds after which an input hangs")
    parser.add_argument(
        "--replay", type=int, metavar="SEED", help="run the input of this seed, and shrink it if it fails"
    )
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="replay without shrinking")
    parser.add_argument("--save", type=Path, default=Path("fuzz-failures"), help="folder for inputs that fail")
    parser.add_argument("--report", type=Path, help="write the numbers there, as JSON")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Run; 1 if anything failed."""
    options = _options(sys.argv[1:] if arguments is None else arguments)
    size = SMALL if options.small else Size()
    if options.replay is not None:
        return _replay(options.replay, options, size)
    count = options.inputs or (None if options.minutes is not None else 1000)
    campaign = Campaign(
        seeds_of(options.seed, count, options.category), size, options.jobs, options.hang, options.minutes
    )
    start = time.monotonic()
    campaign.run()
    hours = (time.monotonic() - start) / 3600
    for seed in campaign.failures:
        save(generate(seed, size), options.save / str(seed))
    for name, tally in campaign.tallies.items():
        if tally.inputs:
            print(f"{name}: {tally}")
    print(
        f"{sum(tally.inputs for tally in campaign.tallies.values())} inputs, {len(campaign.failures)} failed, {hours:.2f} h"
    )
    if options.report is not None:
        options.report.write_text(json.dumps(report(campaign, options.seed, hours), indent=1) + "\n", encoding="utf-8")
    return 1 if campaign.failures else 0
