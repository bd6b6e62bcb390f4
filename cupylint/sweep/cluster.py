"""Targets on a cluster of Dask: one on this machine, or one that is there already."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from cupylint import __version__
from cupylint.sweep.one import LOST, Line, Order, swept

if TYPE_CHECKING:
    from distributed import Client

_UNDER_WAY = 1_000
"""Targets that are handed to the cluster at a time."""
_DEATHS = 2
"""Workers that a target may end before it is given up."""
_WORKER_MEMORY = "1GB"  # of what hands out the targets; the processes that read them have their own bounds
_PATIENCE = 20  # seconds until a scheduler answers
_EVENTS = "all"
"""What the scheduler calls that of which it tells all."""
_GPU = "GPU"
"""The resource of which a worker has one, and a program that is verified takes one."""


class NoCluster(Exception):
    """There is no cluster to work on. The text is one line."""


def lines(
    targets: Iterable[str], order: Order, address: str | None, count: int, worker_ended: Callable[[], None]
) -> Iterator[Line]:
    """What is found in each target (an absolute path), as they get done.

    Args:
        address: of a scheduler; None: `count` workers on this machine, one of which does one target at a time.
        worker_ended: is called, in another thread, for each worker that ends with something to do.

    Raises:
        NoCluster: Dask is not installed, or no scheduler answers, or its workers are no use.
    """
    try:
        from distributed import as_completed
    except ImportError:
        raise NoCluster("a sweep needs Dask: pip install 'cupylint[dask]'") from None
    with _client(order, address, count) as client, _hearing(client, worker_ended):
        waiting = iter(targets)
        names: dict[str, str] = {}

        def submitted(target: str) -> Any:
            resources = None if order.verify is None else {_GPU: 1}
            future = client.submit(_on_worker, target, order, pure=False, retries=1, resources=resources)
            names[future.key] = target
            return future

        first = [submitted(target) for target in islice(waiting, _UNDER_WAY)]
        under_way = as_completed(first, loop=client.loop)
        for future in under_way:
            target = names.pop(future.key)
            yield {"target": target, **_result(future)}
            future.release()
            for following in islice(waiting, 1):
                under_way.add(submitted(following))


def _on_worker(target: str, order: Order) -> Line:
    """`swept` in a worker of a cluster."""
    from distributed import get_worker

    worker = get_worker()
    number = worker.name if isinstance(worker.name, int) else 0
    return swept(target, order, worker.local_directory, number)


@contextmanager
def _hearing(client: Client, worker_ended: Callable[[], None]) -> Iterator[None]:
    """The scheduler says what happens, until the end: it would complain of a listener that has gone away."""
    client.subscribe_topic(_EVENTS, partial(_hear, worker_ended))
    try:
        yield
    finally:
        client.unsubscribe_topic(_EVENTS)


def _hear(worker_ended: Callable[[], None], event: Any) -> None:
    """An event of the scheduler: its time, and what happened. It may be about tasks of others."""
    _, told = event
    removed = isinstance(told, dict) and told.get("action") == "remove-worker"
    if removed and told.get("processing-tasks") and not told.get("expected"):
        worker_ended()


def _result(future: Any) -> Line:
    error = future.exception()
    if error is None:
        line: Line = future.result()
        return line
    text = " ".join(str(error).split())
    died = type(error).__name__ == "KilledWorker"
    return {"status": LOST, "reason": "ended the workers that read it" if died else f"{type(error).__name__}: {text}"}


@contextmanager
def _client(order: Order, address: str | None, count: int) -> Iterator[Client]:
    with ExitStack() as stack:
        yield _remote(stack, address, order) if address is not None else _local(stack, count, order)


def _remote(stack: ExitStack, address: str, order: Order) -> Client:
    from distributed import Client

    try:
        client: Client = stack.enter_context(Client(address, timeout=_PATIENCE, set_as_default=False))
        versions = client.run(_version)
    except (OSError, ValueError) as error:
        raise NoCluster(f"{address}: no scheduler answers: {' '.join(str(error).split())}") from None
    except ModuleNotFoundError:
        raise NoCluster(f"{address}: the workers have no cupylint") from None
    other = next((found for found in versions.values() if found != __version__), None)
    if other is not None:
        raise NoCluster(f"{address}: a worker has cupylint {other}, this is {__version__}")
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    if order.verify is not None and not any(worker.get("resources", {}).get(_GPU) for worker in workers):
        raise NoCluster(f"{address}: no worker has the resource {_GPU}: start them with --resources {_GPU}=1")
    return client


def _version() -> str:
    return __version__


def _local(stack: ExitStack, count: int, order: Order) -> Client:
    """A cluster that ends with the sweep. Nobody else can talk to it: it speaks TLS with keys of its own."""
    import logging

    import dask
    from distributed import Client, LocalCluster

    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="cupylint-sweep-", ignore_cleanup_errors=True))
    stack.enter_context(_inside(folder))
    stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": _DEATHS - 1}))
    try:
        cluster = stack.enter_context(
            LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                memory_limit=_WORKER_MEMORY,
                local_directory=folder,
                silence_logs=logging.CRITICAL,
                security=True,
                dashboard_address="127.0.0.1:0",
                resources={_GPU: 1} if order.verify is not None else None,
            )
        )
    except (ImportError, OSError, RuntimeError) as error:
        raise NoCluster(f"no cluster can be started here: {' '.join(str(error).split())}") from None
    client: Client = stack.enter_context(Client(cluster, set_as_default=False))
    return client


@contextmanager
def _inside(folder: str) -> Iterator[None]:
    """Start processes in an empty folder: Dask's look for modules in the current one first."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
