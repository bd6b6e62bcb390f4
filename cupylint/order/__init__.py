"""The ordering model: which device work is ordered before which. Pure: no LibCST, no CuPy, no I/O."""

from cupylint.order.model import HOST, Kind, Order, Stream, bits

__all__ = ["HOST", "Kind", "Order", "Stream", "bits"]
