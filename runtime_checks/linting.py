"""What the linter says of the programs that are verified: the only module here that knows the linter.

It is imported late, and not by the child processes that run programs: those need none of it.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cupylint.findings import Finding, Proof
from cupylint.options import ModelOptions

from . import launch
from .cases import Case
from .command import short
from .options import UsageError
from .peaks import Predicted, shortened
from .probe_facts import CallFact
from .results import Result
from .rewrite import RewriteError, read_text, text_of

_PER_THREAD = "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM"
_UNREADABLE = "CUP900"
_MOST_FILES = 2000
"""Files that a program imports, of which no more are linted."""


@dataclass(frozen=True, slots=True)
class Linted:
    """What the linter reports, and what the configuration says of the surroundings."""

    findings: tuple[Finding, ...] = ()
    model: ModelOptions = field(default_factory=ModelOptions)


def of_program(path: str) -> Linted:
    """The findings in a program and in the modules of the project that it imports, under their configuration.

    Raises:
        UsageError: the program cannot be read.
    """
    linted = _lint([path, *sorted(_imported(path))])
    for finding in linted.findings:
        if finding.code == _UNREADABLE and finding.filename in ("", path):
            raise UsageError(_unreadable(path, finding))
    return linted


def of_paths(paths: Sequence[str]) -> Linted:
    """The findings in files and folders, as ``cupylint PATH ...`` reports them.

    Raises:
        UsageError: a path is wrong.
    """
    return _lint(paths)


def sarif(linted: Linted, results: Sequence[Result]) -> str:
    """The findings as SARIF, each with what the run showed of it."""
    report = importlib.import_module("cupylint.report")
    proofs = {
        (os.path.abspath(result.filename), result.row, result.code): Proof(
            result.verdict.value, result.evidence, result.backend
        )
        for result in reversed(results)
    }
    told = [
        replace(one, proof=proofs.get((os.path.abspath(one.filename), one.location.row, one.code)))
        for one in linted.findings
    ]
    text: str = report.render(told, "sarif", report.Page(text_of, run=report.Run(root=os.getcwd())))
    return text


def _unreadable(path: str, finding: Finding) -> str:
    if not os.path.exists(path):
        return f"{path}: {finding.message}"
    return f"{path}:{finding.location.row}: {finding.message}"


def _lint(paths: Sequence[str]) -> Linted:
    files, runner, config = (importlib.import_module(f"cupylint.{name}") for name in ("files", "runner", "config"))
    resolver = config.Resolver()
    try:
        found = files.discover(paths, resolver)
    except config.ConfigError as error:
        raise UsageError(str(error)) from None
    if found.problems:
        raise UsageError(found.problems[0])
    targets = [target._replace(settings=_as_run(target.settings)) for target in found.targets]
    outcome = runner.run(targets)
    model = targets[0].settings.model if targets else ModelOptions()
    return Linted(tuple(outcome.findings), model)


def _as_run(settings: Any) -> Any:
    """Settings with the streams that the environment asks for."""
    per_thread = settings.model.per_thread_default_stream or os.environ.get(_PER_THREAD) == "1"
    return replace(settings, model=replace(settings.model, per_thread_default_stream=per_thread))


# --- what a program imports -----------------------------------------------------------------------


def _imported(path: str) -> set[str]:
    """The files that a program imports, and those that they import, without libraries. Nothing is run to tell."""
    workspace = importlib.import_module("cupylint.workspace").Workspace()
    start = os.path.abspath(path)
    seen, left = {start}, [start]
    while left and len(seen) < _MOST_FILES:
        file = left.pop()
        for name in _names(file):
            for found in _files(workspace, file, name):
                if found not in seen and not launch.is_library(found):
                    seen.add(found)
                    left.append(found)
    seen.remove(start)
    return {short(file) for file in seen}


def _files(workspace: Any, importer: str, dotted: str) -> Iterator[str]:
    """The file that an import means, with the packages that it lies in."""
    member = workspace.find(importer, dotted)
    if member is not None:
        yield member.path
        level = dotted.lstrip(".")
        folder = os.path.dirname(member.path)
        for _ in range(level.count(".") + 1):
            package = os.path.join(folder, "__init__.py")
            if not os.path.isfile(package):
                break
            yield package
            folder = os.path.dirname(folder)
    elif not dotted.startswith("."):
        yield from _installed(dotted)


def _installed(dotted: str) -> Iterator[str]:
    """The files of a module that is found through the search path, as an editable install is; nothing is imported."""
    top, *rest = dotted.split(".")
    if top in sys.stdlib_module_names:
        return
    try:
        spec = importlib.util.find_spec(top)  # of a module at the top: the finders are asked, nothing is loaded
    except (ImportError, ValueError, AttributeError):
        return
    if spec is None or not spec.origin or not spec.origin.endswith(".py") or launch.is_library(spec.origin):
        return
    yield spec.origin
    folder = os.path.dirname(spec.origin)
    for name in rest:
        for candidate in (os.path.join(folder, name, "__init__.py"), os.path.join(folder, f"{name}.py")):
            if os.path.isfile(candidate):
                yield candidate
        folder = os.path.join(folder, name)


def _names(file: str) -> Iterator[str]:
    """The modules that a file imports, relative ones with their dots; of ``from a import b`` also ``a.b``."""
    try:
        tree = ast.parse(read_text(file))
    except (RewriteError, SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            if node.module:
                yield module
            joint = "" if not node.module else "."
            yield from (f"{module}{joint}{alias.name}" for alias in node.names if alias.name != "*")


# --- bundled programs -----------------------------------------------------------------------------


def of_case(case: Case) -> list[Finding]:
    """All that the linter reports in a bundled program."""
    check = importlib.import_module("cupylint.engine").check_bytes
    settings = importlib.import_module("cupylint.config").Settings(select=("ALL",), model=case.model)
    return list(check(case.text.encode(), str(case.path), settings))


def peak_of_case(case: Case) -> Predicted:
    """How much memory a bundled program holds at once."""
    timeline = importlib.import_module("cupylint.timeline")
    settings = importlib.import_module("cupylint.config").Settings(model=case.model)
    moments = timeline.moments(case.text, str(case.path), settings)
    open_ones = [moment.spot for moment in moments if moment.size or moment.rough or not moment.text]
    gaps = dict.fromkeys(f"line {spot.row} ({shortened(spot.text)})" for spot in open_ones)
    return Predicted(max((moment.alive + moment.work for moment in moments), default=0), tuple(gaps))


def call_model(version: str) -> Callable[[CallFact], bool | None]:
    """What the model of CuPy `version` says of a call. Operators and builtins are not in its tables."""
    model = importlib.import_module("cupylint.cupy_model")
    spec = importlib.import_module("cupylint.cupy_model.spec")
    known = importlib.import_module("cupylint.options").CUPY_VERSIONS
    major = int(version.partition(".")[0]) if version.partition(".")[0].isdecimal() else known[-1]
    major = min(max(major, known[0]), known[-1])

    def waits(fact: CallFact) -> bool | None:
        if fact.name.startswith("."):
            call = model.refine_method(fact.name[1:], 1 + fact.arguments, (), major)
        elif fact.name.startswith("cupy."):
            call = model.refine(fact.name, fact.arguments, (), major)
        else:
            return fact.waits
        return {spec.Waits.YES: True, spec.Waits.EARLIER: True, spec.Waits.NO: False}.get(call.waits)

    return waits
