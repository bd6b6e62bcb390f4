"""Settings of a run: from ``[tool.cupylint]`` in pyproject.toml and from the command line.

Every file is linted with the table of the nearest ``pyproject.toml`` at or above it that has one.
Options of the command line come on top.
"""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import replace
from functools import partial
from typing import Any

from cupylint import cards, report, selectors
from cupylint.budget import MEMORY, SECONDS
from cupylint.escape import shortened
from cupylint.findings import CONFIDENCES, DEFAULT_CONFIDENCE, SEVERITIES, Confidence, Severity
from cupylint.globs import GlobError, parse
from cupylint.options import CUPY_VERSIONS, ModelOptions
from cupylint.reading import CONFIGURATION_LIMIT, read_regular
from cupylint.records import dataclass

PROJECT_FILE = "pyproject.toml"

MOST_ENTRIES = 2_000
"""Of a list or table of the configuration."""

MOST_TIMES = 10
"""By how much a file of configuration may raise a bound, which may come from those who wrote what is linted."""

TABLE = "cupylint"

LISTS = ("select", "ignore", "extend_select")
"""Options that are lists of selectors."""

_MODEL = ModelOptions()

_WITHOUT_FIXES = frozenset(("concise", "github", "gitlab", "junit"))
"""Formats that show no fix."""

PerFileIgnores = tuple[tuple[str, tuple[str, ...]], ...]
"""Globs, each with the selectors of what is left out in the files that it matches."""


class ConfigError(Exception):
    """A configuration or option that cannot be used. The text is one line: where, what, what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a run can be told, after configuration and command line were merged.

    ``select`` empty means the default set (every rule that is not opt-in). Selectors are codes,
    prefixes of codes, rule names, or ``ALL``.

    Attributes:
        root: folder that the globs of `exclude` and `per_file_ignores` are relative to; empty for
            the working directory.
        jobs: number of processes, or None to decide by the amount of work.
        min_confidence: leave out findings that rest on something less likely; `min_severity`: that are less bad.
        time_limit: seconds that a file may take; `memory_limit` bytes by which the process may grow meanwhile.
        baseline: path of the file with the findings that are known, "" for none.
        fail_on: the least severity of findings for which the command fails.
        docs_url: where cupylint's documentation can be read, "" for nowhere; findings then name the page of their rule.
        cell_magics: further cell magics of notebooks whose cell runs as Python.
        fixing: fixes are wanted, whatever the format; `debug`: show the tracebacks of errors of cupylint itself;
            `show_suppressed`: tell what comments silence, too, marked as such. Only options of the command.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    per_file_ignores: PerFileIgnores = ()
    exclude: tuple[str, ...] = ()
    min_confidence: Confidence = DEFAULT_CONFIDENCE
    min_severity: Severity = "info"
    model: ModelOptions = _MODEL
    root: str = ""
    output_format: str = "full"
    jobs: int | None = None
    respect_gitignore: bool = True
    force_exclude: bool = False
    time_limit: float = SECONDS
    memory_limit: int = MEMORY
    baseline: str = ""
    fail_on: Severity = "info"
    docs_url: str = ""
    cell_magics: tuple[str, ...] = ()
    fixing: bool = False
    show_suppressed: bool = False
    debug: bool = False

    @property
    def maybe(self) -> bool:
        """Whether no finding is left out for what it rests on."""
        return self.min_confidence == "low"

    @property
    def shows_fixes(self) -> bool:
        """Whether somebody will see fixes, which cost more to check than findings to find."""
        return self.fixing or self.output_format not in _WITHOUT_FIXES

    @property
    def quick(self) -> Settings:
        """The same for a format that shows no fixes, which take longer to try than findings to find."""
        return replace(self, output_format="concise", fixing=False)


# --- values ---------------------------------------------------------------------------------------


class _Wrong(ValueError):
    """A value that does not fit its key; the text completes the sentence "<key> ..."."""


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise _Wrong("must be true or false")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise _Wrong('must be a list of strings, such as ["..."]')
    _bounded(value)
    return tuple(value)


def _bounded(values: Sized) -> None:
    if len(values) > MOST_ENTRIES:
        raise _Wrong(f"has {len(values):,} entries: at most {MOST_ENTRIES:,}")


def _selectors(value: object) -> tuple[str, ...]:
    return _checked(value, selectors.canonical)


def _ignored(value: object) -> tuple[str, ...]:
    return _checked(value, selectors.canonical_ignore)


def _checked(value: object, canonical: Callable[[str], str]) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(canonical(text) for text in _texts(value)))
    except _Wrong:
        raise
    except ValueError as error:  # SelectorError
        raise _Wrong(f"is wrong: {error}") from None


def _globs(value: object) -> tuple[str, ...]:
    globs = _texts(value)
    for glob in globs:
        _check_glob(glob)
    return globs


def _check_glob(glob: str) -> None:
    try:
        parse(glob)
    except GlobError as error:
        text = f"has a glob that cannot be understood: {shortened(glob)} ({error}; write it as in .gitignore)"
        raise _Wrong(text) from None


def _per_file_ignores(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, Mapping):
        raise _Wrong('must be a table of globs and lists, such as {"tests/*" = ["CUP101"]}')
    _bounded(value)
    for glob in value:
        _check_glob(glob.removeprefix("!"))
    return tuple((glob, _ignored(codes)) for glob, codes in value.items())


def _dotted_names(value: object) -> tuple[str, ...]:
    names = _texts(value)
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise _Wrong(f'must hold dotted names such as "mylib.finish", not {shortened(name)}')
    return names


def _words(value: object) -> tuple[str, ...]:
    words = tuple(word.removeprefix("%%") for word in _texts(value))
    for word in words:
        if not word.isidentifier():
            raise _Wrong(f'must hold names such as "mytime", not {shortened(word)}')
    return words


def _cupy_version(value: object) -> int:
    if not isinstance(value, int) or value not in CUPY_VERSIONS:
        known = ", ".join(map(str, CUPY_VERSIONS))
        raise _Wrong(f"must be one of {known}, not {shortened(value)}")
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise _Wrong(f"must be a whole number of at least 1, not {shortened(value)}")
    if value > _MOST_JOBS:
        raise _Wrong(f"must be at most {_MOST_JOBS:,}")
    return value


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
        raise _Wrong(f"must be a number of seconds above 0, not {shortened(value)}")
    if value > _MOST_SECONDS:
        raise _Wrong(f"must be at most {_MOST_SECONDS:,} seconds")
    return float(value)


def _one_of(known: Sequence[str], value: object) -> str:
    found = next((each for each in known if each == value), None)
    if found is None:
        raise _Wrong(f"must be one of {', '.join(known)}, not {shortened(value)}")
    return found


def _file_name(value: object) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise _Wrong(f"must be the name of a file, not {shortened(value)}")
    return value


def _url(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"https?://[\w.-]+[!#-;=?-Z_a-z~]*", value, re.ASCII):
        raise _Wrong(f'must be an address such as "https://example.org/cupylint", not {shortened(value)}')
    if len(value) > _LONGEST_URL:
        raise _Wrong(f"must have at most {_LONGEST_URL:,} characters")
    return value.rstrip("/")


def _output_format(value: object) -> str:
    if not isinstance(value, str) or value not in report.FORMATS:
        near = selectors.nearest(shortened(value).strip("'"), report.FORMATS)
        hint = f"did you mean {near}?" if near else "known are " + ", ".join(report.FORMATS)
        raise _Wrong(f"cannot be {shortened(value)}: {hint}")
    return value


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}


_LONGEST_URL = 1_000
_MOST_BYTES = 1 << 60
_MOST_SECONDS = 10**9
_MOST_JOBS = 10**6


def _size(value: object) -> int:
    size = _number_of_bytes(value)
    if size <= 0:
        raise _Wrong(f'must be a size such as "500MB", not {shortened(value)}')
    return size


def _bytes(value: object) -> int:
    size = _number_of_bytes(value)
    if size > 0 and (bare := str(value).strip()).isdecimal():
        meant = (f"{bare}GiB", f"{bare}MB") if size < 1 << 20 else (f"{bare}B", "24GiB")
        size = cards.memory_of(bare) or 0
        if not size:
            raise _Wrong('needs a unit, such as "{}" or "{}"'.format(*meant))
    if size <= 0 and isinstance(value, str):
        size = cards.memory_of(value) or 0
    if size <= 0:
        near = cards.nearest(value) if isinstance(value, str) else None
        hint = f': did you mean "{near}"?' if near else ""
        raise _Wrong(f'must be a size such as "80GiB" or a card such as "A100-40GB", not {shortened(value)}{hint}')
    return size


def _number_of_bytes(value: object) -> int:
    """The size that `value` says, 0 if it says none."""
    size: float = 0
    if isinstance(value, int) and not isinstance(value, bool):
        size = value
    elif isinstance(value, str) and (match := re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]i?)?b?", value.strip().lower())):
        size = float(match[1]) * _UNITS[match[2] or ""]
    if size > _MOST_BYTES:
        raise _Wrong("must be a size of at most 2**60 bytes")
    return max(0, int(size))


KEYS: dict[str, Callable[[object], object]] = {
    "select": _selectors,
    "ignore": _ignored,
    "extend-select": _selectors,
    "per-file-ignores": _per_file_ignores,
    "exclude": _globs,
    "force-exclude": _boolean,
    "respect-gitignore": _boolean,
    "min-confidence": partial(_one_of, CONFIDENCES),
    "min-severity": partial(_one_of, SEVERITIES),
    "maybe": _boolean,
    "baseline": _file_name,
    "fail-on": partial(_one_of, SEVERITIES),
    "docs-url": _url,
    "output-format": _output_format,
    "jobs": _count,
    "waits": _dotted_names,
    "cell-magics": _words,
    "cupy-version": _cupy_version,
    "per-thread-default-stream": _boolean,
    "device-memory": _bytes,
    "time-limit": _seconds,
    "memory-limit": _size,
}
"""What the table ``[tool.cupylint]`` may hold, with the function that checks the value."""

_BOUNDS: dict[str, tuple[float, str]] = {
    "time-limit": (MOST_TIMES * SECONDS, f"{MOST_TIMES * SECONDS:g} s"),
    "memory-limit": (MOST_TIMES * MEMORY, f"{MOST_TIMES * MEMORY / 1e9:g} GB"),
}
"""The most that a file of configuration may say, and how that is written."""

_MODEL_KEYS = frozenset({"waits", "cupy_version", "per_thread_default_stream", "device_memory"})


def checked(key: str, value: object, *, where: str) -> object:
    """`value` in the form `Settings` wants it.

    Raises:
        ConfigError: if `value` does not fit `key`; `where` ("pyproject.toml: [tool.cupylint] ")
            starts the message.
    """
    try:
        return KEYS[key](value)
    except _Wrong as error:
        raise ConfigError(f"{where}{key} {error}") from None


def from_table(table: Mapping[str, object], *, source: str, root: str) -> Settings:
    """The settings in a table of configuration.

    Args:
        source: name of the file, for messages.
        root: folder that globs are relative to.

    Raises:
        ConfigError: for an unknown key or a value of the wrong kind.
    """
    values: dict[str, object] = {}
    for key, value in table.items():
        found = checked(_known(key, source), value, where=f"{source}: [tool.{TABLE}] ")
        if key in _BOUNDS and isinstance(found, (int, float)) and found > _BOUNDS[key][0]:
            most = f"at most {_BOUNDS[key][1]} (the option --{key} may say more)"
            raise ConfigError(f"{source}: [tool.{TABLE}] {key} must be {most}")
        values[key.replace("-", "_")] = found
    if values.pop("maybe", False) and values.setdefault("min_confidence", "low") != "low":
        raise ConfigError(f'{source}: [tool.{TABLE}] maybe = true means min-confidence = "low": leave one out')
    if "baseline" in values:
        values["baseline"] = _inside(str(values["baseline"]), root, f"{source}: [tool.{TABLE}] baseline")
    return _apply(Settings(root=root), values)


def inline(text: str) -> dict[str, object]:
    """What a line of configuration on the command line sets, by the field of `Settings`: ``select = ["CUP1"]``.

    Raises:
        ConfigError: it cannot be understood, has an unknown key, or a value that does not fit.
    """
    values = {
        key: checked(_known(key, "--config"), value, where="--config: ")
        for key, value in _parse(text.encode("utf-8", "surrogateescape"), "--config").items()
    }
    if values.pop("maybe", False):
        values["min-confidence"] = "low"
    return {key.replace("-", "_"): value for key, value in values.items()}


def _known(key: str, source: str) -> str:
    if key not in KEYS:
        near = selectors.nearest(key, KEYS)
        hint = f"did you mean {near}?" if near else "known are " + ", ".join(KEYS)
        raise ConfigError(f"{source}: unknown key {shortened(key)} in [tool.{TABLE}]: {hint}")
    return key


def _inside(name: str, root: str, where: str) -> str:
    """The path of a file that a configuration names: below its folder, for it may come with what is linted."""
    path = os.path.join(root, name)
    if os.path.commonpath([os.path.realpath(path), os.path.realpath(root)]) != os.path.realpath(root):
        raise ConfigError(f"{where} must lie in the folder of the configuration (the option --baseline may lead out)")
    return path


def overridden(settings: Settings, options: Mapping[str, object]) -> Settings:
    """`settings` with checked command line options (field names and values) on top.

    A ``select`` starts afresh. ``ignore``, ``extend_select`` and ``per_file_ignores`` add to those of the
    configuration, and an ``extend_select`` brings back what the configuration ignores.
    """
    values = dict(options)
    if "select" in values:
        settings = replace(settings, ignore=(), extend_select=())
    extend = _tuple(values.get("extend_select"))
    kept = tuple(code for code in settings.ignore if not any(e == "ALL" or code.startswith(e) for e in extend))
    values["ignore"] = kept + _tuple(values.get("ignore"))
    values["extend_select"] = settings.extend_select + extend
    values["per_file_ignores"] = settings.per_file_ignores + _tuple(values.get("per_file_ignores"))
    return _apply(settings, values)


def _tuple(value: object) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _apply(settings: Settings, values: Mapping[str, Any]) -> Settings:
    model = {key: value for key, value in values.items() if key in _MODEL_KEYS}
    rest = {key: value for key, value in values.items() if key not in _MODEL_KEYS}
    return replace(settings, model=replace(settings.model, **model), **rest)


# --- files ----------------------------------------------------------------------------------------


def load(path: str, *, root: str, required: bool = False) -> Settings | None:
    """The settings in the file at `path`, or None if it has no ``[tool.cupylint]``.

    Args:
        required: the file was asked for by name. It must exist, and unless it is called
            pyproject.toml it may hold the keys at its top level.

    Raises:
        ConfigError: if the file is there and cannot be read, or its contents are wrong.
    """
    try:
        data = read_regular(path, CONFIGURATION_LIMIT)
    except OSError as error:
        # What is there and cannot be read may hold settings.
        if required or isinstance(error, PermissionError) or os.path.exists(path):
            raise ConfigError(f"{_short(path)}: cannot be read: {error.strerror or error}") from None
        return None
    if not required and TABLE.encode() not in data:
        return None
    shown = _short(path)
    document = _parse(data, shown)
    tool = document.get("tool")
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if table is None and required:
        table = {} if tool is not None or os.path.basename(path) == PROJECT_FILE else document
    if table is None:
        return None
    if not isinstance(table, dict):
        raise ConfigError(f"{shown}: [tool.{TABLE}] must be a table")
    return from_table(table, source=shown, root=root)


def _short(path: str) -> str:
    """`path` relative to the working directory if it is below it."""
    try:
        below = os.getcwd().rstrip(os.sep) + os.sep
    except OSError:  # it is gone
        return path
    return path.removeprefix(below)


def _parse(data: bytes, path: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        text = data.decode("utf-8-sig")
        if (row := _beyond(text)) is not None:
            raise ConfigError(f"{path}:{row}: cannot be read: too many dots or brackets in a row")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}:{row}: not valid TOML: the text is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        text = " ".join(str(error).split())
        place = re.search(r" \(at line (\d+), column (\d+)\)$", text)
        position = f":{place[1]}:{place[2]}" if place else ""
        reason = text[: place.start()] if place else text.replace(" (at end of document)", " at the end of the file")
        reason = reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}..."
        raise ConfigError(f"{path}{position}: not valid TOML: {reason}") from None
    except ValueError:  # of `int`
        raise ConfigError(f"{path}: not valid TOML: a number has too many digits") from None
    except RecursionError:
        raise ConfigError(f"{path}: not valid TOML: nested too deeply") from None


_MOST_PARTS, _MOST_BRACKETS, _MOST_WORK = 1_000, 1_000, 10_000_000
_LONGEST_REASON = 300
_BETWEEN_KEYS = re.compile(r"[,=\[\]{}#\n]")


def _beyond(text: str) -> int | None:
    """The row from which on a text is not to be given to the parser of TOML, None if it may have it all.

    That parser takes time that grows with the square of the parts of a dotted key, and walks down the parts of a
    table's name for each key in it; and it recurses for each open bracket. Dots and brackets in strings count, too.
    """
    work = depth = name = 0
    for number, row in enumerate(text.split("\n"), 1):
        parts = max(piece.count(".") for piece in _BETWEEN_KEYS.split(row)) if "." in row else 0
        if row.lstrip().startswith("["):
            name = max(name, parts)
        work += (name + parts) * (parts + 1)
        depth = max(0, depth + row.count("[") + row.count("{") - row.count("]") - row.count("}"))
        if parts > _MOST_PARTS or work > _MOST_WORK or depth > _MOST_BRACKETS:
            return number
    return None


class Resolver:
    """Finds the settings of each folder; remembers what it has found.

    Args:
        options: checked options of the command line (see `overridden`).
        config: a file that holds for all folders, instead of the nearest one.
        isolated: read no configuration at all.
    """

    def __init__(
        self, options: Mapping[str, object] | None = None, *, config: str | None = None, isolated: bool = False
    ) -> None:
        self._options = options or {}
        self._merged: dict[int, tuple[Settings, Settings]] = {}
        self._none = Settings()
        self._found: dict[str, Settings | None] = {}
        self._fixed: Settings | None = None
        if config is not None:
            self._fixed = load(config, root=os.getcwd(), required=True)
        elif isolated:
            self._fixed = self._none

    def settings_for(self, directory: str) -> Settings:
        """The settings for files in `directory`.

        Raises:
            ConfigError: if the configuration that holds there is wrong.
        """
        found = self._fixed or self._nearest(_absolute(directory or os.curdir)) or self._none
        if id(found) not in self._merged:  # comparing long lists takes longer
            self._merged[id(found)] = (found, overridden(found, self._options))
        return self._merged[id(found)][1]

    def _nearest(self, directory: str | None) -> Settings | None:
        if directory is None:
            return None
        climbed = []
        found: Settings | None = None
        while True:
            if directory in self._found:
                found = self._found[directory]
                break
            climbed.append(directory)
            found = load(os.path.join(directory, PROJECT_FILE), root=directory)
            parent = os.path.dirname(directory)
            if found is not None or parent == directory:
                break
            directory = parent
        self._found.update(dict.fromkeys(climbed, found))
        return found


def _absolute(path: str) -> str | None:
    """The absolute form of a path, None for a relative one where the current folder is gone."""
    try:
        return os.path.abspath(path)
    except OSError:
        return None
