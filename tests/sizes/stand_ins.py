"""Stand-ins for arrays, with a shape and a dtype only, and a pool that counts their bytes."""

from __future__ import annotations

from typing import Any, ClassVar

from cupylint.sizes.calls import DType
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import Form, Made, rounded


class Unpredicted(Exception):
    """Nothing is known of a function: no prediction, which is allowed."""


class Pool:
    """What is held now and was held at most; stand-ins give back their bytes when Python drops them."""

    now: ClassVar[Pool]

    def __init__(self) -> None:
        self.held = self.peak = 0


Pool.now = Pool()


class Block:
    def __init__(self, size: int) -> None:
        self.size, self.pool = size, Pool.now
        self.pool.held += size

    def __del__(self) -> None:
        self.pool.held -= self.size


class Stand:
    """An array without elements."""

    def __init__(self, form: Form, block: Block | None = None) -> None:
        self.form, self.block = form, block

    def __getitem__(self, key: object) -> Any:
        return call("[]", (self, key))

    def __getattr__(self, name: str) -> Any:
        if name in ("T", "real", "imag"):
            return call(f"cupy.ndarray.{name}", (self,))
        return lambda *values, **keywords: call(f"cupy.ndarray.{name}", (self, *values), keywords)

    def __iadd__(self, other: Any) -> Stand:
        return self

    def __setitem__(self, key: object, value: object) -> None:
        pass


for _name, _operator in {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "pow": "**", "matmul": "@", "gt": ">",
    "eq": "==",
}.items():  # fmt: skip
    setattr(Stand, f"__{_name}__", lambda self, other, operator=_operator: call(operator, (self, other)))
    setattr(Stand, f"__r{_name}__", lambda self, other, operator=_operator: call(operator, (other, self)))
Stand.__neg__ = lambda self: call("-", (self,))  # type: ignore[attr-defined]
Stand.__invert__ = lambda self: call("~", (self,))  # type: ignore[attr-defined]
Stand.__abs__ = lambda self: call("cupy.abs", (self,))  # type: ignore[attr-defined]
Stand.__bool__ = lambda self: True  # type: ignore[attr-defined]


def plain(value: object) -> object:
    if isinstance(value, Stand):
        return value.form
    if isinstance(value, (tuple, list)):
        return type(value)(plain(item) for item in value)
    return DType(value.dotted.rpartition(".")[2]) if isinstance(value, Names) else value


def call(name: str, values: tuple[object, ...], keywords: dict[str, object] | None = None) -> Any:
    forms = tuple(plain(value) for value in values)
    made = evaluate(name, forms, {key: plain(value) for key, value in (keywords or {}).items()})
    if made is None:
        raise Unpredicted(name)
    return stands(made, values)


def stands(made: Made, values: tuple[object, ...]) -> Any:
    pool = Pool.now
    pool.peak = max(pool.peak, pool.held + made.allocated.least + made.work.least)
    if made.view:
        source = next((value for value in values if isinstance(value, Stand)), None)
        result = [Stand(form, source and source.block) for form in made.forms]
    else:
        result = [Stand(form, Block(rounded(form.nbytes).least)) for form in made.forms]
    return result if made.many else result[0] if result else None


class Names:
    """``cp``, ``cp.linalg``, ``cp.linalg.inv``."""

    def __init__(self, dotted: str) -> None:
        self.dotted = dotted

    def __getattr__(self, name: str) -> Names:
        return Names(f"{self.dotted}.{name}")

    def __call__(self, *values: object, **keywords: object) -> Any:
        return call(self.dotted, values, keywords)


class NumPy:
    """NumPy's scalars: they have types of their own."""

    def __getattr__(self, name: str) -> Any:
        return lambda value: Stand(Form((), name))


def described(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [described(item) for item in value]
    return value.form if isinstance(value, Stand) else None
