"""What patterns bind, and the order of conditions in a comprehension."""

from __future__ import annotations

import pytest

from tests.program.show import lowered


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("[a, *rest]", {"a", "rest"}),
        ("{'k': a, **rest}", {"a", "rest"}),
        ("P(x=a, y=[b, c])", {"a", "b", "c"}),
        ("[[a, b], c]", {"a", "b", "c"}),
        ("P(a, [b]) as c", {"a", "b", "c"}),
        ("[a] | {'k': a}", {"a"}),
    ],
)
def test_captures(pattern: str, names: set[str]) -> None:
    assert lowered(f"match x:\n    case {pattern}:\n        pass\n").assigned == names


def test_conditions_of_a_comprehension_are_done_one_after_the_other() -> None:
    from tests.program.show import show

    assert show("[i for i in a if p(i) if q(i)]") == [
        "%1 = list()",
        "for %2 in a:",
        "  %3 = p(%2)",
        "  if %3:",
        "    %4 = q(%2)",
        "    if %4:",
        "      %1 << %2",
    ]
