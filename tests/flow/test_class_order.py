"""The order in which members of classes are looked up is Python's own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cupylint.flow.domain.values import ClassValue

_BASES = st.lists(st.lists(st.integers(0, 30), max_size=3, unique=True), min_size=1, max_size=9)
"""For each class the numbers of its bases, modulo how many classes there are before it."""


@given(_BASES)
def test_it_is_that_of_python(bases: list[list[int]]) -> None:
    types: list[type] = []
    values: list[ClassValue] = []
    for number, chosen in enumerate(bases):
        wanted = list(dict.fromkeys(each % number for each in chosen)) if number else []
        value = ClassValue(f"C{number}", None, {}, tuple(values[each] for each in wanted))
        try:
            types.append(type(f"C{number}", tuple(types[each] for each in wanted), {}))
        except TypeError:  # there is no such order: any that has each class once will do
            assert len(list(value.family())) == len(set(value.family()))
            return
        values.append(value)
        assert [each.name for each in value.family()] == [each.__name__ for each in types[-1].__mro__[:-1]]


def test_a_long_line_of_classes_is_no_matter() -> None:
    value = ClassValue("C0", None, {}, ())
    for number in range(1, 5000):
        value = ClassValue(f"C{number}", None, {}, (value,))
    assert len(list(value.family())) == 5000


def test_nor_is_one_with_a_mixin_at_each_step() -> None:
    value = ClassValue("C0", None, {}, ())
    for number in range(1, 400):
        value = ClassValue(f"C{number}", None, {}, (value, ClassValue(f"M{number}", None, {}, ())))
    assert [each.name for each in value.family()][:3] == ["C399", "C398", "C397"]
    assert len(list(value.family())) == 799
