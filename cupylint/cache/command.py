"""The cache as users meet it: which one a run uses, and ``cupylint cache show`` and ``clean``."""

from __future__ import annotations

import os

from cupylint.cache.results import Results
from cupylint.cache.store import FOLDER, Store

OFF = "CUPYLINT_NO_CACHE"
"""An environment variable that, set to anything, stands for ``--no-cache``."""


def opened(root: str, folder: str | None = None) -> Results:
    """What earlier runs in the project below `root` have found out.

    Args:
        folder: where the cache lies; None: in the project.
    """
    return Results(_store(root, folder), os.path.abspath(root or os.curdir))


def shown(root: str, folder: str | None) -> str:
    """Where the cache lies and what is in it, for people."""
    store = _store(root, folder)
    files = store.files()
    if not files:
        return f"{store.folder}: no cache\n"
    lines = [f"{store.folder}: {sum(size for _, size in files) / 1e6:.1f} MB"]
    lines += [f"  {name}  {size / 1e6:.1f} MB{'  in use' * store.place.endswith(name)}" for name, size in files]
    return "\n".join(lines) + "\n"


def cleaned(root: str, folder: str | None) -> str:
    """Removes the cache; what was done, for people.

    Raises:
        OSError: it cannot be removed.
    """
    store = _store(root, folder)
    return f"{store.folder}: {'removed' if store.clean() else 'no cache'}\n"


def _store(root: str, folder: str | None) -> Store:
    return Store(folder or os.path.join(os.path.abspath(root or os.curdir), FOLDER))
