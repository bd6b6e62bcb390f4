"""What every CuPy call does, as data: stream, reads, writes, result, waits; per CuPy version.

Names are canonical dotted names (`canonical`), positions count from 0, and for methods position 0
is the object itself. Nothing here imports CuPy or knows programs.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from cupylint.cupy_model import conditions, namespaces
from cupylint.cupy_model.aliases import NATIVE, canonical
from cupylint.cupy_model.extras import EXTRAS, MEMORY_METHODS, TEXTURE_METHODS
from cupylint.cupy_model.functions import FUNCTIONS
from cupylint.cupy_model.methods import ATTRIBUTES, BUILTINS_THAT_WAIT, METHODS, UNLISTED_METHOD
from cupylint.cupy_model.spec import Call, Returns, Runs, Waits
from cupylint.cupy_model.tables import pick
from cupylint.cupy_model.ufuncs import UFUNC_METHODS, UFUNCS

__all__ = [
    "BUILTINS_THAT_WAIT",
    "NATIVE",
    "Call",
    "Returns",
    "Runs",
    "Waits",
    "attribute",
    "canonical",
    "function",
    "generator_method",
    "is_listed",
    "memory_method",
    "method",
    "refine",
    "refine_method",
    "texture_method",
]

NEWEST = 14
"""The CuPy major version that is assumed where none is given."""

_NDARRAY = "cupy.ndarray."
_LISTED = {**FUNCTIONS, **UFUNCS, **EXTRAS}


def _ufunc_method(dotted: str) -> Call | None:
    owner, _, name = dotted.rpartition(".")
    return UFUNC_METHODS.get(name) if owner in UFUNCS else None


@lru_cache(maxsize=4096)
def is_listed(dotted: str) -> bool:
    """Whether a table describes this name; otherwise `function` gives its namespace's default."""
    if dotted.startswith(_NDARRAY):
        return dotted[len(_NDARRAY) :] in METHODS
    return dotted in _LISTED or _ufunc_method(dotted) is not None


@lru_cache(maxsize=4096)
def function(dotted: str, version: int = NEWEST) -> Call:
    """What a call of a function does, whatever its arguments: see `refine` for more.

    `dotted` is canonical: ``cupy.sum``, ``cupy.linalg.norm``, ``cupy.add.at``, ``cupyx.scatter_add``,
    ``cupy.ndarray.get`` (whose position 0 is the array). A name that is not listed gets the default
    of its namespace (`namespaces`).
    """
    if dotted.startswith(_NDARRAY):
        return method(dotted[len(_NDARRAY) :], version)
    calls = _LISTED.get(dotted)
    if calls is not None:
        return pick(calls, version)
    return _ufunc_method(dotted) or namespaces.default(dotted)


def is_ufunc(dotted: str) -> bool:
    """Whether a function is a ufunc: ``cupy.minimum``."""
    return dotted in UFUNCS


def is_method(name: str) -> bool:
    """Whether device arrays have a method of this name whose record is known."""
    return name in METHODS


@lru_cache(maxsize=1024)
def method(name: str, version: int = NEWEST) -> Call:
    """What a method of a device array does, whatever its arguments; position 0 is the array."""
    calls = METHODS.get(name)
    return UNLISTED_METHOD if calls is None else pick(calls, version)


def refine(
    dotted: str,
    positional_count: int,
    keyword_names: Collection[str],
    version: int = NEWEST,
    arrays: Collection[int | str] = (),
) -> Call:
    """What a call of a function does, given which arguments it has.

    One-argument ``where`` waits, three-argument ``where`` does not. `arrays` names the arguments
    that are known to be device arrays, by position or keyword: ``linspace`` waits for an end point
    that is one. A call that shows no argument at all (``f(*args)``) gets the record of `function`.
    """
    return _refined(dotted, positional_count, frozenset(keyword_names), version, frozenset(arrays))


@lru_cache(maxsize=4096)
def _refined(dotted: str, count: int, keywords: frozenset[str], version: int, arrays: frozenset[int | str]) -> Call:
    call = function(dotted, version)
    if dotted.startswith(_NDARRAY):
        found = conditions.METHOD_CONDITIONS.get(dotted[len(_NDARRAY) :])
    else:
        found = conditions.CONDITIONS.get(dotted)
    if found is None or not (count or keywords):
        return call
    return conditions.apply(call, found, version, count, keywords, arrays)


def refine_method(
    name: str,
    positional_count: int,
    keyword_names: Collection[str],
    version: int = NEWEST,
    arrays: Collection[int | str] = (),
) -> Call:
    """`refine` for a method of an array; `positional_count` includes the array itself."""
    return refine(_NDARRAY + name, positional_count, keyword_names, version, arrays)


def attribute(name: str) -> Returns:
    """What an attribute of a device array is; OTHER for ``data``, methods and unknown names.

    No attribute issues device work.
    """
    return ATTRIBUTES.get(name, Returns.OTHER)


def memory_method(name: str) -> Call:
    """What a method of ``MemoryPointer`` (``x.data``) does; position 0 is the pointer.

    The plain forms run on the legacy null stream, the ``_async`` ones on the current stream or
    ``stream=``. A name that is not listed does nothing to memory.
    """
    return MEMORY_METHODS.get(name, namespaces.PLUMBING)


def texture_method(name: str) -> Call | None:
    """What a method of ``cupy.cuda.texture.CUDAarray`` does; position 0 is the array itself. None: no such method."""
    return TEXTURE_METHODS.get(name)


@lru_cache(maxsize=1024)
def generator_method(name: str, version: int = NEWEST) -> Call:
    """What a method of ``cupy.random.Generator`` or ``RandomState`` does.

    Positions are those of the function of the same name: the generator itself is not counted.
    """
    dotted = "cupy.random." + {"integers": "randint"}.get(name, name)
    return function(dotted, version) if dotted in _LISTED else namespaces.NUMERICS
