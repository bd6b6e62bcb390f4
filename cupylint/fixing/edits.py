"""An edit of a text as an edit of the bytes of its file: every byte outside of it stays."""

from __future__ import annotations

from cupylint import source
from cupylint.findings import Edit

_MARK = b"\xef\xbb\xbf"


class NotExact(Exception):
    """The bytes of a file cannot be kept around an edit, or its encoding has no form for what is new."""


def edited(data: bytes, edit: Edit) -> bytes:
    """The bytes of a Python file with an edit of its text.

    Raises:
        NotExact: the encoding of the file has more than one form for a text (``iso-2022-jp``) or none for the new one,
            or what names it is changed.
        IndexError: the edit lies outside of the text.
        UnreadableSource: the bytes are no text.
    """
    text = source.decode(data)
    encoding = source.declared_encoding(data)
    mark = _MARK if encoding == "utf-8-sig" and data.startswith(_MARK) else b""
    encoding = "utf-8" if encoding == "utf-8-sig" else encoding
    starts = [*source.Lines(text).starts, len(text)]
    place = edit.place
    start, end = starts[place.row - 1] + place.column - 1, starts[place.end_row - 1] + place.end_column - 1
    if not 0 <= start <= end <= len(text):
        raise IndexError("the edit lies outside of the text")
    try:
        head, new, tail = (part.encode(encoding) for part in (text[:start], edit.content, text[end:]))
    except UnicodeError:
        raise NotExact("its encoding has no form for what is to be written") from None
    head = mark + head
    changed = head + new + tail
    kept = data.startswith(head) and data.endswith(tail) and len(head) + len(tail) <= len(data)
    try:
        if kept and source.decode(changed) == text[:start] + edit.content + text[end:]:
            return changed
    except source.UnreadableSource:  # what names the encoding has moved
        pass
    raise NotExact("its bytes cannot be kept as they are")
