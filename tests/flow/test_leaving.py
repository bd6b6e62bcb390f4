"""Ways out of a block whose manager or source is a generator of the file, and comparisons of streams."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, every, lint

MANAGER = """
from contextlib import contextmanager

@contextmanager
def on(stream):
    with stream:
        yield
    stream.synchronize()
"""


def test_a_manager_ends_when_its_body_returns() -> None:
    check_marks(
        after_head(
            MANAGER
            + """
def run():
    with on(s1):
        return x * 2

with s2:
    b = run() + 1
c = y + 1  # on null again
y.fill(0)
"""
        )
    )


@pytest.mark.parametrize("way", ["break", "continue"])
def test_a_manager_ends_when_its_body_leaves_a_loop(way: str) -> None:
    check_marks(
        after_head(
            MANAGER
            + f"""
for i in range(3):
    with on(s1):
        a = x * 2
        if i == 1:
            {way}
with s2:
    b = a + 1
"""
        )
    )


def test_a_manager_that_waits_for_nothing_leaves_a_race() -> None:
    check_marks(
        after_head(
            MANAGER.replace("    stream.synchronize()\n", "")
            + """
def run():
    with on(s1):
        return x * 2

a = run()
with s2:
    b = a + 1  # expect: CUP101
"""
        )
    )


def test_the_else_of_a_loop_over_a_generator_is_followed() -> None:
    check_marks(
        after_head(
            """
            def numbers():
                yield 1
                yield 2

            with s1:
                a = x * 2
            for number in numbers():
                pass
            else:
                s1.synchronize()
            with s2:
                b = a + 1
            """
        )
    )


def test_the_current_stream_may_be_the_null_stream() -> None:
    check_marks(
        after_head(
            """
            with s1:
                a = x * 2
            if cp.cuda.get_current_stream() == cp.cuda.Stream.null:
                s1.synchronize()
            with s2:
                b = a + 1
            """
        )
    )


@pytest.mark.parametrize("made", ["kept = set()\nkept.update([s1])", "kept = {}\nkept.update({'a': s1})"])
def test_what_update_adds_is_waited_for(made: str) -> None:
    wait = "for one in kept.values():" if "{}" in made else "for one in kept:"
    body = f"{made}\nwith s1:\n    a = x * 2\n{wait}\n    one.synchronize()\nwith s2:\n    b = a + 1\n"
    assert every(after_head(body)) == set()


@pytest.mark.parametrize(
    "line",
    [
        "n = 0x" + "F" * 6000,
        "n = " + "9" * 6000,
        't = "\\N{no such name}"',
        't = "\\x0"',
        'k = cp.RawKernel("\\ud800", "\\ud800")',
        "for i in range(10000000000000000000000): n = len(range(1 << 63))",
        "t = 'a'\nfor i in range(16):\n    for j in range(16):\n        t = f'{t}{t}'",
        "t = 'a'\nfor i in range(16):\n    for j in range(16):\n        t = t + t",
        "t = 99999999999 * 'a' + '%99999999999d' % 1",
        "held = []\nheld.append(held)\nheld.append(s1)",
    ],
)
def test_extreme_values_are_followed_or_given_up(line: str) -> None:
    body = f"{line}\nwith s1:\n    a = x * 2\nwith s2:\n    b = a + 1\n"
    codes = [finding.code for finding in lint(after_head(body))]
    assert [code for code in codes if code != "CUP902"] == ["CUP101"]


def test_a_long_chain_of_unknown_sizes_as_a_kernel_argument() -> None:
    code = 'extern "C" __global__ void f(float* x) { x[0] = 1; }'
    chain = "    n = max(n, n)\n" * 40
    body = f"k = cp.RawKernel('{code}', 'f')\ndef run(n):\n{chain}    with s1:\n        k((1,), (1,), (n,))\n"
    assert lint(after_head(body)) == []


def test_a_stream_that_gets_its_name_after_its_work() -> None:
    found = lint(
        after_head(
            """
            streams = []
            streams.append(cp.cuda.Stream(non_blocking=True))
            with streams[0]:
                a = x * 2
            late = streams[0]
            with s2:
                b = a + 1
            """
        )
    )
    assert [finding.lanes is not None and finding.lanes.names for finding in found] == [("late", "s2")]
