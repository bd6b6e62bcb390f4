"""Which names the model of CuPy describes, under which spelling, and what it says of the others."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from cupylint import cupy_model
from cupylint.cupy_model import (
    canonical,
    function,
    is_listed,
    method,
    namespaces,
)
from cupylint.cupy_model.conditions import CONDITIONS, METHOD_CONDITIONS
from cupylint.cupy_model.extras import EXTRAS, MEMORY_METHODS
from cupylint.cupy_model.functions import FUNCTIONS
from cupylint.cupy_model.methods import METHODS
from cupylint.cupy_model.spec import Call, Returns, Runs, Waits
from cupylint.cupy_model.tables import table
from cupylint.cupy_model.ufuncs import UFUNCS

YES, NO, EARLIER, SOMETIMES = Waits.YES, Waits.NO, Waits.EARLIER, Waits.SOMETIMES


def names(text: str, prefix: str = "cupy.") -> list[str]:
    """The names in a text, each with `prefix` in front."""
    return [prefix + name for name in text.split()]


# -- defaults and names ----------------------------------------------------------------------------


def test_unlisted_names_have_the_default_of_their_namespace() -> None:
    expected = {
        "cupy.no_such": namespaces.CUPY,
        "cupy.linalg.no_such": namespaces.NUMERICS,
        "cupy.testing.shaped_arange": namespaces.PLUMBING,
        "cupy.cuda.nvtx.RangePush": namespaces.PLUMBING,
        "cupy.cuda.runtime.streamWaitEvent": namespaces.RUNTIME,
        "cupy._core.internal.prod": namespaces.PRIVATE,
        "cupyx.no_such": namespaces.NUMERICS,
        "cupyx.jit.grid": namespaces.PLUMBING,
        "cupyx.scipy.signal.lfilter": namespaces.SCIPY,
        "cupyx.scipy.sparse.no_such": namespaces.SPARSE,
        "cupyx.scipy.sparse.linalg.cg": namespaces.SCIPY,
        "torch.add": namespaces.UNKNOWN,
    }
    for dotted, call in expected.items():
        assert not is_listed(dotted), dotted
        assert function(dotted) == call, dotted
    assert (namespaces.CUPY.returns, namespaces.CUPY.runs, namespaces.CUPY.waits) == (Returns.NEW, Runs.CURRENT, NO)
    assert namespaces.CUPY.reads is None
    assert (namespaces.SCIPY.returns, namespaces.SCIPY.waits) == (Returns.NEW, SOMETIMES)
    assert (namespaces.PLUMBING.returns, namespaces.PLUMBING.runs) == (Returns.OTHER, Runs.NOWHERE)
    assert method("toarray").waits is SOMETIMES


def test_listed() -> None:
    for dotted in names(
        "sum add add.at linalg.norm random.rand fft.fft ndarray.get cuda.Stream testing.assert_allclose"
    ):
        assert is_listed(dotted), dotted
    for dotted in names("scipy.ndimage.label scatter_add scipy.sparse.csr_matrix", "cupyx."):
        assert is_listed(dotted), dotted
    assert not is_listed("cupy.sum.at") and not is_listed("cupy.ndarray.pin_memory")
    assert function("cupyx.scipy.ndimage.label").waits is EARLIER
    assert function("cupy.testing.assert_allclose").waits is YES


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("cupy.cuda.stream.Stream", "cupy.cuda.Stream"),
        ("cupy.cuda.stream.Stream.null", "cupy.cuda.Stream.null"),
        ("cupy.cuda.stream.Event", "cupy.cuda.Event"),
        ("cupy.cuda.stream", "cupy.cuda.stream"),
        ("cupy.cuda.device.Device", "cupy.cuda.Device"),
        ("cupy.cuda.memory.malloc_managed", "cupy.cuda.malloc_managed"),
        ("cupy.cuda.memory.OutOfMemoryError", "cupy.cuda.memory.OutOfMemoryError"),
        ("cupy.cuda.pinned_memory.alloc_pinned_memory", "cupy.cuda.alloc_pinned_memory"),
        ("cupy._core.core.ndarray", "cupy.ndarray"),
        ("cupy.core.core.ndarray", "cupy.ndarray"),
        ("cupy.core.ndarray.get", "cupy.ndarray.get"),
        ("cupy._core.raw.RawKernel", "cupy.RawKernel"),
        ("cupy.core.internal.prod", "cupy._core.internal.prod"),
        ("cupy_backends.cuda.api.runtime.memcpy", "cupy.cuda.runtime.memcpy"),
        ("cupy.sparse.csr_matrix", "cupyx.scipy.sparse.csr_matrix"),
        ("cupy.random._generator.RandomState", "cupy.random.RandomState"),
        *[(same, same) for same in ("cupy", "cupy.abs", "cupy.concat", "cupy.cuda.runtime.memcpy", "cupyx.jit.grid")],
        *[(same, same) for same in ("numpy.core.numeric", "torch", "cupyfoo.core.ndarray")],
    ],
)
def test_canonical(spelling: str, expected: str) -> None:
    assert canonical(spelling) == expected
    assert canonical(expected) == expected


# -- the tables themselves -------------------------------------------------------------------------


def test_tables_do_not_contradict_each_other() -> None:
    with pytest.raises(ValueError, match=r"cupy\.a is described twice"):
        table("cupy.", [(Call(), "a b"), (Call(boolean=True), "c a")])
    assert not FUNCTIONS.keys() & UFUNCS.keys() and not EXTRAS.keys() & {**FUNCTIONS, **UFUNCS}.keys()
    listed = [dotted for group in (FUNCTIONS, UFUNCS, EXTRAS) for dotted in group]
    assert [dotted for dotted in listed if canonical(dotted) != dotted] == []
    assert set(CONDITIONS) <= {*FUNCTIONS, *EXTRAS} and METHOD_CONDITIONS.keys() <= METHODS.keys()


def test_records_make_sense() -> None:
    records = [call for group in (FUNCTIONS, UFUNCS, EXTRAS, METHODS) for calls in group.values() for call in calls]
    for call in [*records, *MEMORY_METHODS.values(), *namespaces.NAMESPACES.values()]:
        if call.runs is Runs.NOWHERE:
            assert not (call.writes or call.out or call.stream), call
        if call.runs is Runs.LEGACY:
            assert call.stream is None, call
        assert call.returns is not Returns.VIEW or not call.writes, call
        assert (call.stream is None) == (call.stream_position is None), call
    assert len(fields(Call)) == 15  # a new field needs a thought about every table


def test_needs_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, cupylint.cupy_model; "
        "print(sorted({name.partition('.')[0] for name in sys.modules} & {'libcst', 'cupy', 'cupyx', 'numpy'}))"
    )
    root = Path(cupy_model.__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
