"""What stands between value and bytes?"""

from __future__ import annotations

from encoder.kernels import buffer, children, frames, state
from encoder.kernels.literal import Literal


class Tree:
    """A rival is told what the walk meets, container by container, and in the end writes it all."""

    def advance(self, call):
        """Go on to the next value that the walk must look at."""
        raise NotImplementedError

    def scalar(self, call, value):
        """A value that holds no others: str, int, float, bool, None or bytes, of exactly that type."""
        raise NotImplementedError

    def literal(self, call, text):
        """A value that is spelled already."""
        raise NotImplementedError

    def start_array(self, call):
        raise NotImplementedError

    def start_object(self, call):
        raise NotImplementedError

    def end(self, call):
        """The container started last is complete."""
        raise NotImplementedError

    def adopt(self, value):
        """Take a finished value of plain dicts and lists as it is, or say False: then it is told piece by piece."""
        return False

    def replay(self, call):
        """Write what was kept; a status as `advance` gives."""
        return state.STATUS_DONE


class Direct(Tree):
    """No tree: a value becomes bytes when it is met.

    Trades: the whole is never seen, so nothing can be merged or put in order afterwards. System.Text.Json.
    """

    def advance(self, call):
        if call.mask == state.MAY_WRITE_ALL:
            return call.policy.kernels.run_plain(call)
        return call.policy.kernels.run_general(call)

    def scalar(self, call, value):
        if state.kind_of(value) == state.KIND_BYTES:
            status = call.policy.put_base64(call, value)
        else:
            status = state.write_scalar(call, value)
        if status == state.STATUS_DONE:
            buffer.put_byte(call, 0x2C)
        return status

    def literal(self, call, text):
        buffer.put_bytes(call, text)
        buffer.put_byte(call, 0x2C)
        return state.STATUS_DONE

    def start_array(self, call):
        buffer.put_byte(call, 0x5B)

    def start_object(self, call):
        buffer.put_byte(call, 0x7B)

    def end(self, call):
        """The run has written the end."""


class Stepped(Direct):
    """Direct, one value at a time. Where writing a text runs Python code there can be no run: that code may change
    the very containers that it reads.
    """

    def __init__(self, repeats):
        self.ends = bytearray()
        self.held = None

    def advance(self, call):
        if buffer.is_full(call):
            return state.STATUS_FULL
        status = children.step(call)
        if status != state.STATUS_VALUE:
            return status
        name = frames.take_key(call)
        if name is None:
            return status
        self.held = frames.take_value(call)  # before code that may drop it
        status = state.write_text(call, name)
        if status != state.STATUS_DONE:
            return state.STATUS_KEY_SURROGATE
        buffer.put_byte(call, 0x3A)
        state.set_value(call, self.held)
        return state.STATUS_VALUE

    def start_array(self, call):
        self.ends.append(0x5D)
        buffer.put_byte(call, 0x5B)

    def start_object(self, call):
        self.ends.append(0x7D)
        buffer.put_byte(call, 0x7B)

    def end(self, call):
        buffer.put_end(call, self.ends.pop())


class Kept(Tree):
    """What both trees have in common: they want to see every value, and know the name of the next member.

    repeats: may a name come twice in one object?
    """

    def __init__(self, repeats):
        self.repeats = repeats

    def advance(self, call):
        status = children.step(call)
        name = frames.take_key(call)
        if name is not None:  # what a hook gave in place of a member has its name
            self.name = name
        return status

    def begin_steps(self, root):
        """Let `write_steps` begin with this value."""
        self.next = root
        self.ends = bytearray()
        self.is_next = True

    def write_steps(self, call):
        """Write what was kept, value by value; a status."""
        while True:
            if buffer.is_full(call):
                return state.STATUS_FULL
            if self.is_next:
                self.is_next = False
                status = self.write(call, self.next)
                if status != state.STATUS_DONE:
                    return status
            status = children.step(call)
            while status == state.STATUS_END:
                buffer.put_end(call, self.ends.pop())
                status = children.step(call)
            if status != state.STATUS_VALUE:
                return status
            name = frames.take_key(call)
            self.next = frames.take_value(call)
            self.is_next = True
            if name is not None:
                status = state.write_text(call, name)
                if status != state.STATUS_DONE:
                    return state.STATUS_KEY_SURROGATE
                buffer.put_byte(call, 0x3A)

    def write(self, call, value):
        """One value of what was kept: a leaf with its comma, or the start of a container, whose children come next."""
        raise NotImplementedError


class Pairs:
    """The members of an object in which a name may come twice."""

    def __init__(self):
        self.items = []


class Value(Kept):
    """A plain copy of the value: lists and dicts of the very objects, which are boxed already.

    Trades: one list or dict a container for seeing the whole. Its replay is one run. swift-foundation after
    #1012: JSONEncoderValue, an enum held inline in its parent in place of an object a node.
    """

    def __init__(self, repeats):
        self.repeats = repeats
        self.root = None
        self.items = None
        self.members = None
        self.open = []
        self.replaying = False

    def add(self, value):
        if self.members is not None:
            self.members[self.name] = value
        elif self.items is None:
            self.root = value
        elif self.repeats and type(self.open[-1]) is Pairs:
            self.items.append((self.name, value))
        else:
            self.items.append(value)

    def scalar(self, call, value):
        self.add(value)
        return state.STATUS_DONE

    def literal(self, call, text):
        self.add(Literal(text))
        return state.STATUS_DONE

    def start_array(self, call):
        items = []
        self.add(items)
        self.open.append(items)
        self.items, self.members = items, None

    def start_object(self, call):
        members = Pairs() if self.repeats else {}
        self.add(members)
        self.open.append(members)
        self.look_at(members)

    def end(self, call):
        self.open.pop()
        self.items = self.members = None
        if self.open:
            self.look_at(self.open[-1])

    def look_at(self, container):
        """What comes next is for this one."""
        self.items = self.members = None
        kind = state.kind_of(container)
        if kind == state.KIND_LIST:
            self.items = container
        elif kind == state.KIND_DICT:
            self.members = container
        else:
            self.items = container.items

    def adopt(self, value):
        self.add(value)
        return True

    def replay(self, call):
        if not self.replaying:
            self.replaying = True
            state.set_root(call, self.root)
        if call.mask == state.MAY_WRITE_ALL:
            return call.policy.kernels.run_plain(call)
        return call.policy.kernels.run_general(call)


class SteppedValue(Value):
    """Value, whose replay is no run: see Stepped."""

    def replay(self, call):
        if not self.replaying:
            self.replaying = True
            self.begin_steps(self.root)
        return self.write_steps(call)

    def write(self, call, value):
        kind = state.kind_of(value)
        if kind == state.KIND_LIST:
            self.ends.append(0x5D)
            buffer.put_byte(call, 0x5B)
            return frames.push_frame(call, value, state.FRAME_LIST, len(value))
        if kind == state.KIND_DICT:
            self.ends.append(0x7D)
            buffer.put_byte(call, 0x7B)
            return frames.push_frame(call, value, state.FRAME_DICT, len(value))
        if type(value) is Pairs:
            self.ends.append(0x7D)
            buffer.put_byte(call, 0x7B)
            return frames.push_items(call, value.items, value)
        status = state.STATUS_DONE
        if type(value) is Literal:
            buffer.put_bytes(call, value.text)
        elif kind == state.KIND_BYTES:
            status = call.policy.put_base64(call, value)
        else:
            status = state.write_scalar(call, value)
        if status == state.STATUS_DONE:
            buffer.put_byte(call, 0x2C)
        else:
            state.set_value(call, value)
        return status


class Node:
    """A value in a box: its kind, and a payload (of a number, its text; of a container, the nodes in it)."""

    def __init__(self, kind, payload):
        self.kind = kind
        self.payload = payload


class Reference(Kept):
    """An object for every value, leaves too; a number is a text already.

    Trades: a box a value for nodes that whoever holds them may change in place. swift-foundation before #1012:
    JSONReference, where only null, true and false are shared.
    """

    def __init__(self, repeats):
        self.repeats = repeats
        self.root = None
        self.top = None
        self.open = []
        self.ends = None

    def add(self, node):
        if self.top is None:
            self.root = node
        elif self.top.kind == state.KIND_LIST:
            self.top.payload.append(node)
        elif self.repeats:
            self.top.payload.append((self.name, node))
        else:
            self.top.payload[self.name] = node

    def scalar(self, call, value):
        kind = state.kind_of(value)
        if value is None:
            self.add(NULL)
        elif value is True:
            self.add(TRUE)
        elif value is False:
            self.add(FALSE)
        elif kind == state.KIND_NUMBER:
            # The output serves to spell the number, which is taken out of it again.
            before = buffer.length(call)
            status = call.policy.kernels.put_scalar(call, value)
            if status != state.STATUS_DONE:
                return status
            self.add(Node(state.KIND_NUMBER, buffer.take_from(call, before)))
        else:
            self.add(Node(kind, value))
        return state.STATUS_DONE

    def literal(self, call, text):
        self.add(Node(state.KIND_NUMBER, text))
        return state.STATUS_DONE

    def start_array(self, call):
        self.start(Node(state.KIND_LIST, []))

    def start_object(self, call):
        self.start(Node(state.KIND_DICT, [] if self.repeats else {}))

    def start(self, node):
        self.add(node)
        self.open.append(node)
        self.top = node

    def end(self, call):
        self.open.pop()
        self.top = self.open[-1] if self.open else None

    def replay(self, call):
        if self.ends is None:
            self.begin_steps(self.root)
        return self.write_steps(call)

    def write(self, call, value):
        node = value
        if node.kind == state.KIND_LIST:
            self.ends.append(0x5D)
            buffer.put_byte(call, 0x5B)
            return frames.push_frame(call, node.payload, state.FRAME_LIST, len(node.payload))
        if node.kind == state.KIND_DICT:
            self.ends.append(0x7D)
            buffer.put_byte(call, 0x7B)
            if self.repeats:
                return frames.push_items(call, node.payload, node)
            return frames.push_frame(call, node.payload, state.FRAME_DICT, len(node.payload))
        status = state.STATUS_DONE
        if node.kind == state.KIND_NUMBER:
            buffer.put_bytes(call, node.payload)
        elif node.kind == state.KIND_BYTES:
            status = call.policy.put_base64(call, node.payload)
        else:
            status = state.write_text(call, node.payload)
        buffer.put_byte(call, 0x2C)
        return status


NULL = Node(state.KIND_NUMBER, b"null")
TRUE = Node(state.KIND_NUMBER, b"true")
FALSE = Node(state.KIND_NUMBER, b"false")
