"""Memory of a path: what all paths share, an unchanging base, and what this path has changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping


class Memory:
    """A dictionary that is cheap to copy: only changes since `freeze` are."""

    __slots__ = ("base", "own", "shared")

    def __init__(
        self,
        base: Mapping[Hashable, object] | None = None,
        own: dict[Hashable, object] | None = None,
        shared: Mapping[Hashable, object] | None = None,
    ) -> None:
        self.base: Mapping[Hashable, object] = {} if base is None else base
        self.own: dict[Hashable, object] = {} if own is None else own
        self.shared: Mapping[Hashable, object] = {} if shared is None else shared  # may grow

    def get(self, key: Hashable, default: object = None) -> object:
        """What is stored under `key`."""
        found = self.own.get(key, self)
        if found is self:
            found = self.base.get(key, self)
        return self.shared.get(key, default) if found is self else found

    def __setitem__(self, key: Hashable, value: object) -> None:
        self.own[key] = value

    def update(self, items: Iterable[tuple[Hashable, object]]) -> None:
        """Store all of `items`."""
        self.own.update(items)

    def discard(self, key: Hashable) -> None:
        """Forget `key`."""
        if key in self.base or key in self.shared:
            self.own[key] = None
        else:
            self.own.pop(key, None)

    def items(self) -> Iterator[tuple[Hashable, object]]:
        """All keys and values, the shared ones first, then those of the base."""
        for key, value in self.shared.items():
            if key not in self.own and key not in self.base:
                yield key, value
        for key, value in self.base.items():
            if key not in self.own:
                yield key, value
        yield from self.own.items()

    def copy(self) -> Memory:
        """An independent copy."""
        return Memory(self.base, self.own.copy(), self.shared)

    def flat(self) -> Memory:
        """The same contents without a base, to be compared with one that has another base."""
        return Memory(None, {**self.base, **self.own}, self.shared)

    def frozen(self) -> Memory:
        """The same contents as a base for many paths."""
        return Memory({**self.base, **self.own}, None, self.shared)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and self.base is other.base and self.own == other.own

    __hash__ = None  # type: ignore[assignment]
