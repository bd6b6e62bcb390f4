"""Bundled programs as cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.runtime_checks.cases import PEAK, Expect, cases, load

TEXT = '''"""What it is about.

scenario: 7
options: per-thread-default-stream
devices: 2
rule: later
"""
x = 1  # expect: CUP101
y = 2  # expect: CUP102, CUP103
'''


def write(folder: Path, name: str, text: str = TEXT) -> Path:
    path = folder / "CUP101" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_all_that_a_docstring_says(tmp_path: Path) -> None:
    case = load(write(tmp_path, "bad_one.py"))
    assert (case.name, case.code, case.bad, case.scenario) == ("CUP101/bad_one", "CUP101", True, "7")
    assert case.expects == (Expect(8, "CUP101"), Expect(9, "CUP102"), Expect(9, "CUP103"))
    assert (case.per_thread, case.devices, case.later) == (True, 2, True)
    assert case.model.per_thread_default_stream
    assert case.twin_path == tmp_path / "CUP101" / "good_one.py"


def test_pairs_stand_together(tmp_path: Path) -> None:
    for name in ("good_b.py", "bad_b.py", "bad_a.py", "good_a.py"):
        write(tmp_path, name)
    assert [case.path.name for case in cases(tmp_path)] == ["bad_a.py", "good_a.py", "bad_b.py", "good_b.py"]
    assert cases(tmp_path, ["CUP999"]) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [("x = 1\n", "no docstring"), ("def (:\n", "cannot be parsed"), ('"A.\\n\\ndevices: two"\n', "devices")],
)
def test_wrong_programs_are_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        load(write(tmp_path, "bad_one.py", text))


def test_bundled_programs_have_twins() -> None:
    everything = cases()
    assert everything
    names = {case.path for case in everything}
    assert not [case.name for case in everything if case.code != PEAK and case.twin_path not in names]
