"""The Python interface: `check` looks at one program, `lint` at files and folders. They return findings, print nothing.

Neither imports nor runs what it reads. Use them as `cupylint.check` and `cupylint.lint`: what `cupylint.__all__` names
is stable, everything else may change.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypedDict

from cupylint import runner
from cupylint.config import LISTS, Resolver, checked
from cupylint.files import discover
from cupylint.findings import Finding, seen_from
from cupylint.reading import NOTEBOOK, read_regular
from cupylint.registry import INCOMPLETE
from cupylint.workspace import Workspace

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from cupylint.config import Settings


class Options(TypedDict, total=False):
    """What may be chosen, as on the command line and above the configuration.

    Attributes:
        select, ignore, extend_select: codes, their beginnings or names of rules.
        min_confidence: "high", "medium" or "low": how likely must be what a finding rests on.
        min_severity: "error", "warning" or "info": how bad a finding must be.
        cupy_version: 12, 13 or 14.
        per_thread_default_stream: ``CUPY_CUDA_PER_THREAD_DEFAULT_STREAM=1`` is set.
        device_memory: bytes, or a size or a card's name as a text.
        time_limit: seconds for each file.
        memory_limit: bytes for each file, or a size as a text.
        docs_url: where cupylint's documentation is read; `Finding.url` is then the page of the rule.
        fixes: False: findings have no `Finding.fix`, which takes less time. Default: True.
    """

    select: Iterable[str]
    ignore: Iterable[str]
    extend_select: Iterable[str]
    min_confidence: Literal["high", "medium", "low"]
    min_severity: Literal["error", "warning", "info"]
    cupy_version: int
    per_thread_default_stream: bool
    device_memory: int | str
    time_limit: float
    memory_limit: int | str
    docs_url: str
    fixes: bool


def check(source: str | bytes | os.PathLike[str], *, filename: str | None = None, isolated: bool | None = None,
          config: str | os.PathLike[str] | None = None, **options: Unpack[Options]) -> list[Finding]:  # fmt: skip
    """The findings of one program, in order.

    Args:
        source: a text or bytes are the program itself, a path is the file to read (a text is never taken for a path).
        filename: what a program that is given as text is called: other files are looked for beside it, the
            configuration is that of its folder, and one that ends in ``.ipynb`` is a notebook.
        isolated: read no configuration; by default so for a text without `filename`.
        config: read the configuration from this file.

    A finding that stands in another file is told where the call in this one leads there. A program that cannot be
    parsed gives one finding, CUP900.

    Raises:
        OSError: the file cannot be read.
        cupylint.ConfigError: an option or the configuration is wrong.
    """
    if isinstance(source, os.PathLike):
        name = os.fspath(source)
        data = read_regular(name)
        name = name if filename is None else filename
    else:
        data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else bytes(source)
        name = "<string>" if filename is None else filename
        isolated = (filename is None and config is None) if isolated is None else isolated
    settings = _resolver(options, config, bool(isolated)).settings_for(os.path.dirname(name))
    workspace = Workspace()
    if not runner.concerned(data, name, workspace):
        return []
    text_is_decoded = isinstance(source, str) and not name.endswith(NOTEBOOK)
    found = runner.check_data(_marked(data) if text_is_decoded else data, name, settings, workspace).findings
    return _wanted(seen_from(found, name), settings)


def lint(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, isolated: bool = False,
         config: str | os.PathLike[str] | None = None, jobs: int | None = 1, **options: Unpack[Options],
         ) -> list[Finding]:  # fmt: skip
    """The findings in files, and in the Python files and notebooks below folders, sorted by file and place.

    Args:
        paths: one or several; folders are searched as the command does.
        isolated: read no configuration.
        config: read the configuration from this file, for all files.
        jobs: number of processes: 1 is this one alone, None decides by the amount of work. The result is the same.

    A file that cannot be read or parsed gives one finding, CUP900.

    Raises:
        FileNotFoundError: one of `paths` is neither a file nor a folder that can be searched.
        cupylint.ConfigError: an option or a configuration is wrong.
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    discovery = discover([os.fspath(path) for path in given], _resolver(options, config, isolated))
    if discovery.problems:
        raise FileNotFoundError("; ".join(discovery.problems))
    return list(runner.run(discovery.targets, jobs=jobs).findings)


def _resolver(options: Options, config: str | os.PathLike[str] | None, isolated: bool) -> Resolver:
    return Resolver(_given(options), config=None if config is None else os.fspath(config), isolated=isolated)


def _given(options: Options) -> dict[str, object]:
    """Options as settings, checked.

    Raises:
        TypeError: there is no option of that name.
        ConfigError: a value does not fit.
    """
    unknown = options.keys() - Options.__annotations__.keys()
    if unknown:
        raise TypeError(f"there is no option {min(unknown)!r}")
    values: Mapping[str, object] = options
    given = {
        key: checked(key.replace("_", "-"), _listed(key, value), where="")
        for key, value in values.items()
        if key != "fixes"
    }
    return {**given, "output_format": "full" if options.get("fixes", True) else "concise"}


def _listed(key: str, value: object) -> object:
    if key not in LISTS or not isinstance(value, Iterable):
        return value
    return [value] if isinstance(value, str) else list(value)


def _marked(data: bytes) -> bytes:
    """A text that was decoded already: no coding comment in it holds."""
    return b"\xef\xbb\xbf" + data


def _wanted(findings: list[Finding], settings: Settings) -> list[Finding]:
    return sorted(
        (finding for finding in findings if settings.maybe or finding.code != INCOMPLETE),
        key=lambda finding: finding.sort_key,
    )
