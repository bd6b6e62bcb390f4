"""Counts that may not be known: polynomials with whole coefficients over unknown counts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import field
from math import prod
from typing import Union

from cupylint.records import dataclass

Monomial = frozenset[tuple["Unknown", int]]  # unknown -> power
_ONE: Monomial = frozenset()
_UNIT = frozenset(((_ONE, 1),))


@dataclass(frozen=True, slots=True)
class Unknown:
    """A count of which only bounds are known. Equal keys are equal counts.

    Attributes:
        label: how a message calls it, as the program does.
        least, most: bounds; `most` is None where there is none.
    """

    key: Hashable
    label: str = field(default="?", compare=False)
    least: int = field(default=0, compare=False)
    most: int | None = field(default=None, compare=False)


class Count:
    """A whole number, or a polynomial over `Unknown` ones. Immutable; equal polynomials are equal."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Monomial, int]) -> None:
        self.terms = frozenset((monomial, factor) for monomial, factor in terms.items() if factor)

    @staticmethod
    def of(value: int | Unknown | Count) -> Count:
        """A count of a number or of something unknown."""
        if isinstance(value, Count):
            return value
        if isinstance(value, Unknown):
            return Count({frozenset(((value, 1),)): 1})
        return Count({_ONE: value})

    @property
    def value(self) -> int | None:
        """The number, None if it is not known."""
        if not self.terms:
            return 0
        if len(self.terms) == 1:
            ((monomial, factor),) = self.terms
            return factor if not monomial else None
        return None

    @property
    def least(self) -> int:
        """A lower bound, at least zero: every count is that of something."""
        total = 0
        for monomial, factor in self.terms:
            if factor > 0:
                total += factor * prod(unknown.least**power for unknown, power in monomial)
            else:
                most = _most(monomial)
                if most is None:
                    return 0
                total += factor * most
        return max(0, total)

    @property
    def most(self) -> int | None:
        """An upper bound, None if there is none."""
        total = 0
        for monomial, factor in self.terms:
            bound = _most(monomial) if factor > 0 else prod(unknown.least**power for unknown, power in monomial)
            if bound is None:
                return None
            total += factor * bound
        return total

    def __add__(self, other: Countable) -> Count:
        other = Count.of(other)
        if not (self.terms and other.terms):
            return self if self.terms else other
        terms = dict(self.terms)
        for monomial, factor in other.terms:
            terms[monomial] = terms.get(monomial, 0) + factor
        return Count(terms)

    def __neg__(self) -> Count:
        return Count({monomial: -factor for monomial, factor in self.terms})

    def __sub__(self, other: Countable) -> Count:
        return self + -Count.of(other)

    def __mul__(self, other: Countable) -> Count:
        other = Count.of(other)
        if other.terms == _UNIT:
            return self
        if self.terms == _UNIT:
            return other
        terms: dict[Monomial, int] = {}
        for first, factor in self.terms:
            for second, times in other.terms:
                powers = dict(first)
                for unknown, power in second:
                    powers[unknown] = powers.get(unknown, 0) + power
                monomial = frozenset(powers.items())
                terms[monomial] = terms.get(monomial, 0) + factor * times
        return Count(terms)

    def __rsub__(self, other: Countable) -> Count:
        return Count.of(other) - self

    def __radd__(self, other: Countable) -> Count:
        return self + other

    def __rmul__(self, other: Countable) -> Count:
        return self * other

    def __floordiv__(self, divisor: int) -> Count:
        """The quotient by a positive number, rounded down."""
        if divisor == 1:
            return self
        if all(factor % divisor == 0 for _, factor in self.terms):
            return Count({monomial: factor // divisor for monomial, factor in self.terms})
        if self.value is not None:
            return Count.of(self.value // divisor)
        most = self.most
        bound = None if most is None else most // divisor
        return Count.of(Unknown(("//", self, divisor), f"({self})//{divisor}", self.least // divisor, bound))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.value == other
        return isinstance(other, Count) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(self.terms)

    def __str__(self) -> str:
        if not self.terms:
            return "0"
        text = ""
        for monomial, factor in sorted(self.terms, key=_degree_first):
            part = _text(monomial, abs(factor))
            text += (" - " if factor < 0 else " + ") + part if text else ("-" if factor < 0 else "") + part
        return text

    def __repr__(self) -> str:
        return f"Count({self})"


Countable = Union[int, Unknown, Count]


def _degree_first(term: tuple[Monomial, int]) -> tuple[int, str]:
    return -sum(power for _, power in term[0]), _text(*term)


def _most(monomial: Monomial) -> int | None:
    total = 1
    for unknown, power in monomial:
        if unknown.most is None:
            return None
        total *= unknown.most**power
    return total


def _text(monomial: Monomial, factor: int) -> str:
    names = [
        unknown.label if power == 1 else f"{unknown.label}**{power}"
        for unknown, power in sorted(monomial, key=lambda part: part[0].label)
    ]
    return "*".join(([str(factor)] if factor != 1 or not names else []) + names)


ZERO, ONE = Count.of(0), Count.of(1)


def total(counts: Iterable[Count]) -> Count:
    """The product of `counts`."""
    result = ONE
    for count in counts:
        result = result * count
    return result


def at_least(first: Count, second: Count) -> bool:
    """Whether ``first >= second`` whatever the unknown counts are."""
    gap = first - second
    if gap.value is not None:
        return gap.value >= 0
    lowest = 0
    for monomial, factor in gap.terms:
        bound = prod(unknown.least**power for unknown, power in monomial) if factor > 0 else _most(monomial)
        if bound is None:
            return False
        lowest += factor * bound
    return lowest >= 0


def larger(first: Count, second: Count) -> Count:
    """The larger of two counts."""
    if at_least(first, second):
        return first
    if at_least(second, first):
        return second
    mosts = first.most, second.most
    most = None if mosts[0] is None or mosts[1] is None else max(mosts[0], mosts[1])
    least = max(first.least, second.least)
    return Count.of(Unknown(("max", frozenset((first, second))), f"max({first}, {second})", least, most))


def smaller(first: Count, second: Count) -> Count:
    """The smaller of two counts."""
    if at_least(first, second):
        return second
    if at_least(second, first):
        return first
    bounds = [bound for bound in (first.most, second.most) if bound is not None]
    least = min(first.least, second.least)
    key = ("min", frozenset((first, second)))
    return Count.of(Unknown(key, f"min({first}, {second})", least, min(bounds, default=None)))
