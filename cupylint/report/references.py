"""Files as references of the web."""

from __future__ import annotations

import os
from urllib.parse import quote

from cupylint.report.page import Page
from cupylint.report.places import relative


def uri(filename: str, page: Page) -> str:
    """The file as a reference, percent-encoded: relative, or ``file:///...`` if it is elsewhere."""
    name = relative(filename, page)
    try:
        data = name.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = name.encode("utf-8", "surrogatepass")
    if os.path.isabs(filename) and name == filename.replace(os.sep, "/"):
        return "file://" + quote(b"/" + data.lstrip(b"/"))
    return quote(data.lstrip(b"/")) or "."
