"""Methods that all ufuncs have and few can do: the others raise NotImplementedError.

Measured with CuPy 14.2, each binary ufunc with integers, floats and truths; the sources of CuPy 12 and 13 say the same.
"""

from __future__ import annotations

from cupylint.cupy_model import is_ufunc

_CAN = {
    "accumulate": frozenset(("add", "multiply")),
    "reduce": frozenset(("add", "multiply")),
    "reduceat": frozenset(("add",)),
    "at": frozenset(("add", "subtract", "maximum", "minimum", "bitwise_and", "bitwise_or", "bitwise_xor")),
}
_INSTEAD = {
    ("maximum", "reduce"): "max",
    ("minimum", "reduce"): "min",
    ("fmax", "reduce"): "nanmax",
    ("fmin", "reduce"): "nanmin",
    ("logical_and", "reduce"): "all",
    ("logical_or", "reduce"): "any",
}


def cannot(path: str, method: str) -> bool:
    """Whether ``cupy.minimum``, say, raises where its `method` is called."""
    owner, _, name = path.rpartition(".")
    return owner == "cupy" and method in _CAN and is_ufunc(path) and name not in _CAN[method]


def instead(path: str, method: str) -> str:
    """The function of CuPy that does what was meant, ready for a sentence; "" if there is none."""
    found = _INSTEAD.get((path.rpartition(".")[2], method))
    return f"`cupy.{found}`" if found else ""
