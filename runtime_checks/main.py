"""What ``cupylint --verify`` does: runs programs, and says what was observed.

This is the only part of cupylint that runs the code it is given.
"""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from cupylint import escape
from cupylint.findings import Finding
from cupylint.reading import is_folder_gone

from . import command, evidence, findings_page, linting, page, schedule, stopping, table
from .cases import FOLDER, Case
from .command import Command
from .dynamic import beside
from .dynamic.observe import Observation
from .entry import failure, guarded, wrong
from .linting import Linted
from .options import Options, UsageError, parse, parser
from .printing import Printer, emit
from .results import Ran, Result, Verdict
from .rewrite import text_of
from .schedule import Phase
from .table import Row
from .tools import Answer, Tools, Unit, Verify

GOOD, BAD = 0, 1


def main(argv: Sequence[str], tools: Tools | None = None) -> int:
    """Run ``cupylint --verify`` with `argv` (without ``--verify``) and return the exit status.

    ``tools`` stands for everything that runs programs; None takes the real ones.
    """
    try:
        options = parse(argv)
        if options.help:
            emit(sys.stdout, parser().format_help())
            return GOOD
    except UsageError as error:
        return wrong(error)
    tools = tools or Tools(linting.of_case, linting.peak_of_case)
    return guarded(_Session(options, tools).run, tools)


@dataclass(slots=True)
class _Session:
    """One run of the command.

    Attributes:
        once: seconds for each program once, without those judged by how they end; side by side where they are run so.
        programs: how many those were.
        interrupted: by whom, if somebody did; what was found until then is told.
        ran: what became of the user's program.
        seen: what a traced run of it has shown; its races are those that the linter does not report.
        printer: prints what is found in the user's program.
    """

    options: Options
    tools: Tools
    once: float = 0.0
    programs: int = 0
    interrupted: KeyboardInterrupt | stopping.Stopped | None = None
    ran: Ran = field(default_factory=Ran)
    seen: Observation | None = None
    printer: Printer | None = None

    def run(self) -> int:
        start = time.perf_counter()
        given = _given(self.options)
        units = [] if given or self.options.probe else self._units()
        linted = _narrowed(_linted(self.options, given), self.options.only, given.path) if given else Linted()
        about = self.tools.choose(self.options.backend)
        if self.options.probe and about["backend"] != "cuda":
            raise UsageError("--probe needs a CUDA device: the simulator has its rules from the same model anyway")
        self._announce(_described(about), given)
        if self.options.probe:
            return self._probe(about)
        if self.options.changed:
            units = self._changed(units, about["backend"])
            if not units:
                emit(sys.stderr, "No bundled program, and nothing that judges it, has changed.\n")
                return GOOD
        rows = self._of_program(given, linted) if given else self._fixtures(units)
        self._print(rows, linted, time.perf_counter() - start)
        self._write(rows, about)
        if self.interrupted is not None:
            raise self.interrupted
        return self._status(rows, given)

    def _of_program(self, given: Command, linted: Linted) -> list[Row]:
        """The rows of the user's program, which is traced, too."""
        self.printer = Printer(self.options.output_format, sys.stdout)
        rows = self._program(given, linted)
        if not (self.ran.stopped or self.interrupted or is_folder_gone()):
            self._observe(given, linted, started=bool(linted.findings or self.options.command))
        return rows

    def _status(self, rows: list[Row], given: Command | None) -> int:
        if given is None:
            return GOOD if table.succeeded(rows) else BAD
        return BAD if self.seen is not None and self.seen.races else table.status(rows, self.ran)

    def _announce(self, backend: str, given: Command | None) -> None:
        what = "the bundled programs" if given is None else given.shown
        line = f"{backend}. This runs {'kernels that wait for each other' if self.options.probe else what}."
        emit(sys.stdout if self.options.output_format == "table" else sys.stderr, escape.line(line) + "\n")

    def _units(self) -> list[Unit]:
        try:
            every = self.tools.units()
        except (OSError, ValueError) as error:
            raise UsageError(f"the bundled programs cannot be read: {error}") from None
        only = self.options.only
        chosen = [
            unit
            for unit in every
            if not only or any(_chosen(case.name, str(case.path), text) for case in unit.programs for text in only)
        ]
        if only and not chosen:
            known = ", ".join(sorted({unit.name.split("/")[0] for unit in every}))
            raise UsageError(f"--only {','.join(only)}: no bundled program is called so; there are {known}")
        return chosen

    def _changed(self, units: Sequence[Unit], backend: str) -> list[Unit]:
        """Those of which there is no evidence, or of another version of the program or of what judges it."""
        try:
            known = evidence.fresh(self.options.evidence or str(FOLDER / "EVIDENCE.md"), backend)
        except ValueError as error:
            raise UsageError(str(error)) from None
        return [unit for unit in units if not {case.name for case in unit.programs} <= known]

    def _fixtures(self, units: Sequence[Unit]) -> list[Row]:
        found: dict[int, list[Row]] = {}
        progress = table.Progress(sys.stderr, len(units))
        printer = Printer(
            self.options.output_format, sys.stdout, [_planned(one) for unit in units for one in unit.programs]
        )

        def told(number: int, rows: list[Row]) -> None:
            found[number] = rows
            progress.close()
            printer.add(number, rows)
            progress.show(min(len(found), len(units) - 1), units[number].name)

        try:
            again: list[tuple[int, Unit]] = []
            phases = self.tools.phases(units, self._judged)
            for number, rows, disturbed in self._rows(units, phases):
                if not rows:
                    continue  # a part of what is judged later
                if disturbed and not table.succeeded(rows):
                    again.append((number, units[number]))
                else:
                    told(number, rows)
            for number, rows, _ in self._rows(units, [self.tools.alone(again, self._judged)]):
                told(number, rows)
        except (KeyboardInterrupt, stopping.Stopped) as asked:
            self.interrupted = asked
        finally:
            progress.close()
        printer.end()
        return [row for _, rows in sorted(found.items()) for row in rows]

    def _rows(
        self, units: Sequence[Unit], phases: Sequence[Phase[Unit, Answer]]
    ) -> Iterator[tuple[int, list[Row], bool]]:
        """The rows of each unit, and whether others that ran beside it on the device may have disturbed it."""
        for phase in phases:
            disturbed = self.tools.on_device and len(phase.lanes) > 1
            for number, (runs, seconds) in schedule.run([phase]):
                unit = units[number]
                if unit.whole is None:
                    self.once += seconds / len(phase.lanes)
                    self.programs += 1
                programs = {case.name: case for case in unit.programs}
                rows = [
                    Row(result, _static(result, self.tools.lint(case), case.later))
                    for result in _joined(runs)
                    for case in [programs[result.case]]
                ]
                yield number, rows, disturbed

    def _judged(self, verify: Verify, unit: Unit) -> Answer:
        """The verdicts on a unit, as often as it is to be run."""
        start = time.perf_counter()
        runs = [verify(unit, self.options.time_limit)]
        seconds = time.perf_counter() - start
        times = self.options.repeat if unit.safe else 1
        return runs + [verify(unit, self.options.time_limit) for _ in range(times - 1)], seconds

    def _program(self, given: Command, linted: Linted) -> list[Row]:
        found = linted.findings
        if not found and not self.options.command:
            return []
        progress = table.Progress(sys.stderr, len(found))
        assert self.printer is not None
        printer, rows = self.printer, dict[int, Row]()

        def told(number: int, result: Result) -> None:
            rows[number] = Row(result, "reported", found[number])
            progress.close()
            printer.add(number, [rows[number]])
            progress.show(min(len(rows), len(found) - 1), given.shown)

        progress.show(0, given.shown)
        try:
            verified = self.tools.verify_command(given, found, self.options.time_limit, linted.model, told)
            self.ran = verified.ran
            for number, result in enumerate(verified.results):
                told(number, result)
        except (KeyboardInterrupt, stopping.Stopped) as asked:
            self.interrupted = asked
        finally:
            progress.close()
        return [row for _, row in sorted(rows.items())]

    def _observe(self, given: Command, linted: Linted, started: bool) -> None:
        """Look for races that the linter does not report. `started`: it is known how the program ends."""
        progress = table.Progress(sys.stderr)
        try:
            self.seen = self.tools.observe_command(
                given,
                self.options.time_limit,
                wanted=lambda observed: not beside.is_reported(observed, linted.findings, given.path),
                per_thread_default_stream=linted.model.per_thread_default_stream,
                told=lambda stage: progress.show(0, f"{given.shown}: {stage}"),
            )
        finally:
            progress.close()
        if not started:
            self.ran = self.seen.ran

    def _print(self, rows: Sequence[Row], linted: Linted, seconds: float) -> None:
        """What there is to say after the rows."""
        failed = failure(self.ran, _hint(self.options))
        if self.printer is not None:
            self.printer.tell(beside.objects(self.seen))
            self.printer.end()
        if self.options.output_format == "sarif":
            emit(sys.stdout, linting.sarif(linted, [row.result for row in rows]))
        if self.options.output_format != "table":
            emit(sys.stderr, failed)
            return
        out = table.terminal(sys.stdout)
        if not rows and not self.options.fixtures:
            what = "here" if self.options.command else "in this program"
            nothing = f"The linter reports nothing {what}, so there is nothing to verify.\n"
            emit(sys.stdout, nothing + beside.text(self.seen, out) + failed)
            return
        text = table.summary(rows, seconds, out, self.options.fixtures)
        emit(sys.stdout, text + beside.text(self.seen, out) + failed)

    @property
    def _complete(self) -> bool:
        """Whether all bundled programs were run."""
        return not self.options.only and not self.options.changed and self.interrupted is None

    def _write(self, rows: Sequence[Row], about: dict[str, str]) -> None:
        date = datetime.date.today().isoformat()
        try:
            if self.options.report:
                text = self._page(rows, _described(about), date)
                with open(self.options.report, "w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
            if self.options.evidence:
                times = {"programs": str(self.programs), "seconds": f"{self.once:.0f}"} if self.programs else {}
                facts = {**about, "date": date, "repeat": str(self.options.repeat), **times}
                evidence.write(self.options.evidence, rows, facts, complete=self._complete)
        except OSError as error:
            raise UsageError(f"{error.filename}: cannot be written: {error.strerror or error}") from None
        except ValueError as error:
            raise UsageError(str(error)) from None

    def _page(self, rows: Sequence[Row], about: str, date: str) -> str:
        if self.options.fixtures:
            return page.render(rows, text_of, about, date)
        words = [*self.options.paths, *self.options.arguments, *self.options.command]
        return findings_page.render(rows, text_of, about, date, " ".join(words), self.ran)

    def _probe(self, about: dict[str, str]) -> int:
        from . import probes
        from .probe_facts import CALLS, ORDER

        progress = table.Progress(sys.stderr, len(ORDER) + len(CALLS))
        done = 0

        def told(name: str) -> None:
            nonlocal done
            progress.show(done, name)
            done += 1

        try:
            answers = probes.measure(linting.call_model(about.get("cupy", "")), told)
        except probes.ProbeError as error:
            raise UsageError(str(error)) from None
        finally:
            progress.close()
        if self.options.output_format == "json":
            emit(sys.stdout, escape.to_json([probes.as_json(answer) for answer in answers]))
        else:
            emit(sys.stdout, probes.table(answers, table.terminal(sys.stdout)))
        different = any(answer.state == "DIFFERENT" for answer in answers)
        if self.options.measure is not None:
            different |= self._measure(self.options.measure)
        return BAD if different else GOOD

    def _measure(self, path: str) -> bool:
        """Measure each call of the model of CuPy and write what it did; whether the model says otherwise somewhere."""
        from .model_probe.measuring import measure

        progress = table.Progress(sys.stderr, 0)
        try:
            text, lines = measure(progress.show)
        except OSError as error:  # what listens to the driver is not there
            raise UsageError(f"--measure: {error}") from None
        finally:
            progress.close()
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror or error}") from None
        emit(sys.stdout, "".join(f"{line}\n" for line in lines))
        return len(lines) > 1


def _given(options: Options) -> Command | None:
    """The program that is to run; None: the bundled ones."""
    if options.command:
        for path in options.paths:
            if not os.path.exists(path):
                raise UsageError(f"{path}: there is no such file or folder")
        return command.parse(options.command)
    if not options.paths:
        return None
    path = options.paths[0]
    if os.path.isdir(path):
        raise UsageError(f"{path}: is a folder; say what runs it, after --: python -m pytest {path}")
    if not os.path.isfile(path):
        raise UsageError(f"{path}: is not a file; name one Python program")
    return Command(path, "", options.arguments)


def _linted(options: Options, given: Command) -> Linted:
    if not options.command:
        return linting.of_program(given.path)
    return linting.of_paths(options.paths or [command.project_of(given)])


def _hint(options: Options) -> str:
    """What to try if a program that was given no arguments asked for its end."""
    alone = not options.command and not options.arguments and options.paths
    return f"If it needs arguments: cupylint --verify {options.paths[0]} -- ARGUMENTS" if alone else ""


def _described(about: dict[str, str]) -> str:
    parts = [about.get("device", "")]
    parts += [f"{title} {about[key]}" for key, title in (("cupy", "CuPy"), ("cuda", "CUDA")) if about.get(key)]
    return f"{about['backend']}: " + ", ".join(part for part in parts if part)


def _chosen(name: str, path: str, text: str) -> bool:
    folder, _, program = name.partition("/")
    return name.startswith(text) or program == text or folder == text or _lies_in(path, text)


def _lies_in(path: str, text: str) -> bool:
    """Whether `text` names the file, or a folder around it."""
    if not os.path.exists(text):
        return False
    real, around = os.path.realpath(path), os.path.realpath(text)
    return real == around or real.startswith(os.path.join(around, ""))


def _narrowed(linted: Linted, only: Sequence[str], path: str) -> Linted:
    """What is asked for of the findings; `path` is the file of those that name none."""
    if not only:
        return linted
    chosen = tuple(
        finding
        for finding in linted.findings
        if any(finding.code.startswith(text) or _lies_in(finding.filename or path, text) for text in only)
    )
    if not chosen:
        known = ", ".join(sorted({finding.code for finding in linted.findings})) or "nothing"
        raise UsageError(f"--only {','.join(only)}: the linter reports nothing of that; it reports {known}")
    return replace(linted, findings=chosen)


def _planned(case: Case) -> Row:
    """A row as wide as those of a bundled program are."""
    verdict = Verdict.NOT_SUPPORTED
    return Row(Result(case.name, case.code, "", 100, 0, verdict.value, verdict, "", 1000.0, ""), "reported")


def _static(result: Result, found: Sequence[Finding], later: bool) -> str:
    """What the linter says of the place of a result; `found` is what it reports in the file."""
    if any(finding.code == result.code and result.row in (0, finding.location.row) for finding in found):
        return "reported"
    return "later" if later else "clean"


# --- several runs, sources ------------------------------------------------------------------------


def _joined(runs: Sequence[Sequence[Result]]) -> list[Result]:
    """One result a place from several runs: the first unexpected one, or the first with a note how often it was so."""
    if len(runs) == 1:
        return list(runs[0])
    joined = []
    for number, first in enumerate(runs[0]):
        same = [run[number] for run in runs if len(run) > number]
        odd = next((result for result in same if result.verdict is not first.verdict), None)
        count = sum(result.verdict is first.verdict for result in same)
        if odd is None:
            joined.append(replace(first, evidence=f"{first.evidence}; {count} of {len(runs)} runs"))
        else:
            wrong = odd if first.as_expected else first
            often = sum(result.verdict is wrong.verdict for result in same)
            joined.append(replace(wrong, evidence=f"{wrong.evidence}; in {often} of {len(runs)} runs"))
    return joined
