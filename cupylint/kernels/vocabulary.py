"""What the names of CUDA mean to the judgements."""

from __future__ import annotations

import re

BUILT_IN = ("threadIdx", "blockIdx", "blockDim", "gridDim")
"""Variables that every kernel has, with their axes."""

BLOCK_BARRIERS = frozenset(
    ("__syncthreads", "__syncthreads_or", "__syncthreads_and", "__syncthreads_count", "__barrier_sync")
)
"""Every thread of the block that has not ended must get here."""

THIS_BLOCK = frozenset(("cg::this_thread_block", "this_thread_block"))
THIS_GRID = frozenset(("cg::this_grid", "this_grid"))
GROUP_SYNC = frozenset(("cg::sync", "sync"))

WARP = re.compile(r"__(?:shfl|ballot|any|all|match|reduce|activemask|syncwarp)\w*")
"""Calls that threads of one warp make together."""

ATOMIC = re.compile(r"atomic[A-Z]\w*")
CLOCKS = frozenset(("clock", "clock64", "__globaltimer", "globaltimer"))
BACK_OFF = frozenset(("__nanosleep",))
LOADS = frozenset(("__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv"))
"""Loads through a certain cache. ``__ldg`` uses the one that is never refreshed."""

_PURE_WORDS = """
    min max abs labs llabs fabs fabsf fmin fmax fminf fmaxf sqrt sqrtf rsqrt rsqrtf cbrt cbrtf exp expf exp2 exp2f
    exp10 exp10f expm1 expm1f log logf log2 log2f log10 log10f log1p log1pf pow powf sin sinf cos cosf tan tanf asin
    asinf acos acosf atan atanf atan2 atan2f sinh sinhf cosh coshf tanh tanhf erf erff erfc erfcf floor floorf ceil
    ceilf round roundf rint rintf trunc truncf fmod fmodf hypot hypotf copysign copysignf isnan isinf isfinite signbit
    fma fmaf lround llround lrint llrint nearbyint ldexp frexp tgamma lgamma saturate __saturatef
    __popc __popcll __clz __clzll __ffs __ffsll __brev __brevll __mul24 __umul24 __mulhi __umulhi
    __float_as_int __int_as_float __double_as_longlong __longlong_as_double __float2int_rn __int2float_rn
    __fdividef __expf __logf __log2f __powf __sinf __cosf __tanf __fsqrt_rn __frcp_rn __fmaf_rn __fadd_rn __fmul_rn
    float int double bool unsigned char short long half __half2float __float2half complex
    float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_
"""
_PURE = frozenset(_PURE_WORDS.split())
_MADE = re.compile(r"make_\w+[1-4]")


NOT = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""What holds where a comparison does not."""
TURNED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""A comparison with its sides exchanged."""


def is_pure(function: str) -> bool:
    """Whether a call computes something from the values it is given and touches nothing else."""
    return function in _PURE or _MADE.fullmatch(function) is not None


_RESERVED_WORDS = """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
    concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete
    do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
    requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw
    true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
"""
RESERVED = frozenset(_RESERVED_WORDS.split())
"""Keywords of C++; no function can have such a name."""
