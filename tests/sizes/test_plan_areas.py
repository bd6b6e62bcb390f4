"""Work areas of cuFFT's plans: the table never promises more than was measured."""

from __future__ import annotations

import json
from math import prod

import pytest

from cupylint.sizes import plan_areas
from cupylint.sizes.counts import Unknown
from cupylint.sizes.evaluate import evaluate
from cupylint.sizes.forms import Form, rounded, shape_of
from cupylint.sizes.plan_areas import Kind, area, data_of, kind_of
from tests.sizes import plan_table, probe_plans
from tests.sizes.plan_table import Row, floors, table

MEASURED: list[Row] = json.loads(plan_table.SAMPLE.read_text("utf-8"))


def test_no_more_than_was_measured() -> None:
    for name, lengths, batch, size in MEASURED:
        assert rounded(area(name, tuple(lengths), batch)).least <= size, (name, lengths, batch)


def test_large_plans_take_something() -> None:
    assert 0 < area("C2C", (20_000_000,), 1) <= 160_000_000
    assert 0 < area("R2C", (20_000_000,), 1) <= 80_000_512


@pytest.mark.parametrize(
    ("lengths", "batch", "kind"),
    [
        ((1024,), 1, Kind("C2C", 1, 0, 0)),
        ((1000,), 5, Kind("C2C", 1, 1, 1)),
        ((1024, 22), 1, Kind("C2C", 2, 2, 0)),
        ((127, 131, 2), 9, Kind("C2C", 3, 3, 1)),
        ((1,), 1, Kind("C2C", 1, 0, 0)),
    ],
)
def test_kinds(lengths: tuple[int, ...], batch: int, kind: Kind) -> None:
    assert kind_of("C2C", lengths, batch) == kind


@pytest.mark.parametrize(("name", "size"), [("C2C", 8000), ("Z2Z", 16000), ("R2C", 4008), ("D2Z", 8016), ("C2R", 4008)])
def test_data_is_that_of_the_complex_side(name: str, size: int) -> None:
    assert data_of(name, (1000,), 1) == size
    assert data_of(name, (3, 1000), 2) == 6 * size


# -- the table -------------------------------------------------------------------------------------

MIB = 1 << 20


def rows(*sizes: tuple[int, float]) -> list[Row]:
    """Plans of some MiB of data each, with areas of so many times that."""
    return [("C2C", [length * MIB // 8], 1, int(length * MIB * share)) for length, share in sizes]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> object:
    def set_rows(*measured: tuple[int, float]) -> None:
        monkeypatch.setattr(plan_areas, "_table", lambda: floors(rows(*measured)))

    return set_rows


def of(size: int) -> float:
    """The share that is predicted for so many MiB."""
    return area("C2C", (size * MIB // 8,), 1) / (size * MIB)


def test_each_length_has_the_least_share_from_there_on(use) -> None:  # type: ignore[no-untyped-def]
    use((1, 0), (2, 1), (4, 0.5), (8, 1), (16, 3), (32, 1.5))
    assert [of(1 << power) for power in range(7)] == [0, 0.5, 0.5, 1, 1.5, 1.5, 0]


def test_the_shorter_neighbour_counts(use) -> None:  # type: ignore[no-untyped-def]
    use((2, 0), (8, 1), (32, 2))
    assert (of(4), of(16)) == (0, 1)


def test_batches_of_a_length_are_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    length = MIB // 8
    measured: list[Row] = [("C2C", [length], 1, MIB), ("C2C", [length], 2, 2 * MIB), ("C2C", [length], 3, MIB)]
    monkeypatch.setattr(plan_areas, "_table", lambda: floors(measured))
    assert area("C2C", (length,), 1) == MIB
    assert area("C2C", (length,), 6) == 6 * MIB * 5 // 16  # a third, rounded down


def test_small_areas_do_not_count() -> None:
    assert floors([("C2C", [64], 1, 512)]) == {}
    assert floors([]) == {}


def test_the_table_is_what_is_read(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    measured = rows((1, 0), (2, 1), (4, 2))
    path = tmp_path / "table.json"
    path.write_text(table({"cupy": "14", "device": "any", "rows": []}, measured), "utf-8")
    monkeypatch.setattr(plan_areas, "TABLE", path)
    assert plan_areas._table.__wrapped__() == floors(measured)
    assert json.loads(path.read_text())["device"] == "any"


# -- transforms ------------------------------------------------------------------------------------


def work(name: str, form: Form, **keywords: object) -> int:
    made = evaluate(f"cupy.fft.{name}", (form,), keywords)
    assert made is not None
    return made.work.least


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """The plans whose areas were asked for."""
    found: list[tuple[object, ...]] = []
    monkeypatch.setattr("cupylint.sizes.fourier.area", lambda *plan: found.append(plan) or 0)
    return found


@pytest.mark.parametrize(
    ("name", "shape", "dtype", "keywords", "plan"),
    [
        ("fft", (6, 8), "complex64", {}, ("C2C", (8,), 6)),
        ("ifft", (6, 8), "float64", {"axis": 0}, ("Z2Z", (6,), 8)),
        ("fft", (6, 8), "float32", {"n": 16}, ("C2C", (16,), 6)),
        ("rfft", (6, 8), "float32", {}, ("R2C", (8,), 6)),
        ("rfft", (6, 8), "int32", {}, ("D2Z", (8,), 6)),
        ("irfft", (6, 5), "complex64", {}, ("C2R", (8,), 6)),
        ("irfft", (6, 5), "complex128", {"n": 9}, ("Z2D", (9,), 6)),
        ("fft2", (3, 6, 8), "float32", {}, ("C2C", (6, 8), 3)),
        ("fftn", (3, 6, 8), "complex128", {}, ("Z2Z", (3, 6, 8), 1)),
        ("rfftn", (6, 8), "float32", {}, ("R2C", (6, 8), 1)),
        ("irfft2", (2, 6, 5), "complex64", {}, ("C2R", (6, 8), 2)),
        ("fftn", (3, 6, 8), "complex64", {"axes": (2,)}, ("C2C", (8,), 18)),
    ],
)
def test_the_plan_of_a_transform(
    asked: list[object], name: str, shape: tuple[int, ...], dtype: str, keywords: dict[str, object], plan: object
) -> None:
    work(name, Form(shape_of(*shape), dtype), **keywords)
    assert asked == [plan]


@pytest.mark.parametrize(
    ("name", "form", "keywords"),
    [
        ("fft", Form(shape_of(6, 8), "complex64"), {"plan": object()}),
        ("fft", Form(shape_of(6, 8), None), {}),
        ("fft", Form(shape_of(Unknown("n"), 8), "complex64"), {}),
        ("fftn", Form(shape_of(3, 6, 8), "complex64"), {"axes": (0, 1)}),  # other strides than those measured
        ("fftn", Form(shape_of(3, 6, 8), "complex64"), {"axes": (0, 2)}),
        ("fftn", Form(shape_of(2, 2, 6, 8), "complex64"), {}),
        ("fft2", Form(shape_of(6, 8), "complex64", "F"), {}),
    ],
)
def test_transforms_whose_plan_is_not_known(
    asked: list[object], name: str, form: Form, keywords: dict[str, object]
) -> None:
    work(name, form, **keywords)
    assert asked == []


def test_the_area_is_there_beside_copy_and_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cupylint.sizes.fourier.area", data_of)
    signal = Form(shape_of(20_000_000), "float32")
    assert work("fft", signal) == 320_000_000
    assert work("rfft", signal) == 80_000_512
    assert work("rfft", signal, plan=object()) == 0


# -- what is measured ------------------------------------------------------------------------------


def test_the_plans_to_be_measured() -> None:
    plans = list(probe_plans.plans())
    assert len(set(plans)) == len(plans)
    assert all(prod(lengths) * batch <= probe_plans.MOST for _, lengths, batch in plans)
    kinds = {kind_of(*plan) for plan in plans}
    assert {Kind(name, axes, group, many) for name in probe_plans.TYPES for axes in (1, 2) for group in range(4)
            for many in (0, 1)} <= kinds  # fmt: skip
    assert {lengths for _, lengths, _ in plans} >= {(1 << power,) for power in range(1, 28)}
