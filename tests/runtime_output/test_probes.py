"""What the device is asked, what the model answers, and how both are shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cupylint.runtime_checks import probe_child, probes
from cupylint.runtime_checks.linting import call_model
from cupylint.runtime_checks.main import _Session
from cupylint.runtime_checks.model_probe import driver_calls, measuring
from cupylint.runtime_checks.options import UsageError
from cupylint.runtime_checks.probe_facts import CALLS, ORDER
from cupylint.runtime_checks.probes import Answer, says, table
from cupylint.runtime_checks.table import Terminal, columns

CHILD = Path(probe_child.__file__).read_text(encoding="utf-8")


def fact(steps: str) -> bool:
    return says([tuple(step.split()) for step in steps.split(";")])


def test_names_are_unique_and_steps_known() -> None:
    names = [one.name for one in ORDER] + [one.code for one in CALLS]
    assert len(names) == len(set(names))
    for one in ORDER:
        assert any(step[0] == "gate" for step in one.parsed()), one.name
        assert one.parsed()[-1][0] in ("work", "get", "sync", "sync_event", "sync_device"), one.name
        says(one.parsed())
        for step in one.parsed():
            assert f'"{step[0]}"' in CHILD, step


@pytest.mark.parametrize(
    ("steps", "ordered"),
    [
        ("gate b1; work null", True),
        ("gate n1; work null", False),
        ("gate b1; work b2", False),
        ("gate b1; empty null; work b2", False),
        ("gate b1; zeros null; work b2", True),
        ("gate n1; record e n1; wait n2 e; work n2", True),
        ("gate n1; sync null", False),
        ("gate b1; get null", True),
        ("gate n1; sync_event e", False),
    ],
)
def test_model(steps: str, ordered: bool) -> None:
    assert fact(steps) is ordered


def test_unknown_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown step"):
        fact("gate n1; dance n1")


def test_every_spin_has_a_bound() -> None:
    assert "now - start < limit" in probe_child.SOURCE
    assert probe_child.GIVE_UP <= 5


def test_setup_names_what_the_calls_use() -> None:
    made = set(re.findall(r"^(\w+) =", probe_child.SETUP, re.MULTILINE)) | {"cp", "np", "row"}
    for call in CALLS:
        compile(call.code, "<call>", "exec")
        words = set(re.findall(r"(?<![\w.'])([A-Za-z_]\w*)(?!\w*\s*=[^=])", re.sub(r"'.*?'", "", call.code)))
        known = made | {"float", "bool", "int", "range", "repr", "for", "in", "pass", "None", "rcond"}
        assert words <= known, (call.code, words - known)


def test_model_of_cupy_says_what_was_measured() -> None:
    model = call_model("14.2.0")
    different = [call.code for call in CALLS if model(call) not in (None, call.waits)]
    assert different == []


@pytest.mark.parametrize("width", [60, 80, 120])
def test_table(width: int) -> None:
    answers = [
        Answer("order", "a" * 90, "gate n1; work n2", True, True, 1.0),
        Answer("order", "two", "gate n1; work n2", True, False, 1.0),
        Answer("call", "y.sum()", ".sum", None, True, 1.0),
        Answer("call", "y.max()", ".max", True, None, 0.0, "no time left"),
    ]
    text = table(answers, Terminal(width))
    assert "1 of 4 facts are as the model says, 1 different, 2 not compared" in text
    assert "DIFFERENT" in text and "no time" in text
    assert max(columns(line) for line in text.splitlines()) <= width or width < 70


def test_a_device_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cupy.py").write_text("raise ImportError('no driver')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(probes.ProbeError, match="no driver"):
        probes.measure(lambda fact: fact.waits)


def test_what_listens_to_the_driver_may_not_be_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One line says so, and no traceback."""
    monkeypatch.setattr(driver_calls, "_places", lambda: iter(()))
    monkeypatch.setattr(driver_calls.ctypes.util, "find_library", lambda name: None)
    monkeypatch.setattr(measuring, "measure", lambda told: driver_calls.DriverCalls())
    with pytest.raises(UsageError, match=r"^--measure: CUPTI \(libcupti\) was not found in "):
        object.__new__(_Session)._measure(str(tmp_path / "m.json"))
