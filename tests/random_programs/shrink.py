"""Makes a program smaller while the two verdicts on it still differ in the same way.

Run as ``python -m tests.random_programs.shrink SEED [SEED ...]`` in the root of the checkout; ``--modules`` for
programs of two files.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Callable, Iterator

from .generate import program
from .judge import CannotRun, Verdicts, judge

Files = dict[str, str]
Wanted = Callable[[Verdicts], bool]
_ROUNDS = 6


def shrink(files: Files, wanted: Wanted) -> Files:
    """The smallest version found whose verdicts are still `wanted`."""
    for _ in range(_ROUNDS):
        before = files
        for name in reversed(files):
            files = _shrink_file(files, name, wanted)
        if files == before:
            break
    return files


def same_kind(verdicts: Verdicts) -> Wanted:
    """Verdicts that differ as these do: a false line stays a false line, a missed one a missed one."""
    if verdicts.false:
        return lambda other: bool(other.false)
    return lambda other: bool(other.missed) and not other.false


def _holds(files: Files, wanted: Wanted) -> bool:
    try:
        return wanted(judge(files))
    except CannotRun:
        return False


def _shrink_file(files: Files, name: str, wanted: Wanted) -> Files:
    tree, position = ast.parse(files[name]), 0
    while True:
        # What was tried without success is not tried again in this pass: on goes the next edit in order.
        for edit in _edits(tree, position):
            position += 1
            smaller = {**files, name: ast.unparse(edit) + "\n"}
            if smaller[name] != files[name] and _holds(smaller, wanted):
                tree, files = ast.parse(smaller[name]), smaller
                position -= 1
                break
        else:
            return files


def _edits(tree: ast.Module, start: int) -> Iterator[ast.Module]:
    """Smaller trees, each with one edit, from edit number `start` on; large parts first."""
    count = len(_changes(tree))
    for number in range(start, count):
        edited = copy.deepcopy(tree)
        _changes(edited)[number]()
        yield ast.fix_missing_locations(edited)


def _changes(tree: ast.Module) -> list[Callable[[], None]]:
    """Everything that can be made smaller; each call changes the tree."""
    found: list[Callable[[], None]] = []
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                for size in (4, 2, 1):
                    starts = range(0, len(block) - size + 1, size)
                    found += [_delete(block, at, size, field) for at in starts if _can_go(node, block[at : at + size])]
                found += [_hoist(block, at) for at, statement in enumerate(block) if hasattr(statement, "body")]
        if isinstance(node, (ast.With, ast.AsyncWith)) and len(node.items) > 1:
            found += [_delete(node.items, at, 1, "") for at in range(len(node.items))]
        elif isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
            found += [_delete(node.elts, at, 1, "") for at in range(len(node.elts))]
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.decorator_list:
            found.append(node.decorator_list.clear)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            found.append(_lower(node))
        elif isinstance(node, ast.IfExp):
            found += [_replace(node, node.body), _replace(node, node.orelse)]
    return found


def _can_go(parent: ast.AST, statements: list[ast.AST]) -> bool:
    """Whether the loop around these, if there is one, still ends without them."""
    counts = (ast.AugAssign, ast.If, ast.Expr)
    return not isinstance(parent, ast.While) or not any(isinstance(statement, counts) for statement in statements)


def _delete(block: list[ast.AST], at: int, size: int, field: str) -> Callable[[], None]:
    def delete() -> None:
        del block[at : at + size]
        if field == "body" and not block:
            block.append(ast.Pass())

    return delete


def _hoist(block: list[ast.AST], at: int) -> Callable[[], None]:
    def hoist() -> None:
        statement = block[at]
        if not isinstance(statement, (ast.ClassDef, ast.ExceptHandler, ast.match_case)):
            block[at : at + 1] = statement.body  # type: ignore[attr-defined]

    return hoist


def _lower(call: ast.Call) -> Callable[[], None]:
    def lower() -> None:
        for argument in call.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, int) and argument.value > 1:
                argument.value -= 1

    return lower


def _replace(node: ast.IfExp, by: ast.expr) -> Callable[[], None]:
    def replace() -> None:
        node.test, node.body, node.orelse = ast.Constant(value=True), by, ast.Constant(value=None)

    return replace


def text_of(files: Files) -> str:
    """All files with numbered lines."""
    parts = []
    for name, text in files.items():
        parts.append(f"--- {name}")
        parts += [f"{number:3} {line}" for number, line in enumerate(text.splitlines(), 1)]
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    """Print the small versions of the programs of some seeds."""
    modules = "--modules" in arguments
    for seed in (int(argument) for argument in arguments if argument.isdigit()):
        files = program(seed, modules)
        verdicts = judge(files)
        print(f"seed {seed}: {verdicts or 'no difference'}")
        if verdicts.differ:
            files = shrink(files, same_kind(verdicts))
            print(f"{text_of(files)}\n{judge(files)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
