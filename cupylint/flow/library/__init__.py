"""Models of Python's own library and of NumPy: threads, tasks, processes, containers of calls, host arrays."""
