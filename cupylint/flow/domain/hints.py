"""What the names of functions that are not seen tell about them."""

from __future__ import annotations

import re

SOUNDS_LIKE_WAITING = re.compile(
    r"(?<!a)sync|wait|barrier|finish|flush|block_until|join|fence|complete|drain", re.IGNORECASE
)
"""It may wait for the device, although it is given nothing."""

SOUNDS_LIKE_SETTING = re.compile(r"^use|set_?stream|use_?stream|activate", re.IGNORECASE)
"""It may make the stream that it is given the current one."""

WAITS = frozenset(("synchronize", "wait_event", "deviceSynchronize", "streamSynchronize", "get", "record"))
"""Names of methods that wait, or that decide what is waited for."""
