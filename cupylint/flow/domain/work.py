"""What following code may cost: work is counted in statements times paths, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cupylint.budget import Budget

_SOME = 5  # times what is ordinary; after that calls inside calls are followed less and less deep
_MUCH = 7  # times what is ordinary; after that only what is called directly is followed
_SHALLOW = 2
_CROWDED = 3_750  # of a file: for each that is used up, less is followed of what comes later
_MOST_CROWDED = 5


class OutOfWork(Exception):
    """The entry that is followed has used up what it may cost."""


class Work:
    """The work that is left for the entries of a file.

    The more of it an entry has used up, the fewer paths are kept apart, the fewer rounds of loops and calls inside
    calls are followed: so that it reaches its end.

    Args:
        budget: what looking at the file may cost besides, in seconds and bytes.

    Attributes:
        followed: statements times paths that were followed so far, by all entries.
        left: what is left for the entry that is followed.
    """

    PATHS = 8  # kept apart, where that is still cheap
    DEPTH = 9
    ENTRY = 12_000
    FILE = 100_000
    ORDINARY = 400  # of an entry; after that paths are joined earlier, and loops followed less often

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.followed = 0
        self.left = self._share = self.ENTRY
        self._reserve = self.FILE
        self._weight, self._weighed = 1, 0

    def begin_entry(self) -> None:
        """Give the next entry its share of what is left for the file."""
        self._reserve -= self._share - max(0, self.left)
        self.left = self._share = max(0, min(self.ENTRY, self._reserve))
        self._weight, self._weighed = 1, 0

    @contextmanager
    def at_most(self, bound: int) -> Iterator[None]:
        """What is followed meanwhile may cost as much as `bound`, and nothing of what the entry has left."""
        kept = self.left, self._share, self._weight, self._weighed
        self.left = self._share = bound
        self._weight, self._weighed = 1, 0
        try:
            yield
        finally:
            self.left, self._share, self._weight, self._weighed = kept

    @contextmanager
    def one_of(self, parts: int) -> Iterator[None]:
        """What is followed meanwhile is one of so many parts: it counts as often, so others are left as much."""
        left, weight, weighed = self.left, self._weight, self._weighed
        self._weight = weight * parts
        try:
            yield
        finally:
            self._weight, self._weighed = weight, weighed + weight * (left - self.left)

    def charge(self, cost: int) -> None:
        """Count what is about to be followed.

        Raises:
            OutOfWork: nothing is left for this entry.
            Spent: the budget of the file has ended.
        """
        self.left -= cost
        self._weighed += cost * self._weight
        self.followed += cost
        if self.left < 0:
            raise OutOfWork
        self.budget.check()

    @property
    def spent(self) -> int:
        """How often the entry used up what an ordinary one may cost, and the file what it may without a loss."""
        file = self.FILE - self._reserve + self._share - self.left
        return self._weighed // self.ORDINARY + min(_MOST_CROWDED, file // _CROWDED)

    @property
    def is_ample(self) -> bool:
        """Whether the file has cost so little that no entry was followed less far because of others."""
        return self.followed < _CROWDED

    @property
    def paths_kept(self) -> int:
        """How many paths are kept apart: the more an entry has cost, the fewer."""
        return max(2 if self.spent <= _MUCH else 1, self.PATHS >> self.spent)

    @property
    def is_deep(self) -> bool:
        """Whether calls inside others are followed as well."""
        return self.spent <= _MUCH

    @property
    def depth_followed(self) -> int:
        """How many calls inside one another are followed."""
        return max(_SHALLOW, self.DEPTH - max(0, self.spent - _SOME)) if self.spent <= _MUCH else _SHALLOW
