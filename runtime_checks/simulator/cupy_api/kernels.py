"""User-defined kernels. Those in CUDA C are executed, see `interpreted`, and element-wise ones of plain assignments.

Others are uninterpreted functions: what one writes is a hash of all that it reads, so that a wrong order shows in the
values all the same.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from cupylint.kernels.vocabulary import RESERVED

from ..cuda_c import Geometry, NotUnderstood, Program, shape, variable, written
from ..engine import Touch, active
from ..host import scalar
from ..log import View, Volatile
from ..places import user_place
from . import interpreted
from .arrays import ndarray
from .devices import target
from .errors import CompileException, CUDARuntimeError
from .operands import arrays_in, reject_host_arrays, touch
from .pointers import MemoryPointer, malloc_raw

_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.S)
_SAME = ("sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "sinh", "cosh", "abs", "floor", "ceil", "fmin", "fmax")
_FUNCTIONS = {name: getattr(np, name) for name in _SAME}
_FUNCTIONS |= {"fabs": np.abs, "min": np.minimum, "max": np.maximum, "pow": np.power}


def hashed(outputs: Sequence[View], inputs: Iterable[Any]) -> None:
    """Fill `outputs` with numbers that depend on every byte of `inputs`."""
    digest = hashlib.blake2b(digest_size=8)
    for value in inputs:
        digest.update(
            np.ascontiguousarray(value).tobytes()
            if isinstance(value, (np.ndarray, np.generic))
            else repr(value).encode()
        )
    seed = int.from_bytes(digest.digest(), "little")
    for output in outputs:
        steps = np.arange(output.size, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
        values = (steps >> np.uint64(40)) % np.uint64(101)
        output[...] = values.reshape(output.shape).astype(output.dtype, casting="unsafe")


def launch(
    reads: Sequence[ndarray],
    writes: Sequence[ndarray],
    stream: Any,
    action: Callable[[], object],
    also: Sequence[Touch] = (),
) -> None:
    """Issue a kernel."""
    queue, label = target(stream)
    touches = [*also, *(touch(array) for array in reads), *(touch(array, True) for array in writes)]
    active().issue(queue, label, touches, action)


# -- CUDA C ------------------------------------------------------------------------------------


def parameters_of(code: str, name: str) -> list[str]:
    """The parameters of the kernel as they are declared; none if it is not found."""
    code = _COMMENT.sub(" ", code)
    found = re.search(rf"\b{re.escape(name.split('<')[0])}\s*\(([^)]*)\)\s*\{{", code)
    parts = found[1].split(",") if found is not None else []
    return [part.strip() for part in parts if part.strip() not in ("", "void")]


def body_of(code: str, name: str) -> str:
    """What stands between the braces of a kernel; "" if it is not found."""
    code = _COMMENT.sub(" ", code)
    found = re.search(rf"\b{re.escape(name.split('<')[0])}\s*\([^)]*\)\s*\{{", code)
    if found is None:
        return ""
    depth = 1
    for brace in re.finditer(r"[{}]", code[found.end() :]):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return code[found.end() : found.end() + brace.start()]
    return code[found.end() :]


def is_volatile(parameter: str) -> bool:
    """Whether it is a pointer to something that others may change at any time."""
    return "volatile" in parameter.split("*")[0]


def is_const(parameter: str) -> bool:
    """Whether it is not a pointer to something writable."""
    return ("*" not in parameter and "[" not in parameter) or "const" in parameter.split("*")[0]


def _touches(array: ndarray, parameter: str) -> list[Touch]:
    """What a kernel does with an array: a writable pointer counts as read, too."""
    view = array._view.view(Volatile) if is_volatile(parameter) else array._view
    modes = [False] if parameter and is_const(parameter) else [False, True]
    return [(view, writes, array._owner) for writes in modes]


class RawKernel:
    """``cupy.RawKernel``."""

    def __init__(
        self,
        code: str,
        name: str,
        options: Any = (),
        backend: str = "nvrtc",
        module: RawModule | None = None,
        *,
        enable_cooperative_groups: bool = False,
        **_: Any,
    ) -> None:
        self.code, self.name, self._module = code, name, module or RawModule(code, options)
        self._parameters = parameters_of(code, name)
        self._cooperative = enable_cooperative_groups
        self.attributes = {"max_threads_per_block": 1024}
        self.max_dynamic_shared_size_bytes = 0

    def compile(self, log_stream: Any = None) -> None:
        """Nothing to do."""

    def __call__(self, grid: Any, block: Any, args: Any, *, shared_mem: int = 0, stream: Any = None) -> None:
        if not isinstance(grid, tuple) or not isinstance(block, tuple):
            raise TypeError(f"Argument 'grid' has incorrect type (expected tuple, got {type(grid).__name__})")
        values = [scalar(value) for value in args]
        reject_host_arrays(values)
        active().progress.load(active(), ("raw", self.code, self.name))
        declared = [*self._parameters, *[""] * len(values)]
        arrays = [(value, text) for value, text in zip(values, declared, strict=False) if isinstance(value, ndarray)]
        writes = [array for array, text in arrays if not text or not is_const(text)]
        inputs = [value._view if isinstance(value, ndarray) else value for value in values]
        outputs = [array._view for array in writes]
        # A writable pointer counts as read too: a kernel may leave elements as they are.
        used = self._module._used(self.name)
        inputs += [view for view, _, _ in used]
        touches = [*used, *(part for array, text in arrays for part in _touches(array, text))]

        def hidden() -> None:
            hashed(outputs, [self.name, *inputs])

        doubt = self._doubted()
        active().kernels.setdefault(self.name, "")
        try:
            if self._key in active().shapes:
                raise NotUnderstood(active().shapes[self._key])
            program = self._module._program(self.name)
            geometry = Geometry(shape(grid), shape(block), int(shared_mem), self._cooperative)
            interpreted.launch(program, geometry, values, stream, touches, hidden, doubt)
        except NotUnderstood as error:
            doubt(str(error))
            launch([], [], stream, hidden, touches)

    @property
    def _key(self) -> tuple[str, str, str]:
        return "not understood", self.code, self.name

    def _doubted(self) -> Callable[[str], None]:
        """Takes down why the kernel is not understood; all executions of the program treat it alike."""
        engine, place = active(), user_place()

        def doubt(why: str) -> None:
            engine.kernels[self.name] = f"the kernel {self.name} uses {why}"
            engine.unread.setdefault(place, f"the kernel {self.name} uses {why}")
            engine.shapes.setdefault(self._key, why)

        return doubt


class RawModule:
    """``cupy.RawModule``."""

    def __init__(
        self, code: str | None = None, options: Any = (), *, enable_cooperative_groups: bool = False, **_: Any
    ) -> None:
        self.code, self._options = code or "", tuple(options)
        self._cooperative = enable_cooperative_groups
        self._globals: dict[str, MemoryPointer] = {}
        self._programs: dict[str, Program] = {}

    def get_function(self, name: str) -> RawKernel:
        """One of the module's kernels."""
        return RawKernel(self.code, name, module=self, enable_cooperative_groups=self._cooperative)

    def compile(self, log_stream: Any = None) -> None:
        """Nothing to do."""

    def get_global(self, name: str) -> MemoryPointer:
        """The memory of one of the module's variables, which is zero unless its declaration says otherwise."""
        if name not in self._globals:
            data = variable(self.code, self._options, name)
            if data is None:
                raise CUDARuntimeError("CUDA_ERROR_NOT_FOUND: named symbol not found")
            self._globals[name] = malloc_raw(len(data))
            active().settle()
            self._globals[name].mem.bytes[: len(data)] = np.frombuffer(data, np.uint8)
        return self._globals[name]

    def _program(self, kernel: str) -> Program:
        if kernel not in self._programs:
            self._programs[kernel] = written(self.code, kernel, self._options, lambda name: self.get_global(name).ptr)
        return self._programs[kernel]

    def _used(self, kernel: str) -> list[Touch]:
        body = self.code[max(self.code.find(kernel), 0) :]
        return [
            (pointer.mem.bytes, not re.search(rf"__constant__[^;]*\b{name}\b", self.code), pointer.mem)
            for name, pointer in self._globals.items()
            if re.search(rf"\b{name}\b", body)
        ]


# -- element-wise and reduction kernels --------------------------------------------------------


def _parameters(text: str) -> list[tuple[str, str, bool]]:
    """Type, name and rawness of each parameter of ``"T x, raw float32 y"``."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = [word for word in part.split() if word not in ("const",)]
        found.append((words[-2], words[-1], "raw" in words))
    return found


def _statements(code: str, names: Sequence[str]) -> Any:
    """Python code for a body of plain assignments to `names`, None for anything else."""
    text = re.sub(r"(?<=\d)[fF]\b", "", _COMMENT.sub(" ", code))
    lines = [line.strip() for line in text.replace("\n", " ").split(";") if line.strip()]
    try:
        tree = ast.parse("\n".join(lines))
    except SyntaxError:
        return None
    allowed = (ast.Module, ast.Assign, ast.AugAssign, ast.BinOp, ast.UnaryOp, ast.Name, ast.Constant, ast.Call)
    signs = (ast.expr_context, ast.operator, ast.unaryop)
    for node in ast.walk(tree):
        if not isinstance(node, allowed + signs) or (
            isinstance(node, ast.Name) and node.id not in (*names, *_FUNCTIONS)
        ):
            return None
    return compile(tree, "<kernel>", "exec")


class ElementwiseKernel:
    """``cupy.ElementwiseKernel``."""

    def __init__(self, in_params: str, out_params: str, operation: str, name: str = "kernel", **_: Any) -> None:
        self.name, self.operation = name, operation
        self._in, self._out = _parameters(in_params), _parameters(out_params)
        self.nin, self.nout = len(self._in), len(self._out)
        raw = any(part[2] for part in self._in + self._out)
        self._code = None if raw else _statements(operation, [part[1] for part in self._in + self._out])

    def __call__(
        self, *args: Any, size: int | None = None, stream: Any = None, block_size: Any = None, **kwargs: Any
    ) -> Any:
        values = [scalar(value) for value in args]
        reject_host_arrays(values)
        if len(values) not in (self.nin, self.nin + self.nout):
            raise TypeError(
                f"Wrong number of arguments for {self.name!r}. It must be {self.nin} or {self.nin + self.nout}"
            )
        if self._code is None:
            active().unread.setdefault(user_place(), f"the kernel {self.name} is not made of plain assignments")
        inputs, outputs = values[: self.nin], values[self.nin :] or self._new_outputs(values, size)
        views = [value._view if isinstance(value, ndarray) else value for value in inputs]
        targets = [output._view for output in outputs]
        # An output may be read as well (`y += x`); where the body cannot tell, it counts as written only.
        again = (
            outputs
            if any(f"{name} {sign}=" in self.operation for _, name, _ in self._out for sign in "+-*/|&^")
            else []
        )
        launch([*arrays_in(inputs), *again], outputs, stream, lambda: self._run(views, targets))
        return outputs[0] if self.nout == 1 else tuple(outputs)

    def _new_outputs(self, values: Sequence[Any], size: int | None) -> list[ndarray]:
        arrays = [
            value for value, part in zip(values, self._in, strict=True) if isinstance(value, ndarray) and not part[2]
        ]
        shape = np.broadcast_shapes(*(array.shape for array in arrays)) if size is None else (size,)
        kinds = {
            part[0]: value.dtype for value, part in zip(values, self._in, strict=True) if isinstance(value, ndarray)
        }
        return [ndarray(shape, kinds[part[0]] if part[0] in kinds else np.dtype(part[0])) for part in self._out]

    def _run(self, inputs: Sequence[Any], outputs: Sequence[View]) -> None:
        names = [part[1] for part in self._in + self._out]
        if self._code is None:
            hashed(outputs, [self.name, *inputs])
            return
        space = dict(zip(names, [*inputs, *outputs], strict=True)) | _FUNCTIONS
        for name, output in zip(names[self.nin :], outputs, strict=True):
            space[name] = output.copy()
        exec(self._code, {"__builtins__": {}}, space)
        for name, output in zip(names[self.nin :], outputs, strict=True):
            np.copyto(output, space[name], casting="unsafe")


class ReductionKernel:
    """``cupy.ReductionKernel``."""

    def __init__(self, in_params: str, out_params: str, *args: Any, name: str = "reduce_kernel", **_: Any) -> None:
        self.name = name
        self._in, self._out = _parameters(in_params), _parameters(out_params)

    def __call__(
        self, *args: Any, out: Any = None, axis: Any = None, keepdims: bool = False, stream: Any = None
    ) -> Any:
        values = [scalar(value) for value in args]
        reject_host_arrays(values)
        inputs = values[: len(self._in)]
        if len(values) > len(inputs):
            out = values[len(inputs)]
        if out is None:
            first = next(arrays_in(inputs))
            kind = next(
                (array.dtype for array, part in zip(inputs, self._in, strict=True) if part[0] == self._out[0][0]), None
            )
            keeps: Any = keepdims
            shape = np.empty(first.shape, bool).any(axis=axis, keepdims=keeps).shape
            out = ndarray(shape, self._out[0][0] if kind is None else kind)
        views = [value._view if isinstance(value, ndarray) else value for value in inputs]
        written = out._view
        launch(list(arrays_in(inputs)), [out], stream, lambda: hashed([written], [self.name, *views]))
        return out


# -- cupyx.jit ---------------------------------------------------------------------------------


class JitKernel:
    """What ``cupyx.jit.rawkernel()`` makes of a Python function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function, self.__name__ = function, function.__name__
        self._names = list(inspect.signature(function).parameters)
        self._read, self._written = self._uses()

    def _uses(self) -> tuple[set[str], set[str]]:
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(self._function)))
        except (OSError, SyntaxError):
            return set(self._names), set(self._names)
        read, written = set(), set()
        stored: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                if isinstance(node.ctx, ast.Store):
                    written.add(node.value.id)
                    stored.add(id(node.value))
                else:
                    read.add(node.value.id)
            if (
                isinstance(node, ast.AugAssign)
                and isinstance(node.target, ast.Subscript)
                and isinstance(node.target.value, ast.Name)
            ):
                read.add(node.target.value.id)
        subscripted = {id(node.value) for node in ast.walk(tree) if isinstance(node, (ast.Subscript, ast.Attribute))}
        for node in ast.walk(tree):  # passed on to a function, an atomic one perhaps
            if isinstance(node, ast.Name) and node.id in self._names and id(node) not in subscripted | stored:
                read.add(node.id)
                written.add(node.id)
        return read, written

    def split(self, args: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The arguments that the kernel reads, and those that it writes."""
        named = list(zip(self._names, args, strict=False))
        read = [value for name, value in named if name in self._read]
        return read, [value for name, value in named if name in self._written]

    def __getitem__(self, shape: Any) -> Callable[..., None]:
        return lambda *args, **kwargs: self(shape[0], shape[1], args, **kwargs)

    def __call__(self, grid: Any, block: Any, args: Any, shared_mem: int = 0, stream: Any = None) -> None:
        for value in args:
            if isinstance(value, np.ndarray):
                raise TypeError(f"{type(value)} is not supported for RawKernel")
        if self.__name__ in RESERVED:
            raise CompileException(f"a function cannot be called {self.__name__} in C++")
        named = list(zip(self._names, args, strict=False))
        reads, writes = ([value for value in values if isinstance(value, ndarray)] for values in self.split(args))
        inputs = [value._view if isinstance(value, ndarray) else value for name, value in named if name in self._read]
        outputs = [array._view for array in writes]
        launch(reads, writes, stream, lambda: hashed(outputs, [self.__name__, *inputs]))


def rawkernel(*, mode: str = "cuda", device: bool = False) -> Callable[[Callable[..., Any]], JitKernel]:
    """``cupyx.jit.rawkernel``."""
    return JitKernel
