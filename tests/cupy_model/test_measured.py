"""The model of CuPy's calls says what was measured on a device (`cupylint --verify --probe --measure FILE`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cupylint.cupy_model.extras import EXTRAS
from cupylint.cupy_model.functions import FUNCTIONS
from cupylint.cupy_model.methods import METHODS
from cupylint.cupy_model.spec import Runs
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
    row = {"name": "cupy.dot", "call": "cupy.dot(x, y)", "waits": [False, False], "held": False, "returns": "new"}
    assert list(disagreements([row])) == []
    assert told in next(disagreements([row | change]))


def test_arguments_count() -> None:
    """One argument of ``where`` waits, three do not."""
    assert modelled("cupy.where", "cupy.where(b)").waits is not modelled("cupy.where", "cupy.where(b, x, y)").waits
