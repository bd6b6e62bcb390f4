"""Functions of CuPy that call the method of what they are given: an array of NumPy stays one.

Measured with CuPy 14.2 on an NVIDIA H200: every function of `cupy` and `cupy.linalg` was called with arrays of NumPy.
These gave arrays or numbers of NumPy; nearly all others raise TypeError ("Unsupported type <class 'numpy.ndarray'>").
"""

from __future__ import annotations

from cupylint.cupy_model.tables import words

PASSED_ON = frozenset(
    f"cupy.{name}"
    for name in words(
        """amax amin argpartition argsort array_equiv broadcast_arrays choose clip compress copy diagonal dot
        flip fliplr flipud matrix_transpose max mean min msort partition permute_dims prod product ravel
        real_if_close repeat reshape rot90 sort sort_complex squeeze std sum take trace transpose var
        linalg.matrix_rank linalg.matrix_transpose"""
    )
)
