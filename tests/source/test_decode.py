"""Bytes to text, and text to a tree: what is accepted, and what is said where it is not."""

from __future__ import annotations

import codecs
import time
from pathlib import Path

import pytest

from cupylint import cli, source
from cupylint.cli.sources import decoded
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.source import UnreadableSource

RACE = """\
import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
with s1:
    größe = cp.ones(9)  # größer
with s2:
    kopie = größe + 1
"""
PLACE = (8, 13)
"""Where the second stream reads."""


def places(data: bytes) -> list[tuple[int, int]]:
    found = check_bytes(data, "a.py", Settings())
    assert [finding.code for finding in found] == ["CUP101"]
    return [(finding.location.row, finding.location.column) for finding in found]


@pytest.mark.parametrize(
    ("data", "shift"),
    [
        pytest.param(RACE.encode(), 0, id="UTF-8"),
        pytest.param(codecs.BOM_UTF8 + RACE.encode(), 0, id="byte order mark"),
        pytest.param(("# -*- coding: latin-1 -*-\n" + RACE).encode("latin-1"), 1, id="latin-1"),
        pytest.param(("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n" + RACE).encode("cp1252"), 2, id="cp1252"),
        pytest.param(("# coding: utf8\n" + RACE).encode(), 1, id="utf8"),
        pytest.param(codecs.BOM_UTF8 + ("# coding: utf-8\n" + RACE).encode(), 1, id="mark and comment"),
        pytest.param(RACE.replace("\n", "\r\n").encode(), 0, id="Windows line ends"),
        pytest.param(RACE.rstrip().encode(), 0, id="no final newline"),
        pytest.param(RACE.replace("\ns1", "\n\x0c\ns1").encode(), 1, id="form feed"),
    ],
)
def test_the_place_does_not_depend_on_the_bytes(data: bytes, shift: int) -> None:
    assert places(data) == [(PLACE[0] + shift, PLACE[1])]


def test_tabs_count_as_one_column() -> None:
    assert places(RACE.replace("    ", "\t").encode()) == [(PLACE[0], PLACE[1] - 3)]


@pytest.mark.parametrize(
    ("data", "reason", "place"),
    [
        (b"import cupy\na = '\xff'\n", "is not text: byte 0xff is not valid utf-8", (2, 6)),
        (b"import cupy\ra = '\xff'\r", "is not text: byte 0xff is not valid utf-8", (2, 6)),
        (b"import cupy\na = '\0'\n", "is not text: it contains null bytes", (2, 6)),
        (b"# coding: klingon\nimport cupy\n", "has an unknown encoding: 'klingon'", (1, 1)),
        (b"# coding: ascii\nimport cupy  # \xe9\n", "is not text: byte 0xe9 is not valid ascii", (2, 16)),
    ],
)
def test_what_is_no_text(data: bytes, reason: str, place: tuple[int, int]) -> None:
    with pytest.raises(UnreadableSource) as caught:
        source.decode(data)
    assert (caught.value.reason, (caught.value.row, caught.value.column)) == (reason, place)
    (finding,) = check_bytes(data, "a.py", Settings())
    assert (finding.code, finding.message) == ("CUP900", f"the file {reason}")
    assert (finding.location.row, finding.location.column) == place


def test_a_coding_comment_counts_in_the_first_two_lines_only() -> None:
    assert source.decode(b"\n\n# coding: latin-1\n# \xc3\xa9\n").endswith("é\n")
    assert source.decode(b"import a\n# coding: latin-1\n# \xc3\xa9\n").endswith("é\n")
    assert source.decode(b"\n# coding: latin-1\n# \xe9\n").endswith("é\n")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("cupy cp\nx", (1, 6)),
        ("import cupy\nx = )\n", (2, 5)),
        ('import cupy\nx = "abc\n', (2, 5)),
        ("import cupy\nx = (1,", (2, 5)),
    ],
)
def test_a_mistake_is_shown_where_it_stands(text: str, place: tuple[int, int]) -> None:
    (finding,) = check_bytes(text.encode(), "a.py", Settings())
    assert (finding.location.row, finding.location.column) == place
    assert finding.location.column <= len(text.split("\n")[place[0] - 1]) + 1


@pytest.mark.parametrize("coding", ["undefined", "idna", "punycode"])
def test_an_encoding_that_is_none_for_files(coding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = f"# coding: {coding}\nimport cupy\ncupy.cuda.Stream()\nx = '\u00e9\u0301'\n"
    (tmp_path / "a.py").write_bytes(text.encode())
    assert cli.main(["--isolated", str(tmp_path)]) in (0, 1)
    assert "internal error" not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("import cupy\ndef f(:\n", 2),
        ("import cupy\n  x = 1\n", 2),
        ("import cupy\nif a:\nb\n", 3),
        ("import cupy\nx = (1,\n", 2),
    ],
)
def test_what_is_no_python(text: str, row: int) -> None:
    with pytest.raises(UnreadableSource) as caught:
        source.parse(text)
    assert caught.value.reason.startswith("cannot be parsed: ")
    assert "\n" not in caught.value.reason
    assert caught.value.row in (row, row + 1)
    for data in (text.encode(), text.encode() + b"# Stream\n"):  # with and without a rule that needs the tree
        (finding,) = check_bytes(data, "a.py", Settings())
        assert finding.code == "CUP900"
        assert finding.location.row in (row, row + 1)


@pytest.mark.parametrize(
    "name", ["punycode", "idna", "undefined", "unicode_escape", "raw-unicode-escape", "utf-7", "utf-16", "rot13",
             "hex", "cp037", "hz", "a" * 100_000],
)  # fmt: skip
def test_encodings_that_are_none_of_files(name: str) -> None:
    """Some of them take hours for what is below a megabyte, and some make halves of characters."""
    data = f"# coding: {name}\n".encode() + b"import cupy\n" * 40_000 + b"-aaaa" * 40_000
    start = time.process_time()
    with pytest.raises(UnreadableSource, match=r"^has an unknown encoding: '") as caught:
        source.decode(data)
    assert decoded(data).startswith("# coding: ")
    assert time.process_time() - start < 2
    assert len(caught.value.reason) < 300


@pytest.mark.parametrize("name", ["gb18030", "shift_jis", "iso2022_jp", "big5", "euc-kr", "koi8-r", "mac-roman"])
def test_encodings_that_are_in_use(name: str) -> None:
    assert source.decode(f"# coding: {name}\na = 1\n".encode()) == f"# coding: {name}\na = 1\n"


def test_halves_of_characters_are_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_is_encoding", lambda name: True)
    for data in (b"# coding: utf-7\nimport cupy\n+2AA-", b"# coding: unicode_escape\nimport cupy\n\\ud800"):
        with pytest.raises(UnreadableSource, match="is not text in its encoding"):
            source.decode(data)
    monkeypatch.undo()
    found = check_bytes(b"# coding: utf-7\nimport cupy\n+2AA-", "a.py", Settings())
    assert [(finding.code, finding.message) for finding in found] == [
        ("CUP900", "the file has an unknown encoding: 'utf-7'")
    ]


def test_size_is_looked_at_before_anything_else() -> None:
    with pytest.raises(UnreadableSource, match=r"^is too large \(9,000,000 bytes; at most 8,000,000\)$"):
        source.decode(b"#\0" + b"a" * 8_999_998)


def test_what_libcst_alone_cannot_read_is_said_to_be_that() -> None:
    """Python allows this; LibCST's parser ends in a TypeError of its own."""
    with pytest.raises(UnreadableSource, match="parser fails on it"):
        source.parse("if(lambda: x):\n    pass\n")
