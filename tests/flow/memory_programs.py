"""Random programs about the lifetimes of arrays, and what they really hold: run on stand-ins for arrays.

Python counts references by itself; so the most bytes that a run holds are the truth that `peak_memory` predicts.
"""

from __future__ import annotations

import random
from typing import Any

from tests.sizes.stand_ins import Names, Pool

_INDENT = "    "


class Writer:
    """Writes one program; `names` are the variables that hold arrays where it is, `lists` those that hold lists."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.counter = 0
        self.functions: list[tuple[str, int]] = []

    def program(self) -> str:
        """The text, without the import of CuPy."""
        for _ in range(self.random.randint(0, 2)):
            self.function()
        for name, count in self.functions:
            self.lines.append(f"{name}({', '.join(self.creation() for _ in range(count))})")
        self.block("", [], [], self.random.randint(4, 10), 2)
        return "\n".join(self.lines) + "\n"

    def fresh(self, stem: str) -> str:
        self.counter += 1
        return f"{stem}{self.counter}"

    def function(self) -> None:
        name, count = self.fresh("work"), self.random.randint(0, 2)
        parameters = [self.fresh("p") for _ in range(count)]
        self.lines.append(f"def {name}({', '.join(parameters)}):")
        names = list(parameters)
        self.block(_INDENT, names, [], self.random.randint(1, 4), 1)
        self.lines.append(f"{_INDENT}return {self.expression(names, 1)}\n\n")
        self.functions.append((name, count))

    def size(self) -> str:
        return f"({self.random.randint(2, 9)} * 1024, 1024)"

    def creation(self) -> str:
        kind = self.random.choice(("zeros", "ones", "empty", "full"))
        value = ", 1.0" if kind == "full" else ""
        dtype = self.random.choice(("", ", dtype=cp.float32", ", dtype=cp.int32", ', dtype="float64"'))
        return f"cp.{kind}((1024, 1024){value}{dtype})"

    def expression(self, names: list[str], depth: int) -> str:
        """An array of 1024 by 1024 elements, whatever it is made of."""
        choices = ["creation"]
        if names:
            choices += ["name", "binary", "scalar", "call", "method", "view"]
        if self.functions:
            choices += ["function"]
        kind = self.random.choice(choices)
        if depth <= 0 and kind not in ("creation", "name"):
            kind = "name" if names else "creation"
        if kind == "creation":
            return self.creation()
        if kind == "name":
            return self.random.choice(names)
        if kind == "binary":
            operator = self.random.choice("+-*/")
            return f"({self.expression(names, depth - 1)} {operator} {self.expression(names, depth - 1)})"
        if kind == "scalar":
            number = self.random.choice(("2", "0.5", "1"))
            return f"({self.expression(names, depth - 1)} {self.random.choice('+-*')} {number})"
        if kind == "call":
            name = self.random.choice(("cp.exp", "cp.abs", "cp.sqrt", "cp.sort", "cp.fft.fft", "cp.tril", "cp.roll"))
            more = ", 1" if name == "cp.roll" else ""
            return f"{name}({self.expression(names, depth - 1)}{more})"
        if kind == "method":
            method = self.random.choice(("copy()", "astype(cp.float32)", "astype(cp.float64)", "cumsum(axis=1)"))
            return f"{self.expression(names, depth - 1)}.{method}"
        if kind == "view":
            shown = self.random.choice(("[::1]", ".T", "[:, ::-1]", ".reshape(1024, 1024)"))
            return f"{self.random.choice(names)}{shown}"
        function, count = self.random.choice(self.functions)
        return f"{function}({', '.join(self.expression(names, depth - 1) for _ in range(count))})"

    def block(self, indent: str, names: list[str], lists: list[str], count: int, depth: int) -> None:
        for _ in range(count):
            self.statement(indent, names, lists, depth)

    def statement(self, indent: str, names: list[str], lists: list[str], depth: int) -> None:
        kinds = ["assign", "assign", "assign", "list"]
        if names:
            kinds += ["rebind", "delete", "augment", "small", "tuple", "none"]
        if lists:
            kinds += ["append", "append", "pop", "clear", "take"]
        if depth:
            kinds += ["loop", "branch"]
        kind = self.random.choice(kinds)
        add = self.lines.append
        if kind == "assign":
            name = self.fresh("a")
            add(f"{indent}{name} = {self.expression(names, 2)}")
            names.append(name)
        elif kind == "rebind":
            name = self.random.choice(names)
            add(f"{indent}{name} = {self.expression(names, 2)}")
        elif kind == "delete":
            name = names.pop(self.random.randrange(len(names)))
            add(f"{indent}del {name}")
        elif kind == "none":
            name = names.pop(self.random.randrange(len(names)))
            add(f"{indent}{name} = None")
        elif kind == "augment":
            name = self.fresh("b")
            add(f"{indent}{name} = cp.zeros((1024, 1024))")
            names.append(name)
            add(f"{indent}{name} += {self.expression(names, 1)}")
        elif kind == "small":
            add(f"{indent}total = {self.expression(names, 1)}.sum()")
        elif kind == "tuple":
            first, second = self.fresh("a"), self.fresh("a")
            add(f"{indent}{first}, {second} = {self.expression(names, 1)}, {self.expression(names, 1)}")
            names += [first, second]
        elif kind == "list":
            name = self.fresh("l")
            items = ", ".join(self.expression(names, 1) for _ in range(self.random.randint(0, 2)))
            add(f"{indent}{name} = [{items}]")
            lists.append(name)
        elif kind == "append":
            add(f"{indent}{self.random.choice(lists)}.append({self.expression(names, 1)})")
        elif kind == "pop":
            name = self.random.choice(lists)
            add(f"{indent}if {name}:")
            add(f"{indent}{_INDENT}{name}.pop()")
        elif kind == "take":
            name, source = self.fresh("a"), self.random.choice(lists)
            add(f"{indent}{source}.append({self.creation()})")
            add(f"{indent}{name} = {source}[-1]")
            names.append(name)
        elif kind == "clear":
            add(f"{indent}{self.random.choice(lists)}.clear()")
        elif kind == "loop":
            add(f"{indent}for number in range({self.random.randint(1, 4)}):")
            inner = list(names)
            self.block(indent + _INDENT, inner, list(lists), self.random.randint(1, 3), depth - 1)
            names[:] = [name for name in names if name in inner]
        else:
            name = self.fresh("a")
            add(f"{indent}{name} = {self.creation()}")
            add(f"{indent}if {self.random.choice(('True', 'False', '1 > 2', 'number_of_rounds > 3'))}:")
            inner = [*names, name]
            self.block(indent + _INDENT, inner, list(lists), self.random.randint(1, 2), depth - 1)
            names[:] = [other for other in names if other in inner]


def true_peak(source: str) -> int:
    """The most bytes that the program holds at once.

    Raises:
        NameError: the program uses what it has deleted.
    """
    pool = Pool.now = Pool()
    scope: dict[str, Any] = {"cp": Names("cupy"), "number_of_rounds": 2}
    exec(compile(source, "<random>", "exec"), scope)
    return pool.peak
