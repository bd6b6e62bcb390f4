"""An edit of a notebook's cell as an edit of the bytes of its file: but for the changed lines of the cell all stays.

JSON says a text in many ways: as one string or as a list of lines, indented somehow, with escapes or without. So only
the strings of lines that change are written anew, and all else is copied.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise

from cupylint import notebooks, source
from cupylint.findings import Edit
from cupylint.fixing.edits import NotExact
from cupylint.records import dataclass

_DECODER = json.JSONDecoder()
_BLANK = re.compile(r"[ \t\r\n]*")
_SIGN = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL)
"""A character as a string of JSON has it."""
_ESCAPED = re.compile(r"\\u(?!00[0-7])")
_MARK = b"\xef\xbb\xbf"

Span = tuple[int, int]


def edited_cell(data: bytes, edit: Edit) -> bytes:
    """The bytes of a notebook with an edit of the text of the cell that it names.

    Raises:
        NotExact: there is no such cell, or its text cannot be written.
        IndexError: the edit lies outside of the text.
        UnreadableSource: the bytes are no notebook.
    """
    number = edit.place.cell
    before = notebooks.read(data).texts
    mark = _MARK if data.startswith(_MARK) else b""
    text = data.decode("utf-8-sig")
    spans = _sources(text)
    if number not in before or number not in spans:
        raise NotExact("it has no such cell")
    start, end = spans[number]
    first, last = _offsets(before[number], edit)
    escapes = text.isascii() and _ESCAPED.search(text) is not None
    write = _Writing(text[start:end], escapes, ", " if text[:start].endswith(" ") else ",")
    changed = mark + (text[:start] + write.with_part(first, last, edit.content) + text[end:]).encode()
    expected = before[number][:first] + edit.content + before[number][last:]
    if notebooks.read(changed).texts != {**before, number: expected}:
        raise NotExact("the text of its cell cannot be written")
    return changed


def _offsets(text: str, edit: Edit) -> Span:
    """Between which characters of a text an edit changes it."""
    starts, place = [*source.Lines(text).starts, len(text)], edit.place
    start, end = starts[place.row - 1] + place.column - 1, starts[place.end_row - 1] + place.end_column - 1
    if not 0 <= start <= end <= len(text):
        raise IndexError("the edit lies outside of the text")
    return start, end


# --- where things stand ---------------------------------------------------------------------------


def _sources(text: str) -> dict[int, Span]:
    """Where the sources of cells stand in a notebook, by the numbers of the cells."""
    book = _members(text, _after_blank(text, 0))
    sheets = [_members(text, start) for start, _ in _items(text, book["worksheets"][0])] if "cells" not in book else []
    lists = [book] if "cells" in book else [sheet for sheet in sheets if "cells" in sheet]
    cells = [start for each in lists for start, _ in _items(text, each["cells"][0])]
    found: dict[int, Span] = {}
    for number, start in enumerate(cells, 1):
        members = _members(text, start)
        span = members.get("source", members.get("input"))
        if span is not None:
            found[number] = span
    return found


def _members(text: str, start: int) -> dict[str, Span]:
    """Where the values of an object stand; none if it is none."""
    found: dict[str, Span] = {}
    at = _after_blank(text, start + 1)
    while text[start] == "{" and text[at] == '"':
        key, at = _DECODER.raw_decode(text, at)
        begin = _after_blank(text, _after_blank(text, at) + 1)  # behind the colon
        _, end = _DECODER.raw_decode(text, begin)
        found[key] = begin, end
        at = _after_blank(text, end)
        if text[at] == ",":
            at = _after_blank(text, at + 1)
    return found


def _items(text: str, start: int) -> Iterator[Span]:
    """Where the items of a list stand; none if it is none."""
    at = _after_blank(text, start + 1)
    while text[start] == "[" and text[at] != "]":
        _, end = _DECODER.raw_decode(text, at)
        yield at, end
        at = _after_blank(text, end)
        if text[at] == ",":
            at = _after_blank(text, at + 1)


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return at if found is None else found.end()


# --- what is written ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Writing:
    """The source of a cell as JSON.

    Attributes:
        value: a string, or a list of them.
        escapes: whether the notebook has only ASCII.
        separator: what to put between the items of a list that shows none, and has them in one row.
    """

    value: str
    escapes: bool
    separator: str

    def with_part(self, first: int, last: int, content: str) -> str:
        """The value with `content` in place of the characters of its text from `first` up to `last`."""
        if self.value.startswith("["):
            return self._list_with(first, last, content)
        signs = _SIGN.findall(self.value[1:-1])
        new = json.dumps(content, ensure_ascii=self.escapes)[1:-1]
        return f'"{"".join(signs[:first])}{new}{"".join(signs[last:])}"'

    def _list_with(self, first: int, last: int, content: str) -> str:
        spans = list(_items(self.value, 0))
        known = [self.value[start:end] for start, end in spans]
        texts = [json.loads(raw) for raw in known]
        if not all(isinstance(text, str) for text in texts):
            raise NotExact("not all lines of its cell are texts")
        whole = "".join(texts)
        lines = (whole[:first] + content + whole[last:]).split("\n")
        made = [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
        same = source.common_start(texts, made)
        left = source.common_start(texts[same:][::-1], made[same:][::-1])
        new = [json.dumps(line, ensure_ascii=self.escapes) for line in made[same : len(made) - left]]
        return self._joined(spans, known[:same], new, known[len(known) - left :])

    def _joined(self, spans: list[Span], head: list[str], new: list[str], tail: list[str]) -> str:
        """A list of strings with what stands between them now; between new ones, what stands between the first two."""
        between = [self.value[end:start] for (_, end), (start, _) in pairwise(spans)]
        opening = self.value[: spans[0][0]] if spans else "["
        usual = between[0] if between else f",{opening[1:]}" if opening[1:] else self.separator
        seams = between[: max(0, len(head) - 1)], between[len(between) - max(0, len(tail) - 1) :]
        parts = [*head, *new, *tail]
        if not parts:
            return "[]"
        count = len(parts) - 1 - len(seams[0]) - len(seams[1])
        joints = [*seams[0], *[usual] * count, *seams[1], self.value[spans[-1][1] :] if spans else "]"]
        return opening + "".join(part + joint for part, joint in zip(parts, joints, strict=True))
