"""Edits of a text are edits of the bytes of its file, and every byte outside of them stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cupylint import source
from cupylint.findings import Edit, Fix, Location, rows
from cupylint.fixing.edits import NotExact, edited

LINES = st.sampled_from(
    ["x = 1", "\ty = 'é'", "    z = 2  # ß", "", "\f", "\f    a", "# \u2028", "s = '''", "'''", " \t"]
)
ENDINGS = st.sampled_from(["\n", "\r\n", "\r"])
HEADS = {
    "utf-8": "",
    "utf-8 with a mark": "",
    "latin-1": "# coding: latin-1\n",
    "cp1252": "#!/usr/bin/python\r\n# -*- coding: cp1252 -*-\r\n",
    "shift_jis": "# coding: shift_jis\n",
}


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Python files, or what could be some, in many forms."""
    encoding = draw(st.sampled_from(sorted(HEADS)))
    lines = draw(st.lists(st.tuples(LINES, ENDINGS), min_size=1, max_size=8))
    text = HEADS[encoding] + "".join(line + ending for line, ending in lines)
    if draw(st.booleans()):
        text = text.rstrip("\r\n") or "x"
    if encoding == "utf-8 with a mark":
        return text.encode("utf-8-sig")
    return text.encode(encoding, errors="ignore")


def offset(text: str, row: int, column: int) -> int:
    return len("".join(rows(text)[: row - 1])) + column - 1


@given(files(), st.data())
def test_a_new_line_changes_nothing_else(data: bytes, draw: st.DataObject) -> None:
    text = source.decode(data)
    row = draw.draw(st.integers(1, len(rows(text))))
    fix = Fix("wait()", row)
    try:
        changed = edited(data, fix.edit(text))
    except NotExact:  # the comment that names the encoding would stand lower
        assert row <= 2 and "coding" in text
        return
    assert source.decode(changed) == fix.applied(text)
    added = fix.edit(text).content.encode()
    assert len(changed) == len(data) + len(added)
    at = next(at for at in range(len(data) + 1) if changed == data[:at] + added + data[at:])
    assert at == 0 or data[:at].endswith((b"\n", b"\r", b"\xef\xbb\xbf"))


@given(files(), st.data())
def test_replaced_text_changes_nothing_else(data: bytes, draw: st.DataObject) -> None:
    text = source.decode(data)
    start, end = sorted(draw.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    lines = source.Lines(text)
    new = draw.draw(st.sampled_from(["", "new", "two\nrows", "ended\n"]))
    edit = Edit(Location(*lines.place(start), *lines.place(end)), new)
    try:
        changed = edited(data, edit)
    except NotExact:  # in the comment that names the encoding, or between "\r" and "\n"
        return
    assert source.decode(changed) == text[:start] + new + text[end:] == edit.applied(text)


@given(st.text("ab\n", max_size=12), st.text("xy\n", max_size=5), st.data())
def test_what_stands_behind_an_edit_moves_with_it(text: str, new: str, draw: st.DataObject) -> None:
    start, end = sorted(draw.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    place = source.Lines(text).place
    edit = Edit(Location(*place(start), *place(end)), new)
    changed = edit.applied(text)
    at = draw.draw(st.integers(0, len(text)))
    behind = at + len(new) - (end - start)
    expected = start if start <= at < end else at if at < start else behind
    assert offset(changed, *edit.moved(*place(at))) == expected


def test_a_line_is_indented_and_ends_like_the_one_below() -> None:
    assert Fix("w()", 2).applied("if a:\r\n\tb()") == "if a:\r\n\tw()\r\n\tb()"
    assert Fix("w()", 2).applied("a\r  b\r") == "a\r  w()\r  b\r"
    assert Fix("w()", 2).applied("if a:\n\f  b()\n") == "if a:\n  w()\n\f  b()\n"  # a form feed stays where it is
    assert Fix("with s:\n    w()", 2).applied("if a:\n\tb()\n") == "if a:\n\twith s:\n\t    w()\n\tb()\n"


def test_an_encoding_with_states_is_left_alone_where_bytes_would_change() -> None:
    """The same text may be written with an escape more than its codec writes."""
    text = "s = '日本'\n".encode("iso-2022-jp")
    edit = Edit(Location(2, 1, 2, 1), "x = 1\n")
    head = b"# coding: iso-2022-jp\n"
    assert edited(head + text, edit) == head + b"x = 1\n" + text
    with pytest.raises(NotExact, match="cannot be kept"):
        edited(head + text.replace(b"\x1b(B", b"\x1b(B\x1b(B"), edit)


def test_what_the_encoding_cannot_write() -> None:
    with pytest.raises(NotExact, match="no form"):
        edited(b"# coding: latin-1\nx = 1\n", Edit(Location(2, 6, 2, 6), "  # \u20ac"))
