"""Parts of an array: what is called disjoint shares no element, as NumPy shows."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from cupylint.flow.domain.regions import Region, extend, is_all, moved, overlap
from cupylint.flow.domain.values import Const, SliceValue, Symbol, TupleValue, Value
from tests.programs import after_head, check_marks, every

SHAPE = (6, 5)
LONG = (40, 41)
Key = object
"""What stands in square brackets: numbers, slices, `...`, `None`, tuples of those; names stand for sizes."""

NUMBERS = st.integers(-7, 7)
BOUNDS = st.none() | NUMBERS
STEPS = st.sampled_from([None, 1, 2, 3])
AXES = NUMBERS | st.builds(slice, BOUNDS, BOUNDS, STEPS)
KEYS = st.one_of(
    AXES,
    st.tuples(AXES),
    st.tuples(AXES, AXES),
    st.tuples(st.just(...), AXES),
    st.tuples(AXES, st.just(...)),
    st.just(...),
)
PATHS = st.lists(KEYS, min_size=1, max_size=3)


def value(key: Key) -> Value:
    """`key` as the flow sees it."""
    if isinstance(key, tuple):
        return TupleValue(tuple(value(part) for part in key))
    if isinstance(key, slice):
        parts = [None if part is None else value(part) for part in (key.start, key.stop, key.step)]
        return SliceValue(*parts)
    return key if isinstance(key, Value) else Const(key)


def disjoint(left: Region, right: Region) -> bool:
    """Whether two parts certainly share no byte."""
    return overlap(left, right) is False


def region(path: list[Key]) -> Region:
    found: Region = ()
    for key in path:
        found = extend(found, value(key))
    return found


def elements(path: list[Key], shape: tuple[int, int] = SHAPE) -> set[int]:
    """The elements of an array of a shape that ``x[...][...]`` shows."""
    view: Any = np.arange(shape[0] * shape[1]).reshape(shape)
    try:
        for key in path:
            view = view[key]
    except IndexError:
        assume(False)
    return set(np.ravel(view).tolist())


@given(PATHS, PATHS)
@settings(max_examples=600, deadline=None)
@example([slice(None, 3)], [slice(3, None)])
@example([slice(0, None, 2)], [slice(1, None, 2)])
@example([0], [1])
@example([slice(2, 4), 0], [slice(2, 4), 1])
def test_disjoint_parts_share_no_element(left: list[Key], right: list[Key]) -> None:
    if disjoint(region(left), region(right)):
        assert not elements(left) & elements(right)


@given(PATHS, PATHS)
@settings(max_examples=100, deadline=None)
def test_disjoint_is_symmetric(left: list[Key], right: list[Key]) -> None:
    assert disjoint(region(left), region(right)) == disjoint(region(right), region(left))


@given(PATHS, PATHS)
@example([(..., slice(None, 2))], [(..., slice(2, None))])
@example([(..., 0)], [(..., slice(1, None), 0)])
@settings(max_examples=300, deadline=None)
def test_parts_that_surely_overlap_do_where_an_array_is_long(left: list[Key], right: list[Key]) -> None:
    first, second = elements(left, LONG), elements(right, LONG)
    assume(first and second)
    assert overlap(region(left), region(right)) is not True or first & second


@given(PATHS)
@settings(max_examples=100, deadline=None)
def test_a_part_is_not_disjoint_from_itself_or_the_whole(path: list[Key]) -> None:
    assert not disjoint(region(path), region(path))
    assert not disjoint(region(path), ())


# -- sizes that are not known ------------------------------------------------------------------------

NAMES = tuple(Symbol(name, name) for name in ("n", "m"))
FACTORS = st.tuples(st.integers(-2, 3), st.integers(-2, 3), st.integers(-3, 5))
"""``a * n + b * m + c``"""
FORMS = st.none() | FACTORS
FORM_AXES = FACTORS | st.tuples(st.just("slice"), FORMS, FORMS, st.sampled_from([None, 1, 2]))


def form(factors: tuple[int, int, int] | None) -> Value | None:
    """A linear form as the flow keeps it."""
    if factors is None:
        return None
    *of_names, constant = factors
    items = tuple((name, factor) for name, factor in zip(NAMES, of_names, strict=True) if factor)
    if not items:
        return Const(constant)
    if items[0][1] == 1 and len(items) == 1 and not constant:
        return items[0][0]
    return Symbol(("linear", (*items, *(((1, constant),) if constant else ()))))


def axis(described: tuple[object, ...]) -> Value:
    if described[0] == "slice":
        _, start, stop, step = described
        return SliceValue(form(start), form(stop), None if step is None else Const(step))  # type: ignore[arg-type]
    found = form(described)  # type: ignore[arg-type]
    assert found is not None
    return found


def concrete(described: tuple[object, ...], sizes: tuple[int, int]) -> Key:
    def number(factors: tuple[int, int, int] | None) -> int | None:
        return None if factors is None else factors[0] * sizes[0] + factors[1] * sizes[1] + factors[2]

    if described[0] == "slice":
        _, start, stop, step = described
        return slice(number(start), number(stop), step)  # type: ignore[arg-type]
    return number(described)  # type: ignore[arg-type]


@given(FORM_AXES, FORM_AXES, st.tuples(st.integers(0, 4), st.integers(0, 4)))
@settings(max_examples=600, deadline=None)
def test_disjoint_for_every_size(left: tuple[object, ...], right: tuple[object, ...], sizes: tuple[int, int]) -> None:
    if disjoint(extend((), axis(left)), extend((), axis(right))):
        assert not elements([concrete(left, sizes)]) & elements([concrete(right, sizes)])


# -- in programs -----------------------------------------------------------------------------------

APART = [
    ("a[:5]", "a[5:]"),
    ("a[::2]", "a[1::2]"),
    ("a[0]", "a[1]"),
    ("a[:n]", "a[n:]"),
    ("a[:n]", "a[n : 2 * n]"),
    ("a[-4:]", "a[:-4]"),
    ("a[:, 0]", "a[:, 1]"),
    ("a[:, :n]", "a[:, n:]"),
    ("a[1:3][0]", "a[1:3][1]"),
    ("a[..., 0][2:]", "a[..., 0][:2]"),
    ("a[..., n:]", "a[..., :n]"),
    ("a[0, ..., 1]", "a[0, ..., 2:]"),
]
TOGETHER = [
    ("a[:5]", "a[4:]"),
    ("a[::2]", "a[::3]"),
    ("a[:5]", "a"),
    ("a[1:3]", "a[0:2]"),
    ("a[0]", "a[:, 0]"),
    ("a[:5].T", "a[3:].T"),
    ("a[:5].reshape(-1)", "a[2:6].ravel()"),
    ("a[..., :n]", "a[..., 0]"),
]
BODY = """
    def work(n, m):
        a = cp.zeros((64, 64))
        cp.cuda.Device().synchronize()
        left, right = {0}, {1}
        with s1:
            left += 1
        with s2:
            right += 1
        cp.cuda.Device().synchronize()
    """


@pytest.mark.parametrize("parts", APART)
def test_parts_that_share_nothing(parts: tuple[str, str]) -> None:
    check_marks(after_head(BODY.format(*parts)))


@pytest.mark.parametrize("parts", TOGETHER)
def test_parts_that_share_something(parts: tuple[str, str]) -> None:
    assert {row for row, _ in every(after_head(BODY.format(*parts)))} == {16}


UNCERTAIN = [("a[0]", "a[-1]"), ("a[:n]", "a[m:]"), ("a[n]", "a[m]"), ("a[:n]", "a[m]")]


@pytest.mark.parametrize("parts", UNCERTAIN)
def test_parts_that_may_share_something(parts: tuple[str, str]) -> None:
    source = after_head(BODY.format(*parts))
    assert every(source) == set()
    assert {row for row, _ in every(source, maybe=True)} == {16}


COPIES = ["a.copy()", "a[[0, 1]]", "a[a > 0]", "a.astype(cp.float32)", "cp.array(a)", "a + 0", "a.flatten()", "a.get()"]


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_is_another_array(copy: str) -> None:
    check_marks(
        after_head(
            f"""
            a = cp.zeros(64)
            b = {copy}
            cp.cuda.Device().synchronize()
            with s1:
                a += 1
            with s2:
                c = b + 1
            """
        )
    )


def test_parts_written_in_a_loop() -> None:
    check_marks(
        after_head(
            """
            streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
            a = cp.zeros(64)
            cp.cuda.Device().synchronize()
            for i, s in enumerate(streams):
                with s:
                    a[i * 16 : (i + 1) * 16] += 1
            with s1:
                total = a.sum()  # expect: CUP101
            """
        )
    )


@pytest.mark.parametrize("seen", ["m.T", "m.reshape(81)", "m.ravel()", "m.swapaxes(0, 1)", "m.T.ravel()"])
@pytest.mark.parametrize("part", ["m[0]", "m[2:4]", "m[1:, 3]"])
def test_every_element_in_another_order(seen: str, part: str) -> None:
    program = """
        m = cp.ones((9, 9))
        cp.cuda.Device().synchronize()
        with s1:
            {part}.fill(3)
        with s2:
            b = {seen} + 1  # expect: CUP101
        """
    check_marks(after_head(program.format(part=part, seen=seen)))


@pytest.mark.parametrize(("where", "mark"), [("s2", "expect"), ("s1", "maybe")])
def test_what_may_be_a_copy(where: str, mark: str) -> None:
    """The copy would be read from the array on the stream that is current where it is made, and nowhere else."""
    program = """
        m = cp.ones((9, 9))
        cp.cuda.Device().synchronize()
        with s1:
            m.fill(3)
        with {where}:
            flat = m.T.ravel()
        with s2:
            b = flat + 1  # {mark}: CUP101
        """
    check_marks(after_head(program.format(where=where, mark=mark)))


@pytest.mark.parametrize("seen", ["m[0].T", "m.diagonal()", "m[1:].reshape(72)"])
def test_some_elements_in_another_order(seen: str) -> None:
    program = """
        m = cp.ones((9, 9))
        cp.cuda.Device().synchronize()
        with s1:
            m[{row}].fill(3)
        with s2:
            b = {seen} + 1  {mark}
        """
    row, mark = ("3", "# maybe: CUP101") if seen == "m.diagonal()" else ("3" if seen == "m[0].T" else "0", "")
    check_marks(after_head(program.format(row=row, seen=seen, mark=mark)))


_OFFSET = Symbol("offset")


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        (moved((), Const(0)), moved((), Const(8)), None),
        (moved((), _OFFSET), moved((), Const(8)), None),
        (moved((), _OFFSET), moved((), _OFFSET), True),
        (moved((), _OFFSET), (), True),
        (moved((), Const(0)), extend((), SliceValue(Const(2), None, None)), True),
        (moved((), _OFFSET), extend((), SliceValue(Const(2), None, None)), None),
    ],
)
def test_what_begins_at_an_address(one: Region, other: Region, answer: bool | None) -> None:
    """It certainly has the byte there, and may end anywhere; at no offset it is taken for all there is."""
    assert overlap(one, other) is overlap(other, one) is answer


def test_an_address_alone_is_that_of_all() -> None:
    """Where it is asked which bytes an access may touch."""
    assert is_all(()) and is_all(moved((), Const(0)))
    assert not is_all(moved((), Const(8)))
