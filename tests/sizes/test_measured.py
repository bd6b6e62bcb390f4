"""Predicted shapes, dtypes and bytes against those that CuPy 14 had on a device.

Each row of ``measured.json`` is an expression, the dtype of its arrays, what it gave, the most bytes that the pool
held while it was evaluated, and those that it held at the end; arrays were made before. The expressions are
evaluated here with stand-ins for arrays that have a shape and a dtype only.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cupylint.sizes import fourier
from cupylint.sizes.counts import ZERO
from cupylint.sizes.dtypes import named
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import Form, Made, shape_of
from tests.sizes.stand_ins import Names, NumPy, Pool, Stand, Unpredicted, described

pytestmark = pytest.mark.slow

ROWS = json.loads((Path(__file__).parent / "measured.json").read_text("utf-8"))["rows"]
SLACK = 100_000  # bytes: partial sums and the like are not predicted


def names(code: str) -> dict[str, object]:
    dtype = named(code)
    assert dtype is not None
    size = 1024

    def made(*shape: int, of: str = dtype, host: bool = False) -> Stand:
        return Stand(Form(shape_of(*shape), of, host=host))

    cp = Names("cupy")
    return {
        "cp": cp, "np": NumPy(), "L": cp.linalg, "F": cp.fft, "Q": cp.random, "G": cp.random,
        "sf": Names("cupyx.scipy.fft"),
        "sp": Names("cupyx.scipy.special"), "nd": Names("cupyx.scipy.ndimage"), "sg": Names("cupyx.scipy.signal"),
        "sl": Names("cupyx.scipy.linalg"),
        "V": cp.vdot, "O": cp.outer, "E": cp.einsum, "W": cp.where, "C": cp.concatenate, "take": cp.take, "d": code,
        "a": made(size, size), "b": made(size, size), "v": made(size * size), "w": made(size), "r": made(size, 256),
        "z": made(size, size), "t": made(64, 128, 128), "h": made(size, size, host=True),
        "m": made(size, size, of="bool"), "i": made(512, of="int64"), "q": made(1 << 18, 3),
        "i2": made(size, size, of="int64"),
    }  # fmt: skip


@pytest.fixture(autouse=True)
def plans_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows were measured when the plans of transforms had been made before, with their work areas."""
    monkeypatch.setattr(fourier, "area", lambda *_: 0)


def same(found: Any, wanted: Any) -> bool:
    """Whether a prediction agrees: what it leaves open may be anything, up to its bound."""
    if isinstance(found, list):
        return isinstance(wanted, list) and len(found) == len(wanted) and all(map(same, found, wanted))
    if found is None:
        return isinstance(wanted, str)
    if not isinstance(wanted, list) or not isinstance(wanted[0], list):
        return False
    shape, dtype, _ = wanted
    if found.dtype is not None and found.dtype != named(dtype):
        return False
    if found.shape is None:
        return True
    return len(found.shape) == len(shape) and all(
        length.value == wanted_ or (length.value is None and (length.most is None or wanted_ <= length.most))
        for length, wanted_ in zip(found.shape, shape, strict=True)
    )


def evaluated(expression: str, code: str) -> tuple[Any, int, int]:
    scope = names(code)
    if expression.startswith("L.eigh(t"):
        scope["t"] = Stand(Form(shape_of(16, 256, 256), named(code)))
    if "inv(t)" in expression or "svd(t)" in expression:
        scope["t"] = Stand(Form(shape_of(256, 64, 64), named(code)))
    pool = Pool.now = Pool()
    value = eval(expression, {"__builtins__": {"abs": abs, "sum": sum, "hasattr": lambda *_: False}}, scope)
    return value, pool.peak, pool.held


IN_PLACE = [row for row in ROWS if "=" in row[0].split("(")[0].replace("==", "")]
CASES = [row for row in ROWS if row not in IN_PLACE]


DATA_DEPENDENT = {"unique", "nonzero", "where", "argwhere", "flatnonzero", "W", "m]", "choice", "a>"}


def deviation(row: list[Any]) -> str:
    """What is wrong with the prediction for a row; empty if nothing is.

    Raises:
        Unpredicted, AttributeError, TypeError: nothing is predicted.
    """
    expression, code, wanted, peak, live = row
    value, predicted, held = evaluated(expression, code)
    if not same(described(value), wanted):
        return f"{described(value)} instead of {wanted}"
    if predicted > peak * 1.02 + SLACK:
        return f"{predicted} bytes, more than were needed: {peak}"
    if held > live + SLACK:
        return f"{held} bytes at the end, more than were held: {live}"
    words = expression.replace("(", " ").replace(".", " ").replace("[", " ").replace(">", "> ").split()
    if not DATA_DEPENDENT & set(words) and held < live * 0.6 - SLACK:
        return f"{held} bytes at the end, far fewer than were held: {live}"
    return ""


def test_predictions_are_what_was_measured() -> None:
    """And most functions are predicted, so that a row of a table that stops working is seen."""
    wrong, predicted = [], 0
    for row in CASES:
        try:
            found = deviation(row)
        except (Unpredicted, AttributeError, TypeError):
            continue
        predicted += 1
        if found:
            wrong.append(f"{row[0]} of {row[1]}: {found}")
    assert wrong == []
    assert predicted > 0.85 * len(CASES)


def test_unknown_functions_are_unknown() -> None:
    assert evaluate("cupy.no_such_function", ()) is None
    assert Made(()).work == ZERO
