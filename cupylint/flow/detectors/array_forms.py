"""The forms of arrays on whatever path: what each call makes, by what it was given."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cupylint.flow.detectors.double_precision import is_default
from cupylint.flow.domain.plain_values import FormOf, operand, plain
from cupylint.flow.domain.values import Array, HostArray, Value
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import Form, Made
from cupylint.sizes.numeric import OPERATORS
from cupylint.sizes.ufunc_types import LOOPS

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.reachability import Part
    from cupylint.flow.domain.regions import Region
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

Values = tuple[Value, ...]
Keywords = tuple[tuple[str, Value], ...]


@dataclass(slots=True, eq=False)
class ArrayBlock:
    """One allocation: its forms (several for a tuple of arrays), where it was made, bytes of each form."""

    forms: tuple[Form, ...]
    sizes: tuple[int, ...]
    node: CSTNode
    many: bool
    function: str = ""  # in which it was made

    def alive(self, parts: set[Part]) -> int:
        """Bytes of those parts that are referred to."""
        if None in parts or not self.many:
            return sum(self.sizes)
        count = len(self.sizes)
        return sum(self.sizes[part] for part in parts if part is not None and -count <= part < count)


def called_name(node: CSTNode) -> str:
    """The last name of what a call calls, "" if it is none."""
    function = getattr(node, "func", None)
    name = getattr(getattr(function, "attr", function), "value", "")
    return name if isinstance(name, str) else ""


class Forms:
    """The allocations of one file, and the forms of arrays."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._blocks: dict[int, ArrayBlock] = {}  # by buffer
        self._views: dict[tuple[frozenset[int], Region], Form | None] = {}

    def form(self, array: Array) -> Form | None:
        """Shape and dtype of an array or view, None if nothing is known of them."""
        if (array.buffers, array.region) in self._views:
            return self._views[(array.buffers, array.region)]
        if array.region:
            return None
        forms = {
            block.forms[0] if block is not None and len(block.forms) == 1 and not block.many else None
            for block in (self._blocks.get(buffer) for buffer in array.buffers)
        }
        return forms.pop() if len(forms) == 1 else None

    def is_made_by(self, array: Array, names: frozenset[str]) -> bool:
        """Whether calls of functions with these names made an array."""
        made = [self._blocks.get(buffer) for buffer in array.buffers]
        return all(block is not None and called_name(block.node) in names for block in made)

    def on_host(self, state: State, name: str, values: Values, keywords: Keywords, result: Value) -> Value:
        """The result of a function of NumPy, with its form if that is known."""
        if not isinstance(result, HostArray) or result.form is not None:
            return result
        made = self.evaluated(state, "cupy" + name[len("numpy") :], values, keywords)
        if made is None or len(made.forms) != 1 or made.many:
            return result
        if name.startswith("numpy.random.") and made.forms[0].shape == ():
            return result  # a number of Python
        return replace(result, form=replace(made.forms[0], host=True))

    def evaluated(
        self, state: State | None, name: str, values: Values, keywords: Keywords, form_of: FormOf | None = None
    ) -> Made | None:
        """What a call makes, with the forms of arrays that `form_of` knows."""
        if name == "[]" and (part := self._element(values)) is not None:
            return part
        if state is None:
            (array,) = values
            form = self.form(array) if isinstance(array, Array) else None
            return None if form is None else evaluate(name, (form,))
        positional, named = self._plain(state, name, values, keywords, form_of or self.form)
        return None if "**" in named else evaluate(name, positional, named, self._interpreter.options.cupy_version)

    def by_default(self, state: State, name: str, values: Values, keywords: Keywords) -> bool:
        """Whether nobody chose the dtype of what a call makes."""
        positional, named = self._plain(state, name, values, keywords, self.form)
        return "**" not in named and is_default(name, positional, named)

    def _plain(
        self, state: State, name: str, values: Values, keywords: Keywords, form_of: FormOf
    ) -> tuple[list[object], dict[str, object]]:
        """Arguments as `cupylint.sizes` wants them."""
        positional = [plain(state, value, form_of) for value in values]
        if name in LOOPS or name in OPERATORS or name == "cupy.where":
            version = self._interpreter.options.cupy_version
            positional = [operand(value, found, version) for value, found in zip(values, positional, strict=True)]
        return positional, {key: plain(state, value, form_of) for key, value in keywords if key != "stream"}

    def _element(self, values: Values) -> Made | None:
        """An element of a tuple of arrays that one call made."""
        array, key = values
        if not isinstance(array, Array) or array.region or len(array.buffers) != 1:
            return None
        block = self._blocks.get(next(iter(array.buffers)))
        index = getattr(key, "value", None)
        if block is None or not block.many or not isinstance(index, int):
            return None
        inside = -len(block.forms) <= index < len(block.forms)
        return Made((block.forms[index],), view=True) if inside else None
