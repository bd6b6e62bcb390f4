"""How streams, events and arrays are called in messages."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING

from cupylint.flow.domain.request_keys import RequestKey
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.values import Symbol

_ORDINALS = ("", "", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth ", "ninth ")


class Labels:
    """Names given to objects when they are first stored under one.

    A second object under the same name of one function is the "second s" and so on, among those of one entry. Streams
    of two functions may have one name: where both are told of, `qualified` tells them apart.
    """

    def __init__(self) -> None:
        self._streams: dict[Hashable, str] = {}
        self._scopes: dict[Hashable, str] = {}  # of the streams: the function that named them
        self._events: dict[Hashable, str] = {}
        self._arrays: dict[int, str] = {}
        self._taken: dict[tuple[str, str], int] = {}
        self._bases: dict[Hashable, str] = {}  # of the streams: what the source called them when they were named
        self.aliases: dict[int, dict[str, CSTNode]] = {}  # further names of arrays, and what gave them
        self._unknown: dict[Symbol, str] = {}

    def begin_entry(self) -> None:
        """Another entry begins: what is made in it does not meet what was made in those before."""
        self._taken.clear()

    def name_stream(self, stream: Stream, text: str, scope: str = "") -> None:
        """Remember that the source calls `stream` `text` in the function `scope`; the first name stays."""
        if stream.key not in self._streams and stream.kind is not Kind.NULL:
            self._streams[stream.key] = self._unique(scope, text)
            self._scopes[stream.key], self._bases[stream.key] = scope, text

    def name_part(self, stream: Stream, attribute: str, text: str) -> None:
        """A stream that its object calls ``self.attribute`` is called `text` by those that have the object."""
        if self._streams.get(stream.key, "").endswith(f"self.{attribute}"):
            self._streams[stream.key] = text

    def qualified(self, stream: Stream) -> str:
        """The name of a stream with the function that it is of."""
        scope = self._scopes.get(stream.key, "")
        return f"{self.stream(stream)} of {scope}()" if scope.isidentifier() else self.stream(stream)

    def without_numbers(self, streams: Collection[Stream], first: Collection[Stream | None]) -> dict[Stream, str]:
        """Plain names for those of `streams` that are called "second s" and the like, where no other one is called so.

        Of several that have a name it belongs to the one that is among `first`; another one is "another s".
        """
        alike: dict[str, list[Stream]] = {}
        for stream in streams:
            base = self._bases.get(stream.key)
            if base is not None and f" {self.stream(stream)}".endswith(f" {base}"):
                alike.setdefault(base, []).append(stream)
        found: dict[Stream, str] = {}
        for base, group in alike.items():
            told = [stream for stream in group if stream in first] or group
            if len(told) == 1 and any(self.stream(each) != base for each in group):
                found |= {stream: base if stream in told else f"another {base}" for stream in group}
        return found

    def are_alike(self, first: Stream, second: Stream) -> bool:
        """Whether the source calls two streams the same."""
        base = self._bases.get(first.key)
        return first != second and base is not None and base == self._bases.get(second.key)

    def numbered(self, first: Stream, second: Stream) -> tuple[str, ...]:
        """Names for two streams that one function calls the same; none if they are of two functions."""
        base = self._bases[first.key]
        is_one = self._scopes.get(first.key) == self._scopes.get(second.key)
        return (f"one {base}", f"another {base}") if is_one else ()

    def name_event(self, key: Hashable, text: str) -> None:
        self._events.setdefault(key, text)

    def name_array(self, buffer: int, text: str, node: CSTNode | None = None) -> None:
        """Remember that the source calls an array `text`; the first name stays, `node` gives it another one."""
        known = self._arrays.setdefault(buffer, text)
        if known != text and node is not None:
            self.aliases.setdefault(buffer, {}).setdefault(text, node)

    def name_unknown(self, symbol: Symbol, text: str) -> None:
        """Remember that the source calls what nothing is known of `text`; the first name stays."""
        self._unknown.setdefault(symbol, text)

    def unknown(self, symbol: Symbol) -> str:
        """The name of what nothing is known of: that which it was stored under, else what it comes from."""
        return self._unknown.get(symbol) or symbol.label or _of_paths(symbol)

    def stream(self, stream: Stream | None) -> str:
        """The name of a stream, "host" for None."""
        if stream is None:
            return "host"
        if stream.kind is Kind.NULL:
            number = stream.device
            return "null" if number == 0 else f"null of device {number}" if number > 0 else "null of another device"
        if stream.kind is Kind.PER_THREAD:
            return "per-thread default"
        if isinstance(stream.key, RequestKey):
            return f"{stream.key.library}'s {stream.key.name}"
        return self._streams.get(stream.key) or _of_caller(stream)

    def event(self, key: Hashable) -> str:
        return self._events.get(key, "the event")

    def array(self, buffer: int) -> str:
        return self._arrays.get(buffer, "")

    def _unique(self, scope: str, text: str) -> str:
        count = self._taken.get((scope, text), 0) + 1
        self._taken[scope, text] = count
        return text if count == 1 else f"{_ORDINALS[count] if count < len(_ORDINALS) else 'another '}{text}"


def _of_paths(symbol: Symbol) -> str:
    """The name that several paths have stored something else under."""
    place = symbol.key[1] if symbol.is_joined and isinstance(symbol.key, tuple) else None
    return place[-1] if isinstance(place, tuple) and len(place) == 2 and isinstance(place[-1], str) else ""


def _of_caller(stream: Stream) -> str:
    """The name of a stream that the source gives none: that which is current for another library, or any."""
    is_current = isinstance(stream.key, tuple) and stream.key[1:2] == ("current",)
    return f"{stream.key[0]}'s current stream" if is_current else "a stream"  # type: ignore[index]
