"""How is an object of named fields written: a dataclass, an attrs class, a model, a struct, a named tuple?"""

from __future__ import annotations

from encoder.errors import DuplicateKeyError, EncodeError
from encoder.types.declared import Attribute, declared_by, nearest
from encoder.types.field import Field, told_of
from encoder.types.rule import Rule, again, elements, fields, members, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.options import Options


def rule_for(cls: type, options: Options) -> Rule | None:
    """`fields` where all are always written as they are, else `members`.

    A class whose fields cannot be named is refused in every call, whatever its values are.
    """
    declared = declared_by(cls, options)
    if declared is None:
        return None
    if declared.dump is not None:
        dump = declared.dump
        wishes = {f"exclude_{options.omit}": True} if options.omit in ("none", "defaults") else {}
        return again(lambda value: dump(value, **wishes))
    if declared.root is not None:
        root = declared.root
        return again(lambda value: getattr(value, root))
    try:
        steps = steps_of(cls, declared.attributes, options)
        check_names(cls, steps, declared.before)
    except EncodeError as error:
        return refuse(type(error), error.reason)
    if declared.array:
        before = [value for _, value in declared.before]
        for step in steps:
            step.tests.clear()  # places count there
        return elements(lambda value: before + [step.ask(value) for step in steps])
    if declared.before or declared.extras or any(step.tests or step.convert for step in steps):
        return members(asker(declared.before, steps, declared.extras))
    return fields(tuple(step.name for step in steps), tuple(step.text for step in steps))


def asker(
    before: tuple[tuple[str, Any], ...], steps: list[Step], extras: str | None
) -> Callable[[Any], list[tuple[Any, ...]]]:
    """The function that makes the pairs of an object, with the field's name for the path."""
    texts = {text for text, _ in before} | {step.text for step in steps}

    def apply(value: Any) -> list[tuple[Any, ...]]:
        pairs: list[tuple[Any, ...]] = list(before)
        for step in steps:
            held = step.ask(value)
            if held is not LEFT_OUT:
                pairs.append((step.text, held, step.name))
        more = object.__getattribute__(value, extras) if extras is not None else None
        for key, held in (more or {}).items():
            if key in texts:
                raise DuplicateKeyError(f"a field and an extra value are both written {key!r}")
            pairs.append((key, held))
        return pairs

    return apply


LEFT_OUT = object()


class Step:
    """What is done for one field: ask for it, leave it out if a test says so, convert it."""

    __slots__ = ("convert", "name", "tests", "text")

    def __init__(
        self, name: str, text: str, tests: list[Callable[[Any], Any]], convert: Callable[[Any], Any] | None
    ) -> None:
        self.name = name
        self.text = text
        self.tests = tests
        self.convert = convert

    def ask(self, value: Any) -> Any:
        """The field of an object, converted; LEFT_OUT where it is not written."""
        try:
            return self.adapt(getattr(value, self.name))
        except Exception as error:
            error.add_note(f"in the field {self.name!r} of {type(value).__qualname__}")  # no path leads there
            raise

    def adapt(self, held: Any) -> Any:
        """The value of the field as it is written."""
        for test in self.tests:
            if test(held):
                return LEFT_OUT
        return held if self.convert is None else self.convert(held)


def steps_of(cls: type, attributes: list[Attribute], options: Options) -> list[Step]:
    """The steps of those attributes that are ever written."""
    told = told_of(cls)
    spell = speller(options)
    steps = []
    for attribute in attributes:
        said = told.get(attribute.name, SILENT)
        omit = options.omit if said.omit is None else said.omit
        if omit in ("private", "private_attrs") and attribute.name.startswith("_") and said.name is None:
            omit = omit == "private" or nearest(cls, "__attrs_attrs__") is not None
        if omit is not True and attribute.omit is not True:
            text = said.name if said.name is not None else attribute.text
            tests = tests_for(attribute.omit, attribute.default) + tests_for(omit, attribute.default)
            steps.append(Step(attribute.name, spell(attribute.name) if text is None else text, tests, said.as_))
    return steps


SILENT = Field()


def tests_for(omit: Any, default: tuple[Any, ...]) -> list[Callable[[Any], Any]]:
    """The functions of a value, of which one true answer leaves it out."""
    if callable(omit):
        return [omit]
    if omit == "none":
        return [is_none]
    return [equals(default[0])] if omit == "defaults" and default else []


def is_none(value: Any) -> bool:
    return value is None


def equals(default: Any) -> Callable[[Any], bool]:
    """A test for a default. False and 0.0 are not 0; an array, whose == gives no bool, is never equal."""

    def test(value: Any) -> bool:
        return value is default or (type(value) is type(default) and (value == default) is True)

    return test


def speller(options: Options) -> Callable[[str], str]:
    """The function that spells the name of a field. A user's function gets an empty path: names are spelled once."""
    from encoder.keys import renamer

    rename = renamer(options.keys, options.key_rules)
    return (lambda name: rename((), name)) if rename else str.__str__


def check_names(cls: type, steps: list[Step], before: tuple[tuple[str, Any], ...] = ()) -> None:
    """DuplicateKeyError where two fields would be written under one name: readers keep only one of them."""
    seen = {text: "its tag" for text, _ in before}
    for step in steps:
        if step.text in seen:
            both = f"{seen[step.text]} and {step.name!r}"
            raise DuplicateKeyError(f"{both} of {cls.__qualname__} are both written {step.text!r}: name one otherwise")
        seen[step.text] = repr(step.name)
