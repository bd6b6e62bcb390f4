"""The lanes drawing: time reads left to right, arrows meet no box, everything fits."""

from __future__ import annotations

from textwrap import dedent

from cupylint.findings import Edge, Lanes, Mark
from cupylint.report.lanes import draw
from cupylint.report.page import Page

TWO = ("stream1", "stream2")
THREE = ("upload", "compute", "host")


def picture(lanes: Lanes, width: int = 100, *, unicode: bool = True, color: bool = False) -> str:
    """Draw ``lanes`` in ``width`` columns, one row a line."""
    page = Page(sources=lambda name: None, color=color, width=width, unicode=unicode)
    return "".join(f"{row}\n" for row in draw(lanes, page, width))


def host_read() -> Lanes:
    """Three lanes: a wait, a synchronisation and a write of the host that nothing orders."""
    marks = (
        Mark(0, "access", 12, "d.set(h, stream=upload)"),
        Mark(0, "record", 13, "record"),
        Mark(1, "wait", 14, "wait_event"),
        Mark(1, "operation", 15, "r = kernel(d)"),
        Mark(2, "sync", 18, "synchronize"),
        Mark(2, "access", 20, "h[:] = 0"),
    )
    return Lanes(THREE, marks, (Edge(1, 2), Edge(3, 4), Edge(0, 5, missing=True)))


def ring() -> Lanes:
    """An order up over two lanes, one down over two lanes, and a missing one between."""
    marks = (
        Mark(2, "operation", 10, "a = f(u)"),
        Mark(2, "record", 11, "record"),
        Mark(0, "wait", 12, "wait_event"),
        Mark(0, "access", 14, "y = g(a)"),
        Mark(0, "record", 15, "record"),
        Mark(1, "operation", 16, "q = u + v"),
        Mark(2, "wait", 17, "wait_event"),
        Mark(1, "access", 20, "z = y"),
    )
    return Lanes(("s1", "s2", "s3"), marks, (Edge(1, 2), Edge(4, 6), Edge(3, 7, missing=True)))


def test_slanted_arrow_and_cross_between_neighbours() -> None:
    marks = (
        Mark(0, "access", 18, "a = full"),
        Mark(0, "record", 19, "record"),
        Mark(1, "access", 20, "b = a*2"),
        Mark(0, "access", 21, "a = full, same block"),
    )
    lanes = Lanes(("load", "work"), marks, (Edge(1, 2), Edge(2, 3, missing=True)))
    assert picture(lanes) == dedent("""\
        load  ──[18 a = full]──•──────────────[21 a = full, same block]──
                                ╲            ╳
        work  ───────────────────[20 b = a*2]────────────────────────────
    """)


def test_event_recorded_too_early() -> None:
    marks = (
        Mark(0, "record", 12, "record"),
        Mark(0, "access", 13, "y = x * 2"),
        Mark(1, "wait", 16, "wait_event"),
        Mark(1, "access", 17, "z = y + 1"),
    )
    lanes = Lanes(TWO, marks, (Edge(0, 2), Edge(1, 3, missing=True)))
    assert picture(lanes) == dedent("""\
        stream1  ──•──[13 y = x * 2]───────────────────────────────────
                   ╰──────────────────╮               ╳
        stream2  ─────────────────────[16 wait_event]──[17 z = y + 1]──
    """)


def test_wait_that_comes_too_late_adds_a_row() -> None:
    marks = (
        Mark(0, "access", 13, "y = x * 2"),
        Mark(0, "record", 14, "record"),
        Mark(1, "access", 17, "z = y + 1"),
        Mark(1, "wait", 18, "wait_event"),
    )
    lanes = Lanes(TWO, marks, (Edge(1, 3), Edge(0, 2, missing=True)))
    assert picture(lanes) == dedent("""\
        stream1  ──[13 y = x * 2]──•───────────────────────────────────
                                ╎  ╰──────────────────╮
                                ╰╌╌╌╌╳                │
        stream2  ─────────────────────[17 z = y + 1]──[18 wait_event]──
    """)


def test_arrows_up_and_down_over_two_lanes() -> None:
    assert picture(ring()) == dedent("""\
        s1  ───────────────────[12 wait_event]──[14 y = g(a)]──•───────────────────────────────────────────
                              ╱                             ╰╌╌│╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╳
        s2  ─────────────────╱─────────────────────────────────│──[16 q=u+v]───────────────────[20 z = y]──
                            ╱                                  ╰──────────────╮
        s3  ──[10 a=f(u)]──•──────────────────────────────────────────────────[17 wait_event]──────────────
    """)


def test_left_out_operations_leave_dots() -> None:
    assert picture(ring(), 80) == dedent("""\
        s1  ──────[12 wait_event]──[14 y = g(a)]──•─────────────────────────────────────
                 ╱                             ╰╌╌│╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╳
        s2  ────╱─────────────────────────────────│──[16]───────────────────[20 z = y]──
               ╱                                  ╰────────╮
        s3  ┄┄•────────────────────────────────────────────[17 wait_event]──────────────
    """)


def test_three_lanes_with_the_host() -> None:
    assert picture(host_read(), 110) == dedent("""\
        upload   ──[12 d.set(h, stream=upload)]──•────────────────────────────────────────────────────────────────────
                                                  ╲                                                   ╎
        compute  ──────────────────────────────────[14 wait_event]──[15 r=kernel(d)]──────────────────╎───────────────
                                                                                    ╲                 ╳
        host     ────────────────────────────────────────────────────────────────────[18 synchronize]──[20 h[:] = 0]──
    """)


def test_operations_lose_their_text_first() -> None:
    assert picture(host_read(), 88) == dedent("""\
        upload   ──[12 d.set(h,stre…]──•────────────────────────────────────────────────────────
                                        ╲                                       ╎
        compute  ────────────────────────[14 wait_event]──[15]──────────────────╎───────────────
                                                              ╲                 ╳
        host     ──────────────────────────────────────────────[18 synchronize]──[20 h[:] = 0]──
    """)


def test_narrow_page_keeps_the_accesses() -> None:
    assert picture(host_read(), 60) == dedent("""\
        upload   ──[12 d.set(h…]──•─────────────────────────────────
                                   ╲                ╎
        compute  ───────────────────[14]──[15]──────╎───────────────
                                              ╲     ╳
        host     ──────────────────────────────[18]──[20 h[:] = 0]──
    """)


def test_ascii() -> None:
    assert picture(ring(), 80, unicode=False) == dedent("""\
        s1  ------[12 wait_event]--[14 y = g(a)]--*-------------------------------------
                 /                             '- | - - - - - - - - - - - -X
        s2  ----/---------------------------------|--[16]-------------------[20 z = y]--
               /                                  '--------.
        s3  ..*--------------------------------------------[17 wait_event]--------------
    """)
    assert picture(host_read(), unicode=False).isascii()


def test_lanes_without_arrows_stand_close_together() -> None:
    marks = (Mark(0, "access", 3, "a = f()"), Mark(1, "access", 4, "b = a"), Mark(2, "operation", 5, "print(b)"))
    lanes = Lanes(("s1", "s2", "null"), marks, (Edge(0, 1, missing=True),), ((2, "waits for both"),))
    assert picture(lanes) == dedent("""\
        s1    ──[3 a = f()]──────────────────────────
                           ╳
        s2    ──────────────[4 b = a]────────────────
        null  ─────────────────────────[5 print(b)]──  waits for both
    """)


def test_remark_goes_below_where_it_does_not_fit() -> None:
    marks = (Mark(0, "access", 3, "a = f()"), Mark(1, "access", 4, "b = a"), Mark(2, "operation", 5, "print(b)"))
    lanes = Lanes(("s1", "s2", "null"), marks, (Edge(0, 1, missing=True),), ((2, "waits for both"),))
    assert picture(lanes, 48) == dedent("""\
        s1    ──[3 a = f()]──────────────────────────
                           ╳
        s2    ──────────────[4 b = a]────────────────
        null  ─────────────────────────[5 print(b)]──
        null  waits for both
    """)


def test_remark_of_a_lane_that_ends_early_stands_on_it() -> None:
    marks = (Mark(0, "access", 3, "a = f()"), Mark(1, "access", 4, "b = a.sum(axis=0)"))
    lanes = Lanes(("s1", "s2"), marks, (Edge(0, 1, missing=True),), ((0, "never waited for"),))
    assert picture(lanes, 46) == dedent("""\
        s1  ──[3 a = f()]───────────  never waited for
                         ╳
        s2  ──────────────[4 b = a.sum(axis=0)]──
    """)


def test_wide_characters_keep_the_columns() -> None:
    marks = (Mark(0, "access", 3, "結果 = 入力"), Mark(1, "access", 4, "z = 結果"))
    assert picture(Lanes(("流れ", "s2"), marks, (Edge(0, 1, missing=True),))) == dedent("""\
        流れ  ──[3 結果 = 入力]───────────────
                               ╳
        s2    ──────────────────[4 z = 結果]──
    """)


def test_fork_of_one_record_and_unmatched_records() -> None:
    marks = (
        Mark(0, "access", 1, "a = f()"),
        Mark(0, "record", 2, "record"),
        Mark(0, "record", 3, "record"),
        Mark(1, "wait", 4, "wait_event"),
        Mark(1, "access", 5, "b = a"),
        Mark(1, "wait", 6, "wait_event"),
    )
    assert picture(Lanes(TWO, marks, (Edge(1, 3), Edge(1, 5)))) == dedent("""\
        stream1  ──[1 a = f()]──•──•─────────────────────────────────────────────
                                ╰─────┬──────────────────────────╮
        stream2  ─────────────────────[4 wait_event]──[5 b = a]──[6 wait_event]──
    """)


def test_cross_on_one_lane() -> None:
    marks = (Mark(0, "access", 1, "h[:] = 1"), Mark(0, "access", 2, "d.set(h)"))
    assert picture(Lanes(("host",), marks, (Edge(0, 1, missing=True),))) == dedent("""\
        host  ──[1 h[:] = 1]─╳[2 d.set(h)]──
    """)


def test_nothing_to_draw() -> None:
    assert picture(Lanes((), (), ())) == ""
    assert picture(Lanes(("s1",), (), ())) == ""
    assert picture(host_read(), 12) == ""


def test_colours_join_boxes_and_carets() -> None:
    shown = picture(host_read(), 110, color=True)
    assert "\x1b[1;31m[20 h[:] = 0]\x1b[0m" in shown
    assert "\x1b[1;34m[12 d.set(h, stream=upload)]\x1b[0m" in shown
    assert "\x1b[1;31m╳\x1b[0m" in shown
    assert "\x1b" not in picture(host_read())
