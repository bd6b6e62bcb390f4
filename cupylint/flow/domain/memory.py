"""Memory of a path: what all paths share, an unchanging base, and what this path has changed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any


class Index:
    """Which names were ever stored for each frame or object, on whatever path, and which other keys there are.

    Attributes:
        names: of the keys ``(number, name)``, by number.
        loose: other keys, but for numbers: these are what a list or dict contains.
    """

    __slots__ = ("loose", "names")

    def __init__(self) -> None:
        self.names: dict[int, dict[Hashable, None]] = {}
        self.loose: dict[Hashable, None] = {}

    def add(self, key: Hashable) -> None:
        """Note a key."""
        if type(key) is tuple and len(key) == 2 and type(key[0]) is int:
            self.names.setdefault(key[0], {})[key[1]] = None
        elif type(key) is not int:
            self.loose[key] = None


class Memory:
    """A dictionary that is cheap to copy: only changes since `freeze` are. Copies have one index."""

    __slots__ = ("base", "index", "own", "shared")

    def __init__(
        self,
        base: Mapping[Hashable, object] | None = None,
        own: dict[Hashable, object] | None = None,
        shared: Mapping[Hashable, object] | None = None,
        index: Index | None = None,
    ) -> None:
        self.base: Mapping[Hashable, object] = {} if base is None else base
        self.own: dict[Hashable, object] = {} if own is None else own
        self.shared: Mapping[Hashable, object] = {} if shared is None else shared  # may grow
        self.index = Index() if index is None else index

    def get(self, key: Hashable, default: object = None) -> object:
        """What is stored under `key`."""
        found = self.own.get(key, self)
        if found is self:
            found = self.base.get(key, self)
        return self.shared.get(key, default) if found is self else found

    def sequence(self, key: Hashable) -> tuple[Any, ...]:
        """The tuple that is stored under `key`, an empty one if there is none."""
        found = self.get(key)
        return found if isinstance(found, tuple) else ()

    def __setitem__(self, key: Hashable, value: object) -> None:
        if key not in self.own:
            self.index.add(key)
        self.own[key] = value

    def update(self, items: Iterable[tuple[Hashable, object]]) -> None:
        """Store all of `items`."""
        for key, value in items:
            self[key] = value

    def members(self, number: int) -> list[tuple[Hashable, object]]:
        """The names of a frame or the attributes of an object, with their values."""
        found = ((name, self.get((number, name))) for name in self.index.names.get(number, ()))
        return [pair for pair in found if pair[1] is not None]

    def rest(self) -> list[tuple[Hashable, object]]:
        """Keys and values that are neither names, nor attributes, nor contents of lists and dicts."""
        found = ((key, self.get(key)) for key in self.index.loose)
        return [pair for pair in found if pair[1] is not None]

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
        return Memory(self.base, self.own.copy(), self.shared, self.index)

    def flat(self) -> Memory:
        """The same contents without a base, to be compared with one that has another base."""
        return Memory(None, {**self.base, **self.own}, self.shared, self.index)

    def frozen(self) -> Memory:
        """The same contents as a base for many paths."""
        return Memory({**self.base, **self.own}, None, self.shared, self.index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and self.base is other.base and self.own == other.own

    __hash__ = None  # type: ignore[assignment]
