"""Functions that are read when something asks for their code: the same as if the whole file had been read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cupylint import source
from cupylint.program import Program, ir, lower
from cupylint.program.stubs import mentions, skeleton, stubs

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("cupylint/flow/*.py"), *ROOT.glob("runtime_checks/*.py"), *ROOT.glob("fixtures/**/*.py")])

TEXT = """\
import cupy as cp

def short(x):
    return x


class Runner:
    @property
    def stream(self):
        # the one of this runner
        made = cp.cuda.Stream()
        self.made = made
        self.all = [made]
        return made

    async def run(self, n=4096):
        for k in range(n % 3):
            print(k)
            cp.cuda.Stream.null.synchronize()
        text = '''é
        '''; return "%d" % 3, 'é'  # the end


if cp:
\tdef tabs(x):
\t\tx += 1
\t\tx += 2
\t\tx += 3

\t\treturn lambda: x
"""


def functions(program: ir.Function) -> list[ir.Function]:
    return [each for function in program.inner for each in (function, *functions(function))]


def test_only_long_bodies_are_left_out() -> None:
    rows = source.split_rows(TEXT)
    text, kept = skeleton(rows, stubs(ast.parse(TEXT), rows))
    assert [stub.name for stub in stubs(ast.parse(TEXT), rows)] == ["stream", "run", "tabs"]
    assert "cp.cuda.Stream" not in text and "return x" in text
    assert [rows[row - 1] for row in kept if row in (8, 16)] == [
        "    @property\n",
        "    async def run(self, n=4096):\n",
    ]


def test_bodies_in_the_handlers_of_a_try_come_before_those_of_its_else() -> None:
    body = "".join(f"        x += {number}\n" for number in range(5))
    text = f"try:\n    import cupy\nexcept ImportError:\n    def no(x):\n{body}else:\n    def yes(x):\n{body}"
    rows = source.split_rows(text)
    left_out = stubs(ast.parse(text), rows)
    assert [stub.name for stub in left_out] == ["no", "yes"]
    assert [function.name for function in functions(Program(text).body)] == ["no", "yes"]


def test_what_stands_in_bodies_is_placed_in_the_file() -> None:
    program = Program(TEXT)
    stream, run, tabs = (each for each in program.body.inner if isinstance(each, ir.Later))
    nodes = [stream.body[-1].node, run.body[-1].node, tabs.inner[0].node, run.node]
    assert all(nodes)
    places = program.locate([node for node in nodes if node is not None])
    rows = source.split_rows(TEXT)
    found = [places[node] for node in nodes if node is not None]
    assert [rows[place.row - 1][place.column - 1 : place.end_column - 1] for place in found[:3]] == [
        "return made",
        "return \"%d\" % 3, 'é'",
        "lambda: x",
    ]
    assert (found[3].row, found[3].end_row, found[3].end_column) == (16, 21, 34)


def test_where_a_body_was_left_out_its_end_is_known() -> None:
    program = Program(TEXT)
    define = program.body.body[-1].then[0]  # type: ignore[union-attr]
    place = program.locate([define.node])[define.node]
    assert (place.row, place.end_row, place.end_column) == (25, 30, 19)


_ALIKE = ("name", "is_async", "is_generator", "assigned", "captures", "moduli", "has_modulo", "imports")


def _same(one: ir.Function, other: ir.Function) -> bool:
    """Whether a function that is read later is that of the whole file; it may name more."""
    alike = all(getattr(one, name) == getattr(other, name) for name in _ALIKE)
    return alike and other.idents <= one.idents and _shape(one.body) == _shape(other.body)


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_functions_that_are_read_later_are_those_of_the_whole_file(every: int) -> None:
    wrong = []
    for path in FILES[::every]:
        text = path.read_text(encoding="utf-8")
        late, whole = functions(Program(text).body), functions(lower(source.parse(text)))
        if len(late) != len(whole):
            wrong.append(path.name)
        else:
            pairs = zip(late, whole, strict=True)
            wrong += [f"{path.name}: {other.name}" for one, other in pairs if not _same(one, other)]
    assert wrong == []


def _shape(block: ir.Block) -> list[object]:
    """The kinds of statements, also of those inside others."""
    parts = ("then", "body", "orelse", "final")
    return [(type(each), *(_shape(getattr(each, name)) for name in parts if hasattr(each, name))) for each in block]


def test_the_null_stream_is_no_mention_of_a_maker() -> None:
    assert mentions(ast.parse("cp.cuda.Stream.null.use()").body).idents == {"null", "use", "cp", "cuda"}
    assert "Stream" in mentions(ast.parse("cp.cuda.Stream.null.use(); Stream()").body).idents


@pytest.mark.parametrize(
    ("text", "idents"),
    [
        ("getattr(x, 'a', y)", {"x", ".a", "y"}),
        ("getattr(x, name)", {"x", "name"}),
        ("getattr(self, name)", {"getattr", "self", "name"}),
        ("getattr(x, 'a', getattr(self, name))", {"getattr", "x", ".a", "self", "name"}),
        ("getattr(getattr(x, 'a'), 'b')", {"x", ".a", ".b"}),
        ("x.getattr(y, 'a')", {"getattr", "x", "y"}),
        ("setattr(x, 'a', 1)", {"x", ".a"}),
    ],
)
def test_an_attribute_that_a_text_tells_is_mentioned_as_such(text: str, idents: set[str]) -> None:
    assert mentions(ast.parse(text).body).idents == idents
    whole = functions(lower(source.parse(f"def f():\n    return {text}\n")))
    assert [function.idents for function in whole if function.name == "f"] == [idents]


@pytest.mark.parametrize("strict", [True, False])
def test_a_body_that_libcst_cannot_parse(strict: bool) -> None:
    text = "def f():\n    a = 1\n    b = 2\n    if(lambda: a):\n        return b\n"
    function = Program(text, strict).body.inner[0]
    if strict:
        with pytest.raises(source.UnreadableSource) as caught:
            assert function.body
        assert caught.value.reason.startswith("cannot be parsed")
    else:
        assert [type(each) for each in function.body] == [ir.Return]


@pytest.mark.parametrize(
    "text", ["def f():\\\n  a = 1\n", "def f(): a = 1; b = 2\n", "x = 1\\\n\ndef f():\n  a\n  b\n  c\n  d"]
)
def test_odd_rows(text: str) -> None:
    assert [function.name for function in functions(Program(text).body)] == ["f"]


def test_a_function_may_end_in_a_line_that_an_empty_one_continues() -> None:
    """Python takes it; LibCST does only where the empty line is there as well."""
    long = "\n".join(f"    x += {number}" for number in range(9))
    text = f"import cupy as cp\n\ndef added(x):\n{long}\n    x += 1 \\\n\ndef other(x):\n    return cp.sum(x)\n"
    added, other = functions(Program(text).body)
    assert (added.name, len(added.body), other.name) == ("added", 10, "other")
