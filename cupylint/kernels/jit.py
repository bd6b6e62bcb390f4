"""``cupyx.jit`` functions to kernels (`cupylint.kernels.model`), from the tree of the standard library."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from cupylint.kernels.model import (
    Assign,
    Block,
    Call,
    Cast,
    Const,
    CType,
    Declare,
    Evaluate,
    Expr,
    Function,
    If,
    Jump,
    Load,
    Loop,
    Name,
    Opaque,
    Operation,
    Parameter,
    Source,
    Span,
    Statement,
)
from cupylint.kernels.places import Places
from cupylint.kernels.vocabulary import BUILT_IN

Resolve = Callable[[ast.expr], str]
"""The full name of what an expression refers to in CuPy, or ""."""

_OPERATORS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "/", ast.Mod: "%", ast.Pow: "+",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.MatMult: "+",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "==",
    ast.IsNot: "!=", ast.Not: "!", ast.And: "&&", ast.Or: "||", ast.USub: "~", ast.UAdd: "~", ast.Invert: "~",
}  # fmt: skip
_CALLS = {
    "syncthreads": "__syncthreads",
    "syncwarp": "__syncwarp",
    "laneid": "__shfl",  # one value for each thread of a warp
    "clock": "clock64",
    "clock64": "clock64",
    "atomic_add": "atomicAdd", "atomic_sub": "atomicSub", "atomic_exch": "atomicExch", "atomic_min": "atomicMin",
    "atomic_max": "atomicMax", "atomic_inc": "atomicInc", "atomic_dec": "atomicDec", "atomic_cas": "atomicCAS",
    "atomic_and": "atomicAnd", "atomic_or": "atomicOr", "atomic_xor": "atomicXor",
    "cg.this_grid": "cg::this_grid",
    "cg.this_thread_block": "cg::this_thread_block",
    "cg.sync": "cg::sync",
}  # fmt: skip
_PLAIN = CType("int", 1)


def convert(node: ast.FunctionDef, resolve: Resolve, places: Places) -> Source:
    """The kernel that a decorated function makes."""
    converter = _Converter(resolve, places)
    parameters = tuple(Parameter(argument.arg, _PLAIN) for argument in node.args.args)
    body = converter.block(node.body)
    return Source(functions=(Function(node.name, parameters, body, True, places.span(node)),))


def is_cooperative(node: ast.FunctionDef, resolve: Resolve) -> bool:
    """Whether the compiler will see that the kernel needs a cooperative launch.

    It does at the method ``grid.sync()`` and not at the function ``cg.sync(grid)``.
    """
    for part in ast.walk(node):
        method = isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "sync"
        if method and isinstance(part, ast.Call) and not resolve(part.func):
            return True
    return False


class _Converter:
    def __init__(self, resolve: Resolve, places: Places) -> None:
        self._resolve, self._places = resolve, places
        self._declared: set[str] = set()

    def block(self, body: list[ast.stmt]) -> Block:
        found: list[Statement] = []
        for statement in body:
            convert = _STATEMENTS.get(type(statement), _Converter._unknown)
            found += convert(self, statement)
        return tuple(found)

    def _span(self, node: ast.expr | ast.stmt) -> Span:
        return self._places.span(node)

    def _jit(self, node: ast.expr) -> str:
        """The name of something in ``cupyx.jit``, without that prefix, or ""."""
        name = self._resolve(node)
        _, found, rest = name.partition("jit.")
        return rest if found and name.startswith("cupyx") else ""

    def _unknown(self, node: ast.stmt) -> list[Statement]:
        return [Jump("unknown", None, self._span(node))]

    def _evaluate(self, node: ast.Expr) -> list[Statement]:
        return [Evaluate(self._expression(node.value), self._span(node))]

    def _augment(self, node: ast.AugAssign) -> list[Statement]:
        span, operator = self._span(node), _OPERATORS.get(type(node.op), "+")
        target, value = self._expression(node.target), self._expression(node.value)
        return [Evaluate(Assign(target, f"{operator}=", value, span), span)]

    def _if(self, node: ast.If) -> list[Statement]:
        return [If(self._expression(node.test), self.block(node.body), self.block(node.orelse), self._span(node))]

    def _while(self, node: ast.While) -> list[Statement]:
        if node.orelse:
            return self._unknown(node)
        test = self._expression(node.test)
        endless = isinstance(test, Const) and bool(test.value)
        return [Loop(None if endless else test, (), self.block(node.body), True, self._span(node))]

    def _jump(self, node: ast.Break | ast.Continue) -> list[Statement]:
        return [Jump("break" if isinstance(node, ast.Break) else "continue", None, self._span(node))]

    def _return(self, node: ast.Return) -> list[Statement]:
        return [Jump("return", None if node.value is None else self._expression(node.value), self._span(node))]

    def _assign(self, node: ast.Assign | ast.AnnAssign) -> list[Statement]:
        value, span = node.value, self._span(node)
        if value is None:
            return []
        found: list[Statement] = []
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, (ast.Tuple, ast.List)):
                for axis, part in enumerate(target.elts):
                    found += self._one(part, self._grid(value, axis) or Opaque((), span), span)
            elif isinstance(target, ast.Name) and self._is_shared(value):
                found.append(Declare(target.id, _PLAIN, None, "shared", span))
            else:
                found += self._one(target, self._expression(value), span)
        return found

    def _is_shared(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Call) and self._jit(value.func) == "shared_memory"

    def _one(self, target: ast.expr, value: Expr, span: Span) -> list[Statement]:
        if isinstance(target, ast.Name) and target.id not in self._declared:
            # Groups are known by the value they are made from.
            self._declared.add(target.id)
            return [Declare(target.id, CType("int"), value, "", span)]
        return [Evaluate(Assign(self._expression(target), "=", value, span), span)]

    def _grid(self, value: ast.expr, axis: int) -> Expr | None:
        """``jit.grid(...)`` along one axis."""
        if not (isinstance(value, ast.Call) and self._jit(value.func) in ("grid", "gridsize")):
            return None
        span = self._span(value)
        letter = "xyz"[min(axis, 2)]
        if self._jit(value.func) == "gridsize":
            return Name(f"gridDim.{letter}", span)
        return Operation("+", (Name(f"blockIdx.{letter}", span), Name(f"threadIdx.{letter}", span)), span)

    def _for(self, node: ast.For) -> list[Statement]:
        call, span = node.iter, self._span(node)
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        if node.orelse or not isinstance(call, ast.Call) or not (name == "range" or self._jit(call.func) == "range"):
            return self._unknown(node)
        if not isinstance(node.target, ast.Name) or not 1 <= len(call.args) <= 3:
            return self._unknown(node)
        place = self._span(node.iter)
        bounds = [self._expression(argument) for argument in call.args]
        first = bounds[0] if len(bounds) > 1 else Const(0, place)
        last = bounds[1] if len(bounds) > 1 else bounds[0]
        step = bounds[2] if len(bounds) > 2 else Const(1, place)
        counter = Name(node.target.id, self._span(node.target))
        start = Declare(node.target.id, CType("int"), first, "", self._span(node.target))
        test = Operation("<", (counter, last), place)
        return [start, Loop(test, (Assign(counter, "+=", step, place),), self.block(node.body), True, span)]

    def _expression(self, node: ast.expr) -> Expr:
        span = self._span(node)
        if isinstance(node, ast.Constant):
            return Const(int(node.value) if isinstance(node.value, int) else None, span)
        if isinstance(node, ast.Name):
            return Name(node.id, span)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, span)
        if isinstance(node, ast.Subscript):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return Load(self._expression(node.value), tuple(self._expression(part) for part in parts), span)
        if isinstance(node, ast.BinOp):
            operands = (self._expression(node.left), self._expression(node.right))
            return Operation(_OPERATORS.get(type(node.op), "+"), operands, span)
        if isinstance(node, ast.BoolOp):
            return Operation(_OPERATORS[type(node.op)], tuple(map(self._expression, node.values)), span)
        if isinstance(node, ast.UnaryOp):
            return Operation(_OPERATORS[type(node.op)], (self._expression(node.operand),), span)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            operands = (self._expression(node.left), self._expression(node.comparators[0]))
            return Operation(_OPERATORS.get(type(node.ops[0]), "=="), operands, span)
        if isinstance(node, ast.IfExp):
            parts3 = (node.test, node.body, node.orelse)
            return Operation("?:", tuple(map(self._expression, parts3)), span)
        if isinstance(node, ast.Call):
            return self._call(node, span)
        return Opaque((), span)

    def _attribute(self, node: ast.Attribute, span: Span) -> Expr:
        group, _, axis = self._jit(node).partition(".")
        if group in BUILT_IN and axis in ("x", "y", "z"):
            return Name(f"{group}.{axis}", span)
        if group == "warpsize":
            return Name("warpSize", span)
        base = self._expression(node.value)
        if node.attr in ("size", "shape", "ndim"):
            return Const(None, span)  # one value for all threads
        return Operation(".", (base,), span)

    def _call(self, node: ast.Call, span: Span) -> Expr:
        arguments = tuple(self._expression(argument) for argument in node.args)
        name = self._jit(node.func)
        if name in ("grid", "gridsize"):
            return self._grid(node, 0) or Opaque(arguments, span)
        if name:
            function = _CALLS.get(name, f"jit::{name}")
            if name.startswith("shfl"):
                function = "__shfl_sync"
            if function.startswith("atomic") and len(arguments) > 1:  # (array, index, value ...)
                place = Load(arguments[0], (arguments[1],), arguments[0].span)
                arguments = (place, *arguments[2:])
            return Call(function, None, arguments, span)
        function_name = self._resolve(node.func).rsplit(".", 1)[-1]
        if isinstance(node.func, ast.Attribute) and not function_name:
            return Call(node.func.attr, self._expression(node.func.value), arguments, span)
        if not function_name and isinstance(node.func, ast.Name):
            function_name = node.func.id
        if function_name in ("int", "float", "bool") and len(arguments) == 1:
            return Cast(CType(function_name), arguments[0], span)
        return Call(function_name or "unknown", None, arguments, span)


_STATEMENTS: dict[type[ast.stmt], Callable[[_Converter, Any], list[Statement]]] = {
    ast.Pass: lambda _, node: [],
    ast.Expr: _Converter._evaluate,
    ast.Assign: _Converter._assign,
    ast.AnnAssign: _Converter._assign,
    ast.AugAssign: _Converter._augment,
    ast.If: _Converter._if,
    ast.While: _Converter._while,
    ast.For: _Converter._for,
    ast.Break: _Converter._jump,
    ast.Continue: _Converter._jump,
    ast.Return: _Converter._return,
}
