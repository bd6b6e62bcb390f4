"""``cupylint --verify --probe --measure FILE``: what the calls of the model of CuPy do on a device."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Sequence
from functools import partial

from cupylint.cupy_model.ufuncs import UFUNCS

from .calls import calls
from .compare import disagreements
from .measure import Device, Measured, as_data


def as_text(about: dict[str, object], rows: Sequence[object], failed: Sequence[object]) -> str:
    """JSON with a line for each call."""
    told = {"failed": failed, "rows": rows}
    lists = [f'"{name}": [\n' + ",\n".join(map(json.dumps, items)) + "\n]" for name, items in told.items()]
    return ", ".join([json.dumps(about)[:-1], *lists]) + "}\n"


def measure(told: Callable[[int, str], None]) -> tuple[str, list[str]]:
    """What all calls do on the current device, as JSON, and a line for each thing that the model has wrong.

    The last line says how many calls were measured.

    Args:
        told: is given the number and the name of each call before it is measured.
    """
    import cupy

    device = Device(cupy)
    rows: list[dict[str, object]] = []
    failed: list[dict[str, str]] = []
    works: list[tuple[str, Callable[[], Measured]]] = [
        *((name, partial(device.measure, name, expression)) for name, expression in calls()),
        *((name, partial(device.ufunc, name)) for name in sorted(UFUNCS)),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, (name, work) in enumerate(works):
            told(number, name)
            try:
                rows.append(as_data(work()))
            except Exception as error:
                why = " ".join(str(error).split())[:200]
                failed.append({"name": name, "error": f"{type(error).__name__}: {why}"})
    wrong = list(disagreements(rows))
    count = f"{len(rows)} calls measured, {len(failed)} not, {len(wrong)} differ from the model"
    return as_text(device.described(), rows, failed), [*wrong, count]
