"""What does a call do when a run stops, or a tree? Its walk obeys the status, and lets it go on."""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.errors import BufferTooSmallError, ChangedDuringEncodingError
from encoder.failures import SMALL
from encoder.kernels import buffer, changes, children, frames, hooks, layout, state
from encoder.kernels.literal import Literal
from encoder.meeting import Meeting

# Not in walk.pxd: whoever cimports that would compile every kernel once more.
if cython.compiled:
    from cython.cimports.encoder.kernels import levels
else:
    from encoder.kernels import levels


class Walk(Meeting):
    """One call from where its first run stopped, or from the root under a tree.

    `file` is what a full buffer is written to; where there is none, whoever follows gets it at a pause.
    """

    def __init__(self, settings, tree, default, file):
        self.settings = settings
        self.known = settings.rules.known
        self.exact = settings.rules.exact
        if not cython.compiled:
            self.call = None
            self.hook = state.Hook()
        self.prepare(tree, default, file)

    def prepare(self, tree, default, file):
        """Begin anew. Without any of these: know nothing of the last call."""
        self.tree = tree
        self.default = default
        self.file = file
        self.path = self.settings.path() if self.settings.is_copied else self.settings.linked
        self.stopped = None
        self.is_final = False
        self.runner = None
        self.is_replaying = False
        self.is_paused = False
        self.layers = None
        self.is_host = False

    def begin(self, call, value):
        """Walk all of `value`, for a tree that wants to see everything."""
        state.set_value(call, value)
        self.follow(call, state.STATUS_VALUE)

    def follow(self, call, status):
        """Go on until the root value is written, True, or until a full buffer was handed to one who pauses."""
        try:
            if not self.is_replaying:
                while status != state.STATUS_DONE:
                    self.obey(call, status)
                    if self.is_paused:
                        return False
                    status = self.tree.advance(call)
                self.is_replaying = True
                if self.settings.is_copied:
                    self.path = self.settings.path()  # its steps lead to where the walk stood last
                status = self.tree.replay(call)
            while status != state.STATUS_DONE:
                self.obey_replay(call, status)
                if self.is_paused:
                    return False
                status = self.tree.replay(call)
            return True
        except Exception as error:
            self.blame(call, error)
            raise
        finally:
            state.forget_hook(call)  # it is held by this walk, and what it raises is blamed on a place above
            if not self.is_paused:
                self.layers = None  # they know their host: they and this walk would keep each other, and the value

    def resume(self, call):
        """Go on after a pause."""
        self.is_paused = False
        try:
            status = self.tree.replay(call) if self.is_replaying else self.tree.advance(call)
        except Exception as error:
            self.blame(call, error)
            raise
        return self.follow(call, status)

    def obey(self, call, status):
        """Do what a run or a tree that stopped is waiting for."""
        if status == state.STATUS_VALUE:
            self.meet(call, frames.take_value(call))
        elif status == state.STATUS_END:
            self.tree.end(call)
        elif status == state.STATUS_ATTRIBUTE:
            self.ask(call)
        elif status == state.STATUS_KEY:
            self.spell_rest(call)
        elif status == state.STATUS_FULL:
            self.flush(call)
        elif status == state.STATUS_FINAL:
            self.is_final = False
            call.mask = self.settings.mask
        elif status == state.STATUS_NON_FINITE:
            self.meet_non_finite(call, frames.take_value(call))
        elif status != state.STATUS_CHANGED or not self.settings.follows_lists or not changes.follow_list(call):
            self.fail(call, status)

    def obey_replay(self, call, status):
        """The same once all was kept: what comes now was looked at already."""
        if status == state.STATUS_FULL:
            self.flush(call)
        elif status == state.STATUS_VALUE:
            value = frames.take_value(call)
            if type(value) is Literal:
                buffer.put_bytes(call, value.text)
                buffer.put_byte(call, 0x2C)
            else:
                buffer.put_byte(call, 0x7B)
                self.check(call, frames.push_items(call, value.items, value))
        elif status == state.STATUS_NON_FINITE and self.settings.non_finite is not None:
            buffer.put_bytes(call, self.non_finite_text(frames.take_value(call)))
            buffer.put_byte(call, 0x2C)
        else:
            self.fail(call, status)

    def ask(self, call):
        """Ask for the next field or element."""
        try:
            children.ask_next(call)
        except ChangedDuringEncodingError as error:
            if error.path:
                raise
            raise self.stop(type(error)(error.reason, self.path.read(call)[:-1])) from error.__cause__

    def push_record(self, call, value, contract):
        """Enter a record. Here, for the plans of classes exist once in each module, and runs follow this one's."""
        return frames.push_fields(call, value, contract.names, contract.keys, contract.read, contract.is_own)

    def teach(self, call, cls, rule):
        """Let runs write values of a class by themselves from now on, or ask for them. Here for the same reason."""
        if rule is None:
            # Under a tree every value is met, and a copied path wants to know of every answer.
            if self.settings.is_direct and not self.settings.is_copied:
                hooks.know_unknown(call, cython.address(self.hook), cls, self.default)
        elif self.settings.policy.leaves >> rule.kernel & 1:
            levels.teach_leaf(cls, rule.kernel, rule.names)
            if rule.probes is not None:
                levels.probe_ndarrays(cls, rule.probes())
                rule.probes = None

    def meet_vector(self, call, value):
        """An array of numbers as a run writes it, or False where it is left to its rule.

        That is a hundred times slower: not even the first of its class should need it, nor one whose place among the
        plans another class took.
        """
        if self.tree is not self.settings.direct or not self.settings.policy.leaves >> state.LEAF_VECTOR & 1:
            return False
        status = levels.put_vector(call, value)
        if status == state.STATUS_VALUE:
            return False
        if status == state.STATUS_DONE:
            buffer.put_byte(call, 0x2C)
        else:
            self.obey(call, status)
        return True

    def flush(self, call):
        """Hand what is written to its memory, file or layout, all but the last comma, which may yet be overwritten."""
        if call.buffer.sink == state.SINK_FILE:
            frames.expose_frames(call)
            if self.file is None:
                self.is_paused = True
            else:
                self.file.write(buffer.take_pending(call, 1))
        elif call.buffer.sink == state.SINK_LAYOUT:
            layout.flush_to_layout(call, 1)
        elif buffer.flush_to_memory(call, 1) != state.STATUS_DONE:
            self.fail(call, state.STATUS_SMALL)


class Walks:
    """The walk that an Encoder keeps for its next call: one that came to its end, and that nobody else knows."""

    def __init__(self, settings):
        self.settings = settings
        self.spare = None

    def begin(self, call, value, tree, default, file):
        walk = self.take(tree, default, file)
        walk.begin(call, value)
        self.give(walk)

    def follow(self, call, status, default, file):
        walk = self.take(self.settings.direct, default, file)
        walk.follow(call, status)
        self.give(walk)

    def take(self, tree, default, file):
        # No call and no jump back lies between looking and taking, so no other thread comes between them either.
        walk = self.spare
        if walk is None:
            return Walk(self.settings, tree, default, file)
        self.spare = None
        walk.prepare(tree, default, file)
        return walk

    def give(self, walk):
        if not walk.is_host:
            walk.prepare(None, None, None)
            self.spare = walk


def end_memory(call):
    """Hand the end of a finished document to the caller's memory."""
    if buffer.flush_to_memory(call, 0) != state.STATUS_DONE:
        raise BufferTooSmallError(SMALL)


class Probe:
    def __init__(self, first, second):
        self.a = first
        self.b = second


FIRST, SECOND = object(), object()
levels.probe_layouts(Probe(FIRST, SECOND), FIRST, SECOND)


def reads_in_place():
    """Are dicts and the fields of records read where they lie in memory, and not asked for?

    Not interpreted, not in a build by Python's public API alone, and not where a Python lays them out in another way.
    """
    return levels.layouts_are_known() != 0


def kernels_named(name):
    """The kernels of one instruction-set level, the best where `name` is empty."""
    return levels.choose_kernels(name)
