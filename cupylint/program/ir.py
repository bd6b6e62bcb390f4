"""The intermediate program: expressions without control flow, statements with structure.

Calls are statements of their own (their results are temporaries), so that whoever runs a program
can follow several paths through a call. Conditional expressions, ``and``/``or`` and comprehensions
are lowered to `If` and `For`. Every node keeps the LibCST node it came from in ``node``, to be
turned into a position only when something is reported there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, fields, replace
from typing import TYPE_CHECKING, Union

from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

Name_ = Union[str, int]  # source names are strings, temporaries are numbers
ATTRIBUTE_FUNCTIONS = frozenset(("getattr", "hasattr", "setattr", "delattr"))
"""Functions that are given the name of an attribute."""
OWN = frozenset(("self", "cls"))
"""What a method calls its own object, or class."""


@dataclass(slots=True, eq=False)
class Node:
    node: CSTNode | None


# -- expressions ---------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Const(Node):
    value: object


@dataclass(slots=True, eq=False)
class Load(Node):
    name: Name_


@dataclass(slots=True, eq=False)
class Attr(Node):
    base: Expr
    name: str


@dataclass(slots=True, eq=False)
class Item(Node):
    base: Expr
    key: Expr


@dataclass(slots=True, eq=False)
class Slice(Node):
    start: Expr | None
    stop: Expr | None
    step: Expr | None


@dataclass(slots=True, eq=False)
class Binary(Node):
    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Unary(Node):
    operator: str
    operand: Expr


@dataclass(slots=True, eq=False)
class Compare(Node):
    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Build(Node):
    """A list, tuple or set display, "lazy" for a generator expression. ``Star`` items splice."""

    kind: str
    items: list[Expr]


@dataclass(slots=True, eq=False)
class BuildDict(Node):
    items: list[tuple[Expr | None, Expr]]  # key None: ``**mapping``


@dataclass(slots=True, eq=False)
class Format(Node):
    """An f-string: reads the values of its parts on the host."""

    parts: list[Expr]
    text: list[str | None]  # literal pieces, None where a part stands


@dataclass(slots=True, eq=False)
class Star(Node):
    value: Expr


@dataclass(slots=True, eq=False)
class Closure(Node):
    function: Function


@dataclass(slots=True, eq=False)
class Unknown(Node):
    """An expression whose value nothing is known of (patterns, await of foreign things)."""

    parts: list[Expr]


Expr = Union[Const, Load, Attr, Item, Slice, Binary, Unary, Compare, Build, BuildDict, Format, Star, Closure, Unknown]


def parts(expression: object) -> Iterator[Expr]:
    """The expressions right inside an expression."""
    for name in getattr(expression, "__slots__", ()):
        held = [getattr(expression, name)]
        for each in held:
            if isinstance(each, (list, tuple)):
                held += each
            elif isinstance(each, Node):
                yield each  # type: ignore[misc]


def inside(expression: Expr | Target) -> Iterator[Expr | Target]:
    """An expression and all those inside it."""
    yield expression
    for part in parts(expression):
        yield from inside(part)


_MATCHED = "__match_args__"


def match_argument(number: int) -> str:
    """The attribute that stands for the one which a class pattern takes at a position: ``case Point(x, y)``."""
    return f"{_MATCHED}[{number}]"


def matched(name: str) -> int | None:
    """The position that such an attribute stands for, None for other names."""
    return int(name[len(_MATCHED) + 1 : -1]) if name.startswith(f"{_MATCHED}[") else None


MASKS = (1, 3, 7)
"""What takes a number modulo of two, four or eight: ``k & 1``."""


def is_text(expression: Expr) -> bool:
    """Whether an expression is a literal string or bytes, which ``%`` formats."""
    return isinstance(expression, Format) or (
        isinstance(expression, Const) and isinstance(expression.value, (str, bytes))
    )


# -- statements ----------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Argument:
    value: Expr
    keyword: str | None = None
    star: str = ""  # "", "*" or "**"


@dataclass(slots=True, eq=False)
class Call(Node):
    target: int
    function: Expr
    arguments: list[Argument]
    statement: CSTNode | None = None  # the statement it is part of


@dataclass(slots=True, eq=False)
class Assign(Node):
    target: Target
    value: Expr


@dataclass(slots=True, eq=False)
class Augment(Node):
    """``target op= value``: in place where the object can."""

    target: Target
    operator: str
    value: Expr


@dataclass(slots=True, eq=False)
class Evaluate(Node):
    value: Expr


@dataclass(slots=True, eq=False)
class Delete(Node):
    target: Target


@dataclass(slots=True, eq=False)
class Append(Node):
    """What a comprehension does with each element: adds it to the container in temporary `target`."""

    target: int
    key: Expr | None
    value: Expr


@dataclass(slots=True, eq=False)
class If(Node):
    """`is_asked`: evaluates the second part of ``a and b``, of which nothing but the truth is asked."""

    test: Expr
    then: Block
    orelse: Block
    is_asked: bool = False


@dataclass(slots=True, eq=False)
class For(Node):
    target: Target
    iterable: Expr
    body: Block
    orelse: Block


@dataclass(slots=True, eq=False)
class While(Node):
    before: Block  # computes the test, run before each test
    test: Expr
    body: Block
    orelse: Block


@dataclass(slots=True, eq=False)
class With(Node):
    manager: Expr
    target: Target | None
    body: Block


@dataclass(slots=True, eq=False)
class Handler(Node):
    kind: Expr | None
    name: str | None
    body: Block


@dataclass(slots=True, eq=False)
class Try(Node):
    body: Block
    handlers: list[Handler]
    orelse: Block
    final: Block


@dataclass(slots=True, eq=False)
class Return(Node):
    value: Expr | None


@dataclass(slots=True, eq=False)
class Break(Node):
    pass


@dataclass(slots=True, eq=False)
class Continue(Node):
    pass


@dataclass(slots=True, eq=False)
class Raise(Node):
    value: Expr | None


@dataclass(slots=True, eq=False)
class Yield(Node):
    target: int
    value: Expr | None
    is_await: bool = False


@dataclass(slots=True, eq=False)
class Assert(Node):
    test: Expr


@dataclass(slots=True, eq=False)
class Define(Node):
    name: str
    function: Function
    decorators: list[Expr]


@dataclass(slots=True, eq=False)
class DefineClass(Node):
    name: str
    bases: list[Expr]
    body: Block
    decorators: list[Expr]
    idents: frozenset[str] = frozenset()
    fields: tuple[str, ...] = ()
    metaclass: Expr | None = None


@dataclass(slots=True, eq=False)
class Import(Node):
    """Bind `name` to the module or member `dotted`; relative imports start with a dot."""

    name: str
    dotted: str


@dataclass(slots=True, eq=False)
class Scope(Node):
    """A ``global`` or ``nonlocal`` statement."""

    kind: str
    names: list[str]


Statement = Union[
    Call, Assign, Augment, Evaluate, Delete, Append, If, For, While, With, Try, Return, Break, Continue,
    Raise, Yield, Assert, Define, DefineClass, Import, Scope,
]  # fmt: skip
Block = list[Statement]

# -- assignment targets --------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Unpack(Node):
    """``a, *b, c = ...``; `star` is the index of the starred target or None."""

    targets: list[Target]
    star: int | None


Target = Union[Load, Attr, Item, Unpack]

# -- functions -----------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Parameter:
    """A parameter; `annotation` is the class that it is said to be of, `items` that of the items of a list."""

    name: str
    default: Expr | None
    kind: str  # "positional", "keyword", "*" or "**"
    annotation: str = ""
    items: str = ""


@dataclass(slots=True, eq=False)
class Function(Node):
    """A function's code.

    `idents` are all names and attribute names in it (its inner functions included; ".name" for one that only a text
    tells, ``getattr(x, "name")``): a cheap test
    of what it can be about. `imports` are the modules and members that it imports. `moduli` are the constants that
    something is taken modulo of. `has_large` tells whether it has a large number, or works one out.
    """

    name: str
    parameters: list[Parameter]
    body: Block
    idents: frozenset[str]
    moduli: frozenset[int]
    has_modulo: bool
    is_generator: bool
    is_async: bool
    assigned: frozenset[str]
    parent_class: str = ""
    temporaries: int = 0
    decorator_names: tuple[str, ...] = ()
    captures: bool = False
    inner: list[Function] = field(default_factory=list)
    homes: list[CSTNode | None] = field(default_factory=list)  # the statement that each temporary is of
    tests: dict[CSTNode, CSTNode] = field(default_factory=dict)  # the ``if`` statement that each test is of
    imports: frozenset[str] = frozenset()
    has_large: bool = False

    def decorated(self, name: str) -> Function:
        """The same function with one more decorator, the outermost one."""
        return replace(self, decorator_names=(*self.decorator_names, name))


_READ_LATER = ("node", "body", "is_generator", "assigned", "temporaries", "captures", "inner", "homes", "tests")


class Later(Function):
    """A function whose body is read when something asks for it.

    Args:
        read: gives the whole function; asked once.
        opened: told when something asks for the body, for the first time or after `close`.
        known: the fields that are known without its body.
    """

    __slots__ = ("_opened", "_read", "_whole")

    def __init__(self, read: Callable[[], Function], opened: Callable[[Later], None], **known: object) -> None:
        self._read = read
        self._opened = opened
        self._whole: Function | None = None
        for name, value in known.items():
            setattr(self, name, value)

    def __getattr__(self, name: str) -> object:
        if name not in _READ_LATER:
            raise AttributeError(name)
        self._whole = self._whole or self._read()
        for late in _READ_LATER:
            setattr(self, late, getattr(self._whole, late))
        self._opened(self)
        return getattr(self, name)

    def decorated(self, name: str) -> Function:
        """The same function with one more decorator; its body is read when something asks for it."""
        known = {each.name: getattr(self, each.name) for each in fields(Function) if each.name not in _READ_LATER}
        return Later(self._read, self._opened, **known | {"decorator_names": (*self.decorator_names, name)})

    def close(self) -> None:
        """Tell it again when something asks for the body."""
        for late in _READ_LATER:
            delattr(self, late)
