"""Findings on two accesses of a text, for tests."""

from __future__ import annotations

from cupylint.findings import Finding, Location, Side


def place(text: str, row: int, access: str, nth: int = 0) -> Location:
    """Where the text `access` stands in a row."""
    line, column = text.splitlines()[row - 1], -1
    for _ in range(nth + 1):
        column = line.index(access, column + 1)
    return Location(row, column + 1, row, column + 1 + len(access))


def finding(
    text: str, earlier: tuple[int, str], later: tuple[int, str], streams: tuple[str, str] = ("s1", "s2"), **more: object
) -> Finding:
    """A finding on two accesses, each (row, text)."""
    return Finding(
        code="CUP101",
        name="unordered-read",
        severity="error",
        message="",
        location=place(text, *later),
        accesses=(
            Side(place(text, *earlier), "", "write", streams[0]),
            Side(place(text, *later), "", "read", streams[1], host=streams[1] == "host"),
        ),
        **more,  # type: ignore[arg-type]
    )
