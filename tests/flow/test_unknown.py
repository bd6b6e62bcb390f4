"""Code that is not seen: it may wait for what it can reach, and findings that depend on that are hidden."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, lint


def test_an_unknown_call_that_is_given_nothing_changes_nothing() -> None:
    check_marks(
        after_head(
            """
            import mylib
            with s1:
                a = x * 2
            mylib.log("halfway", 3)
            with s2:
                b = a + 1  # expect: CUP101
            """
        )
    )


def test_an_unknown_call_may_wait_for_what_it_is_given() -> None:
    for given in ("s1", "[s1]", "{'s': s1}", "a", "stream=s1"):
        check_marks(
            after_head(
                f"""
                import mylib
                with s1:
                    a = x * 2
                mylib.show({given})
                with s2:
                    b = a + 1  # maybe: CUP101
                """
            )
        )


def test_an_unknown_call_that_sounds_like_a_wait() -> None:
    check_marks(
        after_head(
            """
            import mylib
            with s1:
                a = x * 2
            mylib.synchronize()
            with s2:
                b = a + 1  # maybe: CUP101
            """
        )
    )


def test_other_streams_are_not_doubted() -> None:
    check_marks(
        after_head(
            """
            import mylib
            with s1:
                a = x * 2
            mylib.show(s2)
            cp.cuda.Stream.null.synchronize()
            b = a + 1  # expect: CUP101
            """
        ).replace("# expect: CUP101", "# expect: CUP103")
    )


def test_a_hidden_finding_says_so() -> None:
    source = after_head("import mylib\nwith s1:\n    a = x * 2\nmylib.show(s1)\nwith s2:\n    b = a + 1\n")
    assert lint(source) == []
    (finding,) = lint(source, maybe=True)
    assert not finding.certain and finding.severity == "warning"


def test_what_only_tells_something_of_an_array_does_not_wait() -> None:
    for call in ("mylib.get_device(a)", "mylib.is_module(a)", "mylib.get_array_module(a)", "get_device(a)"):
        check_marks(
            after_head(
                f"""
                import mylib
                KNOWN = {{}}
                def get_device(of):
                    return KNOWN[type(of)](of)
                with s1:
                    a = x * 2
                {call}
                with s2:
                    b = a + 1  # expect: CUP101
                """
            )
        )


def test_what_sounds_like_more_may_wait() -> None:
    for call in ("mylib.get_device_copy(a)", "mylib.to_device(a)", "mylib.get_ready(a)", "mylib.show_device(a)"):
        check_marks(
            after_head(
                f"""
                import mylib
                with s1:
                    a = x * 2
                {call}
                with s2:
                    b = a + 1  # maybe: CUP101
                """
            )
        )


def test_the_type_of_an_array_is_told_without_a_wait() -> None:
    for look in ("type(a)", "mylib.kinds[type(a)]", "isinstance(a, type(y))"):
        check_marks(
            after_head(f"import mylib\nwith s1:\n    a = x * 2\n{look}\nwith s2:\n    b = a + 1  # expect: CUP101\n")
        )


KERNELS = """
    import time
    import mylib
    begin = time.perf_counter()
    y = x @ x
    mylib.kernels["add"]({sizes}, (x, 9, y))
    {wait}
    print(time.perf_counter() - begin)  {mark}
    """


@pytest.mark.parametrize("sizes", ["(8,), (128,)", "mylib.grid, (8, 8)", "(x.size // 128, 1), (128, 1)"])
def test_what_is_launched_like_a_kernel_is_one(sizes: str) -> None:
    check_marks(after_head(KERNELS.format(sizes=sizes, wait="pass", mark="# expect: CUP501")))
    check_marks(after_head(KERNELS.format(sizes=sizes, wait="cp.cuda.Device().synchronize()", mark="")))


@pytest.mark.parametrize("sizes", ["8, 128", "mylib.grid, mylib.block", "(x,), (128,)", "(1, 2, 3, 4), mylib.block"])
def test_what_is_called_otherwise_may_wait_for_what_it_is_given(sizes: str) -> None:
    assert lint(after_head(KERNELS.format(sizes=sizes, wait="pass", mark=""))) == []


def test_to_make_an_exception_is_to_call_nothing_unseen() -> None:
    check_marks(
        after_head(
            """
            import time
            def work(a, problems):
                b = a @ a
                problems.append(ValueError("too long"))
                return b
            problems = []
            begin = time.perf_counter()
            work(x, problems)
            print(time.perf_counter() - begin)  # expect: CUP501
            """
        )
    )
