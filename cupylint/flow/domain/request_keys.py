"""How the streams are known on which requests of MPI, and futures of other libraries, use their buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from cupylint.order import Stream


class RequestKey(NamedTuple):
    """The key of such a stream.

    Attributes:
        name: of the call that has begun it.
        number: tells it from others.
        library: whose it is.
    """

    name: str
    number: int
    library: str


def library_of(stream: Stream | None) -> str:
    """Whose request works on a stream, "" where none does."""
    return stream.key.library if stream is not None and isinstance(stream.key, RequestKey) else ""
