"""Where a Python file makes kernels: ``RawKernel(...)``, ``RawModule(...)``, ``@jit.rawkernel()`` and the like."""

from __future__ import annotations

import ast
from typing import Literal

from cupylint.kernels.python_text import Texts
from cupylint.kernels.scopes import Scope, Scopes
from cupylint.kernels.text import KernelText
from cupylint.records import dataclass

Kind = Literal["RawKernel", "RawModule", "ElementwiseKernel", "ReductionKernel"]

_KINDS: dict[str, Kind] = {
    "RawKernel": "RawKernel",
    "RawModule": "RawModule",
    "ElementwiseKernel": "ElementwiseKernel",
    "ReductionKernel": "ReductionKernel",
}
_USUAL = ("cp", "cupy", "xp", "_core", "core", "cupyx")


@dataclass(frozen=True, slots=True, eq=False)
class Construction:
    """A call that makes a kernel from a text.

    Attributes:
        code: the text; of an elementwise kernel its function with the operation as the body.
        name: the kernel's name, None if it is not known or the text may hold several.
        cooperative: launched cooperatively; None if that is not known.
        complete: no compiler option adds to the text.
        node: the call.
    """

    kind: Kind
    code: KernelText
    name: str | None
    cooperative: bool | None
    complete: bool
    node: ast.Call


class Finder:
    """Finds what one file makes."""

    def __init__(self, tree: ast.Module, scopes: Scopes, texts: Texts) -> None:
        self._scopes, self._texts = scopes, texts
        self._modules: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name.split(".", 1)[0]
                    self._modules[name] = alias.name if alias.asname else name
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self._modules[alias.asname or alias.name] = f"{'.' * node.level}{node.module or ''}.{alias.name}"

    def construction(self, call: ast.Call) -> Construction | None:
        """What a call makes, None unless it makes a kernel from a text that is known at least in part."""
        kind = _KINDS.get(self.cupy_name(call.func).rsplit(".", 1)[-1])
        if kind is None:
            return None
        scope = self._scopes.inside[call]
        code = self._code(kind, call, scope)
        if code is None or not code.text.strip():
            return None
        named = None
        if kind == "RawKernel":
            text = self._argument(call, 1, "name", scope)
            named = None if text is None else text.text.split("<", 1)[0].strip()
        return Construction(kind, code, named, _cooperative(call), _is_complete(call), call)

    def cupy_name(self, function: ast.expr) -> str:
        """The full name of what `function` refers to in CuPy, or ""."""
        parts: list[str] = []
        while isinstance(function, ast.Attribute):
            parts.append(function.attr)
            function = function.value
        if not isinstance(function, ast.Name):
            return ""
        start = self._modules.get(function.id)
        if start is None:
            start = function.id if function.id in _USUAL and parts else ""
        elif not start.lstrip(".").startswith(("cupy", "cupyx")) and not start.startswith("."):
            start = ""
        return ".".join([start, *reversed(parts)]) if start else ""

    def _argument(self, call: ast.Call, position: int, name: str, scope: Scope) -> KernelText | None:
        if any(isinstance(argument, ast.Starred) for argument in call.args):
            return None
        if position < len(call.args):
            return self._texts.text(call.args[position], scope)
        found = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
        return None if found is None else self._texts.text(found, scope)

    def _code(self, kind: Kind, call: ast.Call, scope: Scope) -> KernelText | None:
        if kind == "RawModule":
            return self._argument(call, len(call.args), "code", scope)
        if kind == "RawKernel":
            return self._argument(call, 0, "code", scope)
        if kind == "ElementwiseKernel":
            body = self._argument(call, 2, "operation", scope)
            inputs = self._argument(call, 0, "in_params", scope)
            outputs = self._argument(call, 1, "out_params", scope)
            preamble = self._argument(call, len(call.args), "preamble", scope) or KernelText("", ())
            if body is None or inputs is None or outputs is None:
                return None
            # A preamble declares functions and types; what the operation uses of it is opaque anyway.
            head = f"\n__global__ void element({_parameters(inputs.text, outputs.text)}) {{\n"
            return KernelText.join([preamble, KernelText.made(head), body, KernelText.made("\n;}\n")])
        return self._argument(call, len(call.args), "preamble", scope)


def _parameters(*listed: str) -> str:
    """The parameters of an elementwise kernel as those of a function: raw ones are pointers."""
    found = []
    for part in ",".join(listed).split(","):
        words = part.split()
        if len(words) < 2:
            continue
        raw = "raw" in words[:-2]
        found.append(f"{words[-2]}{'*' if raw else ''} {words[-1]}")
    return ", ".join(found)


def _cooperative(call: ast.Call) -> bool | None:
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        if keyword.arg == "enable_cooperative_groups":
            value = keyword.value
            return value.value if isinstance(value, ast.Constant) and isinstance(value.value, bool) else None
    return None if any(isinstance(argument, ast.Starred) for argument in call.args) else False


def _is_complete(call: ast.Call) -> bool:
    """Whether no option can define a macro (``-DOP=+``)."""
    for keyword in call.keywords:
        if keyword.arg is None:
            return False
        if keyword.arg == "options":
            options = [part.value for part in ast.walk(keyword.value) if isinstance(part, ast.Constant)]
            plain = isinstance(keyword.value, (ast.Tuple, ast.List)) and len(options) == len(keyword.value.elts)
            return plain and not any(str(option).startswith(("-D", "--define", "-include")) for option in options)
    return True
