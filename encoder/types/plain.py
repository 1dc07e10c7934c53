"""How is an object written whose class declares nothing? By its public attributes, if the options ask for that."""

from __future__ import annotations

from encoder.errors import DuplicateKeyError, EncodeError, UnsupportedTypeError
from encoder.types.field import told_of
from encoder.types.records import LEFT_OUT, SILENT, Step, speller, tests_for
from encoder.types.rule import Rule, members, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.options import Options

MEMBER = type(Rule.apply)
"""The type of what stands for a slot in its class."""
GETTER = type(vars(type)["__dict__"])
"""The type of what stands there for a ``__dict__``, for most classes."""
POINTER = tuple.__itemsize__
MANY_NAMES = 1000


def rule_for(cls: type, options: Options) -> Rule | None:
    """Slots of all its classes, then what is in its ``__dict__``; names that begin with "_" and unset slots left out.

    It takes almost any class, so it must be asked last. Reading ``__dict__`` makes Python keep one for the object.
    """
    if options.classes != "fields" or hides_state(cls) or is_pydantics(cls):
        return None
    slots = slots_of(cls)
    attributes = dict_slot_of(cls)
    if not slots and attributes is None:
        return None
    try:
        step_for = stepper(cls, options)
        for name in slots:
            step_for(name)
    except EncodeError as error:
        return refuse(type(error), error.reason)

    def apply(value: Any) -> list[tuple[str, Any]]:
        pairs: dict[str, Any] = {}
        names: dict[str, str] = {}
        for name, held in held_by(value, slots, attributes):
            step = step_for(name)
            held = step.adapt(held)
            if held is LEFT_OUT:
                continue
            if step.text in pairs:
                both = f"{names[step.text]!r} and {name!r} of {cls.__qualname__}"
                raise DuplicateKeyError(f"{both} are both written {step.text!r}: name one otherwise")
            pairs[step.text] = held
            names[step.text] = name
        return list(pairs.items())

    return members(apply)


def hint_for(cls: type) -> str | None:
    """What to do about a value of a class that has no rule only because the options do not ask for it."""
    if is_pydantics(cls):
        return "pass default=str, which writes its text: of a secret only stars"
    if hides_state(cls) or not (slots_of(cls) or dict_slot_of(cls)):
        return None
    return "pass classes='fields' to write its attributes, or default=, a function that returns an encodable value"


def is_pydantics(cls: type) -> bool:
    """Is it a secret or an address of pydantic? What these hold is private, so that fields would be none at all."""
    return any(base.__module__.partition(".")[0] in ("pydantic", "pydantic_core") for base in cls.__mro__)


def held_by(value: Any, slots: dict[str, Any], attributes: Any) -> list[tuple[Any, Any]]:
    """What the public attributes of an object are. Runs none of its code: no properties, no ``__getattr__``."""
    pairs = []
    for name, slot in slots.items():
        try:
            pairs.append((name, slot.__get__(value)))
        except AttributeError:
            continue  # never set, or deleted
    if attributes is not None:
        held = attributes.__get__(value)
        pairs += [(name, one) for name, one in dict.items(held) if name not in slots and is_public(name)]
    return pairs


def dict_slot_of(cls: type) -> Any:
    """What Python itself put into a class for its objects' ``__dict__``; a property of that name is the user's."""
    found = (vars(base).get("__dict__") for base in cls.__mro__)
    return next((one for one in found if type(one) in (MEMBER, GETTER)), None)


def is_public(name: Any) -> bool:
    return not isinstance(name, str) or not name.startswith("_")


def slots_of(cls: type) -> dict[str, Any]:
    """The public slots of a class and its bases: the most basic class's first, each class's as it lists them."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        members = {name: one for name, one in vars(base).items() if type(one) is MEMBER and is_public(name)}
        listed = vars(base).get("__slots__", ())
        order = [listed] if isinstance(listed, str) else [*listed] if isinstance(listed, (tuple, list, dict)) else []
        found.update({name: members[name] for name in (*order, *members) if name in members})
    return found


def hides_state(cls: type) -> bool:
    """Does an object hold more than slots and a ``__dict__``? Types made in C do; much of it would be lost silently."""
    members = {id(one) for base in cls.__mro__ for one in vars(base).values() if type(one) is MEMBER and is_slot(one)}
    pointers = len(members) + (cls.__dictoffset__ > 0) + (cls.__weakrefoffset__ > 0)
    return cls.__itemsize__ != 0 or cls.__basicsize__ != object.__basicsize__ + pointers * POINTER


def is_slot(member: Any) -> bool:
    return not (member.__name__.startswith("__") and member.__name__.endswith("__"))


def stepper(cls: type, options: Options) -> Callable[[Any], Step]:
    """The function that gives the step of an attribute by its name."""
    told = told_of(cls)
    spell = speller(options)
    known: dict[str, Step] = {}

    def step_for(name: Any) -> Step:
        if not isinstance(name, str):
            raise UnsupportedTypeError(
                f"an object of {cls.__qualname__} has an attribute named {name!r}, which is no str"
            )
        name = str.__str__(name)
        step = known.get(name)
        if step is None:
            said = told.get(name, SILENT)
            omit = options.omit if said.omit is None else said.omit
            tests = [always] if omit is True else tests_for(omit, ())
            step = Step(name, spell(name) if said.name is None else said.name, tests, said.as_)
            if len(known) < MANY_NAMES:  # attributes may be named by data
                known[name] = step
        return step

    return step_for


def always(value: Any) -> bool:
    return True
