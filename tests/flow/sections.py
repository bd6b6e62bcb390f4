"""Small programs by subject: sections ``### name`` of ``cases/*.txt``, each to stand after `tests.programs.HEAD`."""

from __future__ import annotations

import re
from pathlib import Path


def sections(*subjects: str) -> dict[str, str]:
    """The programs of these subjects by name. A racy one and its safe twin differ in the last word of their names."""
    found: dict[str, str] = {}
    for subject in subjects:
        text = (Path(__file__).with_name("cases") / f"{subject}.txt").read_text(encoding="utf-8")
        for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
            name, _, body = part.partition("\n")
            assert name not in found, name
            found[name] = body
    return found
