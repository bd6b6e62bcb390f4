"""The command: what it prints, writes and returns. The programs themselves are not run here."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cupylint.findings import Finding, Location
from cupylint.runtime_checks import schedule, stopping
from cupylint.runtime_checks import tools as real
from cupylint.runtime_checks.cases import Case
from cupylint.runtime_checks.command import Command
from cupylint.runtime_checks.dynamic.observe import Observation
from cupylint.runtime_checks.dynamic.trace import Summary
from cupylint.runtime_checks.main import main
from cupylint.runtime_checks.options import UsageError, parse
from cupylint.runtime_checks.origins import Origins
from cupylint.runtime_checks.peaks import Predicted
from cupylint.runtime_checks.printing import Printer
from cupylint.runtime_checks.results import Ran, Result, Verdict
from cupylint.runtime_checks.schedule import Phase
from cupylint.runtime_checks.table import Row
from cupylint.runtime_checks.tools import Unit, units
from cupylint.runtime_checks.verify import Verified

MakeCase = Callable[..., Case]
KEYS = {"case", "code", "filename", "location", "expected", "verdict", "evidence", "milliseconds", "backend"}
RACE = """\
import cupy as cp
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(8)
cp.cuda.Device().synchronize()
with s1:
    y = x * 2
with s2:
    z = y + 1
"""


@dataclass
class Fake:
    """Tools that run nothing: each program gives the verdict that its name asks for."""

    cases: list[Case]
    about: dict[str, str] = field(default_factory=lambda: {"backend": "cuda", "device": "A100", "cupy": "14.2.0"})
    verdicts: dict[str, list[Verdict]] = field(default_factory=dict)
    runs: list[str] = field(default_factory=list)
    traced: list[str] = field(default_factory=list)
    closed: bool = False
    ran: Ran = field(default_factory=Ran)
    on_device: bool = True
    lanes: int = 1

    def units(self) -> list[Unit]:
        return units(self.cases)

    def choose(self, name: str) -> dict[str, str]:
        return self.about

    def lint(self, case: Case) -> list[Finding]:
        places = [Location(expect.row, 1, expect.row, 2) for expect in case.expects]
        return [Finding("CUP101", "unordered-read", "error", "", place) for place in places]

    def phases(self, units: Sequence[Unit], judged: real.Judged) -> list[Phase[Unit, real.Answer]]:
        return [Phase(tuple(enumerate(units)), (partial(judged, self.verify_unit),) * self.lanes)]

    def alone(self, items: Sequence[tuple[int, Unit]], judged: real.Judged) -> Phase[Unit, real.Answer]:
        return Phase(tuple(items), (partial(judged, self.verify_unit),))

    def verify_unit(self, unit: Unit, limit: float | None) -> list[Result]:
        case = unit.programs[0]
        self.runs.append(case.name)
        expected = Verdict.CONFIRMED if case.bad else Verdict.ORDERED
        given = self.verdicts.get(case.name, [expected])
        verdict = given.pop(0) if len(given) > 1 else given[0]
        row = case.expects[0].row if case.expects else 5
        return [Result(case.name, "CUP101", str(case.path), row, 1, expected.value, verdict, "seen", 1.0, "cuda")]

    def verify_command(self, command: Command, findings: Sequence[Finding], *rest: Any) -> Verified:
        path = command.path
        self.runs.append(command.shown)
        verdict = self.verdicts.get(path, [Verdict.CONFIRMED])[0]
        results = (
            Result(path, one.code, path, one.location.row, 1, "CONFIRMED", verdict, "seen", 1.0, "cuda")
            for one in findings
        )
        return Verified(tuple(results), self.ran)

    def observe_command(self, command: Command, limit: float | None, **more: Any) -> Observation:
        self.traced.append(command.shown)
        return Observation((), Summary(operations=3, pairs=2), self.ran)

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def fake(make_case: MakeCase) -> Fake:
    return Fake(
        [
            make_case("CUP101/bad_one", "y = 2  # expect: CUP101\n"),
            make_case("CUP101/good_one"),
            make_case("CUP102/bad_two", "y = 2  # expect: CUP101\n"),
        ]
    )


def run(fake: Fake, *argv: str) -> int:
    status = main(list(argv), fake)  # type: ignore[arg-type]
    assert fake.closed
    return status


def test_all_as_expected(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(fake) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "cuda: A100, CuPy 14.2.0. This runs the bundled programs."
    assert "3 of 3 as expected: 2 CONFIRMED, 1 ORDERED" in out
    assert "\x1b" not in out


def test_one_missed(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    fake.verdicts["CUP101/bad_one"] = [Verdict.ORDERED]
    assert run(fake) == 1
    assert "ORDERED, not CONFIRMED" in capsys.readouterr().out


def test_what_others_may_have_disturbed_is_judged_again_alone(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    fake.lanes = 2
    fake.verdicts["CUP101/bad_one"] = [Verdict.ORDERED, Verdict.CONFIRMED]
    fake.verdicts["CUP102/bad_two"] = [Verdict.ORDERED, Verdict.ORDERED]
    assert run(fake) == 1
    out = capsys.readouterr().out
    assert out.count("ORDERED, not CONFIRMED") == 1
    assert sorted(fake.runs)[:2] == ["CUP101/bad_one"] * 2 and fake.runs[-1] == "CUP102/bad_two"


def test_not_supported_is_no_failure(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    fake.verdicts["CUP101/bad_one"] = [Verdict.NOT_SUPPORTED]
    assert run(fake) == 0
    assert "1 not supported by this backend" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("only", "count"), [("CUP101", 2), ("CUP1", 3), ("CUP101/bad_one", 1), ("bad_two", 1), ("CUP102,good_one", 2)]
)
def test_only(fake: Fake, only: str, count: int) -> None:
    assert run(fake, "--only", only) == 0
    assert len(fake.runs) == count


def test_only_without_a_match(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(fake, "--only", "CUP999") == 2
    said = capsys.readouterr().err
    assert said == "cupylint: --only CUP999: no bundled program is called so; there are CUP101, CUP102\n"


def test_repeat_runs_only_what_is_safe(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(fake, "--repeat", "4") == 0
    assert [fake.runs.count(case.name) for case in fake.cases] == [1, 4, 1]
    assert "seen; 4 of 4 runs" in capsys.readouterr().out


def test_repeat_shows_the_run_that_was_different(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    ordered, confirmed = Verdict.ORDERED, Verdict.CONFIRMED
    fake.verdicts["CUP101/good_one"] = [ordered, ordered, confirmed, ordered]
    assert run(fake, "--repeat", "4") == 1
    out = capsys.readouterr().out
    assert "CONFIRMED, not ORDERED" in out and "in 1 of 4 runs" in out


def test_json_is_all_of_standard_output(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(fake, "--output-format", "json") == 0
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert all(one.keys() >= KEYS for one in found)
    assert found[0]["location"] == {"row": 5, "column": 1}
    assert "This runs the bundled programs" in captured.err


def test_report_and_evidence(fake: Fake, tmp_path: Path) -> None:
    report, evidence = tmp_path / "r.html", tmp_path / "E.md"
    assert run(fake, "--report", str(report), "--evidence", str(evidence)) == 0
    assert "A100" in report.read_text(encoding="utf-8")
    assert "| CUP101/bad_one | CUP101:5 | CONFIRMED | reported | - | CONFIRMED |" in evidence.read_text(
        encoding="utf-8"
    )
    assert "| CUP101/good_one | CUP101:5 | ORDERED | clean |" in evidence.read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["--report", "--evidence"])
def test_a_file_that_cannot_be_written(
    fake: Fake, tmp_path: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert run(fake, option, str(tmp_path / "file" / "x.md")) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(("verdict", "status"), [(Verdict.CONFIRMED, 1), (Verdict.ORDERED, 0), (Verdict.FAILED, 2)])
def test_a_program(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str], verdict: Verdict, status: int
) -> None:
    path = tmp_path / "program.py"
    path.write_text(RACE, encoding="utf-8")
    fake.verdicts[str(path)] = [verdict]
    assert run(fake, str(path), "--", "--help", "x") == status
    out = capsys.readouterr().out
    assert f"This runs {path}." in out.splitlines()[0]
    assert "CUP101:9" in out and verdict.value in out


def test_a_program_that_fails_shows_what_it_said(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A usage text is not swallowed, and where arguments go is told."""
    path = tmp_path / "program.py"
    path.write_text(RACE, encoding="utf-8")
    fake.verdicts[str(path)] = [Verdict.NOT_REACHED]
    fake.ran = Ran("it ended with status 2", "usage: program.py N\nprogram.py: error: \x1b[1mN\n")
    assert run(fake, str(path)) == 2
    out = capsys.readouterr().out
    assert "The program failed: it ended with status 2\n" in out
    assert "  | usage: program.py N\n  | program.py: error: \\x1b[1mN\n" in out
    assert out.endswith(f"If it needs arguments: cupylint --verify {path} -- ARGUMENTS\n")
    assert run(fake, str(tmp_path), "--", "python", str(path)) == 2
    assert "If it needs arguments" not in capsys.readouterr().out


def test_a_command_without_findings_is_run_all_the_same(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only then 0 says that it runs at all."""
    path = tmp_path / "program.py"
    path.write_text("import cupy\n", encoding="utf-8")
    assert run(fake, str(tmp_path), "--", str(path)) == 0
    assert fake.runs == [str(path)]
    fake.ran = Ran("No module named x")
    assert run(fake, str(tmp_path), "--", str(path)) == 2
    assert run(fake, str(tmp_path)) == 2
    assert "is a folder; say what runs it" in capsys.readouterr().err


def test_a_program_without_findings(fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "program.py"
    path.write_text("import cupy\n", encoding="utf-8")
    assert run(fake, str(path)) == 0
    assert "nothing to verify.\n0 of 2 pairs unordered in what ran\n" in capsys.readouterr().out and fake.traced
    fake.ran = Ran("ValueError")
    assert run(fake, str(path)) == 2


@pytest.mark.parametrize("text", ["import cupy\ndef (\n", None])
def test_a_program_that_cannot_be_read(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None
) -> None:
    path = tmp_path / "program.py"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert run(fake, str(path)) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith(f"cupylint: {path}:") and captured.err.count("\n") == 1
    assert captured.out == ""


@pytest.mark.parametrize(
    "argv",
    [
        ["--bogus"],
        ["--backend", "gpu"],
        ["--repeat", "0"],
        ["--time-limit", "soon"],
        ["--", "x"],
        ["a.py", "b.py"],
        ["a.py", "--changed"],
        ["a.py", "--evidence", "E.md"],
        ["--probe", "a.py"],
        ["--measure", "m.json"],
    ],
)
def test_wrong_usage(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("cupylint: ") and captured.err.count("\n") == 1


def test_help_says_that_it_runs_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert "RUNS programs" in capsys.readouterr().out


def test_arguments_after_the_dashes_are_the_program_s() -> None:
    options = parse(["a.py", "--repeat", "1", "--", "--backend", "x", "--"])
    assert options.arguments == ("--backend", "x", "--")
    assert options.backend == "auto"


def test_no_device_names_the_extras(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> dict[str, str]:
        raise UsageError(f"CuPy is not installed: {real._EXTRAS}")

    monkeypatch.setattr(real, "device", missing)
    assert main(["--backend", "cuda", "--only", "CUP101/bad_textbook"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("cupylint: --backend cuda: ") and said.count("\n") == 1
    assert "cupylint[cuda12]" in said and "cupylint[cuda13]" in said


def test_json_lines_come_one_by_one(
    fake: Fake, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found is there although the run is cut later."""
    seen: list[str] = []
    judge = fake.verify_unit

    def looking(unit: Unit, limit: float | None) -> list[Result]:
        seen.append(capsys.readouterr().out)
        if len(seen) == 3:
            raise stopping.Stopped(15)
        return judge(unit, limit)

    monkeypatch.setattr(fake, "verify_unit", looking)
    assert run(fake, "--output-format", "jsonl") == 128 + 15
    assert [json.loads(text)["case"] for text in seen if text] == ["CUP101/bad_one", "CUP101/good_one"]
    assert capsys.readouterr().out == ""


def test_a_result_that_is_told_again_has_another_line_if_it_says_more(
    make_row: Callable[..., Row], capsys: pytest.CaptureFixture[str]
) -> None:
    printer = Printer("jsonl", sys.stdout)
    for milliseconds, harm in ((1.0, ""), (2.0, ""), (3.0, "wrong 4 of 4")):
        printer.add(0, [make_row(milliseconds=milliseconds, harm=harm)])
    printer.end()
    assert [json.loads(line)["harm"] for line in capsys.readouterr().out.splitlines()] == ["", "wrong 4 of 4"]


@pytest.mark.parametrize("output_format", ["table", "json"])
def test_otherwise_it_is_shown_once(
    make_row: Callable[..., Row], capsys: pytest.CaptureFixture[str], output_format: str
) -> None:
    printer = Printer(output_format, sys.stdout)
    for harm in ("", "wrong 4 of 4"):
        printer.add(0, [make_row(harm=harm)])
    printer.end()
    out = capsys.readouterr().out
    assert out.count("CONFIRMED (harm)" if output_format == "table" else '"harm"') == 1 and "wrong 4 of 4" in out


@pytest.mark.parametrize("output_format", ["table", "json"])
def test_other_formats_come_one_by_one_too(
    fake: Fake, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, output_format: str
) -> None:
    seen: list[str] = []
    judge = fake.verify_unit

    def looking(unit: Unit, limit: float | None) -> list[Result]:
        seen.append(capsys.readouterr().out)
        return judge(unit, limit)

    monkeypatch.setattr(fake, "verify_unit", looking)
    assert run(fake, "--output-format", output_format) == 0
    assert "CUP101/bad_one" in seen[1] and "CUP101/good_one" in seen[2]


def test_what_of_a_program_is_proven_is_shown_although_it_is_stopped(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "program.py"
    path.write_text(RACE, encoding="utf-8")

    def stopped(command: Command, findings: Sequence[Finding], limit: float, model: object, told: Any) -> Verified:
        told(0, Result(str(path), "CUP101", str(path), 9, 9, "CONFIRMED", Verdict.CONFIRMED, "seen", 1.0, "cuda"))
        raise stopping.Stopped(15)

    monkeypatch.setattr(fake, "verify_command", stopped)
    assert run(fake, str(path), "--output-format", "json") == 128 + 15
    assert [one["verdict"] for one in json.loads(capsys.readouterr().out)] == ["CONFIRMED"]


@pytest.mark.parametrize(("only", "status"), [("CUP101", 1), ("CUP1", 1), ("{path}", 1), ("{folder}", 1), ("CUP5", 2)])
def test_only_some_findings(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str], only: str, status: int
) -> None:
    path = tmp_path / "program.py"
    path.write_text(RACE, encoding="utf-8")
    assert run(fake, str(path), "--only", only.format(path=path, folder=tmp_path)) == status
    assert ("reports nothing of that; it reports CUP101" in capsys.readouterr().err) == (status == 2)


def test_only_programs_in_a_folder(fake: Fake) -> None:
    assert run(fake, "--only", str(fake.cases[0].path.parent)) == 0
    assert fake.runs == ["CUP101/bad_one", "CUP101/good_one"]


def test_only_what_has_changed(fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "EVIDENCE.md"
    assert run(fake, "--evidence", str(file), "--changed") == 0
    assert len(fake.runs) == 3, "there was no evidence"
    data = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    for case in data["cases"].values():
        known = case["case"] != "CUP102/bad_two"
        case["cuda"] |= {
            "program": Origins().program(case["case"]),
            "harness": Origins().harness("cuda") if known else "",
        }
    file.with_suffix(".json").write_text(json.dumps(data), encoding="utf-8")
    fake.runs.clear()
    assert run(fake, "--evidence", str(file), "--changed") == 0
    assert fake.runs == ["CUP102/bad_two"]


def test_probe_needs_a_device(fake: Fake, capsys: pytest.CaptureFixture[str]) -> None:
    fake.about = {"backend": "simulator", "device": "NumPy"}
    assert run(fake, "--probe") == 2
    assert "--probe needs a CUDA device" in capsys.readouterr().err


def test_a_marked_line_that_is_not_reported_is_missed(make_row: Callable[..., Row]) -> None:
    assert make_row(static="clean").state == "missed"
    assert make_row(static="later").state == "met"
    assert make_row(static="clean", expected="ORDERED", verdict=Verdict.ORDERED).state == "met"


def test_pairs_judged_by_their_end_are_one_unit(make_case: MakeCase) -> None:
    good = make_case("CUP303/good_x")
    bad = make_case("CUP303/bad_x", "y = 1  # expect: CUP303\n", "rule: later\nverdict: HANGS")
    (unit,) = units([bad, good])
    assert unit.whole is not None and not unit.safe
    tools = real.Tools(lambda case: [], lambda case: Predicted(0))
    tools.choose("simulator")
    [phase] = tools.phases([unit], lambda verify, unit: ([verify(unit, None)], 0.0))
    [(_, ([results], _))] = schedule.run([phase])
    tools.close()
    assert [result.verdict for result in results] == [Verdict.ENDS] * 2, "they have no kernels"


def test_ctrl_c_tells_what_was_found_until_then(
    fake: Fake, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table, and evidence from which nothing is dropped."""
    judge = fake.verify_unit

    def interrupted(unit: Unit, limit: float | None) -> list[Result]:
        if unit.programs[0].name == "CUP102/bad_two":
            raise KeyboardInterrupt
        return judge(unit, limit)

    monkeypatch.setattr(fake, "verify_unit", interrupted)
    file = tmp_path / "EVIDENCE.md"
    with pytest.raises(KeyboardInterrupt):
        main(["--evidence", str(file)], fake)  # type: ignore[arg-type]
    assert "2 of 2 as expected" in capsys.readouterr().out
    assert "CUP101/bad_one" in file.read_text(encoding="utf-8")
