"""How streams, events and arrays are called in messages."""

from __future__ import annotations

from collections.abc import Hashable

from cupylint.order import Kind, Stream

_ORDINALS = ("", "", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth ", "ninth ")


class Labels:
    """Names given to objects when they are first stored under one.

    A second object under the same name of one function is the "second s" and so on. Streams of two functions may have
    one name: where both are told of, `qualified` tells them apart.
    """

    def __init__(self) -> None:
        self._streams: dict[Hashable, str] = {}
        self._scopes: dict[Hashable, str] = {}  # of the streams: the function that named them
        self._events: dict[Hashable, str] = {}
        self._arrays: dict[int, str] = {}
        self._taken: dict[tuple[str, str], int] = {}

    def name_stream(self, stream: Stream, text: str, scope: str = "") -> None:
        """Remember that the source calls `stream` `text` in the function `scope`; the first name stays."""
        if stream.key not in self._streams and stream.kind is not Kind.NULL:
            self._streams[stream.key] = self._unique(scope, text)
            self._scopes[stream.key] = scope

    def name_part(self, stream: Stream, attribute: str, text: str) -> None:
        """A stream that its object calls ``self.attribute`` is called `text` by those that have the object."""
        if self._streams.get(stream.key, "").endswith(f"self.{attribute}"):
            self._streams[stream.key] = text

    def qualified(self, stream: Stream) -> str:
        """The name of a stream with the function that it is of."""
        scope = self._scopes.get(stream.key, "")
        return f"{self.stream(stream)} of {scope}()" if scope.isidentifier() else self.stream(stream)

    def name_event(self, key: Hashable, text: str) -> None:
        self._events.setdefault(key, text)

    def name_array(self, buffer: int, text: str) -> None:
        self._arrays.setdefault(buffer, text)

    def stream(self, stream: Stream | None) -> str:
        """The name of a stream, "host" for None."""
        if stream is None:
            return "host"
        if stream.kind is Kind.NULL:
            return "null" if stream.device == 0 else f"null of device {stream.device}"
        if stream.kind is Kind.PER_THREAD:
            return "per-thread default"
        return self._streams.get(stream.key, "a stream")

    def event(self, key: Hashable) -> str:
        return self._events.get(key, "the event")

    def array(self, buffer: int) -> str:
        return self._arrays.get(buffer, "")

    def _unique(self, scope: str, text: str) -> str:
        count = self._taken.get((scope, text), 0) + 1
        self._taken[scope, text] = count
        return text if count == 1 else f"{_ORDINALS[count] if count < len(_ORDINALS) else 'another '}{text}"
