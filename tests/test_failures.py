"""What fails inside cupylint costs only its own findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cupylint import cli, questions, registry, runner
from cupylint.config import ConfigError, Resolver, Settings
from cupylint.engine import check_bytes
from cupylint.facts import Race
from cupylint.files import Target
from cupylint.rule import Diagnosis, Rule
from cupylint.workspace import Workspace
from tests.programs import after_head

RACE = after_head(
    """
    with s1:
        a = x * 2
    with s2:
        b = a + 1
    cp.zeros(10**12)
    cp.no_such_name
    """
)
ALL = {"CUP101", "CUP301", "CUP401"}


def fail(*_: Any, **__: Any) -> Any:
    raise LookupError("oh\nno")


def check_with_a_broken_rule(data: bytes, filename: str, settings: Settings, workspace: Workspace) -> list[Any]:
    """For other processes, too, in which nothing is replaced yet."""
    known = registry.rules()
    questions.rules = lambda: [broken(rule) if rule.code == "CUP101" else rule for rule in known]  # type: ignore[assignment, attr-defined]
    try:
        return check_bytes(data, filename, settings, workspace)
    finally:
        questions.rules = registry.rules  # type: ignore[attr-defined]


def fails_on_races(race: Race) -> Iterator[Diagnosis]:
    raise LookupError("oh no")


def broken(rule: Rule) -> Rule:
    return replace(rule, check=fails_on_races)


def test_nothing_fails() -> None:
    assert {finding.code for finding in check_bytes(RACE.encode(), "a.py", Settings())} == ALL


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_rule(jobs: int, tmp_path: Path) -> None:
    paths = [tmp_path / "a.py", tmp_path / "b.py"]
    for path in paths:
        path.write_text(RACE)
    outcome = runner.run([Target(str(path), Settings()) for path in paths], jobs=jobs, check=check_with_a_broken_rule)
    assert outcome.internal_errors == 2
    for path in paths:
        found = {finding.code: finding.message for finding in outcome.findings if finding.filename == str(path)}
        assert found.keys() == (ALL - {"CUP101"}) | {"CUP900"}
        assert found["CUP900"] == "internal error in CUP101: LookupError: oh no; please report"


@pytest.mark.parametrize(
    ("place", "part", "left"),
    [
        ("cupylint.api.check.check", "the names of CuPy", {"CUP101", "CUP401"}),
        ("cupylint.flow.analyse", "the analysis", {"CUP301"}),
        ("cupylint.findings.Fix.applied", "the check of a fix for CUP101", ALL),
    ],
)
def test_a_part(place: str, part: str, left: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, fail)
    result = runner.check_data(RACE.encode(), "a.py", Settings(), Workspace())
    assert result.failed
    assert {finding.code for finding in result.findings} == left | {"CUP900"}
    messages = {finding.message for finding in result.findings if finding.code == "CUP900"}
    assert f"internal error in {part}: LookupError: oh no; please report" in messages


@pytest.mark.usefixtures("interpreted")
def test_the_top_level(monkeypatch: pytest.MonkeyPatch) -> None:
    test_a_part("cupylint.flow.interp.interpreter.Interpreter.run", "`the top level`", {"CUP301"}, monkeypatch)


@pytest.mark.usefixtures("interpreted")
def test_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    from cupylint.flow.interp.interpreter import Interpreter

    followed = Interpreter.run_function

    def run_function(machine: Any, state: Any, value: Any, *rest: Any) -> Any:
        return fail() if value.function.name == "bad" else followed(machine, state, value, *rest)

    monkeypatch.setattr(Interpreter, "run_function", run_function)
    body = "\n    with s1:\n        a = x * 2\n    with s2:\n        b = a + 1\n"
    program = f"{after_head('')}\n\ndef bad():{body}\n\ndef good():{body}"
    found = check_bytes(program.encode(), "a.py", Settings())
    assert [finding.code for finding in found] == ["CUP900", "CUP101"]
    assert "internal error in `bad`: LookupError" in found[0].message


def test_the_traceback_on_demand(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("cupylint.flow.analyse", fail)
    check_bytes(RACE.encode(), "a.py", Settings())
    assert capsys.readouterr().err == ""
    check_bytes(RACE.encode(), "a.py", Settings(debug=True))
    told = capsys.readouterr().err
    assert told.startswith("Traceback") and "in fail" in told and "LookupError: oh" in told


@pytest.mark.parametrize(
    "line",
    [
        "cp.zeros(-5)[0:3]", "cp.zeros((10**10,) * 50)", "cp.random.randn(*[10**10] * 60)",
        "cp.zeros(1 << 10**9)", "cp.zeros(10**10**8)[::10**300]", "cp.zeros(10**30)[1:]", "y = [0] * 10**10",
        "y = (1,)\nfor i in range(60):\n    y = y + y\ncp.zeros(y)",
        "y = []\ny.append(y)\ncp.array(y)", "class A(A): pass\nA().x", "cp.linalg.svd(cp.zeros((10**200, 10**200)))",
        "cp.arange(0, float('inf'), float('nan'))", "cp.get_default_memory_pool().set_limit(fraction=1e308)",
    ],
)  # fmt: skip
def test_sizes_that_no_program_has(line: str) -> None:
    program = f"import cupy as cp\n{line}\ncp.zeros(10**12)\n"
    found = check_bytes(program.encode(), "a.py", Settings(min_confidence="low"))
    assert "CUP900" not in [finding.code for finding in found]
    assert "CUP401" in [finding.code for finding in found]


def test_a_number_that_python_will_not_read(tmp_path: Path) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text(f"[tool.cupylint]\ndevice-memory = {'9' * 5_000}\n")
    with pytest.raises(ConfigError, match=r"not valid TOML: a number has too many digits$"):
        Resolver(config=str(path)).settings_for(".")


def test_a_mistake_of_the_user_has_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--debug", "--maybe=24GiB"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "Traceback" not in told
