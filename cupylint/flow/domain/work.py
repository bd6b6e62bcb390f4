"""What following code may cost: work is counted in statements times paths, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from cupylint.budget import Budget

_SOME = 5  # times what is ordinary for calls; after that calls inside calls are followed less and less deep
_MUCH = 7  # times what is ordinary for calls; after that only what is called directly is followed
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

    PATHS: ClassVar[int] = 8  # kept apart, where that is still cheap
    DEPTH: ClassVar[int] = 9
    ENTRY: ClassVar[int] = 60_000
    LEAST: ClassVar[int] = 2_000  # of an entry, also where the file has used up all
    FILE: ClassVar[int] = 150_000
    ORDINARY: ClassVar[int] = 400  # of a call; after that paths are joined earlier, and loops followed less often

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.followed = 0
        self.left = self._share = self.ENTRY
        self._reserve = self.FILE
        self._weight, self._weighed, self._call_begun = 1, 0, 0

    def begin_entry(self) -> None:
        """Give the next entry its share of what is left for the file."""
        self._reserve -= self._share - max(0, self.left)
        self.left = self._share = max(self.LEAST, min(self.ENTRY, self._reserve))
        self._weight, self._weighed, self._call_begun = 1, 0, 0

    @contextmanager
    def at_most(self, bound: int) -> Iterator[None]:
        """What is followed meanwhile may cost as much as `bound`, and nothing of what the entry has left."""
        kept = self.left, self._share, self._weight, self._weighed, self._call_begun
        self.left = self._share = bound
        self._weight, self._weighed, self._call_begun = 1, 0, 0
        try:
            yield
        finally:
            self.left, self._share, self._weight, self._weighed, self._call_begun = kept

    def begin_call(self) -> None:
        """The entry itself calls something: what that costs says how deep it is followed."""
        self._call_begun = self._weighed

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
        """How often what is followed has used up what is ordinary.

        Each call of the entry itself may cost as much, until its end is near; of the file what it may without a loss.
        """
        call = (self._weighed - self._call_begun) // self.ORDINARY
        return max(call, 20 * self._weighed // max(1, self._share)) + self._crowded

    @property
    def _crowded(self) -> int:
        file = self.FILE - self._reserve + self._share - self.left
        return min(_MOST_CROWDED, file // _CROWDED)

    @property
    def is_ample(self) -> bool:
        """Whether the file has cost so little that no entry was followed less far because of others."""
        return self.followed < _CROWDED

    @property
    def paths_kept(self) -> int:
        """How many paths are kept apart: the more an entry has cost, the fewer."""
        spent = self.spent
        return max(2 if spent <= _MUCH else 1, self.PATHS >> spent)

    @property
    def is_deep(self) -> bool:
        """Whether calls inside others are followed as well."""
        return self.spent <= _MUCH

    @property
    def depth_followed(self) -> int:
        """How many calls inside one another are followed."""
        spent = self.spent
        return max(_SHALLOW, self.DEPTH - max(0, spent - _SOME)) if spent <= _MUCH else _SHALLOW
