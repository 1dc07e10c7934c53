"""What do a recipe and options come to? Worked out once for an Encoder."""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.axes import arrays, contracts, escaping, path, writer
from encoder.axes import base64 as base64_axis
from encoder.axes import output as output_axis
from encoder.axes import tree as tree_axis
from encoder.catalogue import is_python
from encoder.kernels import state, styled
from encoder.kernels.escape_tables import minimal_table, style_table
from encoder.options import WITHOUT_EXPONENT
from encoder.types.rules import Rules

BITS = {
    str: state.MAY_WRITE_TEXT,
    int: state.MAY_WRITE_INTEGERS,
    float: state.MAY_WRITE_FLOATS,
    bool: state.MAY_WRITE_WORDS,
    type(None): state.MAY_WRITE_WORDS,
    bytes: state.MAY_WRITE_BYTES,
    list: state.MAY_WRITE_LISTS,
    tuple: state.MAY_WRITE_TUPLES,
    dict: state.MAY_WRITE_DICTS,
}
CONTAINERS = state.MAY_WRITE_LISTS | state.MAY_WRITE_TUPLES | state.MAY_WRITE_DICTS | state.MAY_WRITE_RECORDS
LEAF_OPTIONS = {
    state.LEAF_ENUM: ("enums", "value"),
    state.LEAF_MOMENT: ("dates", "iso"),
    state.LEAF_DATE: ("dates", "iso"),
    state.LEAF_TIME: ("dates", "iso"),
    state.LEAF_DURATION: ("durations", "iso"),
    state.LEAF_UUID: ("uuids", "lower"),
    state.LEAF_DECIMAL: ("decimals", "number"),
}
"""Under which option a run may write a leaf: it knows the default form only."""
NO_TEXTS = (state.LEAF_ENUM, state.LEAF_DECIMAL)
"""Leaves that are no text, or leave it to the escaping rival."""
IN_LISTS = state.MAY_WRITE_LISTS | state.MAY_WRITE_TUPLES | state.MAY_WRITE_ELEMENTS | state.MAY_WRITE_FLAT
IN_VECTORS = IN_LISTS | state.MAY_WRITE_INTEGERS | state.MAY_WRITE_FLOATS | state.MAY_WRITE_WORDS
NON_FINITE = {"raise": None, "null": ("null",) * 3, "literal": ("Infinity", "-Infinity", "NaN")}
REPEATS = {"raise": 0, "last": 1, "keep": 2}


class Settings:
    """The rivals of a recipe, made; the rules that options give; and what a run may write under both.

    mask: for the runs of a walk; final_mask: for what the rules were applied to already.
    """

    def __init__(self, recipe, options):
        self.options = options
        rivals = recipe.rivals
        self.rules = Rules(options)
        self.table = style_table(options.ascii, options.escape, options.surrogates)
        self.writer = rivals["writer"]()
        self.base64 = rivals["base64"]()
        self.tree = rivals["tree"]
        rival = rivals["escaping"]
        is_escaping_python = is_python(rival)
        if is_escaping_python:  # no run may call it
            self.tree = {tree_axis.Direct: tree_axis.Stepped}.get(self.tree, self.tree)
        if (is_escaping_python or is_python(rivals["base64"])) and self.tree is tree_axis.Value:
            self.tree = tree_axis.SteppedValue
        self.is_direct = self.tree is tree_axis.Direct
        self.direct = tree_axis.Direct()
        self.arrays = rivals["arrays"]()
        self.contracts = rivals["contracts"]()
        self.layers = rivals["layers"]
        self.path = rivals["path"]
        self.is_copied = self.path is not path.Linked
        self.linked = path.Linked()
        self.output = rivals["output"]()
        self.has_slot = rival is not escaping.InPlace or self.table is not None
        # The run's own kernel, which the ordinary one is, needs no table.
        is_minimal = self.has_slot and self.table is None
        self.escaping = rival(minimal_table() if is_minimal else self.table)
        self.is_flat = self.output.__class__ is output_axis.Flat
        self.style = style_of(options)
        self.newline = options.newline.encode()
        self.is_simple = self.is_flat and self.style is None
        self.sort = {False: 0, True: 1, "utf16": 2}[options.sort_keys]
        self.rename = renamer_for(options.dict_keys, options.key_rules)
        if options.surrogates == "replace":  # two keys may become one
            self.rename = replacing(self.rename)
        self.rename_fields = renamer_for(options.keys, options.key_rules)
        self.takes_any_key = options.key_types == "convert"
        self.repeats = REPEATS[options.duplicate_keys]
        self.is_dict_plain = not (self.sort or self.rename or self.repeats == 1)
        self.follows_lists = options.changed_lists == "follow"
        self.non_finite_words = NON_FINITE.get(options.non_finite, options.non_finite)
        self.non_finite = self.spell_non_finite()
        # A plan that a run follows is every Encoder's, so whatever could change it, or takes a class elsewhere, counts.
        self.is_record_common = (
            self.table is None
            and (not self.sort or (self.sort == 1 and self.is_direct))  # these have a plan of their own
            and not options.rules
            and (options.keys, options.omit) == ("keep", "nothing")
            and (options.named_tuples, options.default_for) == ("array", "unknown")
        )
        # Where nothing stands between value and output a run writes arrays; else the rival may. (Ours read the list
        # itself, in which code in Python must not be called.)
        self.tries_arrays = not self.rules.exact and not (
            self.arrays.__class__ is arrays.Elementwise
            or (self.is_direct and self.arrays.__class__ is arrays.Direct)
            or (is_escaping_python and not is_python(rivals["arrays"]))
        )
        self.final_mask = state.MAY_WRITE_ALL | (state.TEXT_BY_SLOT if self.has_slot else 0)
        if is_python(rivals["base64"]):
            self.final_mask &= ~state.MAY_WRITE_BYTES
        self.mask = self.walk_mask() if self.is_direct else self.final_mask
        self.make_policy()
        # A document that is one scalar needs no writer of the thread's. The other writers are new ones by their nature.
        self.is_bare = (
            self.is_simple and self.is_direct and self.mask == state.MAY_WRITE_ALL and rivals["writer"] is writer.Cached
        )

    def walk_mask(self):
        """What a run may write without asking: each bar is the wish of a rival or an option to see more."""
        mask = self.final_mask
        for cls in self.rules.exact:
            mask &= ~BITS[cls]
        if self.arrays.__class__ is not arrays.Direct:
            mask &= ~IN_LISTS
        if self.is_copied:
            mask &= ~(CONTAINERS | state.MAY_WRITE_FLAT)
        if self.rename is not None or self.repeats == 1:
            mask &= ~state.MAY_WRITE_DICTS
        mask |= (0, state.KEYS_IN_ORDER, state.KEYS_IN_ORDER | state.ORDER_UTF16)[self.sort]
        if not self.is_record_common or self.contracts.__class__ is not contracts.Generated:
            mask &= ~state.MAY_WRITE_RECORDS
        return mask

    def common_leaves(self):
        """The leaves that a run may write: those in which neither an option nor a rival has a say."""
        options = self.options
        if options.rules or (options.default is not None and options.default_for != "unknown"):
            return 0
        found = [leaf for leaf, (option, form) in LEAF_OPTIONS.items() if getattr(options, option) == form]
        if self.has_slot:  # a rival writes the texts, or escapes what these leaves do not look for
            found = [leaf for leaf in found if leaf in NO_TEXTS]
        if options.floats in WITHOUT_EXPONENT:
            found = [leaf for leaf in found if leaf != state.LEAF_DECIMAL]
        if self.mask & IN_VECTORS == IN_VECTORS:  # where a run may write a list of numbers, and nobody sees it
            found.append(state.LEAF_VECTOR)
        return sum(1 << leaf for leaf in found)

    def make_policy(self):
        """What the kernels are told of all this. The Encoder adds which they are."""
        if not cython.compiled:
            self.policy = state.Policy()
        policy = cython.address(self.policy)
        options = self.options
        policy.max_depth = options.max_depth
        policy.retain = options.retain
        policy.mask = self.mask
        policy.leaves = self.common_leaves()
        # Their digits need no escapes; but a rival that is not ours may want to see every text.
        policy.takes_numbers = (
            self.takes_any_key
            and not options.rules
            and int not in self.rules.exact
            and self.escaping.__class__ is escaping.InPlace
        )
        base64_axis.use_base64(policy, self.base64)
        if self.has_slot:
            escaping.use_escaping(policy, self.escaping)

    def write_text(self, text):
        """A text with its quotes, or None where it has a lone surrogate that may not be written."""
        if self.table is None:
            from encoder.kernels.escape import quote  # late, as with all that only some programs need

            return quote(text) or None
        return styled.spell_styled(text, self.table)

    def spell_non_finite(self):
        """How infinity, its negative and NaN are written; None where they are refused."""
        words = self.non_finite_words
        if words is None or self.options.non_finite in NON_FINITE:
            return words and tuple(word.encode() for word in words)
        written = tuple(self.write_text(word) for word in words)
        if None in written:
            raise ValueError(f"non_finite cannot be {words!r}: a lone surrogate has no UTF-8 form")
        return written


def renamer_for(strategy, rules):
    """The function that renames keys; None where they are kept."""
    if strategy == "keep":
        return None
    from encoder.keys import renamer

    return renamer(strategy, rules)


def replacing(rename):
    """`rename`, if any, and lone surrogates replaced."""

    def apply(path, key):
        text = key if rename is None else rename(path, key)
        try:
            text.encode()
        except UnicodeEncodeError:
            return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)
        return text

    return apply


def style_of(options):
    """What kernels.layout needs: separators, indentation, newline, and whether empty containers stay open."""
    layout, indent = options.layout, options.indent
    if layout == "compact" and indent is None:
        return None
    unit = " " * indent if isinstance(indent, int) else indent
    item, key = (",", ":") if layout in ("compact", "swift") else (", ", ": ") if layout == "spaced" else layout
    if indent is not None and layout in ("compact", "spaced"):
        item, key = ",", ": "
    if layout == "swift" and indent is not None:
        key = " : "
    if unit is None and (item, key) == (",", ":"):
        return None
    parts = (item, key, unit, options.newline)
    return (*(None if part is None else part.encode() for part in parts), layout == "swift")
