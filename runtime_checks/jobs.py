"""What is asked of a backend, and what it answers. Plain data that travels between processes as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from cupylint.findings import Location

from .dynamic.trace import Observed, Summary

EARLIER, LATER = 0, 1


@dataclass(frozen=True, slots=True)
class Site:
    """One access of a pair: a range of source text, and whether the host itself makes the access.

    Attributes:
        unseen: what stands there is not the memory that is accessed.
        own: it is the operation itself, not an operand of the call around it.
        clock: it is no access: the clock is read there.
        behind: the call waits before it makes the access, so that a gate belongs behind it.
        reads: the access is a read.
    """

    filename: str
    location: Location
    host: bool = False
    stream: str = ""
    unseen: bool = False
    own: bool = False
    clock: bool = False
    behind: bool = False
    reads: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two accesses of the same memory whose order is in question.

    Attributes:
        guessed: that it is the same memory is known from the simulator alone.
    """

    earlier: Site
    later: Site
    guessed: bool = False

    def lines(self) -> tuple[str, str]:
        """Where the two accesses stand, for a sentence; an earlier one in another file is told with its name."""
        first = f"line {self.earlier.location.row}"
        if self.earlier.filename != self.later.filename:
            first += f" of {self.earlier.filename}"
        return first, f"line {self.later.location.row}"


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen of a statement that is watched for errors.

    Attributes:
        came: it was executed.
        errors: those that it raised, not code of the program that it calls: type and text.
        idle: it waited for an event that was never recorded, or for a stream without work; or its work was still under
            way when nobody referred to its stream any more.
        lacks: the call in it that the simulator lacks.
        kernels: in the simulator, those that the program launched: the name, and what is not understood of it.
        stuck: those of them that never end, and that the host waits for.
        waits: where the host does that, "" if it does not; `here`: it does in the statement.
    """

    came: bool = False
    errors: tuple[str, ...] = ()
    idle: bool = False
    lacks: str = ""
    kernels: tuple[tuple[str, str], ...] = ()
    stuck: tuple[str, ...] = ()
    waits: str = ""
    here: bool = False

    @staticmethod
    def from_json(data: dict[str, Any]) -> Watched:
        """From the dictionary that ``asdict`` makes."""
        kernels = tuple((str(name), str(why)) for name, why in data["kernels"])
        return Watched(**{**data, "errors": tuple(data["errors"]), "kernels": kernels, "stuck": tuple(data["stuck"])})


@dataclass(frozen=True, slots=True)
class Watch:
    """A statement to watch for errors, `later`: those in statements after it, too."""

    site: Site
    later: bool = False


@dataclass(frozen=True, slots=True)
class RaceAt:
    """A race that the simulator found: the earlier and the later access.

    Attributes:
        names: what the array is called there, "" if it has no name.
        kinds: "read" or "write".
        hosts: whether the host makes the access.
        reuse: the memory had two owners.
    """

    rows: tuple[int, int]
    columns: tuple[int, int]
    names: tuple[str, str]
    kinds: tuple[str, str]
    streams: tuple[str, str]
    hosts: tuple[bool, bool]
    reuse: bool

    @staticmethod
    def from_json(data: dict[str, Any]) -> RaceAt:
        """From the dictionary that ``asdict`` makes."""
        fields: dict[str, Any] = {key: tuple(item) if isinstance(item, list) else item for key, item in data.items()}
        return RaceAt(**fields)


@dataclass(frozen=True, slots=True)
class Job:
    """Run a program and say of each pair whether anything orders it.

    Attributes:
        path: the program, run as ``__main__``; of a module its file, "" if that is not known.
        module: the dotted name of a program that is started as ``python -m``.
        texts: (file name, text) of files whose text is not the one on disk.
        argv: arguments after the program's name.
        directory: working directory of the program; "" keeps the caller's.
        warm_up: run the program once, unchanged, before anything is judged: first launches wait
            for all streams and hide races.
        serial: run it once with a wait after each line, to compare results with and to learn times.
        devices: how many devices the program needs.
        limit: seconds for all runs together.
        reuse: without pairs, run it once more with no block of memory handed out twice, and compare.
        peak: without pairs, count the memory that it holds.
        memory: without pairs, in the simulator, bound the memory pools to so many bytes; 0: as large as they get.
        hurried: do no more than one run with all gates: the program takes too long for others.
        tested: by pair, the executions that another process has tested already, see `occurrences`.
        watch: statements to watch for errors in the first run.
        dynamic: without pairs, trace the run and tell the races that are seen.
        bundled: it comes with cupylint: the current folder of the command is none of its path.

    Without pairs the program is run once, and one `Seen` says how it ended: "ENDS", "FAILED" or, with `reuse`,
    "CONFIRMED". The simulator then also tells the races of the program's own file.
    """

    path: str
    pairs: tuple[Pair, ...]
    texts: tuple[tuple[str, str], ...] = ()
    argv: tuple[str, ...] = ()
    directory: str = ""
    per_thread_default_stream: bool = False
    warm_up: bool = True
    serial: bool = True
    devices: int = 1
    limit: float = 120.0
    reuse: bool = False
    peak: bool = False
    dynamic: bool = False
    memory: int = 0
    bundled: bool = False
    module: str = ""
    hurried: bool = False
    tested: tuple[tuple[tuple[int, int], ...], ...] = ()
    watch: tuple[Watch, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As a dictionary that JSON can hold."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Job:
        """Undo `to_json`."""

        def site(item: dict[str, Any]) -> Site:
            return Site(**{**item, "location": Location(**item["location"])})

        pairs = tuple(Pair(site(item["earlier"]), site(item["later"]), item["guessed"]) for item in data["pairs"])
        texts = tuple((name, text) for name, text in data["texts"])
        tested = tuple(tuple((first, second) for first, second in tests) for tests in data["tested"])
        watch = tuple(Watch(site(item["site"]), item["later"]) for item in data["watch"])
        plain = {"pairs": pairs, "texts": texts, "argv": tuple(data["argv"]), "tested": tested, "watch": watch}
        return Job(**{**data, **plain})


@dataclass(frozen=True, slots=True)
class Seen:
    """What a backend saw of one pair.

    Attributes:
        verdict: the name of a member of `Verdict`.
        steps: (lane "earlier", "later" or "host"; start; end in milliseconds; kind of `Step`; row).
        peak: the most bytes of a device that the program held at once, if that was asked.
    """

    pair: int
    verdict: str
    evidence: str
    harm: str = ""
    milliseconds: float = 0.0
    steps: tuple[tuple[str, float, float, str, int], ...] = ()
    peak: int = 0

    @staticmethod
    def from_json(data: dict[str, Any]) -> Seen:
        """From the dictionary that ``asdict`` makes."""
        return Seen(**{**data, "steps": tuple(tuple(step) for step in data["steps"])})


@dataclass(slots=True)
class Outcome:
    """All that came of a job.

    Attributes:
        error: how the program failed ("ValueError: ... (line 12)"), "" if it ended normally.
        stage: what was running when it failed or was stopped.
        stopped: "", or why there is no more: "unusable" (the backend does not start), "unfit" (it has too few
            devices), "died" or "time-out" (the child process).
        ran: the program has come to its end once, undisturbed. `failed` says how that run failed, "" if it did not, and
            `output` is the end of what it printed.
        partly: what was seen of a pair, and the executions that were tested, where the process could not test all.
        watched: what was seen of the statements to watch, by number.
        came: which accesses (number of the pair, role) the run has come to, as far as that was told.
        observed: the races that a traced run has seen.
        traced: what was traced, None if nothing was or the run was cut.
    """

    seen: dict[int, Seen] = field(default_factory=dict)
    error: str = ""
    stage: str = ""
    stopped: str = ""
    ran: bool = False
    failed: str = ""
    output: str = ""
    came: set[tuple[int, int]] = field(default_factory=set)
    watched: dict[int, Watched] = field(default_factory=dict)
    partly: dict[int, tuple[Seen, tuple[tuple[int, int], ...]]] = field(default_factory=dict)
    races: list[RaceAt] = field(default_factory=list)
    observed: list[Observed] = field(default_factory=list)
    traced: Summary | None = None
