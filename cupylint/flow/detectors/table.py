"""The detectors there are: every module of this folder that defines ``DETECTOR``.

Nothing else names them all. A new file in the folder is a new detector; there is no list to edit.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

from cupylint.flow import detectors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cupylint.flow.domain.detector import Detector


def _found() -> Iterator[type[Detector]]:
    for name in sorted(info.name for info in pkgutil.iter_modules(detectors.__path__)):
        module = importlib.import_module(f"{detectors.__name__}.{name}")
        if (detector := getattr(module, "DETECTOR", None)) is not None:
            yield detector


DETECTORS = tuple(_found())
"""All of them, by the names of their modules, which is the order of their facts."""
