"""What ``while`` loops count: only where each round adds the same, and nothing else changes how often they go round."""

import pytest

from cupylint.flow.interp.counters import counter
from cupylint.program import Program, ir


def loop(text):
    """The ``while`` loop of a program."""
    return next(statement for statement in Program(text).body.body if isinstance(statement, ir.While))


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("i < n", "i += 1"),
        ("i < n", "i = i + step"),
        ("n > i", "work(i); i += 1"),
        ("i <= len(x) - 1", "i += 1"),
        ("i != x.shape[0]", "i += 1"),
        ("i > 0", "i -= 1"),
        ("True", "i += 1\n    if i >= n:\n        break"),
        ("True", "if not i < len(x):\n        break\n    i += 1"),
    ],
)
def test_a_loop_that_counts(head, body):
    found = counter(loop(f"while {head}:\n    {body}\n"))
    assert found is not None and found.name.name == "i"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("i < n", "i += 1\n    n -= 1"),  # to something that it changes
        ("i < len(x)", "x.append(i); i += 1"),
        ("i < size(x)", "i += 1"),
        ("i < self.n", "self.n = 3; i += 1"),
        ("i < n", "step = read(); i += step"),  # not the same in each round
        ("i < n", "i += read()"),
        ("i < n", "i += 1; i += 1"),
        ("i < n", "if work(i):\n        i += 1"),
        ("i < n", "if work(i):\n        continue\n    i += 1"),
        ("i < n", "i -= 1"),
        ("i < n", "i *= 2"),
        ("i > 0", "i += 1"),
        ("n", "i += 1"),
        ("True", "i += 1\n    if work(i):\n        break"),
        ("True", "i += 1"),
    ],
)
def test_a_loop_that_does_not(head, body):
    assert counter(loop(f"while {head}:\n    {body}\n")) is None


@pytest.mark.parametrize(("before", "is_asked_first"), [(True, True), (False, False)])
def test_where_a_break_stands(before, is_asked_first):
    """What is asked before the counter is changed has one round more begun than ended."""
    statements = ["    i += 1\n", "    if i >= n:\n        break\n"]
    found = counter(loop("while True:\n" + "".join(reversed(statements) if before else statements)))
    assert found is not None and found.is_asked_first is is_asked_first and not found.reaches_limit
