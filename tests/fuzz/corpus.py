"""What mutations start from: the fixtures, and Python files of installed packages or of a folder that is named."""

from __future__ import annotations

import os
import random
import re
import sysconfig
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXTRA = "CUPYLINT_FUZZ_SOURCES"
"""Environment variable: a folder whose Python files are mutated as well (a checkout of CuPy, say)."""

_PACKAGES = ("numpy", "libcst", "hypothesis", "_pytest", "mypy", "setuptools", "rich", "pygments", "grimp")
_LARGEST = 60_000
_KERNELS = ("RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel", "cupyx.jit", "jit.rawkernel")


@cache
def fixtures() -> tuple[Path, ...]:
    """The bundled programs."""
    return tuple(sorted((ROOT / "fixtures").glob("*/*.py")))


@cache
def kernels() -> tuple[Path, ...]:
    """Those of them with source of kernels."""
    return tuple(path for path in fixtures() if any(word in read(path) for word in _KERNELS))


@cache
def packages() -> tuple[Path, ...]:
    """Python files of released packages, where they are installed, and of the folder in `EXTRA`."""
    site = Path(sysconfig.get_path("purelib"))
    folders = [site / name for name in _PACKAGES]
    if os.environ.get(EXTRA):
        folders.append(Path(os.environ[EXTRA]))
    found = (path for folder in folders if folder.is_dir() for path in folder.rglob("*.py"))
    return tuple(sorted(path for path in found if path.is_file() and path.stat().st_size <= _LARGEST))


def read(path: Path) -> str:
    """The text of a file of the corpus."""
    return path.read_text(encoding="utf-8", errors="replace")


@cache
def vocabulary() -> tuple[str, ...]:
    """The words and operators of the fixtures, each once: what insertions draw from."""
    words: set[str] = set()
    for path in fixtures():
        words.update(re.findall(r"[A-Za-z_][\w.]*|[^\w\s]{1,3}", read(path)))
    return tuple(sorted(words))


def pick(rng: random.Random, paths: tuple[Path, ...]) -> tuple[str, str]:
    """The text of one of `paths`, and its name."""
    path = rng.choice(paths or fixtures())
    return read(path), f"{path.parent.name}/{path.name}"
