"""The forms of arrays on whatever path: what each call makes, by what it was given."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from cupylint.flow.domain.contents import items_of
from cupylint.flow.domain.operations import Keywords, Operation, Values
from cupylint.flow.domain.plain_values import FormOf, numpy_number, operand, plain
from cupylint.flow.domain.values import Array, Const, HostArray, ListValue, Symbol, TupleValue, Value, is_whole
from cupylint.records import dataclass
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import Form, Made, rounded
from cupylint.sizes.numeric import OPERATORS
from cupylint.sizes.ufunc_types import LOOPS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from libcst import CSTNode

    from cupylint.flow.domain.reachability import Part
    from cupylint.flow.domain.regions import Region
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir


@dataclass(slots=True, eq=False)
class ArrayBlock:
    """One allocation: its forms (several for a tuple of arrays), where it was made, bytes of each form.

    `by_rows`: it can be made in chunks of rows. `certain`: the forms hold whatever the values are that nothing is known
    of, which elsewhere are taken for numbers.
    """

    forms: tuple[Form, ...]
    sizes: tuple[int, ...]
    node: CSTNode
    many: bool
    function: str = ""  # in which it was made
    by_rows: bool = False
    certain: bool = False

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


_IN_PLACE = frozenset(("cupy.ndarray.sort", "cupy.random.shuffle", "[]="))
"""What gives no array back, but needs memory."""
_OTHER_MEMORY = frozenset(
    ("malloc_managed", "ManagedMemory", "malloc_system", "set_allocator", "rmm", "use_multi_gpus", "set_cufft_gpus")
)
"""Names of files whose allocations may be larger than the device, not CuPy's, or spread over several devices."""


class Forms:
    """The allocations of one file, and the forms of arrays. Where it has memory of other kinds, none is known."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self.blocks: dict[int, ArrayBlock] = {}  # by buffer
        self._views: dict[tuple[frozenset[int], Region], Form | None] = {}

    @cached_property
    def _are_known(self) -> bool:
        return not self._interpreter.entries.idents & _OTHER_MEMORY

    def called(
        self, state: State | None, name: str, values: Values, keywords: Keywords, result: Value, node: CSTNode | None
    ) -> None:
        """Something was called: remember the form of its result. Without a state and a node, it is an attribute."""
        if self._interpreter.modules.importing or not self._are_known:
            return
        if not isinstance(result, Array):
            if name in _IN_PLACE and state is not None and node is not None:
                self._worked_in_place(state, name, values, keywords, node)
            return
        made = self._told(state, name, values, keywords)
        buffer = min(result.buffers, default=None) if is_whole(result) else None
        if buffer is not None and buffer not in self.blocks and _is_new(result, values, keywords):
            if state is not None and node is not None:
                self._appeared(state, buffer, Operation(name, values, keywords, made, node))
        elif not any(result == value for value in values):
            self._viewed(result, made)
            if made is not None and not made.view and state is not None and node is not None:
                self._interpreter.announce.view_copied(state, Operation(name, values, keywords, made, node))

    def _worked_in_place(self, state: State, name: str, values: Values, keywords: Keywords, node: CSTNode) -> None:
        made = self.evaluated(state, name, values, keywords)
        self._interpreter.announce.worked_in_place(state, Operation(name, values, keywords, made, node))

    def _told(self, state: State | None, name: str, values: Values, keywords: Keywords) -> Made | None:
        """What a call makes, unless its path takes an array to have another form than is known."""
        return None if self._contradicts(state, values) else self.evaluated(state, name, values, keywords)

    def _contradicts(self, state: State | None, values: Values) -> bool:
        """Whether a path takes an array to have another number of dimensions: ``if x.ndim == 1: x = x[:, None]``."""
        if state is None or not state.path_condition:
            return False
        for value in values:
            form = self.form(value) if isinstance(value, Array) else None
            if form is not None and form.shape is not None:
                asked = self._interpreter.symbol(("attribute", value, "ndim"), "ndim", host=True)
                taken = state.path_condition.get(asked)
                if isinstance(taken, Const) and taken.value != len(form.shape):
                    return True
        return False

    def _appeared(self, state: State, buffer: int, operation: Operation) -> None:
        """A call made an array."""
        if operation.made is None and self._interpreter.options.timeline:
            operation = replace(operation, made=Made((Form(None, None),)))
        if operation.made is not None:
            block = self.add(buffer, operation.made, operation.node)
            given = (*operation.values, *(value for _, value in operation.keywords))
            block.certain = all(form.known for form in block.forms) and self._are_certain(state, given)
        self._interpreter.announce.array_made(state, operation, buffer)

    def _are_certain(self, state: State, values: Iterable[object]) -> bool:
        """Whether it is known of all values whether they are arrays, and of which form."""
        for value in values:
            if isinstance(value, Array):
                if not all((block := self.blocks.get(buffer)) and block.certain for buffer in value.buffers):
                    return False
            elif isinstance(value, (TupleValue, ListValue)):
                items = items_of(state, value)
                if items is None or not self._are_certain(state, items):
                    return False
            elif isinstance(value, Symbol):
                return False
        return True

    def add(self, buffer: int, made: Made, node: CSTNode) -> ArrayBlock:
        """A new allocation."""
        sizes = tuple(0 if made.view else rounded(form.nbytes).least for form in made.forms)
        function = function_name(self._interpreter.frame.function)
        block = self.blocks[buffer] = ArrayBlock(made.forms, sizes, node, made.many, function, made.by_rows)
        return block

    def _viewed(self, view: Array, made: Made | None) -> None:
        """Remember the form of a view; what has several forms has none."""
        form = made.forms[0] if made is not None and len(made.forms) == 1 and not made.many else None
        place = (view.buffers, view.region)
        self._views[place] = form if self._views.get(place, form) == form else None

    def form(self, array: Array) -> Form | None:
        """Shape and dtype of an array or view, None if nothing is known of them."""
        if (array.buffers, array.region) in self._views:
            return self._views[(array.buffers, array.region)]
        if array.region:
            return None
        forms = {
            block.forms[0] if block is not None and len(block.forms) == 1 and not block.many else None
            for block in (self.blocks.get(buffer) for buffer in array.buffers)
        }
        return forms.pop() if len(forms) == 1 else None

    def is_made_by(self, array: Array, names: frozenset[str]) -> bool:
        """Whether calls of functions with these names made an array."""
        made = [self.blocks.get(buffer) for buffer in array.buffers]
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
        positional, named = self.plain(state, name, values, keywords, form_of or self.form)
        return None if "**" in named else evaluate(name, positional, named, self._interpreter.options.cupy_version)

    def plain(
        self, state: State, name: str, values: Values, keywords: Keywords, form_of: FormOf
    ) -> tuple[list[object], dict[str, object]]:
        """Arguments as `cupylint.sizes` wants them."""
        positional = [plain(state, value, form_of) for value in values]
        if name in LOOPS or name in OPERATORS or name == "cupy.where":
            version = self._interpreter.options.cupy_version
            positional = [operand(value, found, version) for value, found in zip(values, positional, strict=True)]
        named = {key: plain(state, value, form_of) for key, value in keywords if key != "stream"}
        if name == "cupy.full":
            positional = [numpy_number(value, found) for value, found in zip(values, positional, strict=True)]
            named |= {key: numpy_number(value, named[key]) for key, value in keywords if key == "fill_value"}
        return positional, named

    def _element(self, values: Values) -> Made | None:
        """An element of a tuple of arrays that one call made."""
        array, key = values
        if not isinstance(array, Array) or array.region or len(array.buffers) != 1:
            return None
        block = self.blocks.get(next(iter(array.buffers)))
        index = getattr(key, "value", None)
        if block is None or not block.many or not isinstance(index, int):
            return None
        inside = -len(block.forms) <= index < len(block.forms)
        return Made((block.forms[index],), view=True) if inside else None


def _is_new(result: Array, values: Values, keywords: Keywords) -> bool:
    """Whether a result is no array that the call was given."""
    given = (*values, *(value for _, value in keywords))
    return not any(isinstance(value, Array) and result.buffers & value.buffers for value in given)


def function_name(function: ir.Function) -> str:
    """What messages call a function, "" for the module."""
    if function.name == "<module>":
        return ""
    return f"{function.parent_class}.{function.name}" if function.parent_class else function.name
