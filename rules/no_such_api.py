"""A name, method, keyword or exception that CuPy does not have fails where it is used.

## What it does
Reports what CuPy 12, 13 and 14 do not have: `cp.cuda.grid`, `kernel.call(...)`,
`cp.asarray(x, stream=s)`, `except cp.cuda.OutOfMemoryError`, and says what was meant; also methods of ufuncs that
raise `NotImplementedError` (`cp.minimum.accumulate`, `cp.logical_and.reduce`). With
`--cupy-version` it also reports what only another version has, as a warning.

## Why is this bad?
Such a line raises `AttributeError`, `ImportError` or `TypeError` when it runs, and some lines run
late: the head of an `except` is looked up only when there is an exception to handle.

## Example
```python bad
import cupy as cp

try:
    x = cp.zeros((1 << 15, 1 << 15))
except cp.cuda.OutOfMemoryError:  # expect: CUP301
    cp.get_default_memory_pool().free_all_blocks()
    x = cp.zeros((1 << 10, 1 << 10))
```
```python bad
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.asarray([1, 2, 3], stream=s)  # expect: CUP301
cp.cuda.synchronize()  # expect: CUP301
```

## Fix
Use the name that CuPy has:
```python good
import cupy as cp

try:
    x = cp.zeros((1 << 15, 1 << 15))
except cp.cuda.memory.OutOfMemoryError:
    cp.get_default_memory_pool().free_all_blocks()
    x = cp.zeros((1 << 10, 1 << 10))
```
```python good
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
with s:
    x = cp.asarray([1, 2, 3])
cp.cuda.Device().synchronize()
```

## Limits
Only names that nothing but CuPy binds are judged, and only objects that are plainly made: not
`xp`, which may be NumPy, nor parameters, nor attributes of `self`. Names that start with an
underscore, that the file sets itself, or that it asks for with `hasattr`, `getattr`, a version or
a handler for `AttributeError` are left alone, and imports under a handler for `ImportError`. So are tests that are
skipped whatever happens.

## References
CuPy, API reference; CuPy, upgrade guide.
"""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import NoSuchName
from cupylint.findings import Fix, Premise
from cupylint.rule import IMPORTS_CUPY, Diagnosis, Rule

_RAISES = {
    "name": "AttributeError", "method": "AttributeError", "import": "ImportError", "unsupported": "NotImplementedError",
}  # fmt: skip
"""The exceptions that follow; for all other kinds TypeError."""
_NOTHING = "nothing: "
_FROM_NUMPY = frozenset(("cupy.bool8", "cupy.int0", "cupy.uint0"))
"""Names for which CuPy asks NumPy, which had them until 2.0."""
_OF_NUMPY = (Premise("environment", "NumPy is 2.0 or newer"),)


def check(fact: NoSuchName) -> Iterator[Diagnosis]:
    """A name that does not exist; a warning if another version has it."""
    notes = []
    if fact.caught:
        notes.append("the head of an `except` is looked up only when there is an exception, and then hides it")
    if fact.takes:
        notes.append(f"`{fact.function}` takes " + ", ".join(f"`{name}`" for name in fact.takes))
    yield Diagnosis(
        message=_what(fact) + _instead(fact.meant),
        place=fact.location,
        label=f"raises {_RAISES.get(fact.kind, 'TypeError')}",
        notes=tuple(notes),
        premises=(_version(fact),) if fact.versions else _OF_NUMPY if fact.path in _FROM_NUMPY else (),
        candidates=() if fact.replaced is None else (Fix.replacing(fact.replaced, fact.replacement),),
    )


def _version(fact: NoSuchName) -> Premise:
    return Premise("environment", f"the program runs on CuPy {fact.version} (--cupy-version)")


def _what(fact: NoSuchName) -> str:
    if fact.kind == "unbound":
        return f"`{fact.written}` calls a method on the class, without an object"
    if fact.kind == "unsupported":
        return f"CuPy does not support `{fact.written}`"
    thing = f"keyword `{fact.written}` of `{fact.function}`" if fact.kind == "keyword" else f"`{fact.written}`"
    if fact.versions:
        return f"{thing} is not in CuPy {fact.version}, only {_when(fact)}"
    return f"CuPy has no {thing}"


def _when(fact: NoSuchName) -> str:
    """Which of the versions that are known have the name: those before the one that is asked for, or those after it."""
    if max(fact.versions) < fact.version:
        return f"up to CuPy {max(fact.versions)}"
    return f"since CuPy {min(fact.versions)}"


def _instead(meant: str) -> str:
    if meant.startswith(_NOTHING):
        return f": {meant.removeprefix(_NOTHING)}"
    return f": use {meant}" if meant else ""


RULE = Rule(
    check,
    code="CUP301",
    name="no-such-api",
    severity="error",
    documentation=__doc__,
    needles=(IMPORTS_CUPY,),
    fix="safe",
)
