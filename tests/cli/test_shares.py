"""Which process does which task: all are done once, neighbours by one process, and nobody is idle before the end."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cupylint.shares import Shares, groups


def test_tasks_that_need_the_same_are_together() -> None:
    needs = {0: "ax", 1: "bx", 2: "by", 3: "cx", 4: "ay", 5: "cy"}  # half of them need x, and half need y
    others = [2] * 4  # so that two tasks are a fair part
    assert sorted(sorted(group) for group in groups([1] * 6 + others, needs, 1) if group[0] < 6) == [
        [0, 4],
        [1, 2],
        [3, 5],
    ]


def test_a_group_is_no_more_than_a_fair_part() -> None:
    found = groups([1] * 100, dict.fromkeys(range(100), "x"), 2)
    assert max(map(len, found)) <= 100 // 2 // 6


def test_the_heaviest_first() -> None:
    assert groups([1, 9, 3], {}, 2) == [[1], [2], [0]]


def test_a_process_does_its_pile_then_a_new_one_then_helps() -> None:
    shares = Shares([[0, 1, 2, 3], [4]])
    assert [shares.take("one"), shares.take("two"), shares.take("two"), shares.take("one")] == [0, 4, 3, 1]
    assert [shares.take("two"), shares.take("two")] == [2, None]
    assert not shares


_NEEDS = st.dictionaries(st.integers(0, 19), st.sets(st.integers(0, 9), max_size=4))


@settings(deadline=None)
@given(
    weights=st.lists(st.integers(0, 50), min_size=20, max_size=20),
    needs=_NEEDS,
    count=st.integers(1, 5),
    turns=st.lists(st.integers(0, 4)),
)
def test_each_task_is_done_once(weights: list[int], needs: dict[int, set[int]], count: int, turns: list[int]) -> None:
    shares = Shares(groups(weights, needs, count))
    done = [shares.take(turn % count) for turn in turns]
    while shares:
        done.append(shares.take(0))
    assert sorted(task for task in done if task is not None) == list(range(20))
