"""Measures the work areas of cuFFT's plans. Needs CuPy and a device, and nothing else.

    python tests/sizes/probe_plans.py 100 > measured.json    # on the device, for 100 seconds; some GiB of its memory
    python -m tests.sizes.plan_table measured.json       # anywhere: makes the table that predictions are read from

Each plan is made alone, for arrays that are never filled. Plans come in random order, so that a part is a sample.
"""

from __future__ import annotations

import json
import math
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

MOST = 1 << 27
"""Numbers of one plan, all of its batch: 1 GiB of complex64."""
TYPES = ("C2C", "Z2Z", "R2C", "D2Z", "C2R", "Z2D")
BATCHES = (1, 2, 3, 8, 10, 64, 100, 1000, 4096, 65536)
SEVEN = [2**a * 3**b * 5**c * 7**d for a in range(28) for b in range(8) for c in range(10) for d in range(4)]
_SMALL = (11, 13, 17, 31, 61, 97, 113, 127)  # primes up to 127, and beyond
_LARGE = (131, 257, 509, 1009, 4099, 10007, 65537, 100003, 1000003, 10000019)
POWERS = [1 << power for power in range(1, 28)]
ROUND = [number * 10**power for power in range(2, 9) for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 25)]
SIDES = (32, 60, 64, 100, 128, 200, 250, 256, 500, 512, 1000, 1024, 1080, 1920, 2000, 2048, 4000, 4096, 5000, 8192)
ODD_SIDES = (62, 101, 110, 130, 254, 257, 514, 999, 1001, 1021, 1026, 2039, 2047, 2050, 4099)


def lengths() -> list[int]:
    """Of one axis: all powers of two, a spread of other products of small primes, and of larger primes."""
    smooth = sorted(number for number in set(SEVEN) if number <= MOST)
    composed = [prime << power for prime in _SMALL for power in (0, 1, 2, 3, 5, 8, 10, 13, 16, 18, 20)]
    composed += [prime * 10**power for prime in _SMALL for power in range(1, 7)]
    beyond = [prime << power for prime in _LARGE for power in (0, 1, 2, 4, 8, 12, 16)]
    beyond += [10**power + 1 for power in range(2, 9)] + [(1 << power) - 1 for power in range(3, 27)]
    return sorted(number for number in {*POWERS, *ROUND, *smooth[::9], *composed, *beyond} if 2 <= number <= MOST)


def shapes() -> Iterator[tuple[tuple[int, ...], int]]:
    """Of several axes, with batches."""
    sides = (*SIDES, *ODD_SIDES)
    for rows in sides:
        for columns in sides:
            if rows == columns or (rows in SIDES[::3] and columns in SIDES[1::3]) or columns == 1024:
                yield from (((rows, columns), batch) for batch in (1, 3, 16))
    for side in (32, 60, 64, 100, 101, 128, 200, 250, 256, 257, 300, 384, 400, 500, 512):
        yield (side, side, side), 1
        yield (64, side, 128), 1
        yield (side, side, side // 2), 2


def one_axis(cufft: Any, name: str, length: int, batch: int) -> int:
    plan = cufft.Plan1d(length, getattr(cufft, f"CUFFT_{name}"), batch)
    return int(plan.work_area.mem.size)


def several_axes(cupy: Any, name: str, shape: tuple[int, ...], batch: int) -> int:
    from cupyx.scipy.fft import get_fft_plan

    wide = name in ("Z2Z", "D2Z", "Z2D")
    real = name in ("R2C", "D2Z")
    dtype = f"float{64 if wide else 32}" if real else f"complex{128 if wide else 64}"
    last = shape[-1] // 2 + 1 if name in ("C2R", "Z2D") else shape[-1]
    array = cupy.empty((batch, *shape[:-1], last), dtype)
    value_type = {"Z2Z": "C2C", "D2Z": "R2C", "Z2D": "C2R"}.get(name, name)
    axes = tuple(range(1, len(shape) + 1))
    plan = get_fft_plan(array, shape if value_type == "C2R" else None, axes, value_type)
    return int(plan.work_area.mem.size)


def plans() -> Iterator[tuple[str, tuple[int, ...], int]]:
    """All that is measured: type, lengths, batch."""
    for name in TYPES:
        for length in lengths():
            yield from ((name, (length,), batch) for batch in BATCHES if batch == 1 or length * batch <= MOST // 4)
        yield from ((name, shape, batch) for shape, batch in shapes() if math.prod(shape) * batch <= MOST)


def main(seconds: float) -> None:
    """Print what all plans take that can be made in so much time."""
    import cupy
    from cupy.cuda import cufft

    pool = cupy.get_default_memory_pool()
    rows = []
    every = list(plans())
    random.Random(1).shuffle(every)
    end = time.monotonic() + seconds
    for number, (name, shape, batch) in enumerate(every):
        if time.monotonic() > end:
            break
        try:
            one = len(shape) == 1
            size = one_axis(cufft, name, shape[0], batch) if one else several_axes(cupy, name, shape, batch)
            rows.append(json.dumps([name, shape, batch, size]))
        except Exception as error:  # a plan that this card or version does not make
            print(f"{name} {shape} x {batch}: {type(error).__name__}: {error}", file=sys.stderr)
        pool.free_all_blocks()
        if number % 1000 == 0:
            print(f"{number} plans", file=sys.stderr)
    device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    head = json.dumps({"cupy": cupy.__version__, "cufft": cufft.getVersion(), "device": device})
    print(head[:-1] + ', "rows": [\n' + ",\n".join(rows) + "\n]}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else math.inf)
