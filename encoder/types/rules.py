"""How is each class written under some options? All families of types, asked in order, once a class."""

from __future__ import annotations

from encoder.types.rule import DICT, ELEMENTS, ITEMS, ITERATE, LIST, MEMBERS, OWN, TUPLE, USERS, Rule, leaf

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable, Iterable
    from typing import Any

    from encoder.options import Options

EXACT = (str, int, float, bool, type(None), bytes, list, tuple, dict)
"""The classes that need no rule, unless options say otherwise."""

OURS = ("encoder.types.raw", "encoder.types.arrays", "encoder.types.rules")
"""Where classes of this package are defined, of which no other library knows."""

MANY_CLASSES = 4096


class Rules:
    """The rules of one Encoder.

    exact: those that options give to classes of EXACT, which otherwise have none.
    known: what `of` found, by class; None where there is no way.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        self.users: dict[type, Callable[[Any], Any]] = {} if callable(options.rules) else dict(options.rules)
        self.exact: dict[type, Rule] = {}
        self.known: dict[type, Rule | None] = {}
        self.natural: dict[type, Rule | None] = {}
        asks_all = concerns_exact(options)
        for cls in EXACT:  # all families for nothing take 0.3 ms, at every call that is given a dict of rules
            rule = self.of(cls) if asks_all or self.user_function(cls) else None
            if rule is not None:
                self.exact[cls] = rule

    def of(self, cls: type) -> Rule | None:
        """The rule of a class; None where nothing says how to write it, or it is one of EXACT and needs none.

        Asked of the class, never of the instance: an instance may lie about its class and answer any attribute.
        """
        try:
            return self.known[cls]
        except KeyError:
            pass
        function = self.user_function(cls)
        rule = Rule(USERS, self.once(function)) if function else self.natural_of(cls)
        if len(self.known) >= MANY_CLASSES:
            self.known.clear()  # classes made at run time must not be kept for ever
        self.known[cls] = rule
        return rule

    def user_function(self, cls: type) -> Callable[[Any], Any] | None:
        """The function that the option `rules` has for a class or its nearest base."""
        for base in cls.__mro__ if self.users else ():
            if base in self.users:
                return self.users[base]
        return None

    def once(self, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """`function`, whose result is not given to it again: a rule for float may return a float."""

        def apply(value: Any) -> Any:
            result = function(value)
            if self.user_function(type(result)) is function:
                return Settled(result, self.natural_of(type(result)))
            return result

        return apply

    def natural_of(self, cls: type) -> Rule | None:
        """The rule of a class without those of the option `rules`."""
        try:
            return self.natural[cls]
        except KeyError:
            pass
        rule = self.find(cls)
        if len(self.natural) >= MANY_CLASSES:
            self.natural.clear()
        self.natural[cls] = rule
        return rule

    def find(self, cls: type) -> Rule | None:
        if callable(self.options.rules):
            return checked(self.options.rules(cls))
        from encoder.own import is_own  # late: who writes only JSON's own types needs none of all this

        if is_own(cls):
            return Rule(OWN)
        if self.is_for_default(cls):
            return None
        from encoder.types import families

        rule = next(families.rules_for(cls, self.options), None)
        if rule is not None:
            return rule
        if cls in EXACT:
            return None
        for base, rule in BASES.items():
            if issubclass(cls, base):
                return rule
        return next(families.rules_for_alike(cls, self.options), None)

    def is_for_default(self, cls: type) -> bool:
        """Is this a class of which `default` is asked, though there is a way to write it?"""
        options = self.options
        if options.default is None or options.default_for == "unknown" or cls in EXACT or cls.__module__ in OURS:
            return False
        from encoder.types.peers import PEERS

        return not PEERS[options.default_for](cls)


def checked(rule: Rule | None) -> Rule | None:
    """A rule that is not ours: what it gives is looked at, since a walk takes it as it is."""
    if rule is None or rule.kind not in GIVEN:
        return rule
    look, apply = GIVEN[rule.kind], rule.apply
    return Rule(rule.kind, lambda value: look(apply(value)))


def check_members(members: Iterable[Any]) -> list[tuple[Any, ...]]:
    found = [tuple(member) for member in members]
    if not all(len(member) in (2, 3) and type(member[0]) is str for member in found):
        raise TypeError("members are tuples of a str, a value and, where the path has another one, a name")
    return found


def check_items(items: Iterable[Any]) -> list[tuple[Any, Any]]:
    return [(key, value) for key, value in items]


GIVEN: dict[int, Callable[[Any], Any]] = {MEMBERS: check_members, ITEMS: check_items, ELEMENTS: list, ITERATE: iter}


def concerns_exact(options: Options) -> bool:
    """Can these options, but for a dict of `rules`, give a rule to one of EXACT?"""
    forms = (options.floats, options.big_ints, options.bytes, options.padding)
    return callable(options.rules) or "slashes" in options.escape or forms != ("repr", "digits", "base64", True)


def hint_for(cls: type) -> str | None:
    """What would help with values of a class that has no rule, if anything of ours."""
    from encoder.types import families

    return next(families.hints_for(cls), None)


class Settled:
    """A value with the rule that it is written by."""

    __slots__ = ("rule", "value")

    def __init__(self, value: Any, rule: Rule | None) -> None:
        self.value = value
        self.rule = rule


# The base class's own methods: a subclass may show itself otherwise, and still is that text or number.
BASES: dict[type, Rule] = {
    str: leaf(str.__str__),
    bool: leaf(bool),
    int: leaf(int.__int__),
    float: leaf(float.__float__),
    dict: Rule(DICT),
    list: Rule(LIST),
    tuple: Rule(TUPLE),
}
