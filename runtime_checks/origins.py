"""What a verdict comes from, in short: the text of its program, and the code that judged it.

Evidence that was made from another text, or by another harness, is stale: it may still be true, but nobody has looked.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .cases import FOLDER
from .rewrite import RewriteError, read_text

UNKNOWN = "unknown"
"""What `stale` says of evidence from before there were hashes."""

_HERE = Path(__file__).resolve().parent
_ORDER = _HERE.parent / "cupylint" if (_HERE.parent / "cupylint").is_dir() else _HERE.parent
_SHARED = (
    "bundled",
    "finals",
    "hook",
    "jobs",
    "judging",
    "launch",
    "memory",
    "preparing",
    "rewrite",
    "sites",
    "twins",
    "verify",
    "endings",
    "wording",
)
_JUDGES = {
    "cuda": (
        "extents",
        "gate",
        "harness",
        "occurrences",
        "scene",
        "session",
        "setting",
        "stacks",
        "watcher",
        "worker",
        "hangs",
    ),
    "simulator": ("simulated", "lines", "timings", "simulator"),
}
_DIGITS = 16


class Origins:
    """The hashes of the bundled programs and of the harness, as they are now.

    Args:
        folder: where the programs lie.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder

    def program(self, case: str) -> str:
        """The hash of the program called `case` ("CUP101/bad_textbook"), "" if there is none."""
        try:
            text = read_text(str(self._folder / f"{case}.py"))
        except RewriteError:
            return ""
        return _hash(text.replace("\r\n", "\n"))

    def harness(self, backend: str) -> str:
        """The hash of the code that judges on a backend; comments, layout and documentation do not count."""
        return harness(backend)


@cache
def harness(backend: str) -> str:
    """See `Origins.harness`."""
    return _hash("\n".join(_code(path) for path in _files(backend)))


def stale(mine: dict[str, str], program: str, judge: str) -> str:
    """Why a verdict with the hashes in `mine` is stale, "" if it is not; "unknown" if it has none."""
    if "program" not in mine:
        return UNKNOWN
    if mine["program"] != program:
        return "the program has changed"
    return "" if mine.get("harness") == judge else "the harness has changed"


def _files(backend: str) -> Iterator[Path]:
    for name in sorted((*_SHARED, *_JUDGES[backend])):
        path = _HERE / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    if backend == "simulator":
        for room in ("order", "pool"):
            yield from sorted((_ORDER / room).rglob("*.py"))


def _code(path: Path) -> str:
    return _told(ast.parse(path.read_text(encoding="utf-8")))


def _told(node: object) -> str:
    """A tree without documentation, and without fields that hold nothing: the same in all versions of Python.

    What `ast.unparse` makes of f-strings, and which empty fields `ast.dump` shows, differs.
    """
    if isinstance(node, list):
        return f"[{','.join(_told(each) for each in node if not _is_text_alone(each))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    held = [(name, value) for name, value in ast.iter_fields(node) if value is not None and value != []]
    return f"{type(node).__name__}({','.join(f'{name}={_told(value)}' for name, value in held)})"


def _is_text_alone(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
