"""Builds cupylint from what pyproject.toml says; with CUPYLINT_COMPILE=1 mypyc compiles its analysis."""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
COMPILED = ("facts", "flow", "program", "sizes")
"""Where the time goes. LibCST stays as it is, and so does `order`, from whose class the simulator derives one."""
LEFT_OUT = {
    "flow/domain/detector.py": "an `Announcer` gets its methods when it is made, as no compiled object can",
    "program/ir.py": "a node has two bases, and a body that was not read yet a `__getattr__`",
    "sizes/plan_areas.py": "it reads a file that lies beside it, and a compiled module is wrong about where it lies",
}
LACKING = (
    "CUPYLINT_COMPILE=1 needs mypy, setuptools and what cupylint needs: `pip install 'mypy>=2.4' 'setuptools>=77' .`"
    " first, without it, then `pip install --no-build-isolation --no-deps --force-reinstall .`"
)


def sources() -> list[str]:
    """What is compiled, relative to the package.

    No ``__init__.py``: it has to know where its modules lie, see `LEFT_OUT`. It would if what is compiled lay beside
    the package and not inside it, where isolated child processes find it.
    """
    package = ROOT / "cupylint"
    found = (path.relative_to(package).as_posix() for part in COMPILED for path in (package / part).rglob("[!_]*.py"))
    return sorted(path for path in found if path not in LEFT_OUT)


def quoted(text: str) -> str:
    """A source with the annotations in class bodies as strings.

    mypyc evaluates those of ordinary classes when they are made, though they are to be left alone (PEP 563), and what
    is imported for types only is not there. `ClassVar` it has to see.
    """
    source = text.encode()
    starts = [0, *accumulate(map(len, source.splitlines(keepends=True)))]
    classes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))
    notes = [line.annotation for each in classes for line in each.body if isinstance(line, ast.AnnAssign)]
    for note in sorted(notes, key=lambda note: (note.lineno, note.col_offset), reverse=True):
        written = ast.unparse(note)
        if not written.startswith(("ClassVar", "'")):
            start = starts[note.lineno - 1] + note.col_offset
            end = starts[(note.end_lineno or 0) - 1] + (note.end_col_offset or 0)
            source = source[:start] + repr(written).encode() + source[end:]
    return source.decode()


def staged(folder: Path) -> None:
    """Puts a copy of the package that mypyc understands into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in (ROOT / "cupylint").rglob("*.py"):
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(quoted(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Works in a folder (`contextlib.chdir` is newer than the oldest Python)."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def extensions(folder: Path) -> list[Extension]:
    """Has mypyc write C into a folder; what it does not accept ends the build with its message."""
    try:
        import libcst  # noqa: F401 -- for its types
        from mypyc.build import mypycify
    except ImportError:
        sys.exit(LACKING)
    staged(folder)
    paths = [f"cupylint/{path}" for path in sources()]
    options = [f"--config-file={ROOT / 'pyproject.toml'}", "--no-warn-unused-ignores", "--cache-dir", os.devnull]
    with inside(folder):
        # One group, but named as one of several: only then mypyc asks whether a value is of a class or one derived from
        # it. Otherwise it compares with the classes that it knows by then, which are not all where they are Python's.
        made = mypycify(
            [*options, *paths],
            opt_level="2",
            debug_level="0",
            multi_file=True,
            separate=[(paths, "cupylint.compiled")],
        )
    for extension in made:
        extension.sources = [os.path.relpath(folder / path) for path in extension.sources]
        extension.include_dirs = [os.path.join(folder, path) for path in (*extension.include_dirs, "build/cupylint")]
        extension.depends = [os.path.join(folder, path) for path in extension.depends]
    return made


class Compiled(Distribution):
    """A package for one platform, which is known before anything is compiled."""

    def has_ext_modules(self) -> bool:
        return True


class Compile(build_ext):
    """Makes the extensions, then builds them."""

    def finalize_options(self) -> None:
        self.extensions: list[Extension] = []  # of no interest to who asks before it runs

    def run(self) -> None:
        self.set_undefined_options("build", ("build_temp", "build_temp"))
        self.distribution.ext_modules = extensions(Path(self.build_temp).resolve() / "mypyc")
        super().finalize_options()
        super().run()


if __name__ == "__main__":
    if os.environ.get("CUPYLINT_COMPILE") == "1":
        setup(distclass=Compiled, cmdclass={"build_ext": Compile}, ext_modules=[])
    else:
        setup()
