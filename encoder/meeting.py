"""How is a value written that no run may write? By the rule for its class, as events for the tree."""

from __future__ import annotations

from encoder import failures, members
from encoder.axes import tree as tree_axis
from encoder.errors import CircularReferenceError, EncodeError, UnsupportedTypeError
from encoder.host import Host
from encoder.kernels import changes, frames, state
from encoder.kernels.literal import Literal
from encoder.naming import spell_type
from encoder.types.rule import AGAIN, DICT, ELEMENTS, FIELDS, ITEMS, ITERATE, LEAF, LIST, MEMBERS, TUPLE, USERS
from encoder.types.rules import Settled, hint_for

REFUSED = object()
"""What a rule gives in place of a value that it leaves to `default`."""


class Meeting(Host):
    """The part of a walk that meets values, one at a time."""

    def meet(self, call, value):
        """One value that no run has written."""
        state.count(call, state.COUNT_MET)
        kind = state.kind_of(value)
        if self.is_final:
            self.meet_final(call, kind, value)
        elif kind != state.KIND_OTHER and (not self.exact or type(value) not in self.exact):
            self.meet_exact(call, kind, value)
        elif type(value) is Settled:
            self.meet_settled(call, value)
        else:
            rule = self.rule_of(type(value))
            if rule is None and self.default is not None:
                self.teach(call, type(value), None)
            self.meet_by(call, value, rule)

    def rule_of(self, cls):
        rule = self.known.get(cls, REFUSED)  # no KeyError: where there is no memory Cython may crash over one
        return self.settings.rules.of(cls) if rule is REFUSED else rule

    def meet_exact(self, call, kind, value):
        """A value of one of JSON's own types."""
        if kind == state.KIND_LIST:
            self.meet_list(call, value)
        elif kind == state.KIND_DICT:
            if self.settings.is_dict_plain:
                self.tree.start_object(call)
                self.enter(call, value, state.FRAME_DICT, len(value))
            else:
                self.meet_items(call, list(value.items()), value)
        elif kind == state.KIND_TUPLE:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_TUPLE, len(value))
        elif type(value) is float and value - value != 0.0:
            self.meet_non_finite(call, value)  # a tree would only notice when it is replayed, by other names
        else:
            status = self.tree.scalar(call, value)
            if status == state.STATUS_NON_FINITE:
                self.meet_non_finite(call, value)
            elif status != state.STATUS_DONE:
                state.set_value(call, value)
                self.fail(call, status)

    def meet_list(self, call, value):
        is_level = self.settings.tries_arrays and call.depth < call.max_depth
        spelled = self.settings.arrays.spell(call, value) if is_level else None
        if spelled is not None:
            self.tree.literal(call, spelled)
        else:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_LIST, len(value))

    def meet_by(self, call, value, rule):
        """A value whose class has a rule, or none at all."""
        kind = -1 if rule is None else rule.kind
        if kind <= AGAIN and rule is not None and rule.kernel:
            self.teach(call, type(value), rule)
        if kind == -1:
            self.meet_unknown(call, value)
        elif kind <= AGAIN and rule.kernel == state.LEAF_VECTOR and self.meet_vector(call, value):
            pass
        elif kind <= ITERATE:
            made = self.apply(call, rule, value)
            if made is REFUSED:
                self.meet_unknown(call, value)
            else:
                self.meet_made(call, kind, made, value)
        elif kind == FIELDS:
            self.meet_record(call, value, rule)
        elif kind == USERS:
            frames.expose_frames(call)
            self.entered(call, frames.push_answer(call, rule.apply(value), value))
        elif kind == DICT:
            # A subclass may keep an order of its own, so it is asked for its items.
            frames.expose_frames(call)
            self.meet_items(call, list(value.items()), value)
        elif kind == LIST:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_LIST, list.__len__(value))
        elif kind == TUPLE:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_TUPLE, tuple.__len__(value))
        else:
            self.write_own(call, value)

    def teach(self, call, cls, rule):
        """Let runs write values of a class by themselves from now on. (See Walk: the plans of classes are there.)"""
        raise NotImplementedError

    def meet_vector(self, call, value):
        """An array of numbers as a run writes it, or False where it is left to its rule. (See Walk.)"""
        raise NotImplementedError

    def meet_made(self, call, kind, made, value):
        """What a rule made of a value."""
        if kind == LEAF:
            self.meet_leaf(call, made, value)
        elif kind == AGAIN:
            self.entered(call, frames.push_answer(call, made, value))
        elif kind == ITEMS:
            self.meet_items(call, made, value)
        elif kind == MEMBERS:
            self.start_items(call, members.in_order(self.settings, made), value)
        elif kind == ELEMENTS:
            self.tree.start_array(call)
            self.entered(call, frames.push_elements(call, made, value))
        else:
            self.tree.start_array(call)
            self.enter(call, made, state.FRAME_ITERATOR, 0)
            if frames.is_open(call, made):
                raise self.stop(CircularReferenceError(f"this {spell_type(value)} holds itself", self.path.read(call)))

    def meet_settled(self, call, settled):
        """What a function of the option `rules` gave for a class that it is for."""
        kind = state.kind_of(settled.value)
        frames.leave_answer(call, settled.value)
        if settled.rule is None and kind != state.KIND_OTHER:
            self.meet_exact(call, kind, settled.value)
        else:
            self.meet_by(call, settled.value, settled.rule)

    def meet_unknown(self, call, value):
        if self.default is None:
            hint = "pass default=, a function that returns something encodable in its place"
            if isinstance(value, type):
                reason = f"cannot encode the class {value.__qualname__} itself, only an instance; or {hint}"
            else:
                reason = f"cannot encode {spell_type(value)}; {hint_for(type(value)) or hint}"
            raise self.stop(UnsupportedTypeError(reason, self.path.read(call)))
        frames.expose_frames(call)
        self.entered(call, frames.push_answer(call, self.default(value), value))

    def meet_leaf(self, call, value, subject):
        """What a rule made of `subject`: a value that holds no others."""
        rule = self.settings.rules.natural_of(type(value)) if self.exact else None
        if rule is not None and rule.kind == LEAF:
            value = self.apply(call, rule, value)
            rule = None
        kind = state.kind_of(value)
        if type(value) is Literal:
            self.tree.literal(call, value.text)
        elif value is REFUSED:
            self.meet_unknown(call, subject)
        elif rule is not None:
            self.meet_by(call, value, rule)
        elif kind == state.KIND_OTHER:
            self.enter(call, value, state.FRAME_ONE, 1)
        else:
            self.meet_exact(call, kind, value)

    def meet_non_finite(self, call, value):
        if self.settings.non_finite is None:
            state.set_value(call, value)
            self.fail(call, state.STATUS_NON_FINITE)
        self.tree.literal(call, self.non_finite_text(value))

    def non_finite_text(self, value):
        return self.settings.non_finite[members.non_finite_index(value)]

    def meet_items(self, call, pairs, subject):
        """An object of (key, value) pairs of any keys."""
        self.start_items(call, members.in_order(self.settings, self.spell_keys(call, pairs, {}, False)), subject)

    def start_items(self, call, pairs, subject):
        self.tree.start_object(call)
        self.entered(call, frames.push_items(call, pairs, subject))

    def meet_record(self, call, value, rule):
        """An object of a class with fields."""
        # What is kept, by a tree or by the containers of own types, is kept by names, and spelled in the end.
        is_kept = self.tree is not self.settings.direct
        contract = rule.kept if is_kept else rule.contract
        if contract is None:
            contract = members.contract_for(self.settings, type(value), rule, is_kept)
            if is_kept:
                rule.kept = contract
            else:
                rule.contract = contract
        if contract.is_called:
            frames.expose_frames(call)
            self.start_items(call, contract.pairs(value), value)
        else:
            self.tree.start_object(call)
            self.entered(call, self.push_record(call, value, contract))

    def push_record(self, call, value, contract):
        """Enter a record."""
        raise NotImplementedError

    def meet_final(self, call, kind, value):
        """A value that the rules were applied to already."""
        if kind == state.KIND_LIST:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_LIST, len(value))
        elif kind == state.KIND_DICT:
            self.tree.start_object(call)
            self.enter(call, value, state.FRAME_DICT, len(value))
        elif type(value) is Literal:
            self.tree.literal(call, value.text)
        elif type(value) is tree_axis.Pairs:
            self.start_items(call, value.items, value)
        elif kind == state.KIND_OTHER:
            raise TypeError(f"a container was given {spell_type(value)} behind its back")
        else:
            status = self.tree.scalar(call, value)
            if status != state.STATUS_DONE:
                state.set_value(call, value)
                self.fail(call, status)

    def enter(self, call, container, kind, size):
        self.entered(call, frames.push_frame(call, container, kind, size))

    def entered(self, call, status):
        """A container was entered, or may not be."""
        frames.pin_frames(call)
        if status != state.STATUS_DONE:
            self.fail(call, status)
        if self.settings.is_copied:
            self.path.enter(call)

    def check(self, call, status):
        if status != state.STATUS_DONE:
            self.fail(call, status)

    def apply(self, call, rule, value):
        """What a rule of ours makes of a value, REFUSED where `default` shall have it; its errors learn where they
        happened."""
        frames.expose_frames(call)
        try:
            return rule.apply(value)
        except EncodeError as error:
            if error.path:
                raise
            if self.default is not None and isinstance(error, UnsupportedTypeError):
                return REFUSED
            raise self.stop(type(error)(error.reason, self.path.read(call))) from error.__cause__

    def spell_rest(self, call):
        """The top dict has a key that is no plain str: spell that one and all that follow."""
        rest = changes.rest_of_dict(call)  # first: it takes hold of what the status is about
        if rest is None:
            self.fail(call, state.STATUS_CHANGED)
        from itertools import islice  # late: few dicts have other keys than texts

        frames.expose_frames(call)
        written = islice(frames.top_container(call), changes.entries_before(call))
        changes.swap_for_items(call, self.spell_keys(call, rest, dict.fromkeys(written), True))

    def spell_keys(self, call, items, written, entered):
        """`spell_members` here. entered: does the top frame stand for their dict?"""
        frames.expose_frames(call)
        # Only who renames needs the place: reading it at every level would make depth quadratic.
        place = self.place_of_keys(call, entered) if self.settings.rename is not None else None
        try:
            return members.spell_members(self.settings, items, written, place)
        except EncodeError as error:
            if error.path:
                raise
            place = self.place_of_keys(call, entered)
            raise self.stop(type(error)(error.reason, place)) from error.__cause__

    def place_of_keys(self, call, entered):
        place = self.path.read(call)
        return place[:-1] if entered else place

    def fail(self, call, status):
        """Raise what a status says."""
        raise self.stop(failures.error_for(call, status, self.path))
