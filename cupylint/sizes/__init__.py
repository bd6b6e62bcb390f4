"""How large arrays are: shapes, dtypes, bytes, and what a call needs beside its result.

Everything here is a pure function over plain values, and knows neither programs nor streams:

* `counts`: a `Count` is a polynomial with whole coefficients over counts that are not known (``4*n*m + 8``), each
  with a lower bound, maybe an upper one. So a size can be certainly too large though ``n`` is not known.
* `dtypes`: the 14 types of CuPy by their NumPy names, and promotion: NEP 50 from CuPy 14 on, by value before.
* `forms`: a `Form` is a shape (a tuple of counts), a dtype and whether it is contiguous; any of them may be unknown.
  Bytes are rounded up as CuPy's pool does it.
* `shapes`: broadcasting, indexing, reductions, joining: how shapes follow from shapes.
* `ufunc_types`: the types of every ufunc, as CuPy 14 lists them; the same search for a loop as CuPy's.
* `calls`: what a call was given, bound to the names of its parameters.
* `creation`, `numeric`, `ordering`, `layout`, `joining`, `linear`, `fourier`: tables, one row a function: name ->
  parameters, and how the result's shape and dtype, and the memory needed meanwhile (measured on a device), follow.
* `evaluate`: a call by its canonical dotted name: `Made`, or None if nothing is known of it.

An answer is never too large: where a value is not known it stands for the least that it can be, so that "does not
fit" can be trusted. What cannot be told is None, and a caller treats it as zero bytes.
"""
