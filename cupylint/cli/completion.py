"""``--completion``: scripts that complete the options in bash, zsh and fish, made from the options themselves."""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Iterator

from cupylint import registry, report
from cupylint.cli.options import parser
from cupylint.cli.status import UsageError
from cupylint.escape import shortened
from cupylint.findings import CONFIDENCES, SEVERITIES
from cupylint.options import CUPY_VERSIONS

_LISTS = ("--select", "--ignore", "--extend-ignore", "--extend-select", "--explain")


def script(shell: str) -> str:
    """The script for a shell.

    Raises:
        UsageError: there is none for it.
    """
    made = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    if shell not in made:
        raise UsageError(f"--completion must be one of {', '.join(made)}, not {shortened(shell)}")
    return "\n".join(made[shell]()) + "\n"


def _options() -> list[argparse.Action]:
    return parser()._actions


def _values(option: str) -> list[str]:
    """The values that an option can have, none if that cannot be listed."""
    if option in _LISTS:
        return [*(rule.code for rule in registry.rules()), *(["ALL"] if option != "--explain" else [])]
    known: dict[str, tuple[object, ...]] = {
        "--output-format": report.FORMATS,
        "--min-confidence": CONFIDENCES,
        "--min-severity": SEVERITIES,
        "--fail-on": SEVERITIES,
        "--cupy-version": CUPY_VERSIONS,
        "--color": ("auto", "always", "never"),
        "--schema": ("configuration", "findings"),
        "--completion": ("bash", "zsh", "fish"),
    }
    return [str(value) for value in known.get(option, ())]


def _bash() -> Iterator[str]:
    names = [name for action in _options() for name in action.option_strings]
    yield "_cupylint() {"
    yield "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}"
    yield '    [[ $word == "=" ]] && word=""'
    yield '    [[ $before == "=" ]] && before=${COMP_WORDS[COMP_CWORD-2]}'
    yield "    case $before in"
    for action in _options():
        for name in action.option_strings:
            if values := _values(name):
                yield f'        {name}) COMPREPLY=($(compgen -W "{" ".join(values)}" -- "$word")); return ;;'
    yield "    esac"
    yield "    if [[ $word == -* ]]; then"
    yield f'        COMPREPLY=($(compgen -W "{" ".join(names)}" -- "$word"))'
    yield "    else"
    yield '        COMPREPLY=($(compgen -f -- "$word"))'
    yield "    fi"
    yield "}"
    yield "complete -o filenames -F _cupylint cupylint"


def _zsh() -> Iterator[str]:
    yield "#compdef cupylint"
    yield "_cupylint() {"
    yield "    _arguments \\"
    for action in _options():
        told = (action.help or "").replace("[", "(").replace("]", ")").replace(":", "")
        for name in action.option_strings:
            values = f"({' '.join(_values(name))})" if _values(name) else "_files"
            metavar = re.sub(r"[^A-Z=]+", " ", str(action.metavar or "value")).strip(" =")
            taken = "" if action.nargs == 0 else f":{metavar}:{values}"
            often = "*" if isinstance(action, argparse._AppendAction) else ""
            yield f"        {shlex.quote(f'{often}{name}[{told}]{taken}')} \\"
    yield "        '*:file:_files'"
    yield "}"
    yield 'if [[ $funcstack[1] == _cupylint ]]; then _cupylint "$@"; else compdef _cupylint cupylint; fi'


def _fish() -> Iterator[str]:
    for action in _options():
        names = " ".join(
            f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in action.option_strings
        )
        values = _values(action.option_strings[-1])
        taken = "" if action.nargs == 0 else " -r"
        listed = f" -f -a {shlex.quote(' '.join(values))}" if values else ""
        yield f"complete -c cupylint {names}{taken}{listed} -d {shlex.quote(action.help or '')}"
