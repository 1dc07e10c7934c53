"""Does a strategy keep the encoder's promises? The conformance kit: the same bytes and errors in every recipe."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from encoder import corpus
from encoder.catalogue import AXES, axis_of, find, origin
from encoder.encoder import Encoder
from encoder.errors import EncodeError
from encoder.recipe import FAST, PLAIN, SWIFT_AFTER, Recipe

SHOWN = 5
"""Differences after which a check gives up: the first ones tell the most."""

WINDOW = 60
"""Bytes shown of each side, around the first that differs."""

THREADS = 4


@dataclass(frozen=True)
class Difference:
    """Where a strategy does not do what is expected of it."""

    case: str
    recipe: Recipe
    options: dict[str, Any]
    given: str
    expected: str
    got: str

    def __str__(self) -> str:
        changed = ", ".join(f"{axis}={wish!r}" for axis, wish in self.recipe.axes.items() if FAST.axes[axis] != wish)
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return (
            f"{self.case} [{changed or 'FAST'}{'; ' if options else ''}{options}]\n"
            f"  value     {self.given}\n  expected  {self.expected}\n  got       {self.got}"
        )


class ConformanceError(AssertionError):
    """A strategy is not fit for use. `differences` has the first few."""

    def __init__(self, strategy: type, differences: list[Difference]) -> None:
        self.strategy = strategy
        self.differences = differences
        shown = "\n".join(map(str, differences))
        super().__init__(f"{origin(strategy)} does not conform; the first differences are:\n{shown}")


@dataclass(frozen=True)
class Report:
    """What was checked, all of it with success."""

    strategy: type
    axis: str
    recipes: int
    cases: int
    calls: int

    def __str__(self) -> str:
        return (
            f"{origin(self.strategy)} conforms on axis {self.axis!r}: "
            f"{self.calls} calls, {self.cases} cases, {self.recipes} recipes"
        )


def check(strategy: type | str, axis: str | None = None) -> Report:
    """Encode the corpus with a strategy in every recipe that matters, and compare with the expected bytes.

    strategy: a class, or with `axis` the name of a registered one.
    Raises TypeError where the class cannot be a rival, ConformanceError where its results differ.
    """
    if axis is None:
        if isinstance(strategy, str):
            raise TypeError(f"check({strategy!r}) needs the axis too: check({strategy!r}, axis=...)")
        axis = axis_of(strategy)
    rival = find(axis, strategy)
    trial = Trial(rival, axis)
    for step in (trial.small_cases, trial.failures, trial.ways_out, trial.sizes, trial.nested_calls, trial.threads):
        step()
        if trial.differences:
            raise ConformanceError(rival, trial.differences)
    return Report(rival, axis, len(trial.recipes), len(trial.cases), trial.calls)


class Trial:
    """One check under way."""

    def __init__(self, rival: type, axis: str) -> None:
        self.rival = rival
        self.axis = axis
        self.recipes = list(recipes_with(axis, rival))
        trees = [rival] if axis == "tree" else AXES["tree"].values()
        self.trees = [Recipe(**{axis: rival, "tree": tree}) for tree in trees]
        self.cases: set[str] = set()
        self.differences: list[Difference] = []
        self.calls = 0

    def is_over(self) -> bool:
        return len(self.differences) >= SHOWN

    def compare(self, case: corpus.Case, recipe: Recipe, act: Callable[[], Any], how: str = "") -> None:
        """Does `act` give what the case expects?"""
        if self.is_over() or any(one.case.startswith(case.name) for one in self.differences):
            return
        self.calls += 1
        self.cases.add(case.name)
        try:
            got = act()
        except EncodeError as error:
            got = (type(error), error.path)
            shown = f"{type(error).__name__}: {error}"
        except Exception as error:
            got = error
            shown = f"{type(error).__name__}: {error}"
        if isinstance(got, str):
            got = got.encode()
        if got == case.expected:
            return
        if isinstance(case.expected, bytes):
            at = first_difference(case.expected, got) if isinstance(got, bytes) else 0
            expected = window(case.expected, at)
            shown = window(got, at) if isinstance(got, bytes) else shown
        else:
            expected = f"{case.expected[0].__name__} at {case.expected[1]}"
            shown = window(got, 0) if isinstance(got, bytes) else shown
        name = f"{case.name}, {how}" if how else case.name
        self.differences.append(Difference(name, recipe, case.options, clip(case.value), expected, shown))

    def small_cases(self) -> None:
        """Every value under its options, in every recipe."""
        encoders: dict[tuple[Recipe, str], Encoder] = {}
        for recipe in self.recipes:
            for case in corpus.SMALL:
                key = (recipe, repr(case.options))
                if key not in encoders:
                    encoders[key] = Encoder(recipe, **case.options)
                self.compare(case, recipe, lambda one=encoders[key], case=case: one.encode(case.value))

    def failures(self) -> None:
        """What cannot be encoded raises the same error with the same path, and leaves nothing behind."""
        after = corpus.SMALL[0]
        for recipe in self.recipes:
            plain = Encoder(recipe)
            for case in corpus.FAILING:
                one = Encoder(recipe, **case.options) if case.options else plain
                self.compare(case, recipe, lambda one=one, case=case: one.encode(case.value))
                self.compare(after, recipe, lambda one=plain: one.encode(after.value), f"after {case.name}")
            self.foreign_error(recipe, after)

    def foreign_error(self, recipe: Recipe, after: corpus.Case) -> None:
        """What a hook raises comes out as it is."""

        def fail(value: Any) -> Any:
            raise ZeroDivisionError

        one = Encoder(recipe, default=fail)
        try:
            one.encode(["a", {"b": corpus.Empty()}])
        except ZeroDivisionError:
            pass
        self.compare(after, recipe, lambda: one.encode(after.value), "after an error of a hook")

    def ways_out(self) -> None:
        """As str, into memory, into a file, in pieces: the same text."""
        for recipe in self.trees:
            for case in corpus.SMALL:
                one = Encoder(recipe, **case.options)
                ways = {
                    "encode_str": lambda one=one, case=case: one.encode_str(case.value),
                    "encode_into": lambda one=one, case=case: into(one, case),
                    "dump": lambda one=one, case=case: dumped(one, case.value),
                    "pieces": lambda one=one, case=case: b"".join(one.pieces(case.value)),
                }
                for how, act in ways.items():
                    self.compare(case, recipe, act, how)

    def sizes(self) -> None:
        """Every length that some limit is near, alone and next to others."""
        encoders = [(recipe, Encoder(recipe)) for recipe in self.trees]
        for case in corpus.sized():
            for recipe, one in encoders:
                self.compare(case, recipe, lambda one=one, case=case: one.encode(case.value))

    def nested_calls(self) -> None:
        """A hook that encodes with the very encoder that called it."""
        inner = next(case for case in corpus.SMALL if case.name == "texts")
        assert isinstance(inner.expected, bytes)
        value = ["a", corpus.Empty(), "z"]
        case = corpus.case("a nested call", value, b'["a",' + corpus.dumped(inner.expected.decode()) + b',"z"]')
        for recipe in self.trees:
            encoders: list[Encoder] = []
            encoders.append(Encoder(recipe, default=lambda value, own=encoders: own[0].encode_str(inner.value)))
            self.compare(case, recipe, lambda one=encoders[0]: one.encode(case.value))

    def threads(self) -> None:
        """One encoder, used by several threads at once."""
        from concurrent.futures import ThreadPoolExecutor

        whole = [case.value for case in corpus.SMALL if not case.options]
        expected = b"[" + b",".join(case.expected for case in corpus.SMALL if not case.options) + b"]"
        case = corpus.case("many threads", whole, expected)
        for recipe in self.trees:
            one = Encoder(recipe)
            with ThreadPoolExecutor(THREADS) as pool:
                futures = [pool.submit(one.encode, case.value) for _ in range(THREADS * 4)]
            for future in futures:
                self.compare(case, recipe, future.result)


def recipes_with(axis: str, rival: type) -> Iterator[Recipe]:
    """Each axis changed by itself, from three very different recipes."""
    seen = set()
    for start in (FAST, PLAIN, SWIFT_AFTER):
        for other, rivals in AXES.items():
            for name in rivals if other != axis else [rival]:
                recipe = start.with_(**{axis: rival, other: name})
                if recipe not in seen:
                    seen.add(recipe)
                    yield recipe


def into(one: Encoder, case: corpus.Case) -> bytes:
    """By encode_into, which may touch nothing before and behind."""
    assert isinstance(case.expected, bytes)
    memory = bytearray(b"\xaa" * (len(case.expected) + 7))
    end = one.encode_into(case.value, memory, 3)
    return bytes(memory[3:end]) if memory[:3] + memory[end:] == b"\xaa" * 7 else b"bytes beside the text were changed"


def dumped(one: Encoder, value: Any) -> bytes:
    file = io.BytesIO()
    one.dump(value, file)
    return file.getvalue()


def first_difference(left: bytes, right: bytes) -> int:
    same = min(len(left), len(right))
    return next((at for at in range(same) if left[at] != right[at]), same)


def window(text: bytes, at: int) -> str:
    """The bytes around a place, and where in the text they are."""
    start = max(0, at - WINDOW // 3)
    shown = repr(text[start : start + WINDOW])
    return shown if len(text) <= WINDOW else f"{shown} from byte {start} of {len(text)}"


def clip(value: Any) -> str:
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type(value).__name__}, whose repr raises {type(error).__name__}>"
    return text if len(text) <= 2 * WINDOW else f"{text[: 2 * WINDOW]}... ({len(text)} characters)"
