"""What is alive together, on a device of 256 MiB: programs that fit and such that do not (CUP401 to CUP405)."""

from __future__ import annotations

import ast
import json
import time
from pathlib import Path

import pytest

from cupylint import skim, timeline
from cupylint.config import Settings
from cupylint.findings import Finding
from cupylint.options import ModelOptions
from cupylint.outline import may_make_much, may_make_some
from cupylint.rules import allocation_exceeds_device
from tests.programs import corpus, every, lint, marked

pytestmark = pytest.mark.slow

SMALL = ModelOptions(device_memory=256 << 20)


def checked(name: str) -> list[Finding]:
    return corpus.program(f"memory/{name}").checked()


def text_of(name: str) -> str:
    return corpus.program(f"memory/{name}").text


def test_functions_that_nothing_calls_are_followed_if_they_have_large_numbers() -> None:
    source = """\
import cupy as cp

SIDE = 200_000


def one():
    return cp.zeros((SIDE, SIDE))  # expect: CUP401


class Grid:
    def fill(self, n):
        return cp.ones((200_000, 1 << 17))  # expect: CUP401
"""
    assert every(source) == marked(source)


def test_a_program_that_catches_the_exception_is_left_alone() -> None:
    source = """\
import cupy as cp

try:
    a = cp.zeros((200_000, 200_000))
except cp.cuda.memory.OutOfMemoryError:
    a = cp.zeros((20_000, 20_000))
"""
    assert lint(source) == []
    assert [finding.code for finding in lint(source, maybe=True)] == ["CUP401"]


def test_managed_memory_may_be_larger_than_the_device() -> None:
    source = """\
import cupy as cp

cp.cuda.set_allocator(cp.cuda.MemoryPool(cp.cuda.malloc_managed).malloc)
a = cp.zeros((200_000, 200_000))
"""
    assert lint(source, maybe=True) == []


def test_each_card_has_its_own_memory() -> None:
    source = """\
import cupy as cp

with cp.cuda.Device(0):
    a = cp.ones((5000, 5000), dtype=cp.float32)
    b = a + 1
with cp.cuda.Device(1):
    c = cp.ones((5000, 5000), dtype=cp.float32)
    d = c + 1
    e = c * d  # expect: CUP402
"""
    assert every(source, SMALL) == marked(source)


def test_the_message_has_a_table_and_the_changes_that_fit() -> None:
    (found,) = checked("three_do_not_huge")
    assert found.message == "300 MB alive at line 8, the device has 268 MB (--device-memory 256MiB)"
    assert found.table == (
        "a  line 6  (5000, 5000) float32  100 MB  ####",
        "b  line 7  (5000, 5000) float32  100 MB  ####",
        "c  line 8  (5000, 5000) float32  100 MB  #### does not fit",
    )
    assert found.notes == (
        "in place, or with `out=a`, it would fit: 200 MB, if a is not needed afterwards",
        "in chunks of at most 3400 of 5000 rows it would fit",
    )


def notes(name: str) -> tuple[str, ...]:
    (found,) = checked(name)
    return found.notes


def test_notes_advise_only_what_works() -> None:
    assert not any(
        "out=" in note for name in ("flatten_copies_huge", "matmul_of_two_into_a_third_huge") for note in notes(name)
    )
    assert not any("del " in note for name in ("chained_methods_huge", "sum_of_products_huge") for note in notes(name))
    assert not any(
        "del " in note for name in ("closure_keeps_huge", "argument_held_by_the_caller_huge") for note in notes(name)
    )
    assert notes("sorting_a_copy_huge") == ()  # a sort of a part is none of the whole
    assert notes("rebinding_three_huge")[0].startswith("`del second` at the end of each round would do: 200 MB")
    assert notes("deleted_too_late_huge")[1].startswith("`del a` before line 8 would do: 200 MB")


BY_ROWS = [
    ("a * 2", True),
    ("a @ a", True),
    ("cp.fft.fft(a)", True),
    ("cp.sort(a, axis=1)", True),
    ("cp.cumsum(a, axis=1)", True),
    ("cp.fft.fft(a, axis=0)", False),
    ("cp.fft.fft2(a)", False),
    ("cp.sort(a, axis=0)", False),
    ("cp.cumsum(a, axis=axis)", False),
    ("cp.linalg.inv(a)", False),
    ("cp.linalg.solve(a, a)", False),
    ("cp.linalg.svd(a, compute_uv=False)", False),
]


@pytest.mark.parametrize(("operation", "advised"), BY_ROWS, ids=[operation for operation, _ in BY_ROWS])
def test_chunks_are_advised_where_the_operation_works_by_rows(operation: str, advised: bool) -> None:
    source = f"import cupy as cp\na = cp.ones((40000, 40000), dtype=cp.complex128)\nb = {operation}\n"
    (found,) = [each for each in lint(source, model=ModelOptions(device_memory=30 << 30)) if each.code == "CUP402"]
    assert any("in chunks of" in note for note in found.notes) == advised


def test_four_large_arrays_fit_in_single_precision() -> None:
    (finding,) = checked("four_large_arrays_huge")
    assert finding.code == "CUP402"
    assert finding.message.startswith("3.2 GB alive at line ")
    assert len(finding.table) == 4
    assert finding.notes[0] == "single precision throughout would fit: 1.6 GB"


def test_many_arrays_alike_are_one_row() -> None:
    (found,) = checked("stacked_result_huge")
    assert found.table[0] == "rows[...]  line 5  40 x (1000, 1000) float32  160 MB  ######"
    assert len(found.table) == 2


def test_the_table_names_functions() -> None:
    (found,) = checked("argument_held_by_the_caller_huge")
    assert "line 8 in scaled" in found.table[1]


def test_a_view_that_keeps_an_array_is_named() -> None:
    (found,) = checked("freed_while_a_view_is_kept_huge")
    told = "a (8 MB, kept by its view first) is still referred to"
    assert found.message == f"gives back no block of 1 MiB or more: {told}"
    assert found.notes == ("`del first` before it, if it is not needed any more",)


# -- the timeline ----------------------------------------------------------------------------------

PEAKS = [one for one in corpus.programs() if "measured-peak" in one.settings]
"""Each tells the most bytes that CuPy's pool held at once, measured on an H200 without a limit by CuPy 14.2."""
NOT_ALL_SEEN = ("list_of_many", "list_of_bounded", "list_trimmed", "list_flushed", "freed_after_numbers")
"""Programs of which only the first rounds are followed, or whose arrays are not all seen."""
PLANS = ("fft_of_floats_huge", "rfft_of_floats_fits")  # of the work areas of plans a lower bound is predicted


@pytest.mark.parametrize("program", PEAKS, ids=lambda program: program.name)
def test_the_predicted_peak_is_the_measured_one(program: corpus.Program) -> None:
    moments = timeline.moments(program.text, "program.py", Settings())
    predicted = max((moment.alive + moment.work for moment in moments), default=0)
    peak, name = int(program.settings["measured-peak"]), program.name.removeprefix("memory/")
    assert predicted <= peak * 1.001 + 10_000
    if not name.startswith(NOT_ALL_SEEN):
        assert predicted >= peak * (0.6 if name in PLANS else 0.97) - 2_000_000


def test_the_timeline_tells_what_is_alive_at_each_allocation(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(text_of("three_do_not_huge"), "utf-8")
    text = timeline.render(str(path), Settings(model=SMALL))
    first = text_of("three_do_not_huge").splitlines()[5]
    assert text.splitlines() == [
        "line  array                    bytes   alive",
        "   6  a (5000, 5000) float32  100 MB  100 MB  ########                  " + first,
        "   7  b (5000, 5000) float32  100 MB  200 MB  ################          b = a + 1",
        "   8  c (5000, 5000) float32  100 MB  300 MB  ########################  c = a * b  # expect: CUP402",
        f"{path}: peak 300 MB at line 8; does not fit into 256MiB (--device-memory)",
    ]


def test_sizes_that_are_not_known_stay_symbols(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import cupy as cp\n\n\ndef make(n):\n    return cp.zeros((n, 3000))\n", "utf-8")
    assert "(n, 3000) float64  24000*n" in timeline.render(str(path), Settings())


def test_temporaries_stand_in_the_order_in_which_they_are_made() -> None:
    found = timeline.moments(text_of("temporaries_of_one_expression_huge"), "program.py", Settings())
    assert [moment.name for moment in found] == ["a", "", "", "", "", "", "b"]


def test_functions_are_named_in_the_timeline(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(text_of("attribute_huge"), "utf-8")
    assert "Model.__init__: self.weights (5000, 5000) float32" in timeline.render(str(path), Settings())


def test_json_has_the_peak_and_what_is_alive(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(text_of("argument_not_held_fits"), "utf-8")
    found = json.loads(timeline.render(str(path), Settings(model=SMALL, output_format="json")))
    assert (found["peak_bytes"], found["line"], found["function"], found["fits"]) == (200_000_512, 8, "scaled", True)
    assert [(item["name"], item["line"], item["shape"], item["dtype"], item["bytes"]) for item in found["alive"]] == [
        ("data", 13, [5000, 5000], "float32", 100_000_256),
        ("data", 8, [5000, 5000], "float32", 100_000_256),
    ]


def test_json_of_a_program_without_arrays(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("print(1)\n", "utf-8")
    found = json.loads(timeline.render(str(path), Settings(output_format="json")))
    assert (found["peak_bytes"], found["line"], found["alive"]) == (0, None, [])


def concerns_sizes(text: str) -> bool:
    """Whether the code of a file has numbers that a rule about sizes looks for."""
    return allocation_exceeds_device.RULE.concerns(skim.code(text.encode()))


@pytest.mark.parametrize("number", ["2000", "20_000", "1920", "12345", "1e5", "1 << 12", "10**5"])
def test_files_with_large_numbers_are_looked_at(number: str) -> None:
    assert concerns_sizes(f"x = cp.zeros({number})\n")


@pytest.mark.parametrize("line", ["# Copyright 2024, 10000 lines", "VERSION = 2024", "x = cp.zeros(100)", "f(**given)"])
def test_years_and_comments_are_no_large_numbers(line: str) -> None:
    assert not concerns_sizes(line)


def test_a_store_through_a_mask_needs_a_running_count(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import cupy as cp\na = cp.ones((5000, 5000), dtype=cp.float32)\na[a > 2] = 0\n", "utf-8")
    found = timeline.moments(path.read_text("utf-8"), str(path), Settings())
    peak = max(moment.alive + moment.work for moment in found)
    assert peak == pytest.approx(225_000_000, rel=0.001)  # array, mask, count


def test_a_copy_behind_a_view_counts_while_it_is_made_and_is_said_to_be_rough(tmp_path: Path) -> None:
    text = "import cupy as cp\na = cp.ones((5000, 5000), dtype=cp.float32)\nb = a.T.ravel()\n"
    found = timeline.moments(text, str(tmp_path / "program.py"), Settings())
    assert max(moment.alive + moment.work for moment in found) == 200_000_512  # a multiple of 512 bytes
    assert [moment.rough for moment in found] == [False, True]


def glance(text: str) -> bool:
    """Whether a program is worth following for its sizes."""
    return may_make_much(ast.parse(text), text)


def test_a_glance_finds_large_numbers_wherever_they_go() -> None:
    head = "import cupy as cp\n"
    much = (
        "n = 300_000\na = cp.zeros((n, n))\n",
        "def make(n):\n    return cp.zeros((n, n))\nmake(300_000)\n",
        "class Field:\n    def __init__(self, n):\n        self.a = cp.zeros((n, n))\nField(300_000)\n",
        "for n in (10, 300_000):\n    cp.zeros((n, n))\n",
        "make = cp.zeros\nmake((300_000, 300_000))\n",
        "def work(n=300_000):\n    m = n * 2\n    return cp.zeros((m, n))\n",
    )
    little = ("print(300_000)\na = cp.zeros(10)\n", "import logging\nlogging.info(5000)\ncp.zeros((3, 3))\n")
    assert [text for text in much if not glance(head + text)] == []
    assert [text for text in little if glance(head + text)] == []


def test_a_glance_finds_numbers_that_are_not_small() -> None:
    texts = ("a = cp.zeros((512, 512))\n", "a = cp.zeros((9, 9))\nassert list(a) == [999]\n")
    assert [may_make_some(ast.parse(text), text) for text in texts] == [True, False]


@pytest.mark.parametrize("line", ["v{} = cp.zeros(1000)\n", "l.append(x + 1)  # {}\n"])
def test_the_timeline_of_a_long_program_ends_in_time_and_says_where(tmp_path: Path, line: str) -> None:
    path = tmp_path / "program.py"
    text = "import cupy as cp\nx = cp.zeros(1000)\nl = []\n" + "".join(line.format(number) for number in range(3000))
    path.write_text(text, encoding="utf-8")
    notes: list[str] = []
    start = time.thread_time()
    found = json.loads(timeline.render(str(path), Settings(time_limit=0.5, output_format="json"), notes))
    assert time.thread_time() - start < 3  # parsing it is linear and comes on top
    assert notes == [
        f"note: {path}:1: the top level was not followed to its end: the bound on time (0.5 s a file) was reached"
    ]
    assert found["peak_is_lower_bound"] is True
    assert sum(item["bytes"] for item in found["alive"]) == found["peak_bytes"]


def test_what_was_followed_to_its_end_has_no_note(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import cupy as cp\nx = cp.zeros(1000)\n" * 20, encoding="utf-8")
    notes: list[str] = []
    assert "peak" in timeline.render(str(path), Settings(), notes)
    assert notes == []
