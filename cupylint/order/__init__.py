"""The ordering model: which device work is ordered before which. Pure: no LibCST, no CuPy, no I/O."""

from cupylint.order.model import HOST, Agents, Kind, Order, Stream, bits

__all__ = ["HOST", "Agents", "Kind", "Order", "Stream", "bits"]
