"""Arrays that other libraries take, host functions and forked processes: programs with findings and safe ones."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding, Premise
from tests.programs import after_head, check_marks, lint
from tests.programs.corpus import program


def test_a_pointer_for_code_that_is_not_seen_is_shown_by_maybe_only() -> None:
    check_marks(
        after_head(
            """
            import ctypes

            lib = ctypes.CDLL("liblaunch.so")
            with s1:
                z = x * 2
            lib.scale(ctypes.c_void_p(z.data.ptr), 10)  # maybe: CUP204
            """
        )
    )


def test_mpi_with_work_on_null_rests_on_a_premise() -> None:
    def only(stream: str) -> Finding:
        body = f"""
            from mpi4py import MPI

            with {stream}:
                z = x * 2
            MPI.COMM_WORLD.Send(z, dest=1)
            """
        (found,) = lint(after_head(body))
        return found

    premise = Premise("library-contract", "MPI takes the buffer at once, and not behind the null stream")
    for stream in ("cp.cuda.Stream.null", "cp.cuda.Stream()"):
        assert (only(stream).severity, only(stream).premises) == ("warning", (premise,))
    assert (only("s1").severity, only("s1").premises) == ("error", ())


def test_the_copy_of_a_parameter_is_an_array_of_the_device_by_a_premise() -> None:
    (found,) = program("mpi/copy_of_parameter_after_wait_racy").checked()
    assert found.premises[0] == Premise("device-buffer", "sent is an array of the device")
    assert not any("earlier one" in note for note in found.notes)


def test_code_in_c_with_a_stream_rests_on_a_premise() -> None:
    (found,) = program("native_code/c_on_other_stream_racy").checked()
    assert (found.severity, found.premises) == (
        "warning",
        (Premise("library-contract", "scale works with it on that stream"),),
    )
    assert found.notes[0] == "a raw pointer given together with s1 is used there, and nothing waits for null"


def test_ucx_with_work_on_null_is_shown_by_maybe_only() -> None:
    check_marks(
        after_head(
            """
            import ucp

            async def share(address, port):
                endpoint = await ucp.create_endpoint(address, port)
                s1.synchronize()
                z = x * 2
                await endpoint.send(z)  # maybe: CUP204
            """
        )
    )


def test_a_start_method_that_is_chosen_elsewhere_leaves_doubt() -> None:
    check_marks(
        """
import multiprocessing
import cupy as cp

def work(n):
    return float(cp.ones(n).sum())

def run():
    x = cp.ones(10)
    with multiprocessing.Pool(2) as pool:  # maybe: CUP206
        return pool.map(work, [1, 2])

def main(name):
    multiprocessing.set_start_method(name)
    return run()  # what name is, is not seen
"""
    )


def test_a_finding_tells_what_the_hand_over_orders() -> None:
    def first_note(body: str) -> str:
        (found,) = lint(after_head(body))
        assert found.code == "CUP204"
        return found.notes[0]

    outside = "import torch\nwith s1:\n    z = x * 2\nt = torch.from_dlpack(z).sum()\n"
    assert "wait for null, the stream current there, and not for s1" in first_note(outside)
    later = "import torch\nwith s1:\n    z = x * 2\n    t = torch.from_dlpack(z)\n    z += 1\nr = t.sum()\n"
    assert "what s1 had been given by then, not for later work" in first_note(later)
    back = "import torch\nt = torch.from_dlpack(x).sum()\nwith s1:\n    x.fill(0)\n"
    assert "never makes the giver wait for what torch does" in first_note(back)
    sent = "from mpi4py import MPI\nwith s1:\n    z = x * 2\nMPI.COMM_WORLD.Send(z, dest=1)\n"
    assert "MPI's Send knows no streams" in first_note(sent)


def test_mpi_is_given_a_wait_of_the_host_as_fix() -> None:
    (found,) = lint(after_head("from mpi4py import MPI\nwith s1:\n    z = x * 2\nMPI.COMM_WORLD.Send(z, dest=1)\n"))
    assert found.fix is not None
    assert found.fix.code == "s1.synchronize()"


def test_mpi_that_only_another_file_names(tmp_path: Path) -> None:
    links = """
        world = None
        try:
            from mpi4py import MPI
            world = MPI.COMM_WORLD
        except ImportError:
            MPI = None
        """
    share = """
        import cupy as cp
        import links
        def share(array):
            {}links.world.Allreduce(links.MPI.IN_PLACE, array)
        """
    program = """
        import cupy as cp
        from share import share
        side = cp.cuda.Stream()
        def run(n):
            with side:
                share(cp.ones(n))
        """
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (tmp_path / "links.py").write_text(dedent(links), "utf-8")
    for wait, codes in ("", ["CUP204"]), ("cp.cuda.Device().synchronize()\n    ", []):
        (tmp_path / "share.py").write_text(dedent(share).format(wait), "utf-8")
        found = check_bytes(dedent(program).encode(), str(tmp_path / "program.py"), Settings())
        assert [finding.code for finding in found] == codes
