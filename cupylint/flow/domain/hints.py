"""What the names of functions that are not seen tell about them."""

from __future__ import annotations

import re

from cupylint.program import ir

SOUNDS_LIKE_WAITING = re.compile(
    r"(?<!a)sync|wait|barrier|finish|flush|block_until|join|fence|complete|drain", re.IGNORECASE
)
"""It may wait for the device, although it is given nothing."""

HANDS_ON = re.compile(
    r"_*(put|send|emit|publish|enqueue|push|append|add|register|submit|schedule|store|record|cache|insert|update|extend"
    r"|yield|notify|on|set|keep|hold|release|recycle|give|return|free|del)(_|$)",
    re.IGNORECASE,
)
"""It passes on what it is given, or keeps it, and does nothing with it now: ``queue.put(x)``, ``on_frame(x)``."""

READS_AT_ONCE = re.compile(
    r"_*(write|writelines|write_(direct|frame|image|chunk|block)|sendall|send_bytes|dumps?|save[zt]?|savez_compressed|savetxt"
    r"|im(write|save)|tofile|crc32|adler32|md5|sha\d+|append_data)$"
)
"""It reads arrays of the host before it returns, and knows of no device: ``file.write(x)``."""

QUEUES = frozenset(("append", "appendleft", "extend", "put", "put_nowait"))
"""Methods by which queues and lists are given something: they wait for no device."""

SOUNDS_LIKE_SETTING = re.compile(r"^use|set_?stream|use_?stream|activate", re.IGNORECASE)
"""It may make the stream that it is given the current one."""

DISPOSES = re.compile(r"_*(close|destroy|shut_?down|tear_?down|del)(_|$)", re.IGNORECASE)
"""It is called when the object is needed no more."""

_WAITS = frozenset(
    (
        *("synchronize", "wait_event", "deviceSynchronize", "streamSynchronize", "get", "record"),
        *("join", "result", "wait", "Wait"),
    )
)
"""Names of methods that wait, or that decide what is waited for."""

WAITING = _WAITS | {"acquire", "asnumpy", "copyto", "item", "tolist"}
"""Words of code that may wait in any way."""


def waits_by_name(call: ir.Call) -> bool:
    """Whether a call is of such a method; ``", ".join(words)``, which is given something, is of none."""
    name = getattr(call.function, "name", "")
    return name in _WAITS and not (name == "join" and call.arguments)
