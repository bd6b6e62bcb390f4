"""``cupylint --verify --probe FILE``: measures the model of CuPy's calls on a device and tells where it is wrong."""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Callable, Sequence

from cupylint.cupy_model.ufuncs import UFUNCS
from cupylint.runtime_checks.model_probe.calls import calls
from cupylint.runtime_checks.model_probe.compare import disagreements
from cupylint.runtime_checks.model_probe.measure import Device, Measured, as_data


def as_text(about: dict[str, object], rows: Sequence[object], failed: Sequence[object]) -> str:
    """JSON with a line for each call."""
    told = {"failed": failed, "rows": rows}
    lists = [f'"{name}": [\n' + ",\n".join(map(json.dumps, items)) + "\n]" for name, items in told.items()]
    return ", ".join([json.dumps(about)[:-1], *lists]) + "}\n"


def main(path: str) -> int:
    """Measure all calls, write what was found to `path` as JSON, and print what the model says otherwise.

    Returns:
        0: the model agrees, 1: it does not, 2: there is no device.
    """
    try:
        import cupy

        device = Device(cupy)
    except Exception as error:
        print(f"cupylint: --probe needs CuPy and a device: {error}", file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")
    rows: list[dict[str, object]] = []
    failed: list[dict[str, str]] = []

    def note(name: str, measure: Callable[[], Measured]) -> None:
        try:
            rows.append(as_data(measure()))
        except Exception as error:
            failed.append({"name": name, "error": f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"})

    start = time.monotonic()
    for name, expression in calls():
        note(name, lambda name=name, expression=expression: device.measure(name, expression))  # type: ignore[misc]
    for name in sorted(UFUNCS):
        note(name, lambda name=name: device.ufunc(name))  # type: ignore[misc]
    with open(path, "w", encoding="utf-8") as file:
        file.write(as_text(device.described(), rows, failed))
    wrong = list(disagreements(rows))
    for line in wrong:
        print(line)
    took = time.monotonic() - start
    print(f"{len(rows)} calls measured, {len(failed)} failed, {len(wrong)} disagreements, {took:.0f} s")
    return int(bool(wrong))
