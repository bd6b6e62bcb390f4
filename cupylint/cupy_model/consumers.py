"""Other libraries that take CuPy's arrays: what each call waits for, how it uses the memory, and how that is known.

CuPy describes an array by its *current* stream, whatever stream wrote it. So a call that honours the stream
of the description (or of the exchange) is ordered behind the current stream of that moment, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cupylint.cupy_model.tables import words


class Orders(Enum):
    """What a call that takes an array orders by itself."""

    EXCHANGE = "exchange"  # work of the taker waits, on the device, for CuPy's current stream
    HOST = "host"  # the host waits for CuPy's current stream
    NOTHING = "nothing"


class ArgumentUse(Enum):
    """What a call does with the memory."""

    VIEW = "view"  # shares it; what is done with the result later reads it
    COPY = "copy"  # reads it on the taker's stream
    MAYBE = "maybe"  # shares or copies it, on a stream that its documentation does not name


@dataclass(frozen=True, slots=True)
class Consumer:
    """A function of another library that takes a device array.

    Attributes:
        library: whose stream reads it ("torch", "numba", "jax"; or a name for messages).
    """

    library: str
    orders: Orders
    use: ArgumentUse


# How each is known stands above it: a documentation page and its section, or "measured". DLPack: Python array API
# standard, Data interchange mechanisms, Semantics. The interface: CUDA Array Interface (Version 3), Synchronization.
CONSUMERS: dict[str, Consumer] = {
    # CV-CUDA, python/mod_nvcv/ExternalBuffer.cpp: the stream of the interface is not looked at
    **{
        f"{root}.{name}": Consumer("cvcuda", Orders.NOTHING, ArgumentUse.VIEW)
        for root in ("cvcuda", "nvcv")
        for name in ("as_tensor", "as_image")
    },
    # DLPack; measured: right inside the producer's block, stale outside it
    "torch.from_dlpack": Consumer("torch", Orders.EXCHANGE, ArgumentUse.VIEW),
    "torch.utils.dlpack.from_dlpack": Consumer("torch", Orders.EXCHANGE, ArgumentUse.VIEW),
    # measured: stale inside and outside the block
    "torch.as_tensor": Consumer("torch", Orders.NOTHING, ArgumentUse.VIEW),
    # torch.tensor: always copies; the way of torch.as_tensor (measured)
    "torch.tensor": Consumer("torch", Orders.NOTHING, ArgumentUse.COPY),
    # the interface; Numba, cuda.as_cuda_array: sync=True
    "numba.cuda.as_cuda_array": Consumer("numba", Orders.HOST, ArgumentUse.VIEW),
    # the interface; Numba: a device array is taken as it is
    "numba.cuda.to_device": Consumer("numba", Orders.HOST, ArgumentUse.VIEW),
    # DLPack; JAX, jax.dlpack.from_dlpack and jax.numpy.from_dlpack
    "jax.dlpack.from_dlpack": Consumer("jax", Orders.EXCHANGE, ArgumentUse.VIEW),
    "jax.numpy.from_dlpack": Consumer("jax", Orders.EXCHANGE, ArgumentUse.VIEW),
    # the interface: honours the stream
    **{f"jax.numpy.{name}": Consumer("jax", Orders.EXCHANGE, ArgumentUse.VIEW) for name in ("asarray", "array")},
    # not documented; at best the interface's stream
    **{
        f"cudf.{name}": Consumer("cudf", Orders.EXCHANGE, ArgumentUse.MAYBE)
        for name in ("Series", "DataFrame", "Index", "core.column.as_column")
    },
}
"""Functions by their dotted names; the array is their first argument."""

# the interface; Numba takes arguments as as_cuda_array does
NUMBA_KERNEL = Consumer("numba", Orders.HOST, ArgumentUse.COPY)
"""An array given to a Numba kernel."""


@dataclass(frozen=True, slots=True)
class Message:
    """A call that reads and writes buffers of a device without knowing streams.

    Attributes:
        reads, writes: positions of the buffers, and the names by which they can be given.
    """

    reads: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()
    read_names: tuple[str, ...] = ()
    write_names: tuple[str, ...] = ()


_SENDS = Message(reads=(0,), read_names=("buf",))
_RECEIVES = Message(writes=(0,), write_names=("buf",))
_BOTH = Message(reads=(0,), writes=(1,), read_names=("sendbuf",), write_names=("recvbuf",))

MPI: dict[str, Message] = {
    **dict.fromkeys(words("Send Isend Ssend Issend Bsend Ibsend Rsend Irsend Bcast Ibcast"), _SENDS),
    **dict.fromkeys(words("Recv Irecv"), _RECEIVES),
    **dict.fromkeys(
        words(
            """Reduce Ireduce Allreduce Iallreduce Gather Igather Gatherv Igatherv Allgather Iallgather Allgatherv
            Iallgatherv Scatter Iscatter Scatterv Iscatterv Alltoall Ialltoall Alltoallv Ialltoallv Alltoallw
            Ialltoallw Scan Iscan Exscan Iexscan Reduce_scatter Ireduce_scatter Reduce_scatter_block
            Neighbor_alltoall Neighbor_allgather"""
        ),
        _BOTH,
    ),
    "Sendrecv": Message((0,), (3,), ("sendbuf",), ("recvbuf",)),
    "Sendrecv_replace": Message(writes=(0,), write_names=("buf",)),
}
"""Methods of an mpi4py communicator that take buffers. ``Bcast`` reads at its root and writes elsewhere."""

_IN_PLACE = Message(reads=(0,), writes=(0,), read_names=("buf",), write_names=("buf",))


def mpi_message(name: str) -> Message | None:
    """What a method of a communicator reads and writes; of a wrapper's ``Allreduce_inplace`` that is one buffer."""
    whole, mark, rest = name.partition("_in")
    return _IN_PLACE if mark and rest in ("place", "_place") and whole in MPI else MPI.get(name)


MPI_ALONE = frozenset(name for name in MPI if name not in ("Send", "Recv", "Reduce", "Gather", "Scatter", "Scan"))
"""Those of them whose names tell by themselves that it is MPI."""

MPI_KNOWS_NO_STREAMS = frozenset(
    words(
        """Barrier barrier Ibarrier bcast send isend ssend issend recv irecv sendrecv gather allgather scatter reduce
        allreduce alltoall scan exscan Get_rank Get_size Wait Waitall Waitany Test Testall Testany Probe Iprobe"""
    )
)
"""Methods of a communicator or request that leave the device alone: nothing there waits for a stream."""

MPI_VIEWS = frozenset(words("fromaddress frombuffer asbuffer"))
"""Functions of ``MPI.memory`` (or ``MPI.buffer``) that make a buffer of memory that is there already."""

COMMUNICATORS = frozenset(
    words("Split Split_type Dup Clone Create Create_group Create_cart Create_graph Create_dist_graph Sub Merge")
)
"""Methods of a communicator that return another one."""

UCX: dict[str, Message] = {
    "send": Message(reads=(0,), read_names=("buffer",)),
    "am_send": Message(reads=(0,), read_names=("buffer",)),
    "recv": Message(writes=(0,), write_names=("buffer",)),
}
"""Methods of an endpoint of UCX."""

NCCL: dict[str, tuple[Message, int]] = {
    "allReduce": (Message((0,), (1,)), 5),
    "reduce": (Message((0,), (1,)), 6),
    "broadcast": (Message((0,), (1,)), 5),
    "bcast": (Message(writes=(0,)), 4),
    "reduceScatter": (Message((0,), (1,)), 5),
    "allGather": (Message((0,), (1,)), 4),
    "send": (Message((0,)), 4),
    "recv": (Message(writes=(0,)), 4),
}
"""Methods of a communicator of NCCL: the pointers that they read and write, and the position of the stream."""

_INTO = Message((0,), (1,), ("in_array",), ("out_array",))
DISTRIBUTED: dict[str, tuple[Message, int]] = {
    "all_reduce": (_INTO, 3),
    "reduce": (_INTO, 4),
    "broadcast": (Message((0,), (0,), ("in_out_array",), ("in_out_array",)), 2),
    "reduce_scatter": (_INTO, 4),
    "all_gather": (_INTO, 3),
    "send": (Message((0,), read_names=("array",)), 2),
    "recv": (Message(writes=(0,), write_names=("out_array",)), 2),
    "send_recv": (_INTO, 3),
    "scatter": (_INTO, 3),
    "gather": (_INTO, 3),
    "all_to_all": (_INTO, 2),
}
"""Methods of a communicator of ``cupyx.distributed``, and the position of the stream; the current one without it."""
DISTRIBUTED_MAKERS = frozenset(words("cupyx.distributed.init_process_group cupyx.distributed.NCCLBackend"))

GROUP_STARTS = frozenset(words("cupy.cuda.nccl.groupStart cupy_backends.cuda.libs.nccl.groupStart"))
"""Begin a group: what NCCL is given is kept back until it ends (NCCL, Group Calls)."""
GROUP_ENDS = frozenset(words("cupy.cuda.nccl.groupEnd cupy_backends.cuda.libs.nccl.groupEnd"))
"""End one."""

# -- what is done with tensors ---------------------------------------------------------------------

TENSOR_VIEWS = frozenset(
    words(
        """view reshape permute transpose t squeeze unsqueeze flatten unflatten detach expand expand_as
        narrow contiguous select swapaxes swapdims movedim moveaxis diagonal unfold as_strided view_as
        split split_with_sizes tensor_split hsplit vsplit dsplit chunk unbind
        requires_grad_ T mT H data real"""
    )
)
"""Methods and attributes of a tensor that share its memory, also in parts (what may copy is taken to share it)."""
TENSOR_FACTS = frozenset(
    words(
        """size dim ndimension numel nelement stride element_size storage_offset is_contiguous is_floating_point
        get_device shape dtype device ndim is_cuda layout requires_grad itemsize nbytes names grad_fn is_leaf"""
    )
)
"""Those that say something about it without reading it."""
TENSOR_WAITS = frozenset(words("item tolist cpu numpy"))
"""Those that copy it to the host and wait for torch's current stream."""
TENSOR_WORK = frozenset(
    words(
        """sum mean std var max min amax amin argmax argmin prod norm any all median mode cumsum cumprod sort argsort
        topk unique matmul mm bmm mv dot addmm baddbmm outer add sub mul div true_divide remainder pow sqrt rsqrt
        square exp exp2 log log2 log10 log1p abs neg sign sin cos tan tanh sigmoid relu softmax log_softmax clamp clip
        round floor ceil trunc float double half bfloat16 int long short bool clone type_as where masked_select
        masked_fill index_select gather scatter scatter_add take repeat tile roll flip cumulative_trapezoid
        logsumexp count_nonzero nonzero isnan isinf isfinite nan_to_num maximum minimum lerp eq ne lt le gt ge
        logical_and logical_or logical_not logical_xor bitwise_and bitwise_or reciprocal erf cat stack concat
        concatenate hstack vstack einsum tensordot histc bincount diff kron cross cdist equal allclose"""
    )
)
"""Methods of a tensor, and functions of torch, that read on the current stream and return a new tensor."""
TENSOR_ELEMENTWISE = frozenset(
    words(
        """add sub mul div true_divide remainder pow sqrt rsqrt square exp exp2 log log2 log10 log1p abs neg sign sin
        cos tan tanh sigmoid relu softmax log_softmax cumsum cumprod clamp clip round floor ceil trunc clone
        masked_fill lerp maximum minimum eq ne lt le gt ge logical_and logical_or logical_not logical_xor bitwise_and
        bitwise_or reciprocal erf isnan isinf isfinite nan_to_num"""
    )
)
"""Those of them whose result is as large as the tensors that they take, whatever numbers they are given."""
TENSOR_MAKERS = frozenset(
    words(
        """zeros ones empty full rand randn randint randperm arange linspace logspace eye zeros_like ones_like
        empty_like full_like rand_like randn_like randint_like"""
    )
)
"""Functions of torch that make a tensor; on a device with ``device="cuda"``."""
