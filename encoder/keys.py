"""What is a name called in JSON? Four cases by our own rules, and those that two other systems have by theirs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable

    Strategy = str | Callable[[tuple[object, ...], str], str]
    Renamer = Callable[[tuple[object, ...], str], str]


def snake(name: str) -> str:
    """``myURLProperty`` as ``my_url_property``.

    A word begins at a capital that follows anything but a capital, at the last capital of a run where a small letter
    follows, and after ``_``, ``-`` or a space. Underscores at either end of a name are kept as they are.

    This loses what cannot be told from the result: the way back from ``my_url_property`` is ``myUrlProperty``, and
    runs of separators become one. Two names that become the same are an error of the encoder, never a lost field.
    """
    return join("_", str.lower, str.lower, name)


def kebab(name: str) -> str:
    """``myURLProperty`` as ``my-url-property``: the words of `snake`."""
    return join("-", str.lower, str.lower, name)


def camel(name: str) -> str:
    """``my_url_property`` and ``myURLProperty`` as ``myUrlProperty``: the words of `snake`, acronyms lowered."""
    return join("", str.lower, str.capitalize, name)


def pascal(name: str) -> str:
    """``my_url_property`` as ``MyUrlProperty``: as `camel`, the first word too."""
    return join("", str.capitalize, str.capitalize, name)


def join(separator: str, first: Callable[[str], str], other: Callable[[str], str], name: str) -> str:
    """The words of a name, respelled, between the underscores around it."""
    core = name.strip("_")
    if not core:
        return name
    start = name.index(core)
    words = split(core)
    spelled = separator.join([first(word) for word in words[:1]] + [other(word) for word in words[1:]])
    return name[:start] + spelled + name[start + len(core) :]


def split(name: str) -> list[str]:
    """The words of a name, as `snake` says."""
    words, start = [], 0
    for at, character in enumerate(name):
        if character in "_- ":
            words.append(name[start:at])
            start = at + 1
        elif is_capital(character) and at > start and begins(name, at):
            words.append(name[start:at])
            start = at
    return [word for word in [*words, name[start:]] if word]


def is_capital(character: str) -> bool:
    return character != character.lower()


def begins(name: str, at: int) -> bool:
    """Does a word begin at this capital, which is not the first of its name?"""
    return not is_capital(name[at - 1]) or name[at + 1 : at + 2].islower()


def swift_snake(name: str) -> str:
    """As Foundation's `convertToSnakeCase`, which takes the first character to be a small letter.

    It looks for a capital, but not at the very beginning, and cuts before it; if the next small letter does not follow
    at once, it cuts before the character in front of that one too. So ``URLPath`` is ``u_rl_path`` and ``aB1c``
    ``a_b_1c``. Underscores are like any other character: ``foo_Bar`` is ``foo__bar``.
    Source: swift-foundation, JSONEncoder.swift.
    """
    from unicodedata import category  # 1 ms, for those who ask for it

    kinds = [category(character) for character in name]
    cuts, at = [0], 1
    while (capital := find(kinds, ("Lu", "Lt"), at)) is not None:
        cuts.append(capital)
        small = find(kinds, ("Ll",), capital)
        if small is None:
            break
        if small > capital + 1:
            cuts.append(small - 1)
        at = small + 1
    ends = [*cuts[1:], len(name)]
    return "_".join(name[start:end].lower() for start, end in zip(cuts, ends, strict=True))


def find(kinds: list[str], wanted: tuple[str, ...], start: int) -> int | None:
    """The first position from `start` of one of some Unicode categories."""
    return next((at for at in range(start, len(kinds)) if kinds[at] in wanted), None)


def separated(name: str, separator: str) -> str:
    """As System.Text.Json 8.0's snake and kebab case in small letters.

    A separator goes before a capital that follows a small letter, a digit or spaces, before the last capital of a run
    where a small letter follows, and in place of spaces inside. Any other character is kept, and the rule begins anew
    after it, so ``SNAKE_CASE`` is ``snake_case``. 8.0 knows no letters beyond U+FFFF.
    Source: dotnet/runtime, JsonSeparatorNamingPolicy.cs.
    """
    kinds = [kind_in_net(character) for character in name]
    text, before = "", "start"
    for at, (character, kind) in enumerate(zip(name, kinds, strict=True)):
        if kind == "Lu":
            is_last = before == "Lu" and kinds[at + 1 : at + 2] == ["Ll"]
            text += (separator if before in ("Ll", "Zs") or is_last else "") + lower_in_net(character)
            before = "Lu"
        elif kind in ("Ll", "Nd"):
            text += (separator if before == "Zs" else "") + character
            before = "Ll"
        elif kind == "Zs":
            before = "Zs" if before != "start" else before
        else:
            text += character
            before = "start"
    return text


def net_snake(name: str) -> str:
    """As JsonNamingPolicy.SnakeCaseLower."""
    return separated(name, "_")


def net_kebab(name: str) -> str:
    """As JsonNamingPolicy.KebabCaseLower."""
    return separated(name, "-")


def net_camel(name: str) -> str:
    """As JsonNamingPolicy.CamelCase: of the capitals in front all but the last, which begins the next word.

    Where they are the only one, the whole name or followed by a space, all: ``URLValue`` is ``urlValue`` and ``ID``
    ``id``. Source: dotnet/runtime, JsonCamelCaseNamingPolicy.cs.
    """
    capitals = next((at for at, character in enumerate(name) if kind_in_net(character) != "Lu"), len(name))
    if 1 < capitals < len(name) and name[capitals] != " ":
        capitals -= 1
    return "".join(map(lower_in_net, name[:capitals])) + name[capitals:]


def kind_in_net(character: str) -> str:
    """The Unicode category, of the UTF-16 units that .NET looks at one by one."""
    from unicodedata import category

    return category(character) if character <= "\uffff" else "Cs"


def lower_in_net(character: str) -> str:
    """Lower case without a culture: one character becomes one, or stays."""
    lowered = character.lower()
    return lowered if len(lowered) == 1 else character


STRATEGIES: dict[str, dict[str, Callable[[str], str]]] = {
    "plain": {"snake": snake, "kebab": kebab, "camel": camel, "pascal": pascal},
    "swift": {"snake": swift_snake},
    "system_text_json": {"snake": net_snake, "kebab": net_kebab, "camel": net_camel},
}
"""By `Options.key_rules`, then by `Options.keys` or `Options.dict_keys`."""


def renamer(strategy: Strategy, rules: str = "plain") -> Renamer | None:
    """The function from the path of a container and a name in it to the name in JSON; None where names are kept.

    `strategy` is the value of the option `keys` or `dict_keys`. ValueError where the system has no such case.
    """
    if callable(strategy):
        return checked(strategy)
    if strategy == "keep":
        return None
    known = STRATEGIES[rules]
    if strategy not in known:
        raise ValueError(f"key_rules={rules!r} has {', '.join(known)}, not {strategy!r}; key_rules='plain' has it")
    rename = known[strategy]
    return lambda path, name: rename(name)


def checked(function: Callable[[tuple[object, ...], str], str]) -> Renamer:
    """A caller's function, which must give a str."""

    def rename(path: tuple[object, ...], name: str) -> str:
        try:
            result = function(path, name)
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:  # raised by the call itself
                reason = f"keys and dict_keys take function(path, key), and this one cannot be called so: {function!r}"
                raise TypeError(reason) from error
            raise
        if not isinstance(result, str):
            raise TypeError(
                f"the function that names keys must return a str, not {type(result).__name__}, for {name!r}; "
                "return the name itself to keep it"
            )
        return str.__str__(result)

    return rename
