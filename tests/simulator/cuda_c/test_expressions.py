"""Random straight-line programs: the interpreter says what C says, written down here again with plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.simulator.cuda_c.launching import launch

KINDS = {"int": (32, True), "unsigned": (32, False), "long long": (64, True), "unsigned long long": (64, False),
         "short": (16, True), "unsigned char": (8, False)}  # fmt: skip
NUMPY = {"int": "i4", "unsigned": "u4", "long long": "i8", "unsigned long long": "u8", "short": "i2",
         "unsigned char": "u1"}  # fmt: skip

Tree = Any  # the name of a variable, or a sign with its operands


def wrapped(value: int, kind: str) -> int:
    """A whole number as a type holds it."""
    bits, signed = KINDS[kind]
    value &= (1 << bits) - 1
    return value - (1 << bits) if signed and value >> (bits - 1) else value


def promoted(kind: str) -> str:
    return "int" if KINDS[kind][0] < 32 else kind


def common(one: str, other: str) -> str:
    one, other = promoted(one), promoted(other)
    bits = max(KINDS[one][0], KINDS[other][0])
    unsigned = any(not KINDS[kind][1] for kind in (one, other) if KINDS[kind][0] == bits)
    return next(kind for kind, form in KINDS.items() if form == (bits, not unsigned))


def evaluated(tree: Tree, values: dict[str, tuple[str, int]]) -> tuple[str, int]:
    """The type and the value of an expression, one number at a time."""
    if isinstance(tree, str):
        return values[tree]
    sign, *parts = tree
    operands = [evaluated(part, values) for part in parts]
    if sign == "~":
        kind = promoted(operands[0][0])
        return kind, wrapped(~operands[0][1], kind)
    if sign == "?":
        kind = common(operands[1][0], operands[2][0])
        return kind, wrapped(operands[1 if operands[0][1] else 2][1], kind)
    (one, a), (other, b) = operands
    if sign in ("<<", ">>"):
        kind = promoted(one)
        a, by = wrapped(a, kind), b & 7
        return kind, wrapped(a << by if sign == "<<" else a >> by, kind)
    kind = common(one, other)
    a, b = wrapped(a, kind), wrapped(b, kind)
    if sign in ("<", "=="):
        return "int", int(a < b if sign == "<" else a == b)
    if sign in ("/", "%"):
        b = b or 1
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return kind, wrapped(quotient if sign == "/" else a - quotient * b, kind)
    results = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}
    return kind, wrapped(results[sign], kind)


def written(tree: Tree) -> str:
    """The expression in C, without divisions by zero and shifts by too much."""
    if isinstance(tree, str):
        return tree
    sign, *parts = map(written, tree)
    if sign == "~":
        return f"(~{parts[0]})"
    if sign == "?":
        return f"({parts[0]} ? {parts[1]} : {parts[2]})"
    if sign in ("<<", ">>"):
        return f"({parts[0]} {sign} ({parts[1]} & 7))"
    if sign in ("/", "%"):
        zero = f"({parts[0]} - {parts[0]} + {parts[1]} == 0)"
        return f"({parts[0]} {sign} ({parts[1]} + {zero}))"
    return f"({parts[0]} {sign} {parts[1]})"


NAMES = "abcd"
BINARY = st.sampled_from(["+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "<", "=="])
TREES: st.SearchStrategy[Tree] = st.recursive(
    st.sampled_from(list(NAMES)),
    lambda inner: st.one_of(
        st.tuples(BINARY, inner, inner), st.tuples(st.just("~"), inner), st.tuples(st.just("?"), inner, inner, inner)
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(TREES, st.lists(st.sampled_from(list(KINDS)), min_size=4, max_size=4), st.integers(0, 2**32))
def test_whole_numbers(tree: Tree, kinds: list[str], seed: int) -> None:
    maker, threads = np.random.default_rng(seed), 16
    arrays = []
    for kind in kinds:
        bits, signed = KINDS[kind]
        small = maker.integers(-3 if signed else 0, 4, threads)
        wide = maker.integers(0, 1 << min(bits, 62), threads)
        arrays.append(np.where(maker.random(threads) < 0.5, small, wide).astype(NUMPY[kind]))
    result = np.zeros(threads, np.int64)
    parameters = "".join(f", const {kind}* p{name}" for kind, name in zip(kinds, NAMES, strict=True))
    reads = "".join(f"{kind} {name} = p{name}[threadIdx.x]; " for kind, name in zip(kinds, NAMES, strict=True))
    code = f"__global__ void f(long long* y{parameters}) {{ {reads} y[threadIdx.x] = {written(tree)}; }}"
    launch(code, result, *arrays, block=(threads,))
    for thread in range(threads):
        values = {name: (kind, int(array[thread])) for name, kind, array in zip(NAMES, kinds, arrays, strict=True)}
        assert result[thread] == wrapped(evaluated(tree, values)[1], "long long"), (code, values)


SINGLE = st.sampled_from(["+", "-", "*", "/"])
FLOATS: st.SearchStrategy[Tree] = st.recursive(
    st.sampled_from(list("ab")), lambda inner: st.tuples(SINGLE, inner, inner), max_leaves=8
)


@settings(max_examples=40, deadline=None)
@given(FLOATS, st.integers(0, 2**32))
def test_floats_are_rounded_after_each_step(tree: Tree, seed: int) -> None:
    maker = np.random.default_rng(seed)
    a, b = (maker.normal(size=32).astype(np.float32) for _ in "ab")
    y = np.zeros(32, np.float32)

    def value(part: Tree) -> Any:
        if isinstance(part, str):
            return {"a": a, "b": b}[part]
        one, other = value(part[1]), value(part[2])
        with np.errstate(all="ignore"):
            return {"+": one + other, "-": one - other, "*": one * other, "/": one / other}[part[0]]

    def text(part: Tree) -> str:
        return f"{part}[threadIdx.x]" if isinstance(part, str) else f"({text(part[1])} {part[0]} {text(part[2])})"

    code = f"__global__ void f(float* y, const float* a, const float* b) {{ y[threadIdx.x] = {text(tree)}; }}"
    launch(code, y, a, b, block=(32,))
    assert np.array_equal(y, value(tree), equal_nan=True)
