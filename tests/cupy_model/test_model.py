"""The model of CuPy says what reading CuPy's source and measuring it on a device showed."""

from __future__ import annotations

import pytest

from cupylint.cupy_model import (
    BUILTINS_THAT_WAIT,
    attribute,
    function,
    generator_method,
    is_listed,
    memory_method,
    method,
    refine,
    refine_method,
)
from cupylint.cupy_model.functions import FUNCTIONS
from cupylint.cupy_model.methods import METHODS
from cupylint.cupy_model.spec import Call, Returns, Runs, Waits
from cupylint.cupy_model.tables import pick
from cupylint.cupy_model.ufuncs import UFUNCS

YES, NO, EARLIER, SOMETIMES = Waits.YES, Waits.NO, Waits.EARLIER, Waits.SOMETIMES
SOMETIMES_EARLIER = Waits.SOMETIMES_EARLIER


def names(text: str, prefix: str = "cupy.") -> list[str]:
    """The names in a text, each with `prefix` in front."""
    return [prefix + name for name in text.split()]


# -- what waits ------------------------------------------------------------------------------------

WAITING_METHODS = """get item tolist tobytes tofile dump dumps nonzero compress __int__ __float__ __complex__ __bool__
    __repr__ __str__ __format__ __bytes__ __reduce__"""

WAITING_FUNCTIONS = names(
    """asnumpy nonzero flatnonzero argwhere unique unique_all unique_counts unique_inverse unique_values extract
    compress place intersect1d setdiff1d setxor1d union1d bincount unravel_index mask_indices nanmin nanmax trim_zeros
    delete asarray_chkfinite array2string array_repr array_str save savez savez_compressed savetxt
    format_float_positional format_float_scientific linalg.cond"""
)

# Read in the source, and blocked when tried.
MEASURED_TO_WAIT = names(
    "linalg.svd linalg.pinv linalg.eigh linalg.lstsq linalg.eig linalg.eigvals histogram2d histogramdd"
)


COMPUTING_METHODS = ("nonzero", "compress")
"""What comes back from the others is on the host."""

DONE = names(
    """asnumpy asarray_chkfinite array2string array_repr array_str save savez savez_compressed savetxt nanmax nanmin
    trim_zeros format_float_positional format_float_scientific argpartition unravel_index
    linalg.cond"""
)
"""What is on the host then, or tested at the end: they put nothing on a stream after their last wait."""


@pytest.mark.parametrize("name", WAITING_METHODS.split())
def test_method_waits(name: str) -> None:
    assert method(name).waits is (EARLIER if name in COMPUTING_METHODS else YES)


@pytest.mark.parametrize("dotted", [*WAITING_FUNCTIONS, *MEASURED_TO_WAIT])
def test_function_waits(dotted: str) -> None:
    assert function(dotted).waits is (YES if dotted in DONE else EARLIER)
    assert is_listed(dotted)


CONDITIONAL = names("put ravel_multi_index shares_memory real_if_close ix_ interp")
CONDITIONAL_AND_COMPUTING = names(
    """where choose repeat average linspace gradient percentile quantile histogram array_equal putmask
    random.randint random.choice random.exponential random.logseries
    random.negative_binomial random.noncentral_chisquare random.noncentral_f random.power random.rayleigh
    random.triangular random.weibull random.zipf"""
)


@pytest.mark.parametrize("dotted", [*CONDITIONAL, *CONDITIONAL_AND_COMPUTING])
def test_function_waits_for_some_arguments(dotted: str) -> None:
    assert function(dotted).waits is (SOMETIMES if dotted in CONDITIONAL else SOMETIMES_EARLIER)


@pytest.mark.parametrize("name", ["integers", "zipf", "no_such"])
def test_generator_may_wait(name: str) -> None:
    assert generator_method(name).waits in (SOMETIMES, SOMETIMES_EARLIER)
    assert generator_method("random").waits is generator_method("normal").waits is NO


def test_method_waits_for_some_arguments() -> None:
    assert method("put").waits is SOMETIMES
    assert method("choose").waits is method("repeat").waits is SOMETIMES_EARLIER


# People think these wait; a spin kernel ahead of each showed that they do not. Number of positional
# arguments, then keywords.
DO_NOT_WAIT = [
    *[(dotted, 1, ()) for dotted in names("sum max min any all mean count_nonzero argmax median sort fft.fft")],
    *[(dotted, 2, ()) for dotted in names("allclose array_equal linalg.solve dot take searchsorted isin convolve")],
    *[(dotted, 1, ()) for dotted in names("linalg.inv linalg.det linalg.cholesky linalg.norm lexsort random.rand")],
    *[(dotted, 1, ()) for dotted in names("concatenate stack random.shuffle array asarray zeros ones")],
    *[(dotted, 2, ()) for dotted in names("percentile full copyto einsum equal linspace")],
    ("cupy.interp", 3, ()),
    ("cupy.where", 3, ()),
    ("cupy.where", 1, ("x", "y")),
    ("cupy.put", 3, ()),
    ("cupy.average", 1, ()),
    ("cupy.gradient", 1, ()),
]


@pytest.mark.parametrize(("dotted", "count", "keywords"), DO_NOT_WAIT)
def test_call_does_not_wait(dotted: str, count: int, keywords: tuple[str, ...]) -> None:
    assert refine(dotted, count, frozenset(keywords)).waits is NO


@pytest.mark.parametrize("name", ["set", "sort", "fill", "sum", "argmax", "copy", "astype", "__len__", "__iter__"])
def test_method_does_not_wait(name: str) -> None:
    assert method(name).waits is NO


def test_arguments_decide() -> None:
    assert refine("cupy.where", 1, ()).waits is EARLIER
    assert refine("cupy.where", 0, ()).waits is SOMETIMES_EARLIER  # where(*args)
    assert refine("cupy.choose", 2, ()).waits is EARLIER
    assert refine("cupy.choose", 2, {"mode"}).waits is SOMETIMES_EARLIER
    assert refine("cupy.put", 3, {"mode"}).waits is SOMETIMES
    assert refine("cupy.put", 4, ()).waits is SOMETIMES
    assert refine("cupy.repeat", 2, ()).waits is SOMETIMES_EARLIER
    assert refine("cupy.repeat", 2, (), arrays={1}).waits is EARLIER
    assert refine("cupy.repeat", 1, {"repeats"}, arrays={"repeats"}).waits is EARLIER
    assert refine("cupy.linspace", 3, (), arrays={1}).waits is EARLIER
    assert refine("cupy.percentile", 2, (), arrays={0}).waits is NO
    assert refine("cupy.quantile", 2, (), arrays={0, 1}).waits is EARLIER
    assert refine("cupy.average", 1, {"weights"}).waits is SOMETIMES_EARLIER
    assert refine("cupy.average", 1, {"weights"}, arrays={"weights"}).waits is EARLIER
    assert refine("cupy.gradient", 2, (), arrays={1}).waits is EARLIER
    assert refine("cupy.histogram", 1, ()).waits is EARLIER
    assert refine("cupy.histogram", 1, {"range"}).waits is SOMETIMES_EARLIER
    assert refine("cupy.array_equal", 2, {"equal_nan"}).waits is SOMETIMES_EARLIER
    assert refine("cupy.linalg.norm", 1, {"ord"}).waits is SOMETIMES_EARLIER
    assert refine("cupy.asarray", 1, {"blocking"}).waits is SOMETIMES
    assert refine("cupy.sum", 1, {"out"}) == function("cupy.sum")


def test_what_linalg_is_built_of_does_not_wait() -> None:
    """``cupy.linalg._util`` (read in the source of CuPy 12 to 14), which wrappers of cuSOLVER outside of CuPy use."""
    inside = "cupy.linalg._util."
    for name in ("linalg_common_type", "_assert_stacked_2d", "_check_cusolver_dev_info_if_synchronization_allowed"):
        record = function(inside + name)
        assert (record.waits, record.reads, record.runs) == (NO, (), Runs.NOWHERE), name
    assert function(inside + "_triu").writes == (0,)


def test_arguments_of_methods_decide() -> None:
    assert refine_method("put", 3, ()).waits is NO
    assert refine_method("choose", 2, ()).waits is EARLIER
    assert refine_method("repeat", 2, (), arrays={1}).waits is EARLIER
    assert refine_method("astype", 2, ()).returns is Returns.NEW
    assert refine_method("astype", 2, {"copy"}).returns is Returns.MAYBE_VIEW
    assert refine_method("byteswap", 2, ()).writes == (0,)
    assert refine_method("get", 1, ()).waits is YES
    assert refine_method("get", 5, ()).waits is SOMETIMES  # blocking, by position
    assert refine("cupy.ndarray.put", 3, ()) == refine_method("put", 3, ())


def test_builtins() -> None:
    assert {"bool", "int", "float", "complex", "str", "repr", "print", "format"} <= BUILTINS_THAT_WAIT
    assert {"max", "min", "sorted", "all", "any"} <= BUILTINS_THAT_WAIT
    assert not BUILTINS_THAT_WAIT & {"len", "sum", "list", "tuple", "iter", "zip", "enumerate", "abs", "type", "id"}


# -- memory ----------------------------------------------------------------------------------------

VIEWS = names(
    """transpose swapaxes moveaxis rollaxis squeeze expand_dims broadcast_to broadcast_arrays atleast_1d atleast_2d
    atleast_3d split array_split hsplit vsplit dsplit flip fliplr flipud rot90 diagonal real imag permute_dims
    matrix_transpose"""
)

COPIES = names(
    """copy concatenate concat stack vstack hstack dstack column_stack tile repeat roll take choose where pad append
    resize delete meshgrid outer kron array"""
)


def test_views() -> None:
    for dotted in VIEWS:
        assert (function(dotted).returns, function(dotted).runs) == (Returns.VIEW, Runs.NOWHERE), dotted
    for name in names("transpose swapaxes view squeeze diagonal reduced_view", ""):
        assert (method(name).returns, method(name).runs) == (Returns.VIEW, Runs.NOWHERE), name
    for name in names("T mT real imag flat", ""):
        assert attribute(name) is Returns.VIEW


def test_maybe_views() -> None:
    for call in (function("cupy.reshape"), function("cupy.ravel"), method("reshape"), method("ravel")):
        assert (call.returns, call.runs) == (Returns.MAYBE_VIEW, Runs.NOWHERE)
    assert method("conj").returns is method("conjugate").returns is Returns.MAYBE_VIEW
    for dotted in names("asarray asanyarray ascontiguousarray asfortranarray"):
        assert function(dotted).returns is Returns.SAME


def test_copies() -> None:
    for dotted in COPIES:
        assert (function(dotted).returns, function(dotted).runs) == (Returns.NEW, Runs.CURRENT), dotted
    for name in names("copy flatten take repeat astype argsort argpartition compress byteswap", ""):
        assert (method(name).returns, method(name).runs) == (Returns.NEW, Runs.CURRENT), name


def test_in_place() -> None:
    functions = "copyto place put putmask fill_diagonal put_along_axis random.shuffle add.at subtract.at maximum.at"
    for dotted in [*names(functions), *names("scatter_add scatter_max scatter_min", "cupyx.")]:
        call = function(dotted)
        assert call.writes == (0,) and call.returns is Returns.NONE and len(call.out) == 1, dotted
    for name in names("fill put sort partition set scatter_add scatter_max scatter_min __setitem__", ""):
        assert method(name).writes == (0,) and method(name).returns is Returns.NONE, name
    assert method("__iadd__").writes == (0,) and method("__iadd__").returns is Returns.SAME
    assert function("cupy.sort").writes == ()  # a sorted copy


def test_allocation_issues_no_work() -> None:
    for dotted in names("empty empty_like ndarray"):
        assert (function(dotted).returns, function(dotted).runs) == (Returns.ALLOCATED, Runs.NOWHERE)
    for dotted in names("zeros ones arange eye zeros_like ones_like full random.rand"):
        assert (function(dotted).returns, function(dotted).runs) == (Returns.NEW, Runs.CURRENT)
    assert function("cupy.zeros_like").reads == ()  # shape and dtype only


def test_host_objects() -> None:
    for name in names("shape size ndim dtype itemsize nbytes strides flags device base", ""):
        assert attribute(name) is Returns.HOST
    assert attribute("data") is attribute("sum") is attribute("no_such") is Returns.OTHER
    for dotted in names(
        """shape size ndim can_cast may_share_memory shares_memory iscomplexobj isrealobj isscalar broadcast_shapes
        result_type min_scalar_type get_array_module float32"""
    ):
        call = function(dotted)
        assert call.returns in (Returns.HOST, Returns.OTHER) and call.runs is Runs.NOWHERE, dotted
    for dotted in names("empty_pinned zeros_pinned empty_like_pinned zeros_like_pinned", "cupyx."):
        assert (function(dotted).returns, function(dotted).runs) == (Returns.HOST, Runs.NOWHERE)
    alloc = function("cupy.cuda.alloc_pinned_memory")
    assert (alloc.returns, alloc.runs) == (Returns.OTHER, Runs.NOWHERE)


def test_out_arguments() -> None:
    assert function("cupy.add").out == ("out",) and function("cupy.add").out_position == 2
    assert function("cupy.sqrt").out_position == 1
    assert function("cupy.modf").out_position == 1 and function("cupy.modf").writes == (2,)
    assert function("cupy.add.reduce").out_position == 3
    assert function("cupy.sum").out_position == 3 and function("cupy.max").out_position == 2
    assert function("cupy.argmax").out_position == 3 and method("argmax").out_position == 2
    assert function("cupyx.scipy.special.erf").out_position == 1
    assert function("cupyx.scipy.ndimage.gaussian_filter").out == ("output",)
    assert function("cupyx.scipy.ndimage.gaussian_filter").out_position == 3
    assert generator_method("standard_normal").out == ("out",)


def test_truth_values() -> None:
    for dotted in names("equal less isnan isfinite logical_and isclose isin any all allclose iscomplex"):
        assert function(dotted).boolean, dotted
    assert method("__lt__").boolean
    assert not function("cupy.add").boolean and not function("cupy.bitwise_and").boolean


# -- streams and the host --------------------------------------------------------------------------


def test_only_these_take_a_stream() -> None:
    listed = {**FUNCTIONS, **UFUNCS}
    assert {dotted for dotted, calls in listed.items() if calls[-1].stream} == {"cupy.asnumpy"}
    assert {name for name, calls in METHODS.items() if calls[-1].stream} == {"get", "set"}
    assert (method("get").stream_position, method("set").stream_position) == (1, 2)
    assert function("cupy.asnumpy").stream_position == 1


@pytest.mark.parametrize("name", ["memset", "copy_from_device", "copy_from_host", "copy_to_host", "copy_from"])
def test_memory_methods(name: str) -> None:
    plain, later = memory_method(name), memory_method(name + "_async")
    assert plain.runs is Runs.LEGACY and plain.stream is None
    assert later.runs is Runs.CURRENT and (later.stream, later.stream_position) == ("stream", 3)
    assert later.waits is NO
    assert plain.writes == later.writes == (() if name == "copy_to_host" else (0,))
    expected = {"memset": NO, "copy_from_device": NO, "copy_from": SOMETIMES}
    assert plain.waits is expected.get(name, YES)


def test_host_buffers() -> None:
    assert memory_method("copy_from_host_async").host_reads == ("1", "mem")
    assert memory_method("copy_to_host_async").host_writes == ("1", "mem")
    assert method("get").host_writes == function("cupy.asnumpy").host_writes == ("out", "3")
    assert method("set").host_reads == ("1", "arr")
    assert memory_method("nothing").runs is Runs.NOWHERE


def test_raw_copies() -> None:
    assert function("cupy.cuda.runtime.memcpy").runs is Runs.LEGACY
    assert function("cupy.cuda.runtime.memcpyAsync").stream_position == 4
    assert function("cupy.cuda.runtime.memsetAsync").stream_position == 3


# -- versions --------------------------------------------------------------------------------------


def test_device_to_host_before_13() -> None:
    for version, waits in ((12, SOMETIMES), (13, YES), (14, YES)):
        assert method("get", version).waits is function("cupy.asnumpy", version).waits is waits
        # CuPy 12 has no ``blocking``: who passes it there means a later version.
        assert method("get", version).blocking == function("cupy.asnumpy", version).blocking == "blocking"
    assert refine_method("get", 1, {"stream"}, 12).waits is NO
    assert refine_method("get", 1, {"stream"}, 13).waits is YES
    assert refine("cupy.asnumpy", 2, (), 12).waits is NO
    assert refine("cupy.asnumpy", 2, (), 14).waits is YES


def test_host_to_device_before_13() -> None:
    assert method("set", 12).waits is SOMETIMES and method("set", 13).waits is NO
    assert refine_method("set", 2, {"stream"}, 12).waits is NO
    for dotted in names("array asarray asanyarray ascontiguousarray frombuffer"):
        assert function(dotted, 12).host_reads == ()
        assert function(dotted, 13).host_reads[0] == function(dotted, 14).host_reads[0] == "0"
    assert function("cupy.asarray", 12).blocking is None and function("cupy.asarray", 13).blocking == "blocking"


def test_sorts_wait_until_14() -> None:
    for dotted in names("sort argsort lexsort"):
        assert [function(dotted, version).waits for version in (12, 13, 14)] == [YES, YES, NO]
    assert [method("sort", version).waits for version in (12, 13, 14)] == [YES, YES, NO]
    assert function("cupy.partition", 13).waits is function("cupy.median", 13).waits is SOMETIMES
    assert function("cupy.partition", 14).waits is function("cupy.median", 14).waits is NO


def test_versions_beyond_the_known_ones_take_the_nearest() -> None:
    assert function("cupy.sort", 15) == function("cupy.sort", 14) == function("cupy.sort")
    assert function("cupy.asnumpy", 11) == function("cupy.asnumpy", 12)
    assert pick((Call(since=13),), 12) == Call(since=13)


@pytest.mark.parametrize("dotted", ["cupyx.scipy.ndimage.gaussian_filter", "cupyx.scipy.signal.fftconvolve"])
def test_filters_that_were_measured_do_not_wait(dotted: str) -> None:
    assert function(dotted).waits is NO
    assert function("cupyx.scipy.ndimage.zoom").waits is SOMETIMES
