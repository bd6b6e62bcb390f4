"""What holds for every picture and every excerpt."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from cupylint.findings import Edge, Finding, Lanes, Location, Mark, Premise, Related
from cupylint.report import FORMATS, render
from cupylint.report.lanes import draw
from cupylint.report.page import Page
from cupylint.report.text import columns, wrap

TEXTS = st.text(st.characters(), max_size=30)
CODE = st.text(st.sampled_from("abxyz =+*().,\t入力結é\u0301"), max_size=60)
KINDS = ("operation", "operation", "record", "wait", "sync")


def shown_width(text: str) -> int:
    """Columns of printable text, counted without the code under test."""
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(unicodedata.category(char) in ("Mn", "Me", "Cf") for char in text)


@st.composite
def lanes(draw_from: st.DrawFn, texts: st.SearchStrategy[str] = CODE) -> Lanes:
    """Up to five lanes with up to four accesses, other marks, edges in any direction and remarks."""
    names = draw_from(st.lists(texts, min_size=1, max_size=5))
    lane = st.integers(0, len(names) - 1)
    rows = st.integers(1, 9999)
    accesses = draw_from(st.lists(st.builds(Mark, lane, st.just("access"), rows, texts), min_size=1, max_size=4))
    others = draw_from(st.lists(st.builds(Mark, lane, st.sampled_from(KINDS), rows, texts), max_size=12))
    marks = draw_from(st.permutations(accesses + others))
    ends = st.integers(-1, len(marks))
    edges = draw_from(st.lists(st.builds(Edge, ends, ends, st.booleans()), max_size=6))
    remarks = draw_from(st.lists(st.tuples(lane, texts), max_size=2, unique_by=lambda item: item[0]))
    return Lanes(tuple(names), tuple(marks), tuple(edges), tuple(remarks))


@settings(max_examples=100, deadline=None)
@given(lanes(), st.integers(60, 140), st.booleans())
def test_a_picture_fits_and_shows_every_access(what: Lanes, width: int, unicode: bool) -> None:
    rows = draw(what, Page(sources=lambda name: None, color=False, width=width, unicode=unicode), width)
    assert rows
    assert all(shown_width(row) <= width for row in rows)
    assert len(rows) <= 2 * len(what.names) + 1 + len(what.remarks)
    assert unicode or "".join(rows).isascii()
    assert all(row == row.rstrip() for row in rows)
    picture = "\n".join(rows)
    for mark in what.marks:
        if mark.kind == "access":
            assert f"[{mark.row}]" in picture or f"[{mark.row} " in picture


@settings(max_examples=60, deadline=None)
@given(lanes(TEXTS), st.integers(0, 140), st.booleans(), st.booleans())
def test_any_texts_and_any_width_draw(what: Lanes, width: int, unicode: bool, color: bool) -> None:
    rows = draw(what, Page(sources=lambda name: None, color=color, width=width, unicode=unicode), width)
    assert color or all(columns(row) <= width for row in rows)


@settings(max_examples=60, deadline=None)
@given(
    TEXTS, TEXTS, st.integers(0, 5), st.integers(0, 40), st.integers(0, 5), st.integers(0, 40), lanes(TEXTS),
    st.sampled_from(FORMATS), st.integers(0, 120), st.booleans(),
)  # fmt: skip
def test_any_finding_renders(
    source: str,
    text: str,
    row: int,
    column: int,
    end_row: int,
    end_column: int,
    picture: Lanes,
    output_format: str,
    width: int,
    unicode: bool,
) -> None:
    where = Location(row, column, end_row, end_column)
    related = (Related(where, text), Related(where, text, text))
    rests_on = (Premise("opaque-call", text),)
    finding = Finding(
        "CUP1", "n", "error", text, where, "f", text, related, (text,), rests_on, lanes=picture, context=(row, end_row)
    )
    shown = render([finding], output_format, Page(lambda name: source, width=width, unicode=unicode))
    assert shown.endswith("\n")
    assert "\x1b" not in shown
    shown.encode("utf-8")
    assert unicode or output_format not in ("full", "concise") or shown.isascii()


@settings(max_examples=100, deadline=None)
@given(CODE.filter(str.strip), st.data(), st.booleans(), st.integers(24, 120))
def test_carets_stand_under_the_primary_text(line: str, data: st.DataObject, unicode: bool, width: int) -> None:
    plain = "abxyz=+*()入力結é"
    start = data.draw(st.sampled_from([at for at, char in enumerate(line) if char in plain] or [0]))
    if line[start] not in plain:
        return
    where = Location(1, start + 1, 1, start + 2)
    finding = Finding("CUP1", "n", "error", "m", where, "f", "")
    shown = render([finding], "full", Page(lambda name: line, width=width, unicode=unicode))
    _, _, _, code, carets = shown.splitlines()
    at = shown_width(carets) - carets.count("^")
    # Walk to the column of the first caret.
    before, rest = "", code
    while rest and shown_width(before) < at:
        before, rest = before + rest[0], rest[1:]
    rest = rest.lstrip("\u0301") if line[start] != "\u0301" else rest
    wanted = line[start] if unicode else line[start].encode("ascii", "backslashreplace").decode("ascii")
    assert rest.startswith(wanted)
    assert carets.count("^") == shown_width(wanted)
    assert max(shown_width(code), shown_width(carets)) <= width


@given(st.text(st.sampled_from("ab cé入 \n"), max_size=80), st.integers(8, 40))
def test_wrapping_keeps_every_word_and_fits(text: str, room: int) -> None:
    rows = wrap(text, room)
    assert all(shown_width(row) <= room for row in rows)
    assert "".join("".join(rows).split()) == "".join(text.split())
