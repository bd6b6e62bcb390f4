"""The other commands: documentation of rules, settings, ``--memory``, the cache, ``--verify``."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence

from cupylint import listings, registry, selectors
from cupylint.cache.command import cleaned, shown
from cupylint.cli.arguments import as_json, check_no_notebook, check_options, configuration, overrides
from cupylint.cli.completion import script
from cupylint.cli.options import STDIN
from cupylint.cli.status import UsageError
from cupylint.cli.terminal import colored, complain
from cupylint.config import Resolver
from cupylint.escape import shortened

_RUNS = {"--verify": "cupylint.runtime_checks.main", "--dynamic": "cupylint.runtime_checks.dynamic.main"}


def run(option: str, words: list[str], behind: list[str]) -> int:
    """Run programs as ``--verify`` or ``--dynamic`` does with the words before ``--`` and those from there on."""
    check_no_notebook(words, option)
    name = _RUNS[option]
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
        raise UsageError(f"{option} is not part of this installation") from None
    return int(module.main(words + behind))


def table_of_rules(paths: Sequence[str], options: argparse.Namespace) -> str:
    """What ``--rules`` prints."""
    return listings.rules(registry.rules(), as_json=as_json(options, "--rules"))


def schema(paths: Sequence[str], options: argparse.Namespace) -> str:
    """What ``--schema`` prints: the JSON schema of the configuration, or of the ``json`` format."""
    from importlib import resources

    packages = {"configuration": "cupylint", "findings": "cupylint.report"}
    if options.schema not in packages:
        raise UsageError(f"--schema must be one of {', '.join(packages)}, not {shortened(options.schema)}")
    file = resources.files(packages[options.schema]) / f"{options.schema}.schema.json"
    return file.read_text(encoding="utf-8")


def completion(paths: Sequence[str], options: argparse.Namespace) -> str:
    """What ``--completion`` prints."""
    return script(options.completion)


def explanation(paths: Sequence[str], options: argparse.Namespace) -> str:
    """What ``--explain`` prints."""
    code_or_name = options.explain
    rule = registry.find(code_or_name)
    if rule is None:
        family = [rule.code for rule in registry.rules() if rule.code.startswith(code_or_name.upper())]
        known = [text for rule in registry.rules() for text in (rule.code, rule.name)]
        near = selectors.nearest(code_or_name, known)
        hint = f"did you mean {near}?" if near else "see cupylint --rules"
        hint = f"there are {', '.join(family)}" if family and code_or_name else hint
        raise UsageError(f"no rule is called {code_or_name!r}: {hint}")
    painted = sys.stdout is not None and colored(sys.stdout, options.color)
    return listings.explanation(rule, as_json=as_json(options, "--explain"), colored=painted)


def settings_at(paths: Sequence[str], options: argparse.Namespace) -> str:
    """What ``--show-settings`` prints: the settings for the first of `paths`, else for the current folder."""
    check_options(options, stdin=False)
    resolver = Resolver(overrides(options), config=configuration(options), isolated=options.isolated)
    path = paths[0] if paths and paths[0] != STDIN else options.stdin_filename or "."
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    return listings.settings(resolver.settings_for(folder), as_json=as_json(options, "--show-settings"))


def memory(paths: Sequence[str], options: argparse.Namespace) -> str:
    """What ``--memory`` prints."""
    check_no_notebook([options.memory], "--memory")
    from cupylint import source, timeline

    settings = Resolver(overrides(options), config=configuration(options), isolated=options.isolated).settings_for(".")
    notes: list[str] = []
    try:
        text = timeline.render(options.memory, settings, notes)
    except OSError as error:
        raise UsageError(f"{options.memory}: cannot be read: {error.strerror or error}") from None
    except source.UnreadableSource as error:
        raise UsageError(f"{options.memory}:{error.row}: {error.reason}") from None
    for note in notes:
        complain(note)
    return text


def server(options: argparse.Namespace) -> int:
    """Serve an editor until it goes."""
    from functools import partial

    try:
        from cupylint.server.main import serve
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("the server needs pygls: pip install 'cupylint[lsp]'") from None
    check_options(options, stdin=False)
    resolver = partial(Resolver, overrides(options), config=configuration(options), isolated=options.isolated)
    resolver()  # a mistake in an option is told before an editor waits for an answer
    return serve(resolver)


def cache(what: str, options: argparse.Namespace) -> str:
    """What ``cupylint cache show`` and ``clean`` print."""
    root = Resolver({}, config=configuration(options), isolated=options.isolated).settings_for(".").root
    try:
        return (shown if what == "show" else cleaned)(root, options.cache_dir)
    except OSError as error:
        raise UsageError(f"{error.filename}: cannot be removed: {error.strerror or error}") from None


TOLD: dict[str, Callable[[Sequence[str], argparse.Namespace], str]] = {
    "rules": table_of_rules,
    "explain": explanation,
    "schema": schema,
    "completion": completion,
    "memory": memory,
    "show_settings": settings_at,
}
"""What only prints a text, by the option that asks for it."""
