"""Wilson's 95 % interval of a share, as the tables of the field report give it.

python tests/benchmarks/wilson.py 12/19 7/7
"""

from __future__ import annotations

import sys
from math import sqrt

Z = 1.959964  # two-sided, 95 %


def interval(true: int, total: int) -> tuple[float, float]:
    """The lower and the upper bound of the share that `true` of `total` were drawn from."""
    share, square = true / total, Z * Z / total
    middle = share + square / 2
    half = Z * sqrt(share * (1 - share) / total + square / (4 * total))
    return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        true, _, total = argument.partition("/")
        low, high = interval(int(true), int(total))
        print(f"{argument}: {int(true) / int(total):.0%} ({low:.0%} to {high:.0%})")
