"""What ``__cupylint__`` is in a process that the program forked: nothing, since nobody can judge anything there."""

from __future__ import annotations

from typing import Any


class Inert:
    """Does what a harness does for the program, and no more."""

    null = None

    def gate(self, pair: int, *candidates: object) -> None:
        """The earlier access comes next."""

    def behind(self, pair: int, *candidates: object) -> None:
        """The earlier access was made."""

    def probe(self, pair: int, *candidates: object) -> None:
        """The later access was made."""

    def on(self, pair: int, role: int, stream: Any) -> Any:
        """An access comes next, on `stream`; returns `stream`."""
        return stream

    def see(self, pair: int, role: int, value: Any) -> Any:
        """An access uses `value`; returns `value`."""
        return value

    def part(self, pair: int, role: int, value: Any) -> Any:
        """The index that follows says which part of `value` is used."""
        return _Anything()

    def into(self, pair: int, role: int, value: Any) -> Any:
        """The index that follows says which part of `value` is assigned to."""
        return value


class _Anything:
    def __getitem__(self, index: object) -> None:
        return None
