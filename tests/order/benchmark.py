"""What the ordering model costs: microseconds for each step of random traces.

    python -m tests.order.benchmark [STEPS]      (in the root of the repository; default: 20000)

Prints a table and judges nothing.
"""

from __future__ import annotations

import random
import sys
import time

from cupylint.order import Order
from tests.order import traces
from tests.order.traces import Step


def microseconds(steps: list[Step], live: int) -> float:
    """Time of one step of the model, in µs; operations are numbered from 0 again after `live` of them."""
    calls = []
    order = Order()
    for number, step in enumerate(steps):
        operation = 1 << number % live
        verb = step.verb
        if verb == "issue":
            arguments: tuple[object, ...] = (step.arguments[0], operation, step.arguments[1])
        elif verb == "host_access":
            arguments = (operation, *step.arguments)
        else:
            arguments = step.arguments
        calls.append((getattr(order, verb), arguments))
    start = time.perf_counter()
    for method, arguments in calls:
        method(*arguments)
    return (time.perf_counter() - start) / len(steps) * 1e6


def join_microseconds(steps: list[Step], rounds: int = 2000) -> float:
    """Time of one join of two states that differ by ten steps, in µs."""
    mine = Order()
    traces.play_order(mine, traces.numbered(steps[:100]))
    theirs = mine.copy()
    traces.play_order(theirs, traces.numbered(steps[100:110], 100))
    start = time.perf_counter()
    for _ in range(rounds):
        mine.join(theirs)
    return (time.perf_counter() - start) / rounds * 1e6


def main(number: int) -> None:
    """Print the table."""
    draw = random.Random(0)
    mixed = draw.choices(traces.TABLE, k=number)
    print(f"{'steps of one kind, 64 operations':<44}{'µs a step':>10}")
    for verb in dict.fromkeys(step.verb for step in traces.TABLE):
        chosen = draw.choices([step for step in traces.TABLE if step.verb == verb], k=number)
        print(f"  {verb:<42}{microseconds(chosen, 64):10.2f}")
    print("all kinds mixed")
    for live in (64, 1000, 10000):
        print(f"  {f'{live} operations':<42}{microseconds(mixed, live):10.2f}")
    print(f"{f'one join of two states, {len(traces.STREAMS)} streams':<44}{join_microseconds(mixed):10.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
