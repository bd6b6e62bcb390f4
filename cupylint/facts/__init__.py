"""Facts: what the analysis found out about a program, before any rule calls it a hazard.

Facts refer to the source through `Spot`; positions are filled in later, and only for facts that
were emitted.
"""

from __future__ import annotations

from cupylint.facts.base import NOWHERE, Access, Memory, Mode, Spot, Step, StepKind
from cupylint.facts.conversions import CapsuleMisuse, NumpyConversion
from cupylint.facts.files import IdleSuppression, NoSuchName, Unfinished, Unreadable
from cupylint.facts.kernels import (
    BlockingPoll,
    BlocksWait,
    EndlessSpin,
    FlagByValue,
    IndexOverflow,
    KernelArrayLayout,
    KernelArrayType,
    KernelFact,
    LateCancel,
    LaunchArgument,
    NotAKernel,
    NullFlag,
    ReservedName,
    SharedMemoryRace,
    SkippedBarrier,
    StaleFlag,
    TemporaryAddress,
    UnparsedKernel,
    UnstoppableWait,
)
from cupylint.facts.memory import (
    Alive,
    BlowUp,
    Bound,
    DoubleByDefault,
    Held,
    IdleFree,
    Moment,
    PinnedMoment,
    Temporaries,
    TooLarge,
)
from cupylint.facts.races import (
    CallbackUsesCuda,
    DeviceMismatch,
    EmptyWait,
    ForkAfterCuda,
    HandOff,
    NearMiss,
    NearMissKind,
    NoneEvent,
    NotInherited,
    Race,
    Reuse,
    StreamLost,
    SuspendedOnStream,
    UnexpectedStream,
)
from cupylint.facts.timing import (
    BrokenCapture,
    CapturedArrayFreed,
    CaptureMistake,
    EarlyElapsed,
    HiddenWait,
    KernelBuiltAgain,
    RecordedAgain,
    RedundantWait,
    UnsyncedTiming,
)

Fact = (
    KernelFact
    | CallbackUsesCuda
    | CapsuleMisuse
    | DeviceMismatch
    | EmptyWait
    | ForkAfterCuda
    | NoneEvent
    | NotInherited
    | Race
    | Reuse
    | StreamLost
    | SuspendedOnStream
    | UnexpectedStream
    | BlockingPoll
    | FlagByValue
    | IndexOverflow
    | KernelArrayLayout
    | KernelArrayType
    | LateCancel
    | LaunchArgument
    | NotAKernel
    | NullFlag
    | UnstoppableWait
    | BrokenCapture
    | CapturedArrayFreed
    | EarlyElapsed
    | HiddenWait
    | KernelBuiltAgain
    | RecordedAgain
    | RedundantWait
    | UnsyncedTiming
    | BlowUp
    | DoubleByDefault
    | IdleFree
    | Moment
    | PinnedMoment
    | Temporaries
    | TooLarge
    | NoSuchName
    | NumpyConversion
    | TemporaryAddress
    | IdleSuppression
    | Unfinished
)

__all__ = [
    "NOWHERE",
    "Access",
    "Alive",
    "BlockingPoll",
    "BlocksWait",
    "BlowUp",
    "Bound",
    "BrokenCapture",
    "CallbackUsesCuda",
    "CapsuleMisuse",
    "CaptureMistake",
    "CapturedArrayFreed",
    "DeviceMismatch",
    "DoubleByDefault",
    "EarlyElapsed",
    "EmptyWait",
    "EndlessSpin",
    "Fact",
    "FlagByValue",
    "ForkAfterCuda",
    "HandOff",
    "Held",
    "HiddenWait",
    "IdleFree",
    "IdleSuppression",
    "IndexOverflow",
    "KernelArrayLayout",
    "KernelArrayType",
    "KernelBuiltAgain",
    "KernelFact",
    "LateCancel",
    "LaunchArgument",
    "Memory",
    "Mode",
    "Moment",
    "NearMiss",
    "NearMissKind",
    "NoSuchName",
    "NoneEvent",
    "NotAKernel",
    "NotInherited",
    "NullFlag",
    "NumpyConversion",
    "PinnedMoment",
    "Race",
    "RecordedAgain",
    "RedundantWait",
    "ReservedName",
    "Reuse",
    "SharedMemoryRace",
    "SkippedBarrier",
    "Spot",
    "StaleFlag",
    "Step",
    "StepKind",
    "StreamLost",
    "SuspendedOnStream",
    "Temporaries",
    "TemporaryAddress",
    "TooLarge",
    "UnexpectedStream",
    "Unfinished",
    "UnparsedKernel",
    "Unreadable",
    "UnstoppableWait",
    "UnsyncedTiming",
]
