"""Predicted shapes and dtypes against NumPy's own, on arrays of random shapes and dtypes.

CuPy 14 follows NumPy 2 but for the differences that are listed here.
"""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy
import pytest

from cupylint.sizes import dtypes
from cupylint.sizes.forms import Form, shape_of
from cupylint.sizes.numeric import loop
from cupylint.sizes.ufunc_types import LOOPS
from tests.sizes.stand_ins import Names, Stand, Unpredicted, described

NUMPY2 = int(numpy.__version__.partition(".")[0]) >= 2
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not NUMPY2, reason="NumPy 1 promotes by value")]

ALL = list(dtypes.ITEMSIZE)
COMMON = ["float32", "float64", "int32", "int64", "complex64", "bool", "uint8", "float16"]

EXPRESSIONS = """
x + y; x * 2; x * 2.5; x / y; x > y; -f; abs(x); f ** 2; x * y + x; f * 1j; 3 - f; x == 1; f @ f.T; f / 3
xp.sum(x); xp.sum(x, axis=0); x.sum(-1); x.sum(axis=0, keepdims=True); f.mean(); f.mean(axis=-1); f.std(0); f.var()
x.max(); x.max(0); x.argmax(); x.argmax(axis=0); xp.any(x, axis=0); xp.all(x); xp.count_nonzero(x, axis=0)
xp.prod(x, axis=-1); xp.cumsum(x); xp.cumsum(x, axis=0); f.cumprod(0); xp.nansum(f); xp.nanmean(f, 0); xp.ptp(f, 0)
xp.median(r); xp.median(r, axis=0); xp.percentile(r, 50, axis=0); xp.quantile(r, [.1, .9]); xp.average(f, axis=0)
x.sum(dtype="float32"); x.mean(dtype="float64"); xp.sum(x, (0, 1)); x.sum(axis=()); xp.sort(x); xp.sort(x, axis=0)
xp.sort(x, None); xp.argsort(x); xp.argsort(x, axis=0); xp.partition(x, 1); xp.where(x > 0, x, y)
xp.where(x > 0, f, 0); xp.where(x > 0, f, 1.5); xp.clip(r, 0, 1); xp.nan_to_num(f); xp.isclose(r, r)
xp.allclose(r, r); xp.array_equal(x, y); xp.diff(r); xp.diff(r, axis=0); xp.diff(r, 2); xp.searchsorted(v, v)
xp.interp(r, v, v); xp.histogram(r, 5); xp.cov(f); xp.round(f, 1); xp.isnan(f); xp.angle(f); xp.gradient(f)
xp.isin(x, y); xp.trace(f); xp.take_along_axis(f, xp.argsort(f), -1); xp.concatenate((x, x))
xp.concatenate((x, f), axis=1); xp.concatenate([x, f], None); xp.stack((x, f)); xp.stack([x, x], -1)
xp.vstack((x, f)); xp.hstack((x, f)); xp.dstack((x, f)); xp.column_stack((x, f)); xp.append(x, f)
xp.vstack((v, v)); xp.hstack((v, v)); xp.dstack((v, v)); xp.column_stack((v, v)); xp.append(x, f, 0)
xp.hstack((x, f)); xp.tile(x, 2); xp.tile(x, (2, 1, 3)); xp.repeat(x, 3); xp.repeat(x, 2, axis=0); xp.roll(x, 1)
xp.flip(x); xp.rot90(x); xp.pad(x, 1); xp.pad(x, ((1, 2), (0, 1))); xp.pad(v, (1, 2)); xp.tril(x); xp.triu(x, 1)
xp.diag(v); xp.diag(x); xp.diagflat(v); xp.diagonal(x, 1); x.diagonal(); xp.kron(f, f); xp.outer(v, v)
xp.meshgrid(v, v); xp.diag(v, -2); xp.meshgrid(v, v, indexing="ij"); xp.meshgrid(v, v, sparse=True)
xp.take(x, i, 0); x.take(i); xp.take(x, i, axis=-1); x.reshape(-1); x.reshape(-1, 1); x.reshape((1, -1)); x.ravel()
x.flatten(); x.T; x.transpose(1, 0); xp.moveaxis(c, 0, -1); c.transpose(2, 0, 1); xp.swapaxes(c, 0, 2)
xp.expand_dims(x, 0); xp.expand_dims(x, (0, 2)); xp.squeeze(x[None]); c.T; xp.squeeze(x[:, None], 1)
xp.broadcast_to(v, (3, 6)); xp.atleast_2d(v); xp.atleast_3d(v); xp.atleast_3d(x); xp.split(x, 1)
xp.array_split(v, 4); x.view(); x.copy(); x.astype("float32"); x.astype(bool); f.real; f.imag; f.conj(); x[0]
x[-1]; x[1:]; x[:, 0]; x[:, None]; x[None]; x[..., 0]; x[::2]; x[::-1]; x[1:1]; x[:, ::2]; x[:-1, 1:]; x[5:]; c[0]
c[..., 1]; c[:, 0, :]; c[0, ..., None]; c[1:, None, ::2]; v[2]; v[-3:]; v[::-2]; v[10:0:-3]; v[-2:-4:-1]; x[i]
x[i, i]; x[:, i]; c[i, :, i]; c[:, i, i]; c[0, i]; c[i][:, 0]; x[i[:, None], i]; c[:, i, 0]; c[0, :, i]; x[i, None]
x[x > 0]; c[x3 > 0]; x[v2 > 0]; xp.nonzero(x); xp.argwhere(x); xp.flatnonzero(x); xp.unique(x); x.nonzero()
xp.dot(f, f.T); xp.dot(v, v); f.dot(f.T); xp.matmul(c, c.swapaxes(1, 2)); xp.inner(f, f); xp.vdot(f, f); v @ v
xp.tensordot(f, f.T, 1); xp.tensordot(c, c, ([0, 1], [0, 1])); xp.tensordot(f, f); f.T @ f; c @ c.swapaxes(1, 2)
xp.einsum("ij,ij->i", f, f); xp.einsum("ij->ji", f); xp.einsum("ij,kj", f, f); xp.einsum("ij,kj->ik", f, f)
xp.einsum("...i,...i", c, c); xp.einsum("ii", f @ f.T); xp.einsum("i,j->ij", v, v); xp.einsum("...ij->...ji", c)
xp.cross(q, q); xp.linalg.norm(f); xp.linalg.norm(f, axis=0); xp.linalg.norm(f, axis=1, keepdims=True)
xp.linalg.inv(s); xp.linalg.det(s); xp.linalg.slogdet(s); xp.linalg.solve(s, s); xp.linalg.svd(g); xp.linalg.qr(g)
xp.linalg.svd(g, full_matrices=False); xp.linalg.svd(g, compute_uv=False); xp.linalg.qr(g, "complete")
xp.linalg.eigh(s); xp.linalg.eigvalsh(s); xp.linalg.cholesky(s); xp.linalg.pinv(g); xp.linalg.matrix_rank(s)
xp.linalg.matrix_power(s, 3); xp.fft.fft(g); xp.fft.fft(g, axis=0); xp.fft.fft(g, 7); xp.fft.ifft(g)
xp.fft.rfft(h); xp.fft.irfft(g); xp.fft.irfft(g, 9); xp.fft.fft2(g); xp.fft.fftn(g); xp.fft.rfftn(h)
xp.fft.irfftn(g); xp.fft.fftshift(g); xp.fft.fftfreq(8); xp.fft.rfft2(h); xp.fft.rfft(h, 5, 0); xp.fft.rfftfreq(9)
xp.fft.fft2(g, (4, 4)); xp.fft.fftn(g, axes=(0,)); xp.zeros((3, 4)); xp.zeros(5, "f4")
xp.ones((2, 3), dtype="int8"); xp.empty(()); xp.full((2, 2), 1); xp.full(3, 1.5); xp.full((2,), True)
xp.zeros_like(x); xp.ones_like(x, dtype="float32"); xp.full_like(x, 1); xp.empty_like(x, shape=(2,)); xp.arange(10)
xp.arange(2, 10, 3); xp.arange(0, 1, 0.1); xp.arange(5.0); xp.arange(10, 0, -3); xp.arange(3, dtype="f4")
xp.linspace(0, 1); xp.linspace(0, 1, 7); xp.linspace(0, 1, 7, dtype="f4"); xp.logspace(0, 1, 5); xp.eye(3)
xp.eye(3, 4); xp.identity(3); xp.tri(3); xp.indices((2, 3)); xp.array([1, 2]); xp.array([1.0, 2])
xp.array([[1, 2], [3, 4]]); xp.array([x, x]); xp.array(5.0); xp.array(x, dtype="float32"); xp.array([True])
xp.array([1j]); xp.array([]); xp.asarray(x); xp.ascontiguousarray(x.T); xp.convolve(v, v[:3])
xp.convolve(v, v[:3], "same"); xp.correlate(v, v[:3]); xp.convolve(v, v[:3], "valid"); xp.packbits(x > 0)
xp.array(x, ndmin=3); xp.hanning(7)
"""

DIFFERENT = {
    "xp.angle(f)": "CuPy has no angles in float16 for small whole numbers",
}


def operands(rng: random.Random, dtype: str) -> dict[str, Any]:
    """Arrays of one dtype, some of another, by the names that `EXPRESSIONS` use."""
    high, wide = rng.randint(2, 5), rng.randint(2, 5)
    other = rng.choice(COMMON)
    real = dtype if not dtype.startswith("complex") else "float32"
    single = dtype if dtype not in ("bool", "float16") else "float32"

    def made(*shape: int, of: str = dtype) -> Any:
        return (numpy.arange(numpy.prod(shape)).reshape(shape) % 5).astype(of)

    return {
        "x": made(high, wide), "y": made(high, wide, of=other), "f": made(high, wide, of=single),
        "r": made(high, wide, of=real if real != "bool" else "int32"), "v": made(6, of=single),
        "c": made(3, high, wide),
        "x3": made(3, high, wide), "v2": made(high), "i": numpy.array([0, 1]), "q": made(high, 3, of=single),
        "s": (numpy.eye(high) * 4).astype(single), "g": made(high, wide, of=single),
        "h": made(high, wide, of=single if not single.startswith("complex") else "float32"),
    }  # fmt: skip


def stand_in(value: Any) -> Stand:
    return Stand(Form(shape_of(*value.shape), value.dtype.name))


def agrees(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, (tuple, list)):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(agrees, found, wanted))
    wanted = numpy.asarray(wanted)
    if found is None or (found.dtype is not None and found.dtype != wanted.dtype.name):
        return False
    return found.shape is None or (
        len(found.shape) == wanted.ndim
        and all(
            length.value == size or (length.value is None and (length.most is None or size <= length.most))
            for length, size in zip(found.shape, wanted.shape, strict=True)
        )
    )


WRITTEN = [part.strip() for line in EXPRESSIONS.strip().splitlines() for part in line.split(";")]


@pytest.mark.parametrize("expression", WRITTEN)
def test_shapes_and_dtypes_are_those_of_numpy(expression: str) -> None:
    rng = random.Random(expression)
    compared = 0
    for dtype in COMMON:
        values = operands(rng, dtype)
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                wanted = eval(expression, {"xp": numpy, **values})
            except Exception:  # NumPy refuses it
                continue
        scope = {name: stand_in(value) for name, value in values.items()}
        try:
            found = described(eval(expression, {"xp": Names("cupy"), **scope}))
        except Unpredicted:
            continue
        compared += 1
        if expression not in DIFFERENT:
            assert agrees(found, wanted), (dtype, found, described_numpy(wanted))
    assert compared, "nothing was compared"


def described_numpy(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [described_numpy(item) for item in value]
    return numpy.asarray(value).shape, numpy.asarray(value).dtype


# -- promotion -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ALL)
def test_promotion_is_that_of_numpy(first: str) -> None:
    for second in ALL:
        assert dtypes.promote(first, second) == numpy.promote_types(first, second).name
        assert dtypes.casts(first, second) == numpy.can_cast(first, second)


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("value", [True, 1, 2.5, 1j])
def test_numbers_of_python_adapt_as_in_numpy(dtype: str, value: complex) -> None:
    scalar = dtypes.scalar_of(value)
    assert scalar is not None
    wanted = numpy.result_type(numpy.empty(1, dtype), value).name
    assert dtypes.result_type([dtype, scalar], 14) == wanted


@pytest.mark.parametrize("name", [name for name in LOOPS if name.startswith("cupy.")])
def test_ufuncs_have_the_types_of_numpy(name: str) -> None:
    ufunc = getattr(numpy, name[5:], None)
    if not isinstance(ufunc, numpy.ufunc):
        pytest.skip("not NumPy's")
    for first in ALL:
        for second in ALL if ufunc.nin == 2 else [first]:
            inputs = [first, second][: ufunc.nin]
            found = loop(name, inputs, 14)
            try:
                wanted = ufunc.resolve_dtypes((*map(numpy.dtype, inputs), *(None,) * ufunc.nout))[ufunc.nin :]
            except TypeError:
                continue
            if found is not None:
                assert found == tuple(dtype.name for dtype in wanted), inputs
