"""What an editor has open, as values: each edit makes a new one, so that a lint in another thread sees one moment."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from lsprotocol import types
from pygls.uris import to_fs_path

from cupylint.server.texts import Text

_MARK = b"\xef\xbb\xbf"
"""Says that no coding comment holds: the text was decoded already."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A text with an address of its own: a file, or a cell of a notebook."""

    uri: str
    version: int | None
    text: Text


@dataclass(frozen=True)
class Document:
    """A file that is open.

    Attributes:
        path: absolute.
        sheets: its text by 0, or those of a notebook's code cells by the numbers of the cells.
    """

    path: str
    sheets: Mapping[int, Sheet]

    @cached_property
    def data(self) -> bytes:
        """What the file would hold, saved as it is in the editor."""
        if 0 in self.sheets:
            text = self.sheets[0].text.text
            return _MARK + text.removeprefix("\ufeff").encode("utf-8", "surrogatepass")
        count = max(self.sheets, default=0)
        cells = [
            {"cell_type": "code", "source": self.sheets[number].text.text}
            if number in self.sheets
            else {"cell_type": "markdown", "source": ""}
            for number in range(1, count + 1)
        ]
        return json.dumps({"cells": cells}).encode()

    @property
    def is_notebook(self) -> bool:
        """Whether it has cells."""
        return 0 not in self.sheets


@dataclass
class Documents:
    """All that is open. To be used by one thread; what `snapshot` gives, by any.

    Args:
        units: what columns are counted in.
    """

    units: str = "utf-16"
    _files: dict[str, Sheet] = field(default_factory=dict)
    _books: dict[str, list[types.NotebookCell]] = field(default_factory=dict)
    _cells: dict[str, Sheet] = field(default_factory=dict)

    def open(self, item: types.TextDocumentItem) -> None:
        """Take in a file."""
        self._files[item.uri] = self._sheet(item)

    def change(self, uri: str, version: int, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Edit a file or a cell."""
        where = self._cells if uri in self._cells else self._files
        if uri not in where:
            return
        text = where[uri].text
        for change in changes:
            text = text.edited(change)
        where[uri] = Sheet(uri, version, text)

    def close(self, uri: str) -> None:
        """Forget a file."""
        self._files.pop(uri, None)

    def open_book(self, book: types.NotebookDocument, cells: Sequence[types.TextDocumentItem]) -> None:
        """Take in a notebook."""
        self._books[book.uri] = list(book.cells)
        self._cells.update({item.uri: self._sheet(item) for item in cells})

    def change_book(self, uri: str, changes: types.NotebookDocumentCellChanges) -> None:
        """Edit a notebook: which cells there are, and what is in them."""
        cells = self._books.get(uri)
        if cells is None:
            return
        if changes.structure is not None:
            array = changes.structure.array
            cells[array.start : array.start + array.delete_count] = list(array.cells or ())
            self._cells.update({item.uri: self._sheet(item) for item in changes.structure.did_open or ()})
            for gone in changes.structure.did_close or ():
                self._cells.pop(gone.uri, None)
        kinds = {cell.document: cell for cell in changes.data or ()}
        cells[:] = [kinds.get(cell.document, cell) for cell in cells]
        for text in changes.text_content or ():
            self.change(text.document.uri, text.document.version, text.changes)

    def close_book(self, uri: str) -> None:
        """Forget a notebook."""
        for cell in self._books.pop(uri, ()):
            self._cells.pop(cell.document, None)

    def snapshot(self) -> dict[str, Document]:
        """What is open now, by absolute paths."""
        found = {path_of(uri): {0: sheet} for uri, sheet in self._files.items()}
        for uri, cells in self._books.items():
            found[path_of(uri)] = {
                number: self._cells[cell.document]
                for number, cell in enumerate(cells, 1)
                if cell.kind == types.NotebookCellKind.Code and cell.document in self._cells
            }
        return {path: Document(path, sheets) for path, sheets in found.items()}

    def counted_in(self, units: str) -> None:
        """Count columns so from now on; to be said before anything is open."""
        self.units = units

    def _sheet(self, item: types.TextDocumentItem) -> Sheet:
        return Sheet(item.uri, item.version, Text(item.text, self.units))


def path_of(uri: str) -> str:
    """The absolute path of a document; of one that was never saved, a file in the current folder."""
    return os.path.abspath(to_fs_path(uri) or uri.rpartition(":")[2].rpartition("/")[2] or "untitled")
