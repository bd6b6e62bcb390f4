"""Pinned host memory in `--memory`: what is in use at once, in blocks of powers of two; the simulator's pool agrees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cupylint import timeline
from cupylint.config import Settings
from cupylint.runtime_checks.cases import FOLDER, PEAK, Case, load
from cupylint.runtime_checks.simulator import Options, memory, run

PINNED = [load(path) for path in sorted((FOLDER / PEAK).glob("pinned_*.py"))]
HEAD = "import cupy as cp\nimport cupyx\n"


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Counts the blocks that have an owner in the simulator's pinned pool."""
    use, allocate = memory.Use(), memory.Memory.allocate

    def counted(self: Any, size: int, kind: str, *rest: Any, **named: Any) -> Any:
        made = allocate(self, size, kind, *rest, **named)
        if kind == "pinned":
            use.add(made)
        return made

    monkeypatch.setattr(memory.Memory, "allocate", counted)
    return use


@pytest.mark.parametrize("case", PINNED, ids=lambda case: case.name)
def test_the_peak_is_that_of_the_pool(case: Case, pinned: Any) -> None:
    found = json.loads(timeline.render(str(case.path), Settings(output_format="json")))
    report = run(case.path, options=Options(schedules="none", sized=True))
    assert not report.error and not report.not_supported
    assert found["pinned_peak_bytes"] == pinned.most == int(dict(case.fields)["pinned"])


def rendered(tmp_path: Path, text: str, output_format: str = "full") -> str:
    path = tmp_path / "program.py"
    path.write_text(HEAD + text, encoding="utf-8")
    return timeline.render(str(path), Settings(output_format=output_format)).replace(str(path), "program.py")  # type: ignore[arg-type]


def test_it_is_a_line_of_its_own(tmp_path: Path) -> None:
    text = "x = cp.ones(1_000_000)\nh = cupyx.empty_pinned(1_000_000)\nk = cupyx.zeros_pinned(5000)\n"
    assert rendered(tmp_path, text).splitlines()[-2:] == [
        "program.py: peak 8 MB at line 3; fits into 80GiB (the default of --device-memory)",
        "program.py: pinned host memory: peak 8.45 MB at line 5 (h 8.39 MB, k 65.5 kB); its blocks are powers of two",
    ]


def test_without_pinned_memory_there_is_no_such_line(tmp_path: Path) -> None:
    assert "pinned" not in rendered(tmp_path, "x = cp.ones(1_000_000)\n")


def test_what_the_code_does_not_tell_makes_a_lower_bound(tmp_path: Path) -> None:
    text = "def make(n):\n    h = cupyx.empty_pinned((n, 3))\n    return h, cupyx.zeros_pinned(700)\n"
    assert rendered(tmp_path, text).splitlines()[-1].startswith("program.py: pinned host memory: peak at least 8.19 kB")


def test_programs_get_it_as_json(tmp_path: Path) -> None:
    text = "def make():\n    return cupyx.empty_pinned((1000, 3), dtype='float32')\n\n\nh = make()\n"
    found = json.loads(rendered(tmp_path, text, "json"))
    assert (found["peak_bytes"], found["pinned_peak_bytes"], found["pinned_line"]) == (0, 16384, 4)
    assert (found["pinned_function"], found["pinned_peak_is_lower_bound"]) == ("make", False)
    assert found["pinned_alive"] == [
        {"name": "h", "file": "program.py", "line": 4, "shape": [1000, 3], "dtype": "float32", "bytes": 16384}
    ]


def test_a_pool_of_the_programs_own_is_not_guessed_at(tmp_path: Path) -> None:
    text = "cp.cuda.set_pinned_memory_allocator(None)\nh = cupyx.empty_pinned(1_000_000)\n"
    assert "pinned" not in rendered(tmp_path, text)
