"""Says when modules are there: those that are imported already at once, others as soon as they are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

Ready = Callable[[str, ModuleType], None]


class _Finder(MetaPathFinder):
    """Finds what Python finds itself; the loader calls `ready` when the module is complete."""

    def __init__(self, names: Collection[str], ready: Ready) -> None:
        self._names, self._ready = names, ready

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """As every finder."""
        if fullname not in self._names:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self._ready)
        return spec


class _Loader(Loader):
    def __init__(self, original: Loader, ready: Ready) -> None:
        self._original, self._ready = original, ready

    def __getattr__(self, name: str) -> object:
        return getattr(self._original, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._original.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._original.exec_module(module)
        self._ready(module.__name__, module)


@contextmanager
def on_import(names: Collection[str], ready: Ready) -> Iterator[None]:
    """In the block `ready` is called with the name of each of these modules, and the module, once that is imported."""
    for name in names:
        if name in sys.modules:
            ready(name, sys.modules[name])
    finder = _Finder(names, ready)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
