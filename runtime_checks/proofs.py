"""How each rule is proven on a user's own program: by an order, an error, what is waited for, or the memory.

What no run shows stands in the table, too, with the reason, so that every finding gets an answer that says something.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cupylint.findings import Finding

from .jobs import Seen, Watched
from .results import Verdict

Kind = Literal["order", "clock", "error", "event", "hang", "reuse", "memory", "none"]


@dataclass(frozen=True, slots=True)
class Proof:
    """What a run shows of a rule.

    Attributes:
        how: for the reader of the documentation: what is observed; of kind "none", why nothing is.
        pattern: of kind "error": what the error says, with its type before a colon.
        always: of kind "error": the statement cannot be executed without it.
        certain: of kind "error": messages of findings whose statement cannot, where that is not so of all.
        simulated: the simulator shows it as a device does.
    """

    kind: Kind
    how: str
    pattern: str = ""
    always: bool = False
    certain: str = ""
    simulated: bool = True


_ORDER = Proof("order", "the later access runs while the earlier one is held back")
_UNNAMED = Proof("order", "the later operation runs while the earlier one is held back; their memory has no name")
_BROKEN = "the error that is announced is raised in the statement"
_HANG = Proof("hang", "the host waits for a kernel that never ends; it would block a device, so in the simulator alone")
_WRONG = Proof("none", "the statement fails in silence: wrong numbers, and nobody knows the right ones")
_OTHER = Proof("none", "it names the stream on which work runs, which is no mistake by itself")
_COST = Proof("none", "it costs time or memory, and is no mistake")
_TEXT = Proof("none", "it is about the text, which no run changes")

PROOFS: Mapping[str, Proof] = {
    **dict.fromkeys(("CUP101", "CUP102", "CUP103", "CUP104", "CUP115", "CUP201", "CUP202", "CUP203", "CUP204"), _ORDER),
    **dict.fromkeys(("CUP111", "CUP112"), _UNNAMED),
    "CUP105": Proof("event", "the statement waits for an event that nobody has recorded"),
    "CUP110": Proof("event", "the work is under way when nobody refers to its stream; or the wait is for no work"),
    "CUP117": Proof("clock", "the wait is over while the work is held back"),
    "CUP106": Proof(
        "error", f"{_BROKEN}, or in a later one that uses the None", r"NoneType.*'(?:ptr|synchronize|done|record)'"
    ),
    **dict.fromkeys(("CUP107", "CUP108", "CUP109", "CUP113"), _OTHER),
    "CUP114": Proof("error", _BROKEN, r"cudaErrorInvalidResourceHandle|match with the current device", True),
    "CUP116": _WRONG,
    "CUP205": Proof("error", _BROKEN, r"cudaErrorNotPermitted"),
    "CUP206": Proof("error", f"{_BROKEN}, in the forked process", r"cudaErrorInitializationError"),
    "CUP207": Proof("error", _BROKEN, r"TypeError: ", True),
    "CUP208": Proof("error", _BROKEN, r"PyCapsule|DLPack|dltensor", True),
    "CUP301": Proof("error", _BROKEN, r"(Attribute|Type|Import|NotImplemented)Error: ", True),
    "CUP302": Proof("error", _BROKEN, r"TypeError: ", True),
    **dict.fromkeys(("CUP303", "CUP304", "CUP305", "CUP306", "CUP307", "CUP310", "CUP311"), _HANG),
    "CUP308": Proof("error", _BROKEN, r"TypeError: |cudaErrorIllegalAddress"),
    "CUP309": Proof("error", _BROKEN, r"TypeError: ", certain=r"the (?:grid|block) of "),
    "CUP312": Proof("error", _BROKEN, r"CompileException", True, simulated=False),
    **dict.fromkeys(("CUP209", "CUP313", "CUP314", "CUP315", "CUP316", "CUP317", "CUP318", "CUP319", "CUP408"), _WRONG),
    **dict.fromkeys(
        ("CUP401", "CUP402", "CUP404"),
        Proof("memory", "memory runs out in the statement, on a device of the size that was said"),
    ),
    **dict.fromkeys(("CUP403", "CUP405", "CUP406", "CUP407", "CUP511", "CUP512", "CUP513"), _COST),
    "CUP501": Proof("clock", "the clock is read while the work is held back"),
    "CUP502": Proof("error", _BROKEN, r"cudaErrorNotReady|cudaErrorInvalidResourceHandle"),
    "CUP503": Proof("error", f"{_BROKEN}, or in a later one", r"[Cc]aptur|cudaErrorIllegalState"),
    "CUP504": Proof("reuse", "the results are others where no block of memory is used twice"),
    "CUP505": Proof("clock", "the elapsed time is there while the work is held back"),
    **dict.fromkeys(("CUP900", "CUP901", "CUP902", "CUP903"), _TEXT),
}
"""By the code of the rule."""

_PLACED = re.compile(r" \(line \d+\)$")
_IDLE = {
    "CUP105": "line {row} waited for an event that was never recorded: the wait orders nothing",
    "CUP110": "line {row}: the stream has no work to wait for, or it was gone while its work could still run",
}
_LATER = frozenset(("CUP106", "CUP206"))
"""Rules whose error may be raised in a later statement than the one that is reported."""
_ABOUT_KERNELS = frozenset(("CUP304", "CUP305", "CUP307", "CUP311"))
"""Rules that report a place in the text of a kernel, which their messages name."""


def of(code: str) -> Proof:
    """The proof of a rule; of one that the table lacks, none."""
    return PROOFS.get(code, Proof("none", "nothing is known of how a run shows it"))


def watched(finding: Finding) -> bool:
    """Whether it is shown by what is raised or waited for at a place."""
    return of(finding.code).kind in ("error", "event", "hang")


def expected(code: str) -> Verdict:
    """What a run shows if a finding is right."""
    return Verdict.HANGS if of(code).kind == "hang" else Verdict.CONFIRMED


def judged(finding: Finding, seen: Watched, backend: str) -> Seen:
    """What a run that was watched says of a finding."""
    verdict, evidence = _verdict(finding, seen, backend)
    return Seen(0, verdict.name, evidence)


def _verdict(finding: Finding, seen: Watched, backend: str) -> tuple[Verdict, str]:
    proof, row = of(finding.code), finding.location.row
    if proof.kind == "hang":
        return _hanging(finding, seen, backend)
    if proof.kind == "event" and seen.idle:
        return Verdict.CONFIRMED, _IDLE.get(finding.code, "").format(row=row)
    if proof.kind == "event" and backend != "simulator":
        text = "a device does not tell what an event or a stream stands for: use --backend simulator"
        return Verdict.NOT_SUPPORTED, text
    error = _raised(finding, proof.pattern, seen)
    if error:
        return Verdict.CONFIRMED, f"the program raised {error}" if _PLACED.search(
            error
        ) else f"line {row} raised {error}"
    lacks = seen.lacks or _lacking(proof, backend)
    if lacks:
        return Verdict.NOT_SUPPORTED, f"{lacks}: needs a device"
    if not seen.came:
        return Verdict.NOT_REACHED, f"the run did not come to line {row}"
    if proof.kind == "event":
        text = f"line {row} was executed, and each time there was work to wait for, or a stream to wait with"
        return Verdict.ORDERED, text
    if proof.always or (proof.certain and re.match(proof.certain, finding.message)):
        return Verdict.ENDS, f"line {row} was executed without the error that is announced"
    return Verdict.INCONCLUSIVE, f"line {row} was executed without an error; its results may still be wrong"


def _hanging(finding: Finding, seen: Watched, backend: str) -> tuple[Verdict, str]:
    """What a run says of a finding about a kernel that may never end: the message names it, or the host waits there."""
    row, words = finding.location.row, set(re.findall(r"\w+", finding.message))
    if backend != "simulator":
        return Verdict.INCONCLUSIVE, f"not shown on a device: {_HANG.how}"
    stuck = [name for name in seen.stuck if name in words or seen.here]
    if stuck:
        return Verdict.HANGS, f"the host waits for {stuck[0]}, which never ends, at {seen.waits}"
    launched = {name: why for name, why in seen.kernels if name in words}
    if lacks := seen.lacks or next((why for why in launched.values() if why), ""):
        return Verdict.NOT_SUPPORTED, f"{lacks}: needs a device"
    if not seen.came:
        return Verdict.NOT_REACHED, f"the run did not come to line {row}"
    if finding.code in _ABOUT_KERNELS and not launched:
        return Verdict.NOT_REACHED, f"the kernel of line {row} was not launched"
    if seen.stuck:
        return Verdict.INCONCLUSIVE, f"the host waits for {seen.stuck[0]}, which never ends, at {seen.waits}"
    return Verdict.ENDS, f"line {row} was executed, and the kernels came to their end"


def _lacking(proof: Proof, backend: str) -> str:
    """What keeps a backend from showing an error, "" for nothing."""
    return "the simulator does not check that" if backend == "simulator" and not proof.simulated else ""


def _raised(finding: Finding, pattern: str, seen: Watched) -> str:
    """The first error that was raised and that a finding announces, "" if there was none."""
    match = re.compile(pattern)
    error = next((text for text in seen.errors if match.search(text)), "") if pattern else ""
    return error if error and (finding.code != "CUP301" or _named(finding.message, error)) else ""


def _named(message: str, error: str) -> bool:
    """Whether an error is about the name that a message puts between backquotes: not about something else there."""
    found = re.search(r"`([^`]*)`", message)
    names = re.findall(r"\w+", found[1]) if found else []
    return bool(names) and names[-1] in re.findall(r"\w+", error)


def unprovable(finding: Finding) -> Seen:
    """The answer where no run shows anything."""
    return Seen(0, Verdict.INCONCLUSIVE.name, f"not shown by a run: {of(finding.code).how}")


def later_too(code: str) -> bool:
    """Whether an error in a later statement of the file counts."""
    return code in _LATER
