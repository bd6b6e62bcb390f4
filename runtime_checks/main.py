"""What ``cupylint --verify`` does: runs programs, and says what was observed.

This is the only part of cupylint that runs the code it is given, and the only module of this folder that knows the
linter: it hands the findings on.
"""

from __future__ import annotations

import datetime
import errno
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TextIO

from cupylint.runtime_checks import evidence, page, table
from cupylint.runtime_checks.options import Options, UsageError, parse, parser
from cupylint.runtime_checks.results import Result, Verdict
from cupylint.runtime_checks.table import Row, Terminal
from cupylint.runtime_checks.tools import Case, Tools

GOOD, BAD, WRONG = 0, 1, 2
_AGREE = {Verdict.ORDERED, Verdict.ENDS}


def main(argv: Sequence[str], tools: Tools | None = None) -> int:
    """Run ``cupylint --verify`` with `argv` (without ``--verify``) and return the exit status.

    ``tools`` stands for everything that runs programs; None takes the real ones.
    """
    try:
        options = parse(argv)
        if options.help:
            _emit(sys.stdout, parser().format_help())
            return GOOD
        return _Session(options, tools or Tools()).run()
    except UsageError as error:
        _emit(sys.stderr, f"cupylint: {error}\n")
        return WRONG


@dataclass(slots=True)
class _Session:
    options: Options
    tools: Tools

    def run(self) -> int:
        start = time.perf_counter()
        path = self.options.paths[0] if self.options.paths else ""
        if path and not os.path.isfile(path):
            raise UsageError(f"{path}: is not a file; name one Python program")
        cases = [] if path or self.options.probe else self._cases()
        about = self.tools.choose(self.options.backend)
        self._announce(_described(about))
        if self.options.probe:
            return self._probe(about)
        rows = self._program(path) if path else self._fixtures(cases)
        self._print(rows, time.perf_counter() - start)
        self._write(rows, about)
        return GOOD if table.succeeded(rows, self.options.fixtures) else BAD

    def _announce(self, backend: str) -> None:
        what = "the bundled programs" if self.options.fixtures else self.options.paths[0]
        line = f"{backend}. This runs {'kernels that wait for each other' if self.options.probe else what}.\n"
        _emit(sys.stderr if self.options.output_format == "json" else sys.stdout, line)

    def _cases(self) -> list[Case]:
        every = self.tools.cases()
        only = self.options.only
        chosen = [case for case in every if not only or any(_chosen(case.name, text) for text in only)]
        if only and not chosen:
            known = ", ".join(sorted({case.name.split("/")[0] for case in every}))
            raise UsageError(f"--only {','.join(only)}: no bundled program is called so; there are {known}")
        return chosen

    def _fixtures(self, cases: Sequence[Case]) -> list[Row]:
        rows: list[Row] = []
        progress = table.Progress(sys.stderr, len(cases))
        try:
            for number, case in enumerate(cases):
                progress.show(number, case.name)
                times = self.options.repeat if case.safe else 1
                runs = [self.tools.verify_case(case, self.options.time_limit) for _ in range(times)]
                found = {name: self.tools.reported(name) for name in {result.filename for result in runs[0]}}
                rows += [Row(result, _static(result, found[result.filename], case.later)) for result in _joined(runs)]
        finally:
            progress.close()
        return rows

    def _program(self, path: str) -> list[Row]:
        progress = table.Progress(sys.stderr)
        progress.show(0, path)
        try:
            results = self.tools.verify_program(path, self.options.arguments, self.options.time_limit)
        finally:
            progress.close()
        return [Row(result, "reported") for result in results]

    def _print(self, rows: Sequence[Row], seconds: float) -> None:
        if self.options.output_format == "json":
            _emit(sys.stdout, json.dumps([_json(row.result) for row in rows], indent=2, ensure_ascii=False) + "\n")
            return
        out = table.terminal(sys.stdout)
        if not rows and not self.options.fixtures:
            _emit(sys.stdout, "The linter reports nothing in this program, so there is nothing to verify.\n")
            return
        _emit(sys.stdout, table.table(rows, out) + table.summary(rows, seconds, out, self.options.fixtures))

    def _write(self, rows: Sequence[Row], about: dict[str, str]) -> None:
        date = datetime.date.today().isoformat()
        try:
            if self.options.report:
                text = page.render(rows, _source, _described(about), date, self.options.fixtures)
                with open(self.options.report, "w", encoding="utf-8", newline="\n") as file:
                    file.write(text)
            if self.options.evidence:
                evidence.write(self.options.evidence, rows, {**about, "date": date}, complete=not self.options.only)
        except OSError as error:
            raise UsageError(f"{error.filename}: cannot be written: {error.strerror or error}") from None
        except ValueError as error:
            raise UsageError(str(error)) from None

    def _probe(self, about: dict[str, str]) -> int:
        from cupylint.runtime_checks import probes

        if about["backend"] != "cuda":
            raise UsageError("--probe needs a CUDA device: the simulator follows the same model of order anyway")
        progress = table.Progress(sys.stderr, len(probes.ORDER) + len(probes.CALLS))
        done = 0

        def told(name: str) -> None:
            nonlocal done
            progress.show(done, name)
            done += 1

        try:
            answers = probes.measure(self.tools.call_waits, told)
        except probes.ProbeError as error:
            raise UsageError(str(error)) from None
        finally:
            progress.close()
        if self.options.output_format == "json":
            _emit(sys.stdout, json.dumps([probes.as_json(answer) for answer in answers], indent=2) + "\n")
        else:
            _emit(sys.stdout, probes.table(answers, table.terminal(sys.stdout)))
        return BAD if any(answer.state == "DIFFERENT" for answer in answers) else GOOD


def _described(about: dict[str, str]) -> str:
    parts = [about.get("device", "")]
    parts += [f"{title} {about[key]}" for key, title in (("cupy", "CuPy"), ("cuda", "CUDA")) if about.get(key)]
    return f"{about['backend']}: " + ", ".join(part for part in parts if part)


def _chosen(name: str, text: str) -> bool:
    folder, _, program = name.partition("/")
    return name.startswith(text) or program == text or folder == text


def _static(result: Result, found: Iterable[tuple[str, int]], later: bool) -> str:
    """What the linter says of the place of a result: `found` are the codes and rows that it reports in the file."""
    found = list(found)
    here = (result.code, result.row) in found if result.row else bool(found)
    if here:
        return "reported"
    return "later" if later else "clean"


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


def _json(result: Result) -> dict[str, Any]:
    return {
        "case": result.case,
        "code": result.code,
        "filename": result.filename,
        "location": {"row": result.row, "column": result.column},
        "expected": result.expected,
        "verdict": result.verdict.value,
        "evidence": result.evidence,
        "harm": result.harm,
        "streams": list(result.streams),
        "milliseconds": round(result.milliseconds, 3),
        "backend": result.backend,
    }


def _source(filename: str) -> str | None:
    import tokenize

    try:
        with tokenize.open(filename) as file:
            return file.read()
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None


def _emit(stream: TextIO | None, text: str) -> None:
    """Write `text`. A reader that has gone away (``| head``) is no error."""
    if stream is None:
        return
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, errors="backslashreplace").decode(encoding))
        stream.flush()
    except OSError as error:
        try:  # the interpreter flushes once more at its end
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), stream.fileno())
        except (OSError, ValueError):
            pass
        if not isinstance(error, BrokenPipeError) and error.errno != errno.EINVAL:
            raise UsageError(f"output cannot be written: {error.strerror or error}") from None
