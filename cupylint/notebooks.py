"""Jupyter notebooks: the code cells of one, in order, as a single program, and the way back from its rows to the cells.

What only IPython understands (``%magic``, ``!command``, ``name?``, ``%%cell`` magics) becomes something that does
nothing, in the same rows; ``%time`` and its kin leave the statement that they run, in the same columns. So whoever
reads the program needs to know nothing of notebooks, and `Notebook.told` says afterwards where things stand.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from cupylint import source
from cupylint.cell_order import CellOrder
from cupylint.findings import Finding, Fix, Lanes, Location, Mark, Related, Side
from cupylint.guards import MAX_BYTES
from cupylint.records import dataclass

MOST_MENDED = 2_000
"""Cells up to which each is parsed on its own where the whole does not parse."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell.

    Attributes:
        number: from 1; cells that hold no code are counted.
        text: as the notebook has it.
        program: the same rows as Python, with a line end.
        count: which of the cells that were run it was, when it was run last; None: not at all, as far as is told.
    """

    number: int
    text: str
    program: str
    count: int | None = None


@dataclass(frozen=True)
class Notebook:
    """The code cells of a notebook."""

    cells: tuple[Cell, ...]

    @cached_property
    def program(self) -> str:
        """The text of the whole. Its first row belongs to no cell, so that no coding comment is looked for in them."""
        return "".join(["pass\n", *(cell.program for cell in self.cells)])

    @property
    def data(self) -> bytes:
        """The program as bytes of a file.

        Raises:
            UnreadableSource: a cell holds half characters.
        """
        try:
            return self.program.encode()
        except UnicodeEncodeError as error:
            row = self.program.count("\n", 0, error.start) + 1
            raise source.UnreadableSource("is not text: it contains half a character", row) from None

    @cached_property
    def texts(self) -> dict[int, str]:
        """The texts of the cells by their numbers."""
        return {cell.number: cell.text for cell in self.cells}

    @cached_property
    def _order(self) -> CellOrder:
        return CellOrder(self.cells)

    @cached_property
    def _firsts(self) -> list[int]:
        """The row of the program in which each cell begins."""
        firsts, row = [], 2
        for cell in self.cells:
            firsts.append(row)
            row += len(source.split_rows(cell.program)) - 1
        return firsts

    def place(self, row: int) -> tuple[int, int]:
        """The number of the cell that a row of the program belongs to, and the row in it; (0, 1) if there is none."""
        index = bisect_right(self._firsts, row) - 1
        return (self.cells[index].number, row - self._firsts[index] + 1) if index >= 0 else (0, 1)

    def mended(self) -> tuple[Notebook, list[source.UnreadableSource]]:
        """The notebook without the cells that do not parse, which IPython would not run either, and why they do not."""
        is_large = len(self.cells) > MOST_MENDED or len(self.program) > MAX_BYTES
        if is_large or source.standard_tree(self.program) is not None:
            return self, []
        cells, wrong = list(self.cells), []
        for index, cell in enumerate(self.cells):
            if source.standard_tree(cell.program) is None:
                try:
                    source.parse(cell.program)
                except source.UnreadableSource as error:
                    row = self._firsts[index] + error.row - 1
                    wrong.append(source.UnreadableSource(error.reason, row, error.column))
                    cells[index] = replace(cell, program=_blank(cell.program))
        return Notebook(tuple(cells)), wrong

    def told(self, finding: Finding, filename: str) -> Finding:
        """A finding in the program that was made of this notebook, which is called `filename`, or in a file that it
        calls: with all places in the notebook as cells and rows in them."""
        inside = finding.filename == filename
        told = _Teller(self, filename, inside).finding(finding)
        return self._order.weighed(told) if inside and self._order.is_other else told


def read(data: bytes, magics: Collection[str] = ()) -> Notebook:
    """The code cells of a notebook, none if it is in another language than Python.

    Args:
        magics: further cell magics whose cell runs as Python, in the same names.

    Raises:
        UnreadableSource: the file is no notebook.
    """
    try:
        book = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        raise source.UnreadableSource("is no notebook: it is not UTF-8", row) from None
    except json.JSONDecodeError as error:
        reason = f"is no notebook: not valid JSON ({error.msg})"
        raise source.UnreadableSource(reason, error.lineno, error.colno) from None
    except RecursionError:
        raise source.UnreadableSource("is no notebook: nested too deeply") from None
    except ValueError:  # of `int`
        raise source.UnreadableSource("is no notebook: a number has too many digits") from None
    cells = _cells(book)
    if cells is None:
        raise source.UnreadableSource("is no notebook: it has no list of cells")
    if not _is_python(book):
        return Notebook(())
    return Notebook(tuple(_cell(number, cell, magics) for number, cell in enumerate(cells, 1) if _is_code(cell)))


def _cells(book: Any) -> list[Any] | None:
    """The cells of a notebook; those of the third version stand in worksheets."""
    if not isinstance(book, dict):
        return None
    sheets = book.get("worksheets")
    if "cells" not in book and isinstance(sheets, list):
        parts = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
        return [cell for part in parts if isinstance(part, list) for cell in part]
    cells = book.get("cells")
    return cells if isinstance(cells, list) else None


def _is_python(book: dict[str, Any]) -> bool:
    metadata = book.get("metadata")
    for key, part in (("language_info", "name"), ("kernelspec", "language")):
        about = metadata.get(key) if isinstance(metadata, dict) else None
        name = about.get(part) if isinstance(about, dict) else None
        if isinstance(name, str):
            return "python" in name.lower()
    return True


def _is_code(cell: Any) -> bool:
    return isinstance(cell, dict) and cell.get("cell_type") == "code"


def _cell(number: int, cell: dict[str, Any], magics: Collection[str]) -> Cell:
    found = cell.get("source", cell.get("input"))
    parts = found if isinstance(found, list) else [found]
    text = "".join(part for part in parts if isinstance(part, str))
    count = cell.get("execution_count", cell.get("prompt_number"))
    return Cell(number, text, _python(text, magics), count if isinstance(count, int) else None)


# --- what only IPython understands ----------------------------------------------------------------

_RUNS = "time|timeit|prun|capture|memit|mprun|lprun|cupylint"
_CELL_MAGIC = re.compile(r"\s*%%(\w+)")
_PYTHON_MAGIC = re.compile(rf"(?:{_RUNS})\Z")
"""Magics whose cell runs as Python, in the same names."""
_COMPOUND = "async|class|def|for|if|match|try|while|with"
_NAMED = {"prun": "DTls", "[lm]prun": "DTfm", "(?:time|timeit|capture|memit|cupylint)": "-"}
"""Magics, and those of their options that a name or text follows."""
_OPTIONS = "|".join(
    rf"{magic} +(?:-(?:[{options}]\s*[^\s-]\S*|(?![{options}])[a-zA-Z]\s*\d*)\s+)*" for magic, options in _NAMED.items()
)
_LINE_MAGIC = re.compile(rf"%(?:{_OPTIONS})(?=[^\s!%?#@\\-])(?!(?:{_COMPOUND})\b)")
"""Magics that run the simple statement that follows, with their options."""
_STATEMENT = "if 1:"
_ASSIGNED = re.compile(r"[^=!%\n\"'#(]+=[ \t]*(?=[!%])")
_HELP = re.compile(r"[\w.*%]+\?\??[ \t]*\Z")
_TRIPLE_OR_PLAIN = "|".join(
    rf"{q * 3}[^{q}\\]*(?:(?:\\.|{q}(?!{q * 2}))[^{q}\\]*)*(?:{q * 3}|\Z)|{q}[^{q}\\\n]*(?:\\.[^{q}\\\n]*)*{q}?"
    for q in "\"'"
)
_TOKEN = re.compile(rf"{_TRIPLE_OR_PLAIN}|#[^\n]*|\\\n|[()\[\]{{}}\n]", re.DOTALL)
_AUTOMATIC = re.compile(
    r"\s*(?:cat|cd|clear|conda|cp|env|less|ll|ls|mamba|man|matplotlib|mkdir|more|mv|pip|pwd|rm|rmdir|uv)"
    r"(?![^ ;\n])[^\n]*\n?"
)
"""A cell of one row that is a magic by its first word alone."""
_INDENT = re.compile(r"\s*^([ \t]+)\S", re.MULTILINE)
"""A cell whose first row that is not empty is indented."""
_MAYBE = re.compile(r"[%!?]")
_PROMPTS = (
    (re.compile(r"^>>>(?: |$)"), re.compile(r"^(?:>>>|\.\.\.)(?: |$)")),
    (re.compile(r"^(?:In \[\d+\]: |\s*\.{3,}: ?)"), re.compile(r"^(?:In \[\d+\]: |\s*\.{3,}: ?)")),
)
"""What a first row, and any other, begins with that was pasted from a session: of Python's, of IPython's."""


def _python(text: str, magics: Collection[str]) -> str:
    """A cell as Python: the same rows, each that only IPython understands without effect."""
    text = re.sub(r"\r\n?", "\n", text)
    text = text if text.endswith("\n") or not text else f"{text}\n"
    magic = _CELL_MAGIC.match(text)
    if magic is not None:
        start = text.index("%%")
        end = text.find("\n", start)
        if _PYTHON_MAGIC.match(magic[1]) is None and magic[1] not in magics:
            return _blank(text)
        text = _blank(text[:start]) + "pass" + text[end:]
    text = _without_prompts(text)
    if _AUTOMATIC.fullmatch(text) is not None and source.standard_tree(text) is None:
        return _blank(text)
    return "".join(_rows(text)) if _MAYBE.search(text) else text


def _without_prompts(text: str) -> str:
    """A cell that was pasted, indented or from a session, as IPython runs it: blank where that has other columns."""
    rows = text.split("\n")
    if (indent := _INDENT.match(text)) is not None:
        dedented = "\n".join(row.removeprefix(indent[1]) for row in rows)
        return text if source.standard_tree("".join(_rows(dedented))) is None else _blank(text)
    for first, other in _PROMPTS:
        if first.match(rows[0]) or other.match(rows[1] if len(rows) > 1 else ""):
            spaced = "\n".join(other.sub(lambda prompt: " " * len(prompt[0]), row, count=1) for row in rows)
            return spaced if source.standard_tree(spaced) is not None else _blank(text)
    return text


def _blank(text: str) -> str:
    return "\n" * text.count("\n")


def _rows(text: str) -> Iterator[str]:
    """The rows of a cell, those that begin a statement of IPython's replaced."""
    position = 0
    while position < len(text):
        end = text.index("\n", position) + 1
        plain = _replaced(text[position : end - 1])
        if plain is not None:
            yield f"{plain}\n"
            while text[end - 2] == "\\" and end < len(text):  # it goes on in the next row
                end = text.index("\n", end) + 1
                yield "\n"
        else:
            end = _end_of_statement(text, position)
            yield text[position:end]
        position = end


def _end_of_statement(text: str, start: int) -> int:
    """The end of the row in which what begins at `start` has closed its brackets and texts."""
    depth = 0
    for match in _TOKEN.finditer(text, start):
        token = match.group()
        if token in "([{":
            depth += 1
        elif token in ")]}":
            depth = max(0, depth - 1)
        elif token == "\n" and not depth:
            return match.end()
    return len(text)


def _replaced(row: str) -> str | None:
    """What stands for a row that only IPython understands, None if it is Python."""
    code = row.lstrip()
    indent = row[: len(row) - len(code)]
    if code.startswith("%") and (found := _LINE_MAGIC.match(code)) and not code.endswith("\\"):
        # As long as the magic, so that columns stay: the shortest, ``%time ``, has as many characters as ``if 1: ``.
        return f"{indent}{_STATEMENT.ljust(found.end())}{code[found.end() :]}"
    if code.startswith(("%", "!", "?")) or _HELP.match(code):
        return f"{indent}pass"
    assigned = _ASSIGNED.match(code)
    return None if assigned is None else f"{indent}{assigned[0]}get_ipython()"


# --- findings -------------------------------------------------------------------------------------

LINES = re.compile(r"\blines? (\d+(?:, \d+)*)\b(?: of (?!an? |the )([^\s,;:()]+))?")
"""Lines as findings tell them: ``line 3``, ``lines 3, 5``, ``line 3 of helpers.py``; "a later round" is no file."""


@dataclass(frozen=True, slots=True)
class _Teller:
    """Turns rows of the program into rows of cells. `inside`: what is told is a finding in the notebook itself."""

    book: Notebook
    filename: str
    inside: bool

    def finding(self, told: Finding) -> Finding:
        context: Iterable[int] = ()
        if self.inside:
            places = [self.book.place(row) for row in told.context]
            here, _ = self.book.place(told.location.row)
            context = (row for cell, row in places if cell == here)
        return replace(
            told,
            message=self.text(told.message),
            label=self.text(told.label),
            location=self.location(told.location, told.filename),
            related=tuple(self.related(item) for item in told.related),
            notes=tuple(map(self.text, told.notes)),
            premises=tuple(replace(item, text=self.text(item.text)) for item in told.premises),
            fix=None if told.fix is None else self.fix(told.fix),
            candidates=(),
            lanes=None if told.lanes is None else self.lanes(told.lanes),
            table=tuple(map(self.text, told.table)),
            context=tuple(context) if self.inside else told.context,
            accesses=tuple(self.side(item) for item in told.accesses),
            seen_from=None if told.seen_from is None else self.book.told(told.seen_from, self.filename),
        )

    def location(self, place: Location, filename: str) -> Location:
        if filename != self.filename and (filename or not self.inside):
            return place
        (cell, row), (last, end) = self.book.place(place.row), self.book.place(place.end_row)
        return replace(place, row=row, end_row=end if last == cell else row, cell=cell)

    def related(self, item: Related) -> Related:
        return replace(item, location=self.location(item.location, item.filename), message=self.text(item.message))

    def side(self, item: Side) -> Side:
        return replace(item, location=self.location(item.location, item.filename))

    def fix(self, fix: Fix) -> Fix:
        if fix.filename != self.filename and (fix.filename or not self.inside):
            return fix
        cell, row = self.book.place(fix.before_row)
        return replace(fix, before_row=row, cell=cell, place=None if fix.place is None else self.changed(fix.place))

    def changed(self, place: Location) -> Location:
        """What a fix changes. Where that goes on to the next cell, it is all up to the end of its own."""
        (cell, row), (last, end) = self.book.place(place.row), self.book.place(place.end_row)
        if last == cell:
            return replace(place, row=row, end_row=end, cell=cell)
        rows = source.split_rows(self.book.texts.get(cell, ""))
        return Location(row, place.column, len(rows), len(rows[-1]) + 1, cell)

    def lanes(self, lanes: Lanes) -> Lanes:
        return replace(lanes, marks=tuple(map(self.mark, lanes.marks)))

    def mark(self, mark: Mark) -> Mark:
        name = self.filename.replace("\\", "/").rpartition("/")[2]
        if mark.file != name and (mark.file or not self.inside):
            return mark
        cell, row = self.book.place(mark.row)
        text = mark.text.removeprefix(_STATEMENT).lstrip()
        return replace(mark, row=row, text=text, file=f"cell {cell}" if self.inside else f"{mark.file} cell {cell}")

    def text(self, text: str) -> str:
        """A text with ``line 14`` as ``cell 3, line 2``, where that is a line of the notebook."""
        return LINES.sub(self._line, text)

    def _line(self, match: re.Match[str]) -> str:
        other = match[2]
        here = other is None if self.inside else other == self.filename.replace("\\", "/").rpartition("/")[2]
        if not here:
            return match[0]
        places = [self.book.place(int(row)) for row in match[1].split(", ")]
        told = ", ".join(f"cell {cell}, line {row}" if cell else f"line {row}" for cell, row in places)
        return f"{told} of {other}" if other else told
