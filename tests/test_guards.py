"""No parser is given what it would crash on, or take minutes and gigabytes for."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cupylint import guards, source
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.kernels.cuda import parse as parse_cuda

N = 20_000
DEEP = {
    "and": "x = " + "a and " * N + "a",
    "sum": "x = " + "a + " * N + "a",
    "product": "x = " + "a * " * N + "a",
    "power": "x = " + "a ** " * N + "a",
    "comparison": "x = " + "a < " * N + "a",
    "minus": "x = " + "-" * N + "a",
    "not": "x = " + "not " * N + "a",
    "elif": "if a:\n  pass\n" + "elif a:\n  pass\n" * N,
    "elif, continued": "if a:\n  pass\n" + "\\\n elif a:\n  pass\n" * N,
    "lambda": "x = " + "lambda: " * N + "a",
    "lambda with parameters": "x = " + "lambda a, b: " * N + "a",
    "lambda in a default": "x = " + "lambda a=" * N + "1" + ": a" * N,
    "import": "import " + "a." * N + "a",
    "attributes": "x = a" + ".a" * N,
    "subscripts": "x = a" + "[0]" * N,
    "calls": "x = a" + "()" * N,
    "methods": "x = (a" + "\n.b()" * N + ")",
    "conditions": "x = " + "a if b else " * N + "c",
    "strings": "x = (" + "'a'\n" * N + ")",
    "parentheses": "x = " + "(" * N + "a" + ")" * N,
    "brackets": "x = " + "[" * N + "a" + "]" * N,
    "arguments": "x = " + "f(1, " * N + "a" + ")" * N,
    "unclosed": "x = " + "[{" * N,
    "assignments": "x = " * N + "1",
    "clauses": "x = [a " + "for a in b " * N + "]",
    "pattern": "match a:\n  case " + "{1: " * 20 + "b" + "}" * 20 + ":\n    pass",
    "pattern, continued": "match a:\n  \\\n  case " + "{1: " * 20 + "b" + "}" * 20 + ":\n    pass",
    "after a string with a bracket": "x = ')' + (\n" + "a +\n" * N + "a)",
    "after a string with quotes": "x = '\\'' + \"'\" + '''\"''' + " + "a + " * N + "a",
    "after a comment with a quote": "# it's\nx = " + "a + " * N + "a # '",
    "in an f-string": "x = f'{" + "a + " * N + "a}'",
    "in the format of an f-string": "x = f'{a:{" + "-" * N + "a}}'",
    "in an f-string in an f-string": "x = f'{f\"{" + "not " * N + "a}\"}'",
    "in an f-string with its own quotes inside": "x = f'{f'{" + "not " * N + "a}'}'",
    "f-strings": "x = " + "f'{" * N + "a" + "}'" * N,
    "carriage returns": "x = (\r" + "a +\r" * N + "a)",
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_too_deep(text: str) -> None:
    head = "import cupy as cp\ns = cp.cuda.Stream()\n"
    (finding,) = check_bytes(f"{head}{text}\n".encode(), "a.py", Settings(), bounds=True)
    assert finding.code == "CUP903"
    (row,) = re.findall(r"was not followed: it is (?:nested too deeply|too many elif.*) in row (\d+)$", finding.message)
    assert int(row) >= 3
    assert source.standard_tree(text) is None


FLAT = {
    "hundreds of terms": "x = " + "a[0] * b[1] +\\\n" * 110 + "a",
    "a table": "x = [\n" + "    (1, -2.5e-3, 'a', a.b.c, f(x) + 1),\n" * 500 + "]",
    "a table of lambdas": "x = [" + "lambda a, b: a + b, " * 2_000 + "]",
    "a text of many lines": "x = (" + "'a'\n" * 1_500 + ")",
    "a long text": "x = '''" + "((( a + not\n" * 20_000 + "'''",
    "a comment": "# " + "((" * 20_000,
    "many elif": "if a:\n  pass\n" + "elif a:\n  pass\n" * 900,
    "many if": ("if a:\n  pass\n" + "elif a:\n  pass\n" * 3) * 900,
    "a long f-string": "x = f'''" + "{a.b + 1:{w}.3f} ((\n" * 3_000 + "'''",
    "brackets as deep as they may be": "x = " + "(" * 150 + "a" + ")" * 150,
}


@pytest.mark.parametrize("text", FLAT.values(), ids=FLAT)
def test_not_too_deep(text: str) -> None:
    guards.check_python(text + "\n")
    source.parse(text + "\n")
    assert source.standard_tree(text + "\n") is not None


@pytest.mark.parametrize(
    "text",
    ["#" * (guards.MAX_BYTES + 1), "x = 1\n" * (guards.MAX_SIGNS // 2 + 1), "1," * (guards.MAX_SIGNS + 1)],
    ids=len,
)
def test_too_large(text: str) -> None:
    with pytest.raises(source.LargeSource, match="is too large"):
        source.parse(text)
    (finding,) = check_bytes(f"import cupy\ncupy.cuda.Stream()\n{text}\n".encode(), "a.py", Settings(), bounds=True)
    assert (finding.code, finding.severity) == ("CUP903", "info")
    assert finding.message.startswith("the file was not followed: it is too large (")
    assert not check_bytes(f"import cupy\ncupy.cuda.Stream()\n{text}\n".encode(), "a.py", Settings())


def test_functions_may_be_large_together() -> None:
    functions = "".join(f"def f{number}():\n" + "    x = 1\n" * 10_000 for number in range(6))
    race = "import cupy as cp\ns = cp.cuda.Stream(non_blocking=True)\nwith s:\n    a = cp.ones(9)\nb = a + 1\n"
    found = check_bytes(f"{functions}{race}".encode(), "a.py", Settings())
    assert [finding.code for finding in found] == ["CUP103"]


def test_the_place_is_told() -> None:
    with pytest.raises(guards.TooDeep) as caught:
        guards.check_python("a = 1\nb = (\n" + "(" * 200 + ")" * 200 + ")\n")
    assert caught.value.row == 3


@pytest.mark.parametrize("body", ["f[0] = " + "(" * N + "1" + ")" * N + ";", "f[0] = " + "- " * 2 * N + "1;", "{" * N])
def test_cuda_too_deep(body: str) -> None:
    source = parse_cuda("__global__ void k(int* f) {" + body + "}")
    assert source is not None
    assert (source.errors, source.functions) == (((0, 1),), ())


def test_the_deepest_text_fits_into_a_thread_with_a_small_stack() -> None:
    """In a process of its own, which it would end."""
    program = (
        "import threading\nfrom cupylint import source\n"
        "texts = ['x = ' + '(' * 150 + 'a' + ')' * 150, 'x = ' + 'not ' * 590 + 'a',"
        " 'x = ' + 'lambda: ' * 140 + 'a', 'if a: pass\\n' + 'elif a: pass\\n' * 990]\n"
        "threading.stack_size(512 * 1024)\n"
        "def work():\n    for text in texts:\n        source.parse(text + '\\n'); print('parsed')\n"
        "thread = threading.Thread(target=work); thread.start(); thread.join()\n"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.split()) == (0, ["parsed"] * 4), done.stderr


def test_errors_in_the_other_thread_arrive() -> None:
    found: list[BaseException] = []

    def work() -> None:
        try:
            guards.roomy(lambda: 1 // 0)
        except ZeroDivisionError as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(found) == 1
