"""Libraries that are given arrays with ``stream=``: they work on that stream, and wait for no other one."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, lint

CALLS = ["mylib.solve(a, stream=s2)", "plan.execute(2, a, stream=s2)", "mylib.Solver(y, out=a, stream=s2)"]


@pytest.mark.parametrize("call", CALLS)
def test_the_array_is_made_on_another_stream(call: str) -> None:
    program = f"""
        import mylib
        plan = mylib.Plan()
        with s1:
            a = x * 2
        {{wait}}
        {call}  {{mark}}
        """
    check_marks(after_head(program.format(wait="pass", mark="# expect: CUP101")))
    check_marks(after_head(program.format(wait="s2.wait_event(s1.record())", mark="")))


def test_the_finding_says_what_the_library_has_to_do() -> None:
    (found,) = lint(after_head("import mylib\nwith s1:\n    a = x * 2\nmylib.solve(a, stream=s2)\n"))
    assert "if solve works with it on that stream" in " ".join(f"if {premise.text}" for premise in found.premises)


def test_that_it_writes_what_it_is_given_is_a_guess() -> None:
    check_marks(after_head("import mylib\nmylib.solve(x, stream=s1)\nb = x + 1  # maybe: CUP101\n"))


def test_a_function_of_the_project_that_is_not_followed_may_wait_itself() -> None:
    check_marks(
        after_head(
            """
            def down(n, a, stream):
                if n():
                    return down(n, a, stream=stream)
                stream.wait_event(s1.record())
            def work(n):
                with s1:
                    a = x * 2
                down(n, a, stream=s2)
                return a
            """
        )
    )


EVENT_TOO_EARLY = """
    import mylib
    with mylib.Plan(x, stream=s1) as plan:
        {early}
        with s1:
            a = mylib.allocate(100)
            a[:] = cp.random.rand(100)
        {late}
        s2.wait_event(ready)
        plan.execute(a, stream=s2)  {mark}
    """


def test_an_event_before_the_fill_of_an_array_that_a_library_allocates() -> None:
    record = "ready = s1.record()"
    check_marks(after_head(EVENT_TOO_EARLY.format(early=record, late="pass", mark="# expect: CUP115")))
    check_marks(after_head(EVENT_TOO_EARLY.format(early="pass", late=record, mark="")))


@pytest.mark.parametrize("key", [":", "2:", "0, :", "..., ::2"])
def test_what_is_filled_from_a_device_array_is_one(key: str) -> None:
    program = """
        import mylib
        a = mylib.allocate(100)
        with s1:
            a[{key}] = y
        with {reader}:
            b = a + 1  {mark}
        """
    check_marks(after_head(program.format(key=key, reader="s2", mark="# expect: CUP101")))
    check_marks(after_head(program.format(key=key, reader="s1", mark="")))


@pytest.mark.parametrize("key", ["0", "'name'", "x.shape"])
def test_what_holds_arrays_by_name_is_none(key: str) -> None:
    check_marks(
        after_head(f"import mylib\na = mylib.store()\nwith s1:\n    a[{key}] = y * 2\nwith s2:\n    b = a + 1\n")
    )
