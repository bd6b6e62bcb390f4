"""The model of CuPy's calls says what was measured on a device (`cupylint --verify --probe --measure FILE`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cupylint.cupy_model.extras import EXTRAS
from cupylint.cupy_model.functions import FUNCTIONS
from cupylint.cupy_model.methods import METHODS
from cupylint.cupy_model.spec import Runs, Waits
from cupylint.cupy_model.tables import pick
from cupylint.cupy_model.ufuncs import UFUNCS
from cupylint.runtime_checks.model_probe.compare import disagreements, modelled

NOT_MEASURED = 90
"""Functions that do device work and were not measured at most: those of sparse matrices and interpolation, mostly."""


@pytest.fixture(scope="module")
def measured(root: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((root / "runtime_checks/model_probe/measured.json").read_text(encoding="utf-8"))
    return data


def test_the_model_says_what_was_measured(measured: dict[str, Any]) -> None:
    assert list(disagreements(measured["rows"])) == []


def test_it_says_with_what(measured: dict[str, Any]) -> None:
    assert (measured["device"], measured["cupy"]) == ("NVIDIA H200", "14.2.0")


def test_nine_of_ten_functions_that_do_device_work_are_measured(measured: dict[str, Any]) -> None:
    listed = {**FUNCTIONS, **UFUNCS, **EXTRAS, **{f"cupy.ndarray.{name}": calls for name, calls in METHODS.items()}}
    working = {name for name, calls in listed.items() if pick(calls, 14).runs is not Runs.NOWHERE}
    left = working - {row["name"] for row in measured["rows"]}
    assert len(left) <= NOT_MEASURED < len(working) / 8, sorted(left)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"waits": [True, True]}, "waits: the model says no"),
        ({"held": True}, "works on: the model says the current stream"),
        ({"returns": "view"}, "returns: the model says new"),
    ],
)
def test_a_disagreement_is_told(change: dict[str, object], told: str) -> None:
    row = {
        "name": "cupy.dot",
        "call": "cupy.dot(x, y)",
        "waits": [False, False],
        "goes_on": None,
        "held": False,
        "returns": "new",
    }
    assert list(disagreements([row])) == []
    assert told in next(disagreements([row | change]))


@pytest.mark.parametrize(
    ("name", "call", "goes_on", "told"),
    [
        ("cupy.nonzero", "cupy.nonzero(x)", True, None),
        (
            "cupy.nonzero",
            "cupy.nonzero(x)",
            False,
            "the model says it puts more work on the stream, measured nothing more",
        ),
        ("cupy.nanmax", "cupy.nanmax(x)", False, None),
        (
            "cupy.nanmax",
            "cupy.nanmax(x)",
            True,
            "the model says nothing more, measured it puts more work on the stream",
        ),
        ("cupy.random.zipf", "cupy.random.zipf(2.5, size=64)", False, "the model says it puts more work on the stream"),
        ("cupy.put", "cupy.put(x, i, y, mode='raise')", False, None),
    ],
)
def test_so_is_what_a_call_does_after_its_wait(name: str, call: str, goes_on: bool, told: str | None) -> None:
    row = {"name": name, "call": call, "waits": [True, True], "goes_on": goes_on, "held": False, "returns": "new"}
    found = [line for line in disagreements([row]) if "after its wait" in line]
    assert [told in line for line in found if told] == [True] * len(found) and bool(found) is bool(told)


def test_arrays_are_told_by_their_expressions() -> None:
    """``u[:3] * 99`` is an array of the device, ``h`` one of the host."""
    assert modelled("cupy.percentile", "cupy.percentile(x, u[:3] * 99)").waits is Waits.EARLIER
    assert modelled("cupy.percentile", "cupy.percentile(x, h)").waits is not Waits.EARLIER
    assert modelled("cupy.linspace", "cupy.linspace(0, cp.ones(3), 8)").waits is Waits.EARLIER


def test_arguments_count() -> None:
    """One argument of ``where`` waits, three do not."""
    assert modelled("cupy.where", "cupy.where(b)").waits is not modelled("cupy.where", "cupy.where(b, x, y)").waits
