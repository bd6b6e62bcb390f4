"""Functions: parameters, defaults, what they return, recursion, closures, lambdas, callbacks, decorators."""

from __future__ import annotations

from .work import operation, operations
from .writer import Function, Scope, Shape, Writer

_KINDS = ("stream", "stream", "array", "array", "event", "streams")
_RETURNS = ("array", "array", "pair", "stream", "event", "")


def parameters(w: Writer) -> tuple[tuple[str, str, bool], ...]:
    """A stream, an array and up to two more; those with a default are last."""
    kinds = ["stream", "array", *(w.pick(_KINDS) for _ in range(w.number(0, 2)))]
    w.random.shuffle(kinds)
    first_default = len(kinds) - (w.number(1, 2) if w.chance(0.4) else 0)
    found = []
    for index, kind in enumerate(kinds):
        found.append((f"{kind}{index}", kind, index >= first_default and kind == "stream"))
    return tuple(sorted(found, key=lambda parameter: parameter[2]))


def scope_of(w: Writer, found: tuple[tuple[str, str, bool], ...], outer: Scope | None = None) -> Scope:
    """What a function with these parameters sees; `outer`: also that of the place where it is defined."""
    scope = Scope(["home"], [], [], function=True) if outer is None else outer.inner()
    places = {"stream": scope.streams, "array": scope.arrays, "event": scope.events, "streams": scope.stream_lists}
    for name, kind, _ in found:
        # Of many names those of the parameters shall be used.
        places[kind] += [name] * (1 if outer is None else 3)
        if kind in ("array", "event"):
            scope.own.append(name)
    return scope


def signature(w: Writer, found: tuple[tuple[str, str, bool], ...], default: str) -> str:
    """The text between the parentheses of a definition."""
    return ", ".join(f"{name}={default}" if optional else name for name, _, optional in found)


def returned(w: Writer, kind: str) -> None:
    """The last lines of a function that returns this kind."""
    stream = w.stream()
    if kind in ("array", "pair"):
        name = w.fresh("made")
        with w.on(stream):
            w.write(f"{name} = {w.array()} + 1")
            if kind == "array" and w.chance(0.4):
                w.write(f"return {name}")
                return
        if w.chance(0.4):
            w.write(w.pick((f"{stream}.synchronize()", f"{w.stream()}.wait_event({stream}.record())")))
        w.write(f"return {name}" if kind == "array" else f"return {name}, {stream}.record()")
    elif kind == "stream":
        w.write(f"return {stream}")
    elif kind == "event":
        with w.on(stream):
            operations(w)
            if w.chance(0.5):
                event = w.fresh("done")
                w.write(f"{event} = cp.cuda.Event()\n{event}.record()\nreturn {event}")
                return
        w.write(f"return {stream}.record()")


def function_body(w: Writer, found: tuple[tuple[str, str, bool], ...], default: str, kind: str, budget: int) -> None:
    """The statements; the scope is that of the function."""
    for name, _, optional in found:
        if optional and default == "None":
            w.write(w.pick((f"if {name} is None:\n    {name} = home", f"{name} = {name} or cp.cuda.Stream.null")))
    if w.chance(0.6) or not w.scope.events:
        event = w.fresh("e")
        w.write(f"{event} = {w.stream()}.record()" if w.chance(0.6) else f"{event} = cp.cuda.Event()")
        w.bind("event", event)
        w.scope.own.append(event)
    for _ in range(w.number(1, 3)):
        w.statement(budget)
    if w.chance(0.15):
        w.write(f"if N {w.pick('<>')} 3:")
        with w.indented(unsure=True):
            returned(w, kind) if kind else w.write("return")
    returned(w, kind)


def free(w: Writer, budget: int) -> Function:
    """A function that sees its parameters alone."""
    name, found, kind = w.fresh("work"), parameters(w), w.pick(_RETURNS)
    default = w.pick(("None", "None", "home", "cp.cuda.Stream.null"))
    with w.apart():
        w.write(f"def {name}({signature(w, found, default)}):")
        with w.indented(), w.scoped(scope_of(w, found)):
            function_body(w, found, default, kind, min(budget - 1, 1))
        w.ref(name)
    function = Function(name, found, kind)
    w.functions.append(function)
    return function


def arguments(w: Writer, function: Function) -> str:
    """The text between the parentheses of a call."""
    parts, keywords = [], False
    for name, kind, optional in function.parameters:
        if optional and w.chance(0.5):
            keywords = True
            continue
        keywords = keywords or w.chance(0.2)
        parts.append(f"{name}={w.value(kind)}" if keywords else w.value(kind))
    return ", ".join(parts)


def use_result(w: Writer, text: str, kind: str) -> None:
    """A call and what is done with what it returns."""
    if kind == "array":
        w.assign(text)
    elif kind == "pair":
        event = w.fresh("ready")
        target = w.target()
        w.write(f"{target}, {event} = {text}")
        w.bind("event", event)
        if w.chance(0.7):
            w.write(w.pick((f"{event}.synchronize()", f"{w.stream()}.wait_event({event})")))
    elif kind == "stream":
        name = w.fresh("chosen")
        w.write(f"{name} = {text}")
        w.bind("stream", name)
        with w.on(name):
            operation(w)
    elif kind == "event":
        w.write(w.pick(("{}.synchronize()", f"{w.stream()}.wait_event({{}})", "{}")).format(text))
    else:
        w.write(text)


def call(w: Writer, budget: int) -> None:
    """A call of a function that there is, or of a new one; once or twice."""
    known = [function for function in w.functions if w.scope.events or not _wants_event(function)]
    if not known or (len(w.functions) < 4 and w.chance(0.5) and w.section is w.main):
        function = free(w, budget)
    else:
        function = w.pick(known)
    for _ in range(w.number(1, 2)):
        use_result(w, f"{w.ref(function.name)}({arguments(w, function)})", function.returns)


def _wants_event(function: Function) -> bool:
    return any(kind == "event" for _, kind, _ in function.parameters)


def closure(w: Writer, budget: int) -> None:
    """A function that sees the names around it, defined where it is called."""
    name, found, kind = w.fresh("inner"), parameters(w), w.pick(_RETURNS)
    taken = {parameter[0] for parameter in found}
    own = [array for array in w.scope.arrays if array in w.scope.own and array not in taken]
    stream = w.stream()
    w.write(f"def {name}({signature(w, found, stream)}):")
    outer = w.scope
    with w.indented(), w.scoped(scope_of(w, found, outer)) as scope:
        if own and w.chance(0.5):
            shared = w.pick(own)
            w.write(f"{'nonlocal' if outer.function else 'global'} {shared}")
            scope.own.append(shared)
        for _ in range(w.number(1, 2)):
            w.statement(min(budget - 1, 1))
        returned(w, kind)
    function = Function(name, found, kind)
    for _ in range(w.number(1, 2)):
        use_result(w, f"{name}({arguments(w, function)})", kind)


def recursion(w: Writer, budget: int) -> None:
    """A function that calls itself a few times, with its streams changed over or not."""
    again = w.fresh("again")
    name = w.define(
        again,
        f"""
        def {again}(count, first, second, data):
            if count == 0:
                return data
            with first:
                made = data + count
            {w.pick(("second.wait_event(first.record())", "pass", "first.synchronize()"))}
            return {again}(count - 1, {w.pick(("second, first", "first, second"))}, made)
        """,
    )
    w.assign(f"{name}({w.number(1, 3)}, {w.stream()}, {w.stream()}, {w.array()})")


def small(w: Writer, budget: int) -> None:
    """Lambdas, partial functions and functions as arguments."""
    double = w.define("double", "def double(stream, array):\n    with stream:\n        return array * 2")
    form, name = w.number(0, 5), w.fresh("small")
    if form == 0:
        w.needs("from functools import partial")
        w.write(f"{name} = partial({double}, {w.stream()})")
        w.assign(f"{name}({w.array()})")
    elif form == 1:
        w.write(f"{name} = lambda array, stream={w.stream()}: {double}(stream, array)")
        w.assign(f"{name}({w.array()})")
    elif form == 2:
        apply = w.define("apply", "def apply(function, *arguments):\n    return function(*arguments)")
        w.assign(f"{apply}({double}, {w.stream()}, {w.array()})")
    elif form == 3:
        hand = w.define("hand_over", "def hand_over(one, other):\n    other.wait_event(one.record())")
        one, other, x = w.stream(), w.stream(), w.array()
        with w.on(one):
            w.write(f"{x}.fill(1)")
        w.write(f"{hand}({one}, {other})")
        with w.on(other):
            w.write(f"{w.fresh('r')} = {x} + 1")
    elif form == 4:
        w.write(f"{name} = [lambda: {double}({w.stream()}, {w.array()}), {w.stream()}.synchronize]")
        w.write(f"for step_{name} in {name}:\n    step_{name}()")
    else:
        w.write(f"{name} = {{'run': {double}, 'wait': {w.stream()}.synchronize}}")
        w.assign(f"{name}['run']({w.stream()}, {w.array()})")
        if w.chance(0.5):
            w.write(f"{name}['wait']()")


def decorated(w: Writer, budget: int) -> None:
    """A decorator that runs a function on a stream, waits after it, or does nothing."""
    kind, wrapped = w.pick(("on_stream", "then_wait", "plain")), w.chance(0.7)
    wraps = "@wraps(function)\n" if wrapped else "# no wraps\n"
    body = {
        "on_stream": "with stream:\n    return function(*args, **kwargs)",
        "then_wait": "with stream:\n    result = function(*args, **kwargs)\nstream.synchronize()\nreturn result",
        "plain": "return function(*args, **kwargs)",
    }[kind]
    inner = "\n".join("            " + line for line in body.splitlines())
    name = w.define(
        f"{kind}{int(wrapped)}",
        f"def {kind}{int(wrapped)}(stream):\n    def decorate(function):\n        {wraps.strip()}\n"
        f"        def inner(*args, **kwargs):\n{inner}\n        return inner\n    return decorate",
        *(("from functools import wraps",) if wrapped else ()),
    )
    function, data = w.fresh("made"), w.array()
    w.write(f"@{name}({w.stream()})\ndef {function}(data, scale=2):\n    data += 1\n    return data * scale")
    w.assign(f"{function}({data}{w.pick(('', ', 3', ', scale=4'))})")
    if w.chance(0.5):
        with w.on(w.stream()):
            w.write(f"{w.fresh('r')} = {data} + 1")


def counted(w: Writer, budget: int) -> None:
    """A function that changes a global: which stream is next, or the last result."""
    if w.scope.function or w.unsure:
        return small(w, budget)
    name, state = w.fresh("turn"), w.fresh("state")
    streams = w.stream_list()
    w.write(f"{state} = 0\npool_{state} = list({streams})[:2]")
    w.write(f"""
        def {name}(data):
            global {state}
            stream = pool_{state}[{state} % 2]
            {state} += 1
            with stream:
                data += 1
            return stream
        """)
    x = w.array()
    for _ in range(w.number(2, 3)):
        w.write(f"last_{state} = {name}({x})")
        if w.chance(0.5):
            w.write(f"last_{state}.synchronize()")
    return None


FUNCTIONS: tuple[Shape, ...] = (call, call, call, closure, recursion, small, decorated, counted)
