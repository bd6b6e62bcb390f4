"""Which names large numbers go into, and with that into functions that make arrays; whatever tree the code is in."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set

from cupylint.records import dataclass

CREATES = frozenset(
    (
        "zeros", "ones", "empty", "full", "arange", "linspace", "logspace", "eye", "identity", "indices", "rand",
        "randn", "random", "random_sample", "standard_normal", "normal", "uniform", "randint", "integers", "outer",
        "meshgrid", "tile", "repeat",
    )
)  # fmt: skip
"""Functions that make arrays as large as a number they are given."""
LARGE = 1000
"""A length that is worth a look."""


def is_large(value: object, least: int = LARGE) -> bool:
    """Whether a constant is a large number."""
    return isinstance(value, (int, float)) and abs(value) >= least


@dataclass(frozen=True, slots=True)
class Mention:
    """What expressions mention: whether a large number, or what makes one; and names."""

    number: bool
    names: Set[Hashable]

    def is_large(self, names: Set[Hashable]) -> bool:
        """Whether a large number is mentioned, be it by one of `names`."""
        return self.number or not self.names.isdisjoint(names)


def reached(bindings: Iterable[tuple[Mention, Mention]], known: Iterable[Hashable]) -> set[Hashable]:
    """The names that a large number goes into.

    Args:
        bindings: what is bound, and what goes into it.
        known: the names from outside that are large.
    """
    names, waiting = set(known), list(bindings)
    while grown := [target for target, given in waiting if given.is_large(names)]:
        waiting = [(target, given) for target, given in waiting if not given.is_large(names)]
        names |= {name for target in grown for name in target.names}
    return names
