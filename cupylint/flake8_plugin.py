"""The flake8 door: ``flake8`` reports what ``cupylint`` would, from the lines that flake8 hands over.

flake8 itself is not imported. Settings come from the nearest ``[tool.cupylint]``, as everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cupylint import __version__

if TYPE_CHECKING:
    import ast

    from cupylint.findings import Finding
    from cupylint.workspace import Workspace

_UTF8_MARK = b"\xef\xbb\xbf"  # the text was decoded already: a coding comment in it no longer holds

_OPTIONS = {"output_format": "concise"}  # no fixes: flake8 shows none

Report = tuple[int, int, str, type]
"""Row from 1, column from 0, text that starts with the code, and the plugin."""


class Plugin:
    """One analysis of one file. flake8 makes an instance for every file without syntax errors.

    Attributes:
        workspace: the files of one run of flake8 in one process, which has no other place for them than this class.
    """

    name = "cupylint"
    version = __version__
    workspace: Workspace | None = None

    @classmethod
    def parse_options(cls, options: object) -> None:
        """Begin a run: flake8 calls this once in each process."""
        from cupylint.workspace import Workspace

        cls.workspace = Workspace()

    def __init__(self, tree: ast.AST, lines: Sequence[str], filename: str) -> None:
        """Keep what flake8 hands over.

        Args:
            tree: not used, but asking for it is what makes flake8 run a plugin once per file.
            lines: the file's lines with their ends, without byte order mark.
            filename: the path, or what the user wants standard input to be called.
        """
        self._lines = lines
        self._filename = filename

    def run(self) -> Iterator[Report]:
        """Yield the findings. Never raises: a failure would end flake8 without any result."""
        try:
            reports = self._check() if self._concerned() else []
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:  # what `check_bytes` does not isolate
            reports = [_failure(f"internal error: {type(error).__name__}: {error}; please report")]
        yield from reports

    def _concerned(self) -> bool:
        """Whether it mentions CuPy, or imports from a file of the project, which may."""
        if any("cupy" in line for line in self._lines):
            return True
        from cupylint.workspace import imports_anything

        return imports_anything("".join(self._lines).encode())

    def _check(self) -> list[Report]:
        from cupylint.config import ConfigError, Resolver
        from cupylint.engine import check_bytes
        from cupylint.findings import seen_from

        try:
            settings = Resolver(_OPTIONS).settings_for(os.path.dirname(self._filename))
        except ConfigError as error:
            return [_failure(str(error))]
        data = _UTF8_MARK + "".join(self._lines).encode()
        found = check_bytes(data, self._filename, settings, self.workspace)
        return [_report(finding) for finding in seen_from(found, self._filename)]


def _report(finding: Finding) -> Report:
    """One line of flake8, which knows a single place: the second one goes into the text."""
    text = f"{finding.code} {finding.message}"
    if finding.related:
        other = finding.related[0]
        elsewhere = f"{other.filename}:" if other.filename not in ("", finding.filename) else ""
        text += f" ({elsewhere}{other.location.row}: {other.message})"
    if finding.premises:
        text += f" (if {finding.condition})"
    return finding.location.row, finding.location.column - 1, _line(text), Plugin


def _failure(reason: str) -> Report:
    return 1, 0, _line(f"CUP900 {reason}"), Plugin


def _line(text: str) -> str:
    from cupylint import escape  # most files have nothing to report

    return escape.line(" ".join(text.split()))
