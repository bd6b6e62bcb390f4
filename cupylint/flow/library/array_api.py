"""``array_api_compat``: which library an array is of, as ``cupy.get_array_module`` tells it.

Source: array-api-compat, "Helper Functions" (`array_namespace`, the `is_..._namespace` and `is_..._array` functions).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cupylint.flow.domain.arguments import Arguments
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Const, External, HostArray

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_NAMESPACE = frozenset(("array_namespace", "get_namespace"))
_ASKS = re.compile(r"is_(cupy|numpy|torch|jax|dask|ndonnx|pydata_sparse)_(namespace|array)")


def call_external(
    interpreter: Interpreter, state: State, dotted: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """A function of ``array_api_compat``; None for another one, and for answers that are not known."""
    root, _, name = dotted.partition(".")
    if root != "array_api_compat":
        return None
    if name in _NAMESPACE:
        on_host = [isinstance(value, HostArray) for value, _ in arguments.all()]
        return [(state, External("numpy" if on_host and all(on_host) else "cupy"))]
    given = arguments.position(0)
    asked = _ASKS.match(name)
    if asked is None or given is None:
        return None
    library, what = asked.groups()
    if what == "namespace" and isinstance(given, External):
        return [(state, Const(given.dotted == library))]
    if what == "array" and arrays_in(state, given):
        return [(state, Const(library == "cupy"))]
    return None
