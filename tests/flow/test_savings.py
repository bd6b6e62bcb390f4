"""The opt-in rules about memory that could be saved: CUP406 and CUP407."""

from __future__ import annotations

import pytest

from cupylint.options import ModelOptions
from tests.programs import lint
from tests.programs.corpus import program

pytestmark = pytest.mark.slow

HEAD = "import cupy as cp\nimport numpy as np\n\n"


@pytest.mark.parametrize(
    ("name", "message", "note"),
    [
        (
            "product_and_sum_held",
            "100 MB of temporaries live beside the result of 100 MB: 200 MB at once",
            "lines that work in place: `c = a * b`; `c += 1`: 100 MB at once",
        ),
        (
            "rebound_held",
            "the 100 MB that x was before lives beside the result of 100 MB: 200 MB at once",
            "a line that works in place: `x += 1`: 100 MB at once",
        ),
        (
            "step_of_a_descent_held",
            "100 MB of temporaries and the 100 MB that w was before live beside the result of 100 MB: 300 MB at once",
            "a line that works in place: `w -= 0.1 * g`: 200 MB at once",
        ),
        (
            "attribute_held",
            "100 MB of temporaries and the 100 MB that self.weights was before live beside the result of 100 MB:"
            " 300 MB at once",
            "a line that works in place: `self.weights -= 0.1 * self.slope`: 200 MB at once",
        ),
        (
            "read_twice_held",
            "100 MB of temporaries live beside the result of 100 MB: 200 MB at once",
            "lines that work in place: `t = x * x`; `t += x`; `x = t`: 100 MB at once",
        ),
        (
            "mask_held",
            "200 MB of temporaries live beside the result of 100 MB: 300 MB at once",
            "lines that work in place: `inside = a > 0`; `inside &= a < 1`: 200 MB at once",
        ),
        (
            "copied_held",
            "100 MB of temporaries live beside y, into which they are copied",
            "a line that works in place: `cp.multiply(a, 2, out=y)`: no temporary",
        ),
        (
            "copied_chain_held",
            "200 MB of temporaries live beside y, into which they are copied",
            "lines that work in place: `cp.multiply(a, 2, out=y)`; `cp.exp(y, out=y)`; `y -= 1`: no temporary",
        ),
        (
            "branches_held",
            "225 MB of temporaries live beside the result of 100 MB: 325 MB at once",
            "one kernel, by `cupy.fuse` or `cupy.ElementwiseKernel`, needs no temporary: 100 MB at once",
        ),
    ],
)
def test_the_message_tells_the_bytes_and_the_smallest_change(name: str, message: str, note: str) -> None:
    (found,) = program(f"temporaries/{name}").checked()
    assert (found.message, found.notes) == (message, (note,))


@pytest.mark.parametrize(
    ("name", "message", "note"),
    [
        (
            "random_wide",
            "float64 instead of float32, because noise is float64 by default: 200 MB instead of 100 MB",
            "`dtype=cp.float32` in line 6 keeps float32",
        ),
        (
            "complex_wide",
            "complex128 instead of complex64, because the result of `cp.hanning` is float64 by default: "
            "400 MB instead of 200 MB",
            "`.astype(cp.float32)` in line 6 keeps complex64",
        ),
        (
            "scalar_of_numpy_wide",
            "float64 instead of float32, because a number of NumPy counts as float64: 200 MB instead of 100 MB",
            "`cp.float32(...)`, or a number of Python (`float(...)`), keeps float32; CuPy 13 went by its value",
        ),
        (
            "lengths_not_known_wide",
            "float64 instead of float32, because the result of `cp.ones` is float64 by default",
            "`dtype=cp.float32` in line 8 keeps float32",
        ),
    ],
)
def test_the_message_tells_where_double_precision_comes_from(name: str, message: str, note: str) -> None:
    (found,) = program(f"double_precision/{name}").checked()
    assert (found.message, found.notes) == (message, (note,))


@pytest.mark.parametrize("name", ["scalar_of_numpy_wide", "scalar_of_cupy_wide", "root_of_numpy_wide"])
def test_numbers_of_numpy_count_by_value_up_to_cupy_13(name: str) -> None:
    assert lint(program(f"double_precision/{name}").text, ModelOptions(cupy_version=13), more=("CUP407",)) == []


EXPRESSIONS = [
    "y = a * b + c",
    "y = a - b * c",
    "y = a / (b + c)",
    "y = -(a * b)",
    "y = 1 / (1 + np.exp(-a))",
    "y = (a * b) + (b * c)",
    "y = a + b + c + a",
    "y = np.maximum(a * b, c) ** 2",
    "y = np.minimum(c, a * b)",
    "y = (a > 1) & (c > 2)",
    "y = ~(a < b)",
    "y = (a < b) != (b < c)",
    "a = 3 - a",
    "a = a * b - c",
    "a = b - a * c",
    "a = a * a + a",
    "a = b * (c - a)",
    "a = np.sqrt(a) / b",
    "a = b * c",
    "y[:] = a * b - c",
    "y[...] = -a",
    "y[:] = np.exp(a) + b",
]
"""Assignments with arrays `a`, `b`, `c` and, if it is written into, `y`."""


@pytest.mark.parametrize("line", EXPRESSIONS)
def test_the_lines_in_its_place_give_the_same(line: str) -> None:
    numpy = pytest.importorskip("numpy")
    made = "".join(f"{name} = cp.ones((9000, 9000), dtype=cp.float32)\n" for name in "abcy")
    found = lint(f"{HEAD}{made}{line}\n", more=("CUP406",))
    if line == "a = b * c":
        assert found == []
        return
    (note,) = found[0].notes
    steps = "\n".join(note.partition(": ")[2].rpartition(": ")[0].strip("`").split("`; `"))
    assert "\n" in steps or "=" in steps
    results = []
    for lines in (line, steps):
        values = {name: numpy.array([0.5, 1, 2, 3], "f") * (place + 1) for place, name in enumerate("abcy")}
        scope = {"np": numpy, "cp": numpy, **values}
        exec(lines, scope)  # its own lines
        results.append(scope[line[0]])
        others = [name for name in "abc" if name != line[0]]
        assert all((scope[name] == numpy.array([0.5, 1, 2, 3], "f") * ("abc".index(name) + 1)).all() for name in others)
    assert numpy.allclose(*results) and results[0].dtype == results[1].dtype
