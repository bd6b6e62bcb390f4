"""Which names CuPy has: its modules, functions, classes, methods and keywords, per version, and who uses others.

`check` reads the standard library's tree of a file and knows nothing of streams or flow. The names
are data (``names.json``), made from CuPy's own sources by ``python -m cupylint.api.generate``.
"""
