"""What may be told to a terminal and to readers of JSON: names and texts of others, made harmless and visible.

A name of a file, a line of a program or what a program prints may hold characters that move the cursor, change the
title of the window, turn the direction of the text around it, or that nobody sees, so that two names look alike. Every
output goes through this module. Marks that combine and choose forms of a character (accents, colour of an emoji) stay.
"""

from __future__ import annotations

import re
from typing import Any

_HARMFUL = (
    "\x00-\x1f\x7f-\x9f"  # control characters, with DEL and the C1 set
    # What formats text (category Cf) and is mostly invisible: controls of direction, joiners, blanks without width,
    # tags. Not asked of `unicodedata`, which knows another Unicode in every Python.
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
    "\u2028\u2029"  # separators of lines and paragraphs
    "\ud800-\udfff"  # bytes of a name that are not UTF-8, and halves of characters
)
_IN_TEXT = re.compile(f"[{_HARMFUL}]")
_IN_LINES = re.compile(f"(?!\n)[{_HARMFUL}]")
_LONGEST = 200  # characters of a value in a message


def is_harmful(char: str) -> bool:
    """Whether a character must not reach a terminal as it is."""
    return _IN_TEXT.match(char) is not None


def visible(char: str) -> str:
    r"""The form of a character that shows which one it is: ``\x1b``, ``\u202e``, ``\U000e0001``."""
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _shown(match: re.Match[str]) -> str:
    return visible(match.group())


def line(text: str) -> str:
    """`text` for one line on a terminal: white space of any kind becomes a blank, what is harmful its visible form.

    A backslash stays as it is. A byte of a name that is not UTF-8, say 0xff, shows as ``\\udcff``.
    """
    return _IN_TEXT.sub(_shown, re.sub("[\t\n\r]+", " ", text))


def lines(text: str) -> str:
    """`text` for a terminal that may have several lines, and nothing else that is harmful."""
    return _IN_LINES.sub(_shown, text)


def to_html(text: str) -> str:
    """`text` for a page: nothing in it is taken for HTML, and nothing that is harmful is in it."""
    import html  # only for pages

    return html.escape(lines(text))


def to_json(value: Any, indent: int | None = 2) -> str:
    r"""`value` as JSON that is valid UTF-8 whatever it holds, with a line end; without `indent` on one line.

    What is harmful is written as ``\u001b``. A byte of a file name that is not UTF-8, say 0xff, is written as
    ``\udcff``: Python reads back the very name; readers that want whole characters only may replace it.
    """
    import json  # linting for a terminal needs none

    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _IN_LINES.sub(lambda match: json.dumps(match.group())[1:-1], text) + "\n"


def shortened(value: object) -> str:
    """How `value` is written in Python, for messages: at most `_LONGEST` characters, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # too many digits, nested too deeply
        text = f"a value of type {type(value).__name__}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]}...{text[-1]}"
