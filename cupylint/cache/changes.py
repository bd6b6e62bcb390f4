"""What a file has become since a result was found that rests on it, and whether it rests on what has changed."""

from __future__ import annotations

from functools import cached_property

from cupylint import skim, source
from cupylint.parts import Parts

Used = frozenset[int] | None
"""The functions, by their numbers in a file, whose bodies were followed; None: every row of the file counts."""


class Change:
    """A file before and after an edit. What is not asked for is not worked out."""

    def __init__(self, before: bytes, after: bytes) -> None:
        self._before = before
        self._after = after

    def leaves(self, used: Used, is_followed: bool) -> bool:
        """Whether a result holds that was found with the file as it was, if it hands on what it did.

        Args:
            used: what of the file was followed.
            is_followed: whether it was followed at all, or only asked what it hands on to those that import it.
        """
        if used is None or not self._is_same_module:
            return False
        if not is_followed:
            return True
        old, new = self._parts
        return old is not None and new is not None and old.rows_in(new, used) is not None

    @cached_property
    def hands_on_alike(self) -> bool:
        """Whether files that import it are told the same of it, if all others stay as they are."""
        before, after = skim.Outline(self._before), skim.Outline(self._after)
        return self._is_same_module and after.hands_on_as(before, unasked=True)

    @cached_property
    def _is_same_module(self) -> bool:
        """Whether whoever imports the file gets it as before, or what it puts in its own place."""
        return skim.replacement(self._before) == skim.replacement(self._after)

    @cached_property
    def _parts(self) -> tuple[Parts | None, Parts | None]:
        return _parts(self._before), _parts(self._after)


def _parts(data: bytes) -> Parts | None:
    try:
        return Parts.of(source.decode(data))
    except (source.UnreadableSource, RecursionError):
        return None
