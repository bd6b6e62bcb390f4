import cupy
Stream = (
