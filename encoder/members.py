"""Under which texts, and in which order, are the members of an object written?"""

from __future__ import annotations

from encoder.errors import DuplicateKeyError, InvalidValueError, UnsupportedTypeError
from encoder.kernels.literal import Literal
from encoder.naming import spell_type
from encoder.types.rule import AGAIN, LEAF

LONG = "an int with more digits than sys.get_int_max_str_digits() allows: sys.set_int_max_str_digits(0) lifts that"
WORDS = {None: "null", True: "true", False: "false"}
NUMERIC = (b"-", *(b"%d" % digit for digit in range(10)))


def spell_members(settings, items, written, place):
    """The same (key, value) pairs with keys as text: (text, value), or (text, value, key) where it was renamed.

    Each text comes once, and none that is `written` already, unless repeats are wanted. place: the object's path,
    for a function that renames. Errors have no path.
    """
    spelled = []
    places = {}
    for key, value in items:
        text = name = key if type(key) is str else spell_key(settings, key)
        if settings.rename is not None:
            text = settings.rename(place, text)
        if text in places or text in written:
            if settings.repeats == 0:
                raise DuplicateKeyError(f"two keys are written {text!r}; duplicate_keys='last' or 'keep' allows it")
            if settings.repeats == 1:
                spelled[places[text]] = (text, value)
                continue
        places[text] = len(spelled)
        spelled.append((text, value) if text is name else (text, value, name))
    return spelled


def spell_key(settings, key):
    """A key as text: as its value would be written, if that is a text, a number or a word."""
    value = key
    for _ in range(2):  # an enum's member has a value, which may have a rule of its own
        rule = settings.rules.natural_of(type(value))
        if rule is None or (rule.kind != LEAF and rule.kind != AGAIN) or type(value) is bytes:
            break
        value = rule.apply(value)
    if not settings.takes_any_key and not isinstance(key, str):
        raise UnsupportedTypeError(f"cannot use {spell_type(key)} as a key: key_types='raise' takes only str")
    text = spell_scalar(settings, value)
    if text is None:
        known = "keys are str, int, float, bool, None, and what is written as one of these"
        raise UnsupportedTypeError(f"cannot use {spell_type(key)} as a key: {known}")
    return text


def spell_scalar(settings, value):
    """A leaf as the text of a key, or None."""
    if type(value) is str:
        return value
    if value is None or value is True or value is False:
        return WORDS[value]
    if type(value) is int:
        try:
            return int.__repr__(value)
        except ValueError:
            raise InvalidValueError(f"a key that is {LONG}") from None
    if type(value) is float:
        if value - value == 0.0:
            return float.__repr__(value)
        if settings.non_finite_words is None:
            raise InvalidValueError(f"JSON has no form for the key {value!r}")
        return settings.non_finite_words[non_finite_index(value)]
    if type(value) is Literal and value.text[:1] in NUMERIC:
        return value.text.decode()
    return str.__str__(value) if isinstance(value, str) else None


def non_finite_index(value):
    """Which of the three texts of `non_finite` is for this one?"""
    return 2 if value != value else 0 if value > 0 else 1


def in_order(settings, members):
    """The members, a list that may be changed, in the order in which they are written."""
    if settings.sort == 1:
        members.sort(key=first)
    elif settings.sort == 2:
        members.sort(key=utf16)
    return members


def contract_for(settings, cls, rule, is_kept):
    """How the fields of a class are asked for and written, as the contracts rival has it. is_kept: by a tree?"""
    both = in_order(settings, list(zip(rule.spelled, rule.names, strict=True)))
    names, spelled = tuple(name for _, name in both), tuple(text for text, _ in both)
    written = [settings.write_text(text) for text in spelled]
    contract = settings.contracts.make(cls, names, spelled, written, not settings.is_record_common)
    if spelled != names and is_kept:
        contract.keys, contract.is_own = spelled, True
    return contract


def order_all(settings, plain):
    """Put the members of every object in a finished value in order."""
    left = [plain]
    while left:
        inner = left.pop()
        if type(inner) is dict:
            pairs = in_order(settings, list(inner.items()))
            inner.clear()
            inner.update(pairs)
            left.extend(value for _, value in pairs if type(value) is dict or type(value) is list)
        elif type(inner) is list:
            left.extend(value for value in inner if type(value) is dict or type(value) is list)


def first(pair):
    return pair[0]


def utf16(pair):
    return pair[0].encode("utf-16-be", "surrogatepass")
