"""The evidence file: one column a backend, each kept while the other is renewed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.runtime_checks.evidence import write
from cupylint.runtime_checks.origins import Origins, _code
from cupylint.runtime_checks.results import Verdict
from cupylint.runtime_checks.table import Row

MakeRow = Callable[..., Row]
DEVICE = {"backend": "cuda", "device": "A100", "cupy": "14.2.0", "cuda": "13.0", "date": "2030-01-02"}
SIMULATOR = {"backend": "simulator", "device": "NumPy", "date": "2030-01-03"}


def test_both_columns_survive_each_other(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "EVIDENCE.md"
    write(str(path), [make_row()], DEVICE, complete=True)
    assert "| CUP101/bad_one | CUP101:2 | CONFIRMED | reported | - | CONFIRMED |" in path.read_text(encoding="utf-8")
    write(str(path), [make_row(backend="simulator", verdict=Verdict.ORDERED)], SIMULATOR, complete=True)
    text = path.read_text(encoding="utf-8")
    assert "| reported | **ORDERED** | CONFIRMED |" in text
    assert "differ on 1 of 1" in text
    assert "A100, CuPy 14.2.0, CUDA 13.0, 2030-01-02: 1 of 1 as expected" in text
    assert json.loads((tmp_path / "EVIDENCE.json").read_text(encoding="utf-8"))["backends"].keys() == {
        "cuda",
        "simulator",
    }


def test_a_part_keeps_the_rest_and_a_whole_run_drops_what_is_gone(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "EVIDENCE.md"
    write(str(path), [make_row(), make_row(case="CUP101/bad_two")], DEVICE, complete=True)
    write(str(path), [make_row(verdict=Verdict.ORDERED)], DEVICE, complete=False)
    text = path.read_text(encoding="utf-8")
    assert "bad_two" in text and "**ORDERED**" in text
    write(str(path), [make_row()], DEVICE, complete=True)
    assert "bad_two" not in path.read_text(encoding="utf-8")


def test_a_whole_run_drops_what_is_gone_from_both_columns(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "EVIDENCE.md"
    old = [make_row(), make_row(case="CUP101/bad_two"), make_row(case="CUP101/bad_three")]
    write(str(path), old, DEVICE, complete=True)
    new = [make_row(backend="simulator"), make_row(backend="simulator", case="CUP101/bad_two", row=9)]
    write(str(path), new, SIMULATOR, complete=False)
    assert "bad_three" in path.read_text(encoding="utf-8")
    write(str(path), new, SIMULATOR, complete=True)
    cases = json.loads((tmp_path / "EVIDENCE.json").read_text(encoding="utf-8"))["cases"]
    assert cases.keys() == {"CUP101/bad_one:CUP101:2", "CUP101/bad_two:CUP101:9"}, "no case, no line that is gone"
    assert "cuda" in cases["CUP101/bad_one:CUP101:2"]
    assert "bad_three" not in path.read_text(encoding="utf-8")


def test_what_the_simulator_skips_keeps_its_device_verdict(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "EVIDENCE.md"
    write(str(path), [make_row(row=4)], DEVICE, complete=True)
    skipped = make_row(backend="simulator", row=0, verdict=Verdict.NOT_SUPPORTED)
    write(str(path), [skipped], SIMULATOR, complete=True)
    cases = json.loads((tmp_path / "EVIDENCE.json").read_text(encoding="utf-8"))["cases"]
    assert cases["CUP101/bad_one:CUP101:4"]["cuda"]["verdict"] == "CONFIRMED"


def test_what_needs_more_devices_has_no_line_of_its_own(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "EVIDENCE.md"
    write(str(path), [make_row(backend="simulator", row=4)], SIMULATOR, complete=True)
    write(str(path), [make_row(row=0, verdict=Verdict.NOT_SUPPORTED)], DEVICE, complete=True)
    cases = json.loads((tmp_path / "EVIDENCE.json").read_text(encoding="utf-8"))["cases"]
    assert {key: set(case) & {"cuda", "simulator"} for key, case in cases.items()} == {
        "CUP101/bad_one:CUP101:4": {"simulator"}
    }


def test_a_program_without_a_line_that_one_backend_cannot_run_is_told_to_be_so(
    make_row: MakeRow, tmp_path: Path
) -> None:
    path = tmp_path / "EVIDENCE.md"
    write(str(path), [make_row(row=0)], DEVICE, complete=True)
    write(str(path), [make_row(backend="simulator", row=0, verdict=Verdict.NOT_SUPPORTED)], SIMULATOR, complete=True)
    (case,) = json.loads((tmp_path / "EVIDENCE.json").read_text(encoding="utf-8"))["cases"].values()
    assert case["simulator"]["verdict"] == "NOT SUPPORTED"


class Now:
    """What the programs and the harness are now."""

    def __init__(self, program: str, harness: str = "h") -> None:
        self._program, self._harness = program, harness

    def program(self, case: str) -> str:
        return self._program if case == "CUP101/bad_one" else "other"

    def harness(self, backend: str) -> str:
        return self._harness


def test_a_verdict_on_a_program_that_has_changed_is_stale(make_row: MakeRow, tmp_path: Path) -> None:
    """So is one of another harness; of one from before there were hashes that is not known, and it is kept."""
    path = tmp_path / "E.md"
    row, other = make_row(), make_row(case="CUP101/bad_two")
    write(str(path), [row, other], DEVICE, complete=True, origins=Now("a"))  # type: ignore[arg-type]
    text = path.read_text(encoding="utf-8")
    assert "(stale" not in text and "as they are: 2; stale: 0; not known: 0." in text
    write(str(path), [other], DEVICE, complete=False, origins=Now("b"))  # type: ignore[arg-type]
    text = path.read_text(encoding="utf-8")
    assert "| CUP101/bad_one | CUP101:2 | CONFIRMED | reported | - | CONFIRMED (stale) |" in text
    assert "(stale: the program has changed)" in text and "as they are: 1; stale: 1; not known: 0." in text
    write(str(path), [row], DEVICE, complete=False, origins=Now("b", "new"))  # type: ignore[arg-type]
    text = path.read_text(encoding="utf-8")
    assert (
        "(stale: the harness has changed)" in text
        and "bad_one | CUP101:2 | CONFIRMED | reported | - | CONFIRMED |" in text
    )
    data = json.loads((tmp_path / "E.json").read_text(encoding="utf-8"))
    for case in data["cases"].values():
        for key in ("program", "harness", "stale"):
            case["cuda"].pop(key, None)
    (tmp_path / "E.json").write_text(json.dumps(data), encoding="utf-8")
    write(str(path), [], DEVICE, complete=False, origins=Now("b"))  # type: ignore[arg-type]
    text = path.read_text(encoding="utf-8")
    assert "stale" not in text and "bad_two" in text


def test_the_harness_is_its_code_not_its_words(tmp_path: Path) -> None:
    one, same, other = tmp_path / "one.py", tmp_path / "same.py", tmp_path / "other.py"
    one.write_text('def f(x):\n    """Doc."""\n    return x + 1\n', encoding="utf-8")
    same.write_text("def f(x):\n    # why\n    return (x+1)\n", encoding="utf-8")
    other.write_text("def f(x):\n    return x + 2\n", encoding="utf-8")
    assert _code(one) == _code(same) != _code(other)
    assert Origins().harness("cuda") != Origins().harness("simulator")


def test_what_counts_of_the_harness_is_the_same_in_all_versions_of_python(tmp_path: Path) -> None:
    """What `ast.unparse` makes of an f-string is not."""
    path = tmp_path / "harness.py"
    path.write_text("def f(x):\n    'Its text.'\n    return f\"{x['a']}\"  # so\n", encoding="utf-8")
    returned = (
        "JoinedStr(values=[FormattedValue(value=Subscript(value=Name(id='x',ctx=Load()),slice=Constant(value='a')"
    )
    assert f"body=[Return(value={returned},ctx=Load()),conversion=-1)]))]" in _code(path)


def test_same_results_give_the_same_bytes(make_row: MakeRow, tmp_path: Path) -> None:
    rows = [make_row(), make_row(case="CUP101/bad_two", row=7)]
    for name, order in (("a", rows), ("b", rows[::-1])):
        write(str(tmp_path / name / "E.md"), order, DEVICE, complete=True)
    for name in ("E.md", "E.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_cells_cannot_break_the_table(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "E.md"
    write(str(path), [make_row(evidence="a | b\n<i>", harm="x")], DEVICE, complete=True)
    assert "a \\| b &lt;i>; x |" in path.read_text(encoding="utf-8")


def test_folders_of_the_machine_are_left_out(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "E.md"
    said = "ImportError: no `x` in cupy (/opt/here/cupy/cuda/__init__.py), /tmp/a-b/c.cu(7): 3 / 4 of a/b"
    write(str(path), [make_row(evidence=said)], DEVICE, complete=True)
    assert "ImportError: no `x` in cupy (__init__.py), c.cu(7): 3 / 4 of a/b" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["not json", "[]", '{"cases": 1, "backends": {}}'])
def test_another_json_file_is_not_overwritten(make_row: MakeRow, tmp_path: Path, content: str) -> None:
    (tmp_path / "E.json").write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=r"E\.json"):
        write(str(tmp_path / "E.md"), [make_row()], DEVICE, complete=True)
    assert (tmp_path / "E.json").read_text(encoding="utf-8") == content


def test_what_a_machine_cannot_run_keeps_the_verdict_of_one_that_could(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "E.md"
    write(str(path), [make_row()], DEVICE, complete=True)
    write(str(path), [make_row(row=0, verdict=Verdict.NOT_SUPPORTED), make_row(case="CUP101/b")], DEVICE, complete=True)
    cases = json.loads((tmp_path / "E.json").read_text(encoding="utf-8"))["cases"]
    assert {key: case["cuda"]["verdict"] for key, case in cases.items()} == {
        "CUP101/bad_one:CUP101:2": "CONFIRMED",
        "CUP101/b:CUP101:2": "CONFIRMED",
    }


def test_programs_that_no_device_has_run_are_named(make_row: MakeRow, tmp_path: Path) -> None:
    path = tmp_path / "EVIDENCE.md"
    write(str(path), [make_row()], DEVICE, complete=True)
    write(str(path), [make_row(backend="simulator", case="CUP101/bad_new")], SIMULATOR, complete=False)
    device = path.read_text(encoding="utf-8").partition("- **device**")[2].partition("differ")[0]
    assert "not run yet: CUP101/bad_new\n" in device
    assert "| CUP101/bad_new | CUP101:2 | CONFIRMED | reported | CONFIRMED | - |" in path.read_text(encoding="utf-8")
