"""The memory of common cards, by the names that people call them."""

from __future__ import annotations

import difflib
import re

_GIB = 1 << 30
_MEMORY = {
    4: "GTX1050Ti GTX1650 T1000",
    6: "GTX1060 GTX1660 RTX2060",
    8: "GTX1070 GTX1080 RTX2070 RTX2080 RTX3050 RTX3060Ti RTX3070 RTX4060 RTX5060 P4 M10 JetsonOrinNano",
    10: "RTX3080",
    11: "GTX1080Ti RTX2080Ti",
    12: "RTX3060 RTX3080Ti RTX4070 RTX5070 RTX4070Ti TitanXp TitanV K80",
    16: "T4 P100 V100 V100-16GB RTX4080 RTX4060Ti-16GB RTX5070Ti RTX5080 A2 A4000 RTXA4000",
    20: "RTX4000Ada A4500 RTXA4500",
    24: "RTX3090 RTX3090Ti RTX4090 A10 A10G A30 L4 P40 A5000 RTXA5000 TitanRTX",
    32: "V100-32GB RTX5090 RTX5000Ada",
    40: "A100 A100-40GB",
    48: "A40 L40 L40S A6000 RTXA6000 RTX6000Ada RTX8000",
    64: "JetsonOrin JetsonAGXOrin",
    80: "A100-80GB H100 H100-80GB H100SXM H100PCIe H800",
    94: "H100NVL",
    96: "GH200 RTXPRO6000",
    128: "GB10 DGXSpark",
    141: "H200 H200NVL",
    180: "B200",
    192: "GB200",
    288: "B300 GB300",
}
"""Nominal gibibytes of each card."""


def _key(name: str) -> str:
    """A name without vendor, blanks, hyphens and case."""
    bare = re.sub(r"[\s_-]", "", name.lower())
    return re.sub(r"^(nvidia)?(tesla|geforce|quadro)?", "", bare)


_CARDS = {_key(name): (name, size * _GIB) for size, names in _MEMORY.items() for name in names.split()}


def memory_of(name: str) -> int | None:
    """Bytes of the card that is called so, or by its number alone; None if none is known."""
    known = (_CARDS.get(f"{series}{_key(name)}") for series in ("", "rtx", "gtx"))
    return next((found[1] for found in known if found is not None), None)


def nearest(name: str) -> str | None:
    """The card whose name is most like `name`, None if none is."""
    close = difflib.get_close_matches(_key(name[:100]), _CARDS, 1, 0.75)
    return _CARDS[close[0]][0] if close else None
