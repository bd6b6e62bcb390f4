"""Universal functions: element by element, ``out=`` by keyword or after the inputs, and their methods."""

from __future__ import annotations

from cupylint.cupy_model.records import fills, writes_to
from cupylint.cupy_model.spec import Call
from cupylint.cupy_model.tables import Row, Table, table


def _ufunc(inputs: int, outputs: int = 1, boolean: bool = False) -> Call:
    """`inputs` arrays are read; outputs may follow them by position."""
    more = tuple(range(inputs + 1, inputs + outputs))
    return fills(inputs, writes=more, boolean=boolean)


_CUPY: list[Row] = [
    (
        _ufunc(1),
        """abs absolute acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh bitwise_count
        bitwise_invert bitwise_not cbrt ceil conj conjugate cos cosh deg2rad degrees exp exp2 expm1 fabs fix floor i0
        invert log log10 log1p log2 negative positive rad2deg radians reciprocal rint sign sin sinc sinh sqrt square
        tan tanh trunc""",
    ),
    (_ufunc(1, boolean=True), "isfinite isinf isnan logical_not signbit"),
    (
        _ufunc(2),
        """add arctan2 atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign divide
        float_power floor_divide fmax fmin fmod gcd heaviside hypot lcm ldexp left_shift logaddexp logaddexp2 maximum
        minimum mod multiply nextafter pow power remainder right_shift subtract true_divide""",
    ),
    (
        _ufunc(2, boolean=True),
        "equal greater greater_equal less less_equal logical_and logical_or logical_xor not_equal",
    ),
    (_ufunc(1, 2), "frexp modf"),
    (_ufunc(2, 2), "divmod"),
]

_SPECIAL: list[Row] = [
    (
        _ufunc(1),
        """cbrt cosdg cosm1 cotdg digamma ellipk ellipkm1 entr erf erfc erfcinv erfcx erfinv exp1 exp10 exp2 expi
        expit expm1 exprel gamma gammaln gammasgn i0 i0e i1 i1e j0 j1 k0 k0e k1 k1e log1p log_expit log_ndtr loggamma
        logit ndtr ndtri psi rgamma sinc sindg tandg y0 y1 zetac""",
    ),
    (
        _ufunc(2),
        """beta betaln binom boxcox boxcox1p chdtr chdtrc chdtri ellipeinc ellipkinc expn gammainc gammaincc
        gammainccinv gammaincinv huber inv_boxcox inv_boxcox1p kl_div pdtr pdtrc pdtri poch pseudo_huber rel_entr
        xlog1py xlogy yn zeta""",
    ),
    (
        _ufunc(3),
        """bdtr bdtrc bdtri betainc betaincinv btdtr btdtri fdtr fdtrc fdtri gdtr gdtrc lpmv nbdtr nbdtrc nbdtri
        radian wright_bessel""",
    ),
    (_ufunc(4), "sph_harm"),
    (_ufunc(1, 2), "shichi sici"),
    (_ufunc(2, 4), "ellipj"),
]

UFUNCS: Table = {
    **table("cupy.", _CUPY),
    **table("cupyx.", [(_ufunc(1), "rsqrt")]),
    **table("cupyx.scipy.special.", _SPECIAL),
}
"""What a call of each ufunc does, by canonical dotted name."""

UFUNC_METHODS: dict[str, Call] = {
    "reduce": fills(3),  # (array, axis, dtype, out, keepdims)
    "accumulate": fills(3),
    "reduceat": fills(4),
    "outer": fills(None),
    "at": writes_to("a"),
}
"""What ``ufunc.<method>`` does; positions count from the method's first argument."""
