"""Do all recipes, in this process's build, give the same bytes by every way out?"""

from __future__ import annotations

import io
import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import corpus
import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import encoder

ROOT = Path(encoder.__file__).resolve().parents[1]
RECIPES = corpus.recipes()
ENCODERS = [encoder.Encoder(recipe, default=corpus.replace) for recipe in RECIPES]
by_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=corpus.spell)


def test_every_recipe_writes_the_corpus() -> None:
    """All 2592 combinations of nine axes write one value of many kinds with the same bytes, or fail alike."""
    recipes = corpus.every_recipe()
    assert len(recipes) == len(set(recipes)) == 2592
    values = [1, -2.5, None, 'é"', b"x" * 200, [1, 2], ["a", "b"], [0.5, {"k": (1, [2, [3]])}], {1: {2}}, Point(3, [4])]
    wanted = (
        '[1,-2.5,null,"é\\"","' + "eHh4" * 66 + 'eHg=",[1,2],["a","b"],[0.5,{"k":[1,[2,[3]]]}],{"1":[2]},'
        '{"n":{"x":3,"l":[4]}}]'
    )
    failing = {"a": [1, {"b": (Point(1, 2), [object()])}]}
    for recipe in recipes:
        one = encoder.Encoder(recipe)
        assert one.encode(values) == wanted.encode(), recipe
        with pytest.raises(encoder.UnsupportedTypeError) as caught:
            one.encode(failing)
        assert caught.value.path == ("a", 1, "b", 1, 0), recipe


class Point:
    """Writes itself."""

    def __init__(self, x: int, y: Any) -> None:
        self.x, self.y = x, y

    def __encode__(self, to: Any) -> None:
        nested = to.keyed().nested_keyed("n")
        nested["x"] = self.x
        nested["l"] = self.y


@by_recipe
def test_the_corpus_has_the_expected_bytes(recipe: encoder.Recipe) -> None:
    """Every value, alone and all together, is written as the corpus says."""
    one = encoder.Encoder(recipe, default=corpus.replace)
    for name, value, expected in (*corpus.VALUES, *corpus.many()):
        assert one.encode(value) == expected, name


@by_recipe
def test_every_way_out_gives_the_same(recipe: encoder.Recipe) -> None:
    """As bytes, as str, into memory, into files: the same text."""
    one = encoder.Encoder(recipe, default=corpus.replace)
    for name, value, expected in (*corpus.VALUES, *corpus.many()):
        assert one.encode_str(value) == expected.decode(), name
        memory = bytearray(len(expected))
        assert one.encode_into(value, memory) == len(memory) and memory == expected, name
        binary, text = io.BytesIO(), io.StringIO()
        one.dump(value, binary)
        one.dump(value, text)
        assert binary.getvalue() == expected and text.getvalue() == expected.decode(), name


@by_recipe
def test_a_function_of_the_face_is_an_encoder(recipe: encoder.Recipe) -> None:
    """`encode(value, recipe=)` and `Encoder(recipe).encode(value)` are one and the same, axes by name too."""
    value = {"a": [1.5, {2}, b"x"]}
    expected = b'{"a":[1.5,[2],"eA=="]}'
    assert encoder.encode(value, recipe=recipe, default=corpus.replace) == expected
    assert encoder.Encoder(**recipe.axes, default=corpus.replace).encode(value) == expected
    assert encoder.encode_str(value, recipe=recipe, default=corpus.replace) == expected.decode()


NUMBERS = st.integers() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = st.none() | st.booleans() | NUMBERS | TEXT
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner), max_leaves=30)


@seed(1)
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(JSON)
def test_any_json_value_comes_back(value: Any) -> None:
    """What is written reads back as the same value, and all recipes agree with json.dumps to the byte."""
    expected = json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
    for one in ENCODERS:
        assert one.encode(value) == expected
    assert same(json.loads(expected), value)


def same(left: Any, right: Any) -> bool:
    """Equal, and of the same types and signs."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    return left == right and (type(left) is not float or math.copysign(1, left) == math.copysign(1, right))


MIXED = st.recursive(
    LEAVES | st.binary(max_size=400) | st.sets(st.integers(), max_size=3),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(TEXT | st.integers(), inner)
        | st.builds(corpus.plain, inner)
        | st.builds(corpus.Worker, inner, inner, st.lists(inner, max_size=2))
    ),
    max_leaves=20,
)


@seed(2)
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(MIXED)
def test_any_value_is_written_alike(value: Any) -> None:
    """Bytes, records, hooks, odd keys: the recipes agree on the text, or on the error and its path."""
    answers = {answer(one, value) for one in ENCODERS}
    assert len(answers) == 1


def answer(one: encoder.Encoder, value: Any) -> tuple[object, ...]:
    try:
        return one.encode(value), one.encode_str(value)
    except encoder.EncodeError as error:
        return type(error), error.path, str(error)


@pytest.mark.parametrize("level", ["baseline", "ssse3", "avx2", "avx512"])
@pytest.mark.skipif(encoder.build != "compiled", reason="the interpreted build has one level")
def test_every_instruction_set_gives_the_same(level: str) -> None:
    """The kernels of every level that this machine has write the corpus as the best level does."""
    code = (
        "import corpus, encoder\n"
        "one = encoder.Encoder(default=corpus.replace)\n"
        "for name, value, expected in (*corpus.VALUES, *corpus.many()):\n"
        "    assert one.encode(value) == expected, name\n"
        "print(one.isa)\n"
    )
    environment = {**os.environ, "ENCODER_ISA": level, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    if "no such level" in child.stderr:
        pytest.skip(f"this machine has no {level}")
    assert child.stdout.strip() == level, child.stderr
