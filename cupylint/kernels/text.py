"""The text of a kernel, of which every character knows where in the Python file it was written.

A text is put together from pieces: string literals, other texts and holes. A hole is a part that
only the running program knows; it is kept as an identifier that nothing else is called.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from cupylint.records import dataclass

HOLE = "__hole__"
"""The identifier that stands for an unknown part."""
NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Run:
    """Characters that were written together.

    Attributes:
        start: offset of the first one in the text.
        length: how many there are.
        origin: offset in the Python file of the first one, or `NOWHERE`.
        width: 0 if each stands in the file as it is; otherwise all of them come from the `width`
            characters at `origin` (an escape sequence, a hole).
    """

    start: int
    length: int
    origin: int
    width: int = 0


@dataclass(frozen=True, slots=True)
class KernelText:
    """A text and where its characters come from."""

    text: str
    runs: tuple[Run, ...]

    @classmethod
    def copied(cls, text: str, origin: int) -> KernelText:
        """Characters that stand at `origin` of the file just so."""
        return cls(text, (Run(0, len(text), origin),) if text else ())

    @classmethod
    def made(cls, text: str, origin: int = NOWHERE, width: int = 1) -> KernelText:
        """Characters that the `width` characters at `origin` of the file stand for."""
        return cls(text, (Run(0, len(text), origin, width),) if text else ())

    @classmethod
    def hole(cls, origin: int = NOWHERE, width: int = 1) -> KernelText:
        """An unknown part, written as the `width` characters at `origin` of the file."""
        return cls.made(HOLE, origin, width)

    @classmethod
    def join(cls, pieces: Iterable[KernelText]) -> KernelText:
        """The pieces one after another."""
        runs: list[Run] = []
        texts: list[str] = []
        offset = 0
        for piece in pieces:
            runs += [Run(run.start + offset, run.length, run.origin, run.width) for run in piece.runs]
            texts.append(piece.text)
            offset += len(piece.text)
        return cls("".join(texts), tuple(runs))

    def __add__(self, other: KernelText) -> KernelText:
        return KernelText.join((self, other))

    def cut(self, start: int, end: int) -> KernelText:
        """The characters from `start` up to `end`."""
        start, end = max(start, 0), min(end, len(self.text))
        if start >= end:
            return KernelText("", ())
        runs = []
        for number in range(self._run_at(start), len(self.runs)):
            run = self.runs[number]
            first, last = max(run.start, start), min(run.start + run.length, end)
            if first >= end:
                break
            origin = run.origin if run.width or run.origin == NOWHERE else run.origin + first - run.start
            runs.append(Run(first - start, last - first, origin, run.width))
        return KernelText(self.text[start:end], tuple(runs))

    def replaced(self, old: str, new: KernelText) -> KernelText:
        """As ``str.replace``: every `old`, from left to right, becomes `new`."""
        pieces = []
        start = 0
        while old and (found := self.text.find(old, start)) >= 0:
            pieces += [self.cut(start, found), new]
            start = found + len(old)
        return KernelText.join([*pieces, self.cut(start, len(self.text))])

    def origin(self, offset: int) -> tuple[int, int] | None:
        """Where the character at `offset` was written: a range of offsets in the file, None if nowhere."""
        if not 0 <= offset < len(self.text):
            return None
        run = self.runs[self._run_at(offset)]
        if run.origin == NOWHERE:
            return None
        start = run.origin if run.width else run.origin + offset - run.start
        return start, start + (run.width or 1)

    def range(self, start: int, end: int) -> tuple[int, int] | None:
        """Where the characters from `start` up to `end` were written.

        Returns:
            offsets in the file. Where they do not stand together, the range of the first; None if
            the first was written nowhere.
        """
        first = self.origin(start)
        if first is None:
            return None
        last = self.origin(max(start, end - 1))
        # Pieces from several places: what lies between them in the file does not belong here.
        if last is None or not 0 <= last[1] - first[0] <= 2 * (end - start) + 40:
            return first
        return first[0], max(first[1], last[1])

    def _run_at(self, offset: int) -> int:
        return bisect_right(self.runs, offset, key=lambda run: run.start) - 1
