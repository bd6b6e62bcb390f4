"""Files whose text is another one in memory: whoever loads them gets that, and nothing is written anywhere.

A text takes the place of its file in all ways that a program is loaded: an ``import`` (also of an editable install, by
``spec_from_file_location`` or by the rewriting of assertions of a test runner), `runpy`, and ``python -m``. Byte code
is neither read for such a file nor written for any: a file in ``__pycache__`` outlives the run.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import io
import os
import sys
import tokenize
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import CodeType
from typing import Any

_File = importlib.machinery.SourceFileLoader


@contextmanager
def installed(texts: Mapping[str, str]) -> Iterator[None]:
    """In the block the files in `texts`, by their real paths, have these texts. Meant for child processes."""
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    undo = _install(texts) if texts else lambda: None
    try:
        yield
    finally:
        undo()
        sys.dont_write_bytecode = before


def real_paths() -> Callable[[str], str]:
    """`os.path.realpath`, which remembers what it said: a program may change the links, but not while it is judged."""
    known: dict[str, str] = {}
    realpath = os.path.realpath  # a program may put something else there

    def real(path: str) -> str:
        found = known.get(path)
        if found is None:
            found = known[path] = realpath(path)
        return found

    return real


def _install(texts: Mapping[str, str]) -> Callable[[], None]:
    real = real_paths()

    def text_of(path: object) -> str | None:
        return texts.get(real(os.fspath(path))) if isinstance(path, (str, os.PathLike)) else None

    get_code, open_code = _File.get_code, io.open_code

    def get_code_in_memory(self: Any, fullname: str) -> CodeType | None:
        text = text_of(self.path)
        if text is None:
            return get_code(self, fullname)
        code: CodeType = compile(text, self.path, "exec", dont_inherit=True)
        return code

    def open_code_in_memory(path: str) -> Any:
        text = text_of(path)
        return open_code(path) if text is None else io.BytesIO(_encoded(text))

    def loader(fullname: str, path: str) -> Any:
        text = text_of(path)
        return _File(fullname, path) if text is None else _Loader(fullname, path, text)

    # The loader of a text is no `SourceFileLoader`: whoever rewrites the files of those by itself, as test runners
    # do for assertions, with files of byte code of its own, leaves it alone.
    finder = importlib.machinery.FileFinder.path_hook(
        (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
        (loader, importlib.machinery.SOURCE_SUFFIXES),  # type: ignore[arg-type]
        (importlib.machinery.SourcelessFileLoader, importlib.machinery.BYTECODE_SUFFIXES),
    )
    _File.get_code = get_code_in_memory  # type: ignore[method-assign]
    io.open_code = open_code_in_memory  # what `runpy.run_path` reads with
    sys.path_hooks.insert(0, finder)
    sys.path_importer_cache.clear()

    def undo() -> None:
        _File.get_code, io.open_code = get_code, open_code  # type: ignore[method-assign]
        if finder in sys.path_hooks:
            sys.path_hooks.remove(finder)
        sys.path_importer_cache.clear()

    return undo


class _Loader(importlib.abc.SourceLoader):
    """Loads a module from a text; the file itself answers what is asked about its data."""

    def __init__(self, name: str, path: str, text: str) -> None:
        self.name, self.path, self._text = name, path, text

    def get_filename(self, fullname: str) -> str:
        return self.path

    def get_data(self, path: Any) -> bytes:
        with open(path, "rb") as file:
            return file.read()

    def path_stats(self, path: Any) -> Mapping[str, Any]:
        raise OSError("there is no byte code of a text in memory")

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = compile(self._text, self.path, "exec", dont_inherit=True)
        return code

    def is_package(self, fullname: str) -> bool:
        return os.path.basename(self.path).partition(".")[0] == "__init__" and not fullname.endswith(".__init__")

    def get_resource_reader(self, module: str) -> Any:
        """What `importlib.resources` asks for: the files beside the module."""
        return _File(self.name, self.path).get_resource_reader(module)


def _encoded(text: str) -> bytes:
    """A text as its coding comment says."""
    lines = [line.encode("latin-1", "replace") for line in text.splitlines(keepends=True)[:2]]
    try:
        encoding, _ = tokenize.detect_encoding(iter([*lines, b"", b""]).__next__)
        return text.encode(encoding)
    except (SyntaxError, UnicodeEncodeError, LookupError):
        return text.encode("utf-8-sig")
