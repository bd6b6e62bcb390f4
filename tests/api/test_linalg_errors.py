"""CUP209: handlers for LinAlgError that no failure of CuPy's leads to."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from cupylint.api.linalg_errors import unraised
from cupylint.findings import Fix

_TRY = """\
import cupy as cp
import cupyx
import numpy as np
def f(a, b):
    try:
        x = cp.linalg.solve(a, b)
    except cp.linalg.LinAlgError:
        x = None
    return x
"""

FOUND = {
    "the error by CuPy's name": _TRY,
    "the error by NumPy's name": _TRY.replace("except cp.", "except np."),
    "one of several errors": _TRY.replace("except cp.linalg.LinAlgError", "except (ValueError, np.linalg.LinAlgError)"),
    "the error by its own name": "from numpy.linalg import LinAlgError\n" + _TRY.replace("cp.linalg.Lin", "Lin"),
    "a function by its own name": "from cupy import linalg\n" + _TRY.replace("cp.linalg.solve", "linalg.solve"),
    "where there is a device": (
        "try:\n    import cupy as xp\nexcept ImportError:\n    import numpy as xp\n"
        + _TRY.replace("cp.linalg", "xp.linalg")
    ),
    "in a loop and a with": _TRY.replace(
        "        x = cp.linalg.solve(a, b)",
        "        for c in b:\n            with cp.cuda.Stream():\n                x = cp.linalg.solve(a, c)",
    ),
    "with what CuPy does as well": _TRY.replace(
        "x = cp.linalg.solve(a, b)", "x = cupyx.scipy.linalg.solve_triangular(cp.linalg.cholesky(a), b)"
    ).replace("import cupyx\n", "import cupyx.scipy.linalg\n"),
    "whatever the arrays are of": _TRY.replace("def f(a, b)", "def f(xp, a, b)").replace(
        "cp.linalg.solve", "xp.linalg.solve"
    ),
    "at the top level": "import cupy as cp\ntry:\n    cp.linalg.inv(a)\nexcept cp.linalg.LinAlgError:\n    pass\n",
    "switched off": _TRY.replace("        x = cp", "        with cupyx.errstate(divide='ignore'):\n            x = cp"),
}
_MEANT = "cupyx.errstate(linalg='raise')"

LEFT_ALONE = {
    "the error is switched on": _TRY.replace("        x = cp", f"        with {_MEANT}:\n            x = cp"),
    "the error is switched on outside": _TRY.replace(
        "    try:\n        x = cp.linalg.solve(a, b)\n    except cp.linalg.LinAlgError:\n        x = None\n",
        f"    with {_MEANT}:\n        try:\n            x = cp.linalg.solve(a, b)\n"
        "        except cp.linalg.LinAlgError:\n            x = None\n",
    ),
    "for the whole program": _TRY + "cupyx.seterr(linalg='raise')\n",
    "by a manager with a name": _TRY.replace("    try:", f"    policy = {_MEANT}\n    try:"),
    "another error": _TRY.replace("cp.linalg.LinAlgError", "ValueError"),
    "NumPy's function": _TRY.replace("cp.linalg.solve", "np.linalg.solve"),
    "NumPy's function beside it": _TRY.replace("        x = cp", "        w = np.linalg.inv(w)\n        x = cp"),
    "a function of the file that may look": _TRY.replace("        x = cp", "        my_cholesky(a)\n        x = cp"),
    "raised by hand": _TRY.replace(
        "solve(a, b)", "solve(a, b)\n        if not cp.isfinite(x).all():\n            raise np.linalg.LinAlgError"
    ),
    "looked at afterwards": _TRY.replace("    return x", "    return x if bool(cp.isfinite(x).all()) else None"),
    "looked at by another name": _TRY.replace("    return x", "    return None if _all_isnan(x) else x"),
    "what does not fail": _TRY.replace("solve(a, b)", "norm(a)"),
    "a parameter": _TRY.replace("def f(a, b)", "def f(cp, a, b)"),
    "told apart": _TRY.replace("cp.linalg.solve", "xp.linalg.solve").replace("    try:", "    ok = xp is cp\n    try:"),
    "another function": _TRY.replace("x = cp.linalg.solve(a, b)", "x = lambda: cp.linalg.inv(a)"),
    "with a handler of its own": _TRY.replace(
        "        x = cp.linalg.solve(a, b)",
        "        try:\n            x = cp.linalg.solve(a, b)\n            raise np.linalg.LinAlgError\n"
        "        except np.linalg.LinAlgError:\n            x = b",
    ),
}  # fmt: skip


@pytest.mark.parametrize("source", FOUND.values(), ids=list(FOUND))
def test_a_handler_that_no_failure_leads_to(source: str) -> None:
    (fact,) = unraised(ast.parse(source), source)
    assert fact.written.rpartition(".")[2] in {"solve", "cholesky", "inv"}
    assert fact.handler.row > fact.location.row


@pytest.mark.parametrize("source", LEFT_ALONE.values(), ids=list(LEFT_ALONE))
def test_the_rest_is_left_alone(source: str) -> None:
    assert unraised(ast.parse(source), source) == []


def test_each_try_is_one_mistake() -> None:
    source = dedent(
        """
        import cupy as cp
        def f(a):
            try:
                return cp.linalg.inv(cp.linalg.cholesky(a))
            except cp.linalg.LinAlgError:
                try:
                    return cp.linalg.pinv(a)
                except cp.linalg.LinAlgError:
                    return None
        """
    )
    assert [fact.location.row for fact in unraised(ast.parse(source), source)] == [5, 8]


def _fixed(source: str) -> str:
    (fact,) = unraised(ast.parse(source), source)
    assert fact.statement is not None
    return Fix.replacing(fact.statement, fact.raising).applied(source)


def test_the_fix_asks_for_the_error() -> None:
    fixed = _fixed(_TRY)
    assert '        with cupyx.errstate(linalg="raise"):\n            x = cp.linalg.solve(a, b)\n    except' in fixed
    assert unraised(ast.parse(fixed), fixed) == []


def test_the_fix_brings_the_module_that_it_needs() -> None:
    fixed = _fixed(_TRY.replace("import cupyx\n", ""))
    assert "    try:\n        import cupyx\n        with cupyx.errstate" in fixed
    assert unraised(ast.parse(fixed), fixed) == []


_NO_FIX = {
    "several lines": _TRY.replace("solve(a, b)", "solve(a,\n            b)"),
    "several statements": _TRY.replace("    except", "        x = cp.linalg.solve(a, x)\n    except"),
    "on the line of the try": _TRY.replace("try:\n        x", "try: x"),
    "beside another statement": _TRY.replace("        x = cp", "        y = 1; x = cp"),
    "a library that may be NumPy": FOUND["whatever the arrays are of"],
}


@pytest.mark.parametrize("source", _NO_FIX.values(), ids=list(_NO_FIX))
def test_what_is_more_than_a_line_has_no_fix(source: str) -> None:
    (fact,) = unraised(ast.parse(source), source)
    assert (fact.statement, fact.raising) == (None, "")
