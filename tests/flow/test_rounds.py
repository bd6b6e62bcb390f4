"""How many rounds of a loop of unknown length are followed."""

from __future__ import annotations

import libcst
import pytest

from cupylint.flow.domain.loop_carried import walk
from cupylint.flow.interp.unrolling import FEW, MOST, TOGETHER, UNKNOWN_RING, Unrolling, bounded
from cupylint.program import ir, lower
from tests.programs import check_marks


def wanted(source: str) -> list[int]:
    """The rounds of each loop of a function's body, outermost first."""
    module = lower(
        libcst.parse_module("def f(n, m, xs, x, ell):\n" + "".join(f"    {line}\n" for line in source.splitlines()))
    )
    function = module.inner[0]
    known = Unrolling.of(function)
    return [known.wanted(loop) for loop in walk(function.body) if isinstance(loop, (ir.For, ir.While))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("for i in range(n):\n    use(xs[i])", [FEW], id="no ring"),
        pytest.param("for i in range(n):\n    use(xs[i % 2])", [FEW], id="a ring of two"),
        pytest.param("for i in range(n):\n    use(xs[i % 4])", [5], id="a ring of four"),
        pytest.param("for i in range(n):\n    use(xs[i % 2], xs[i % 5])", [11], id="two rings"),
        pytest.param("for i in range(n):\n    use(xs[i % 7], xs[i % 8])", [MOST], id="rings that meet too late"),
        pytest.param("for i in range(n):\n    use(xs[i % m])", [UNKNOWN_RING], id="a ring of unknown size"),
        pytest.param("size = 4\nfor i in range(n):\n    use(xs[i % size])", [5], id="a size with a name"),
        pytest.param("for i in range(n):\n    print('%d of %d' % (i, n))", [FEW], id="formatted text"),
        pytest.param("for i in range(n):\n    use(x % m)", [FEW], id="the same in each round"),
        pytest.param("k = 0\nwhile k < n:\n    use(xs[k % 4])\n    k += 1", [5], id="a counter"),
        pytest.param("k = 0\nwhile True:\n    k = (k + 1) % 4\n    use(xs[k])", [5], id="made from itself"),
        pytest.param("for i in range(n):\n    x.i = (x.i + 1) % 4", [5], id="an attribute"),
        pytest.param("for i in range(n):\n    j = i + 1\n    k = j % 4\n    use(xs[k])", [5], id="by way of others"),
        pytest.param("for i in range(n):\n    for j in range(m):\n        use(xs[j % 4])", [FEW, 5], id="inner"),
        pytest.param("for i in range(n):\n    for j in range(m):\n        use(xs[i % 4])", [5, FEW], id="outer"),
        pytest.param("for i in range(n):\n    use([y + 1 for y in xs], i % 4)", [5, FEW], id="a comprehension inside"),
        pytest.param("for i in range(n):\n    xs.popleft()", [UNKNOWN_RING], id="a queue"),
        pytest.param("for i in range(n):\n    use(i)\nxs.pop()", [FEW], id="a queue elsewhere"),
        pytest.param("for i in range(n):\n    use((lambda k: xs[k % 4])(i))", [5], id="in an inner function"),
    ],
)  # fmt: skip
def test_rounds_that_show_all_that_a_ring_can_do(source: str, expected: list[int]) -> None:
    assert wanted(source) == expected


@pytest.mark.parametrize("each", [FEW, UNKNOWN_RING, MOST])
def test_nested_loops_share_a_bound(each: int) -> None:
    """However deep they are nested, what stands inside is followed a bounded number of times."""
    around = 1
    for depth in range(12):
        rounds = bounded(each, around)
        assert 1 <= rounds <= each
        assert depth or rounds == each, "a loop alone gets all it wants"
        around *= rounds
    assert around <= 4 * TOGETHER


def waiting_behind_much_work(streams: int, waited: str, returned: str) -> str:
    """A function that costs much, and then waits for some of its streams in a loop."""
    work = "\n".join(f"        n = n + {number}" for number in range(150))
    return f"""\
import cupy as cp
def go(n):
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range({streams})]
    parts = []
    for s in streams:
        with s:
            parts.append(cp.ones(9))
    for i in range(16):
{work}
    for s in {waited}:
        s.synchronize()
    return {returned}
"""


def test_loops_that_only_wait_are_gone_round_whatever_was_followed_before() -> None:
    check_marks(waiting_behind_much_work(3, "streams", "parts[0] + parts[1]"))
    check_marks(waiting_behind_much_work(3, "streams[:1]", "parts[0] + parts[1]  # expect: CUP103"))


def test_streams_that_a_long_function_leaves_out_may_have_been_waited_for() -> None:
    """Loops are gone round less often the more was followed before; what the other rounds wait for is not known."""
    check_marks(waiting_behind_much_work(12, "streams", "parts[10] + parts[11]  # maybe: CUP103"))
