"""The result of a call by its canonical dotted name: one table of all functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cupylint.sizes import creation, fourier, joining, layout, linear, numeric, ordering
from cupylint.sizes.by_rows import works_by_rows
from cupylint.sizes.calls import Row, Table, bind
from cupylint.sizes.forms import Form, Made
from cupylint.sizes.indexing import index, stored
from cupylint.sizes.numeric import operate

FUNCTIONS: Table = {
    **numeric.TABLE,
    **ordering.TABLE,
    **layout.TABLE,
    **joining.TABLE,
    **linear.TABLE,
    **fourier.TABLE,
    **creation.TABLE,
}
"""What is known of functions and, as ``cupy.ndarray.<name>``, of methods, by canonical dotted name."""


def evaluate(
    name: str, positional: Sequence[object], keywords: Mapping[str, object] | None = None, version: int = 14
) -> Made | None:
    """What a call makes, None if nothing is known of it.

    Args:
        name: canonical dotted name; ``cupy.ndarray.<name>`` for methods and attributes, with the array as the first
            argument; an operator (``+``, ``@``), or ``[]`` for indexing.
        positional, keywords: values as `calls` describes them.
        version: CuPy's major version.
    """
    if name == "[]":
        first, key = positional
        return _marked(index(first, key), True) if isinstance(first, Form) else None
    if name == "[]=":
        return stored(positional[1])
    row = _row(name)
    if row is not None:
        given = bind(name, row, positional, keywords or {}, version)
        return _marked(row.follow(given), works_by_rows(given, row))
    return _marked(operate(name, list(positional), version), True) if name[:1] in "+-*/%@&|^<>=!~" else None


def _marked(made: Made | None, by_rows: bool) -> Made | None:
    """What is made, marked if it is by rows."""
    return replace(made, by_rows=True) if made is not None and by_rows else made


def _row(name: str) -> Row | None:
    found = FUNCTIONS.get(name)
    if found is None and name.startswith("cupy.random."):  # methods of generators are functions of the module
        return FUNCTIONS.get("cupy.random." + name.rpartition(".")[2])
    return found
