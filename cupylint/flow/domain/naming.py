"""How streams, events and arrays are called in messages."""

from __future__ import annotations

from collections.abc import Hashable

from cupylint.order import Kind, Stream

_ORDINALS = ("", "", "second ", "third ", "fourth ", "fifth ", "sixth ", "seventh ", "eighth ", "ninth ")


class Labels:
    """Names given to objects when they are first stored under one.

    A second object under the same name is the "second s" and so on.
    """

    def __init__(self) -> None:
        self._streams: dict[Hashable, str] = {}
        self._events: dict[Hashable, str] = {}
        self._arrays: dict[int, str] = {}
        self._taken: dict[str, int] = {}

    def name_stream(self, stream: Stream, text: str) -> None:
        """Remember that the source calls `stream` `text`; the first name stays."""
        if stream.key not in self._streams and stream.kind is not Kind.NULL:
            self._streams[stream.key] = self._unique(text)

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

    def _unique(self, text: str) -> str:
        count = self._taken.get(text, 0) + 1
        self._taken[text] = count
        return text if count == 1 else f"{_ORDINALS[count] if count < len(_ORDINALS) else 'another '}{text}"
