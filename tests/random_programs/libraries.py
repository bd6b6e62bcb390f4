"""Random programs whose truth is a plan: sizes that are not told, functions and classes that nobody calls, other files.

Streams are made in functions, in ``__init__``, in ``setup``, at the top of a file, or in a file that is imported.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from .builder import Builder, Item, Scope
from .plans import Function, HandOver, Library, Ref, Return, Synchronize, Work

MAIN, HOLDER, HELPERS = "program.py", "lanes.py", "helpers.py"


@dataclass(frozen=True)
class Program:
    """The texts of the files, the main one last, and what they do."""

    files: dict[str, str]
    library: Library


@dataclass
class Shelf:
    """The objects of one place: names of streams, arrays and events."""

    streams: list[Item] = field(default_factory=list)
    arrays: list[Item] = field(default_factory=list)
    events: list[Item] = field(default_factory=list)

    @property
    def all(self) -> list[Item]:
        return [*self.streams, *self.arrays, *self.events]

    def renamed(self, pattern: str) -> Shelf:
        """The same objects as other code spells them."""
        return Shelf(*(
            [replace(item, text=pattern.format(item.text)) for item in items]
            for items in (self.streams, self.arrays, self.events)
        ))  # fmt: skip


def program(seed: int) -> Program:
    """The program of a seed."""
    b = Builder(seed)
    kind = b.pick((_script, _functions, _functions, _class, _class))
    kind(b)
    files = {name: "\n".join(lines) + "\n" for name, lines in b.files.items() if name != MAIN}
    return Program({**files, MAIN: "\n".join(b.files[MAIN]) + "\n"}, b.library)


# -- objects that other code uses ------------------------------------------------------------------


def _shelf(b: Builder, prefix: str = "", arrays: bool = True) -> Shelf:
    """New names: streams that may be a list, arrays of which some are rings, events."""
    ring = b.pick((2, 2, 3))
    streams = [Item(name, name) for name in (f"{prefix}copy", f"{prefix}work", f"{prefix}side")[: b.number(2, 3)]]
    if b.chance(0.15):
        streams.append(Item(f"{prefix}lanes", f"{prefix}lanes", 2))
    shelf = Shelf(streams)
    if arrays:
        shelf.arrays = [Item(f"{prefix}total", f"{prefix}total"), Item(f"{prefix}ring", f"{prefix}ring", ring)]
        if b.chance(0.5):
            shelf.arrays.append(Item(f"{prefix}out", f"{prefix}out"))
    if b.chance(0.7):
        shelf.events = [Item(f"{prefix}ready", f"{prefix}ready"), Item(f"{prefix}free", f"{prefix}free", ring)]
    return shelf


def _make(b: Builder, shelf: Shelf) -> None:
    for item in shelf.streams:
        b.stream(item)
    for item in shelf.arrays:
        b.array(item)
    for item in shelf.events:
        b.event(item)


def _scope(*shelves: Shelf) -> Scope:
    return Scope(
        *([item for shelf in shelves for item in getattr(shelf, kind)] for kind in ("streams", "arrays", "events"))
    )


def _held(b: Builder) -> Shelf:
    """Objects of a file of their own, which the main one imports; the lines that import them come now."""
    own = _shelf(b, arrays=b.chance(0.7))
    form = b.pick(("names", "module", "class", "object", "dict"))
    b.file = HOLDER
    b.line("import cupy as cp")
    b.line("")
    names = ", ".join(item.text for item in own.all)
    if form in ("names", "module"):
        _make(b, own)
        b.file = MAIN
        b.line(f"from lanes import {names}" if form == "names" else "import lanes")
        return own if form == "names" else own.renamed("lanes.{}")
    if form == "class":
        with b.under("class Lanes:", b.block):
            _make(b, own)
    elif form == "object":
        b.line("class Lanes:")
        b.depth = 1
        with b.under("def __init__(self):", b.block):
            _make(b, own.renamed("self.{}"))
        b.depth = 0
        b.line("")
        b.line("shared = Lanes()")
    else:
        _make(b, own)
        b.line("shared = {" + ", ".join(f"'{item.text}': {item.text}" for item in own.all) + "}")
    b.file = MAIN
    b.line("from lanes import Lanes" if form == "class" else "from lanes import shared")
    return own.renamed({"class": "Lanes.{}", "object": "shared.{}", "dict": "shared['{}']"}[form])


def _helpers(b: Builder) -> list[str]:
    """Functions that others call, in this file or in one of their own; how they are called here."""
    first, second = Ref("first"), Ref("second")
    apart = b.chance(0.5)
    b.file = HELPERS if apart else MAIN
    if apart:
        b.line("import cupy as cp")
    b.line("")
    b.line("")
    functions = b.library.functions
    functions["hand_over"] = Function("hand_over", body=[HandOver(first, second)])
    with b.under("def hand_over(first, second):", []):
        b.line("second.wait_event(first.record())")
    b.line("")
    with b.under("def scale(stream, source, target):", []), b.under("with stream:", []):
        work = Work(Ref("stream"), (Ref("source"),), (Ref("target"),), b.next)
        b.line("cp.multiply(source, 2, out=target)")
    functions["scale"] = Function("scale", body=[work])
    b.file = MAIN
    if apart:
        b.line("from helpers import hand_over, scale")
    return ["hand_over", "scale"]


# -- kinds of programs -----------------------------------------------------------------------------


def _begin(b: Builder) -> Scope:
    """Imports, the objects at the top of the program, and helpers."""
    b.file = MAIN
    b.line("import sys")
    b.line("import cupy as cp")
    if b.chance(0.6):
        scope = _scope(_held(b))
    else:
        shelf = _shelf(b)
        b.line("")
        _make(b, shelf)
        scope = _scope(shelf)
    scope.helpers = _helpers(b) if b.chance(0.4) else []
    b.line("")
    return scope


def _script(b: Builder) -> None:
    """Statements at the top level, with sizes from the command line."""
    scope = _begin(b)
    size, items = b.pick((("n", ""), ("len(names)", "names"), ("args.count", ""), ("len(sys.argv)", "")))
    if size == "n":
        b.line("n = int(sys.argv[1])")
    elif items:
        b.line("names = sys.argv[1:]")
    elif size == "args.count":
        b.line("import argparse")
        b.line("args = argparse.ArgumentParser().parse_args()")
    if not scope.arrays:
        own = Shelf([], [Item("grid", "grid"), Item("ring", "ring", 2)])
        _make(b, own)
        scope.arrays += own.arrays
    scope.flag = "'fast' in sys.argv"
    b.line("cp.cuda.Device().synchronize()", Synchronize())
    for _ in range(b.number(2, 5)):
        _care(b)
        b.statement(scope, size, items)
    b.line("cp.cuda.Device().synchronize()", Synchronize())


def _care(b: Builder, probability: float = 0.4) -> None:
    """Sometimes nothing is pending when the next statement begins."""
    if b.chance(probability):
        b.line("cp.cuda.Device().synchronize()", Synchronize())


def _functions(b: Builder) -> None:
    """Functions that nothing calls, with streams of their own or of a file that is imported."""
    if b.chance(0.5):
        b.file = MAIN
        b.line("import sys")
        b.line("import cupy as cp")
        outer = Scope(helpers=_helpers(b) if b.chance(0.4) else [])
    else:
        outer = _begin(b)
    for name in ("load", "reduce", "advance")[: b.number(1, 3)]:
        b.line("")
        b.line("")
        _function(b, name, outer)
        b.library.entries.append(name)


def _function(b: Builder, name: str, outer: Scope) -> None:
    parameters, size, items = _sizes(b)
    function = b.library.functions[name] = Function(name)
    given = [Item(each, each) for each in ("x", "y")[: b.number(0, 2)]]
    function.arrays = [item.name for item in given]
    texts = [f"{item.text}: cp.ndarray" for item in given] + parameters + ["fast"]
    with b.under(f"def {name}({', '.join(texts)}):", function.body):
        scope = outer.with_(arrays=given, flag="fast")
        if not outer.streams or b.chance(0.2):
            own = _shelf(b, "" if not outer.streams else "my_")
            _make(b, own)
            scope = scope.with_(streams=own.streams, arrays=own.arrays, events=own.events)
        elif not scope.arrays:
            own = Shelf([], [Item("my_total", "my_total"), Item("my_ring", "my_ring", 2)])
            _make(b, own)
            scope = scope.with_(arrays=own.arrays)
        _care(b, 0.5)
        for _ in range(b.number(1, 4)):
            b.statement(scope, size, items)
            _care(b, 0.2)
        if b.chance(0.25):
            result = b.fresh("result")
            with b.on(b.pick(scope.streams), scope) as stream:
                one, ref = b.spelled(b.pick(scope.arrays), scope)
                b.line(f"{result} = {one} * 2", Work(stream, (ref,), (), b.next, made=result))
            _care(b, 0.5)
            b.line(f"return {result}", Return(Ref(result), b.next))
        elif b.chance(0.6):
            b.line("cp.cuda.Device().synchronize()", Synchronize())


def _sizes(b: Builder) -> tuple[list[str], str, str]:
    """Parameters that tell how long loops are, the size, and what can be iterated."""
    form = b.number(0, 3)
    if form == 0:
        return ["n"], "n", ""
    if form == 1:
        return ["items"], "len(items)", "items"
    if form == 2:
        return ["data: cp.ndarray"], "data.shape[0]", ""
    return ["n: int"], "n", ""


def _class(b: Builder) -> None:
    """A class that nothing uses: streams in ``__init__``, in ``setup``, in a method that these call, or imported."""
    form = b.pick(("init", "init", "setup", "setup", "helper", "outer"))
    if form == "outer":
        outer = _begin(b)
    else:
        b.file = MAIN
        b.line("import cupy as cp")
        outer = Scope(helpers=_helpers(b) if b.chance(0.3) else [])
    own = _shelf(b, "self.")
    if form == "outer":
        own.streams = []
    b.line("")
    b.line("")
    b.line("class Pipeline:")
    b.depth = 1
    size = "self.count" if b.chance(0.5) else "count"
    _constructor(b, form, own, size)
    scope = outer.with_(streams=own.streams, arrays=own.arrays, events=own.events, flag="fast")
    for name in ("feed", "compute", "collect")[: b.pick((1, 2, 2, 3))]:
        b.line("")
        _method(b, name, scope, size)
    b.depth = 0


def _constructor(b: Builder, form: str, own: Shelf, size: str) -> None:
    """``__init__``, and what else makes the objects."""
    methods = b.library.methods
    early = own if form in ("init", "outer") else Shelf(own.streams) if form == "helper" else Shelf()
    late = Shelf(own.streams if form == "setup" else [], own.arrays, own.events) if early is not own else Shelf()
    start = methods["__init__"] = Function("__init__")
    with b.under("def __init__(self, count):", start.body):
        b.line("self.count = count")
        if form == "setup" and b.chance(0.5):
            for item in own.streams:
                b.line(f"{item.text} = None")
        if form == "helper":
            b.line("self._open()")
            for item in own.arrays:
                b.array(item)
            for item in own.events:
                b.event(item)
        else:
            _make(b, early)
        _care(b, 0.6)
        if form == "init" and b.chance(0.15):
            b.work(_scope(own))
    if form == "helper":
        b.line("")
        opened = Function("_open")
        with b.under("def _open(self):", opened.body):
            _make(b, early)
        start.body[:0] = opened.body
    elif form == "setup":
        b.line("")
        setup = methods["setup"] = Function("setup")
        with b.under("def setup(self):", setup.body):
            _make(b, late)
            _care(b, 0.3)


def _method(b: Builder, name: str, scope: Scope, size: str) -> None:
    method = b.library.methods[name] = Function(name)
    given = [Item("x", "x")] if b.chance(0.4) else []
    method.arrays = [item.name for item in given]
    texts = ["self", *(f"{item.text}: cp.ndarray" for item in given), *(["count"] if size == "count" else []), "fast"]
    with b.under(f"def {name}({', '.join(texts)}):", method.body):
        inner = scope.with_(arrays=given)
        _care(b, 0.3)
        for _ in range(b.number(1, 3)):
            b.statement(inner, size)
        _care(b, 0.3)
