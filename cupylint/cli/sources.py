"""The texts of what was linted: files, cells of notebooks, standard input."""

from __future__ import annotations

from collections.abc import Mapping

from cupylint import notebooks, source
from cupylint.reading import read_regular


class Sources:
    """Texts by the names of files.

    Attributes:
        held: those of what is no file.
    """

    def __init__(self) -> None:
        self.held: dict[str, str] = {}

    def text(self, filename: str) -> str | None:
        """The text of a file, None if it cannot be read."""
        if filename in self.held:
            return self.held[filename]
        try:
            return decoded(read_regular(filename))
        except OSError:
            return None

    def cells(self, filename: str) -> Mapping[int, str]:
        """The texts of the cells of a notebook by their numbers, none if it is none."""
        try:
            return notebooks.read((self.text(filename) or "").encode("utf-8", "surrogatepass")).texts
        except source.UnreadableSource:
            return {}

    def at(self, filename: str, cell: int) -> str | None:
        """The text of a file or, if the number is not 0, of a cell in it; None if it cannot be read."""
        return self.cells(filename).get(cell) if cell else self.text(filename)


def decoded(data: bytes) -> str:
    """`data` in the encoding that it declares; without one, or with a wrong one, as well as possible."""
    try:
        return source.decode(data)
    except source.UnreadableSource:
        return data.decode("utf-8", errors="replace")
