"""What the linter misses: programs are linted and run traced, and the races that the run shows are looked for.

    python -m tests.benchmarks.recall                              all bundled programs, in the simulator
    python -m tests.benchmarks.recall --only CUP104                those of a rule
    python -m tests.benchmarks.recall --small              the small programs of tests/dynamic/programs.py
    python -m tests.benchmarks.recall driver.py other.py           programs, with the modules that they import
    python -m tests.benchmarks.recall src -- python -m pytest      a command, and what is linted for it

Prints a table in Markdown: races observed, those of them that the linter reports, and the lines that it misses; and
then each deviation from the labels of the bundled programs. Run it in the root of the repository. Judges nothing: the
exit status is 0 if all could be run.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cupylint.findings import Finding
from cupylint.runtime_checks import cases, command, linting
from cupylint.runtime_checks.backends import Backend, choose
from cupylint.runtime_checks.bundled import RACES
from cupylint.runtime_checks.command import Command
from cupylint.runtime_checks.dynamic.beside import is_reported
from cupylint.runtime_checks.dynamic.observe import Observation, Surroundings, observe
from cupylint.runtime_checks.timings import CLOCK
from tests.dynamic.programs import PRELUDE, PROGRAMS
from tests.dynamic.published import PROGRAMS as PUBLISHED
from tests.dynamic.published import devices_of, text_of

LABELS = RACES - {CLOCK}


@dataclass
class Row:
    """What came of some programs.

    Attributes:
        runs: how many came to an end, or failed as they are meant to.
        labelled: lines that are marked as the later access of a race.
        unobserved: those of them that the run did not show.
        unlabelled: lines that it showed without a mark.
        missed: lines that it showed and the linter does not report.
        cut: programs that did not come to an end by themselves, and why.
    """

    name: str
    programs: int = 0
    runs: int = 0
    observed: int = 0
    found: int = 0
    labelled: int = 0
    missed: list[str] = field(default_factory=list)
    unobserved: list[str] = field(default_factory=list)
    unlabelled: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    def add(self, name: str, seen: Observation, findings: Sequence[Finding], path: str) -> set[int]:
        """Count a program; the lines that its run showed."""
        self.programs += 1
        self.runs += seen.summary is not None
        self.cut += [] if seen.summary is not None else [f"{name} ({seen.ran.error})"]
        shown: dict[tuple[str, int], bool] = {}
        for race in seen.races:
            line = race.observed.lines[1]
            shown[line] = shown.get(line, False) or is_reported(race.observed, findings, path)
        self.observed += len(shown)
        self.found += sum(shown.values())
        self.missed += [f"{name}:{row}" for (_, row), reported in sorted(shown.items()) if not reported]
        return {row for _, row in shown}


def elsewhere(run: Callable[[], Observation]) -> Observation:
    """What `run` returns in a folder of its own: some programs write files."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return run()
        finally:
            os.chdir(before)


def bundled(backend: Backend, only: str, limit: float) -> Iterator[Row]:
    """A row for each folder of bundled programs with races, and one for all others."""
    rows: dict[str, Row] = {}
    for case in cases.cases():
        needs = dict(case.fields).get("needs", "").strip()
        if not case.code.startswith(only or "CUP") or needs:
            continue
        row = rows.setdefault(case.code if case.code in LABELS else "others", Row(""))
        row.name = case.code if case.code in LABELS else "others"
        seen = elsewhere(
            lambda case=case: observe(
                Command(str(case.path), "", ()),
                backend,
                Surroundings(limit, case.devices, case.per_thread),
                confirm=False,
            )
        )
        shown = row.add(case.name, seen, linting.of_case(case), str(case.path))
        marked = {expect.row for expect in case.expects if expect.code in LABELS}
        row.labelled += len(marked)
        row.unobserved += [f"{case.name}:{line}" for line in sorted(marked - shown)]
        row.unlabelled += [f"{case.name}:{line}" for line in sorted(shown - marked)]
    yield from sorted(rows.values(), key=lambda row: (row.name == "others", row.name))


def small(backend: Backend, limit: float) -> Iterator[Row]:
    """A row for each set of programs whose lines with a race end with ``# race``."""
    yield _of_texts("small programs", {name: PRELUDE + body for name, body in PROGRAMS.items()}, backend, limit)
    yield _of_texts("published lists", {name: text_of(name) for name in PUBLISHED}, backend, limit)


def _of_texts(what: str, texts: Mapping[str, str], backend: Backend, limit: float) -> Row:
    row = Row(what)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        for name, text in texts.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            around = Surroundings(limit, devices_of(text))
            seen = elsewhere(lambda around=around: observe(Command(path, "", ()), backend, around, confirm=False))
            shown = row.add(name, seen, linting.of_program(path).findings, path)
            marked = {number for number, line in enumerate(text.splitlines(), 1) if "# race" in line}
            row.labelled += len(marked)
            row.unobserved += [f"{name}:{line}" for line in sorted(marked - shown)]
            row.unlabelled += [f"{name}:{line}" for line in sorted(shown - marked)]
    return row


def given(backend: Backend, paths: Sequence[str], words: Sequence[str]) -> Iterator[Row]:
    """A row for each program, or for the command."""
    if words:
        what = command.parse(words)
        findings = linting.of_paths(list(paths) or [command.project_of(what)]).findings
        row = Row(what.shown)
        row.add(what.shown, observe(what, backend, Surroundings(600.0), confirm=False), findings, what.path)
        yield row
        return
    for path in paths:
        row = Row(path)
        findings = linting.of_program(path).findings
        row.add(path, observe(Command(path, "", ()), backend, Surroundings(120.0), confirm=False), findings, path)
        yield row


def table(rows: Sequence[Row]) -> str:
    """The rows and their sum in Markdown."""
    names = ("programs", "runs", "labelled", "observed", "found")
    numbers = [[getattr(row, name) for name in names] for row in rows]
    numbers.append([sum(column) for column in zip(*numbers, strict=True)])
    lines = [
        "| programs of | run | to their end | races labelled | observed | found by the linter | missed |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    missed = [", ".join(row.missed) or "-" for row in rows]
    missed.append(str(sum(len(row.missed) for row in rows)))
    for name, counts, lost in zip([*(row.name for row in rows), "all"], numbers, missed, strict=True):
        lines.append(f"| {name} | {' | '.join(map(str, counts))} | {lost} |")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str]) -> int:
    """Print the table."""
    words = list(argv)
    end = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--only", default="", help="bundled programs of this rule")
    parser.add_argument("--small", action="store_true", help="the small programs of the tests")
    parser.add_argument("--backend", default="simulator", choices=("auto", "cuda", "simulator"))
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds for each bundled program")
    options = parser.parse_args(words[:end])
    with choose(options.backend) as backend:
        if options.paths or words[end + 1 :]:
            rows = list(given(backend, options.paths, words[end + 1 :]))
        else:
            rows = list(
                small(backend, options.time_limit)
                if options.small
                else bundled(backend, options.only, options.time_limit)
            )
    print(table(rows), end="")
    for title, lines in (
        ("Labelled, and not observed", [line for row in rows for line in row.unobserved]),
        ("Observed, and not labelled", [line for row in rows for line in row.unlabelled]),
        ("Cut", [line for row in rows for line in row.cut]),
    ):
        if not options.paths and not words[end + 1 :]:
            print(f"\n{title}: {', '.join(lines) or 'none'}")
    return 0 if all(row.runs for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
