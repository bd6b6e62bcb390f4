"""A file without its comments and docstrings: what only these mention asks for no analysis."""

from __future__ import annotations

import pytest

from cupylint import skim
from cupylint.config import Settings
from cupylint.engine import is_asked
from cupylint.workspace import Workspace


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"x = 1  # Stream\n", b"x = 1  \n", id="a comment"),
        pytest.param(b'"""Stream."""\nx = 1\n', b'""\nx = 1\n', id="a docstring"),
        pytest.param(b"'''it's a \"Stream\" '' '''\nx = 1\n", b'""\nx = 1\n', id="quotes in a docstring"),
        pytest.param(b"x = getattr(cuda, 'Stream')\n", b"x = getattr(cuda, 'Stream')\n", id="a short string"),
        pytest.param(b"x = '#'; Stream()\n", b"x = '#'; Stream()\n", id="no comment"),
        pytest.param(b'x = "\\"#"; Stream()  # y\n', b'x = "\\"#"; Stream()  \n', id="an escaped quote"),
        pytest.param(b"x = 'a\nStream()\n", b"x = 'a\nStream()\n", id="not closed on its line"),
        pytest.param(b'x = """Stream()\n', b'x = ""', id="never closed"),
    ],
)
def test_code(data: bytes, code: bytes) -> None:
    assert skim.code(data) == code


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("s = cupy.cuda.Stream()", True),
        ('"""A Stream is not used here."""', False),
        ("# s = cupy.cuda.Stream()", False),
        ("s = getattr(cupy.cuda, 'Stream')()", True),
    ],
)
def test_a_mention_in_words_alone_asks_no_rule_of_streams(line: str, asks: bool) -> None:
    chosen = {rule.code for rule in is_asked(f"import cupy\n{line}\n".encode(), "a.py", Settings(), Workspace())}
    assert ("CUP101" in chosen) == asks
