"""How do bytes become base64 text in the output?"""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.kernels import buffer, codec, state


class Base64:
    """A rival writes the text of a bytes value. All call one and the same codec."""

    def put(self, call, data):
        """Write the base64 of `data`, without quotes; a status."""
        raise NotImplementedError


class Copying(Base64):
    """Encode into a temporary, then copy that to the output.

    Trades: a second buffer and a pass over the text, for a codec that need not know the output. The temporary
    is on the stack up to 256 encoded bytes, then in a block of the thread's pool, and above the pool's cap in
    memory of its own. System.Text.Json before dotnet/runtime#97687.
    """

    def put(self, call, data):
        aside = cython.declare(codec.Temporary)
        codec.encode_aside(call, cython.address(aside), data)
        return codec.copy_in(call, cython.address(aside))


class Direct(Base64):
    """Encode at the place in the output where the text belongs.

    Trades: nothing; the room was reserved before either way. System.Text.Json after dotnet/runtime#97687.
    Interpreted it encodes piece by piece, since Python's codec cannot write into a given buffer.
    """

    def put(self, call, data):
        return codec.encode_in_place(call, data)


def put_base64(call, data):
    """The slot that a run calls for each bytes value; a status."""
    rival = state.base64_of(call)
    state.count(call, state.COUNT_BASE64)
    buffer.put_byte(call, 0x22)
    status = rival.put(call, data)
    buffer.put_byte(call, 0x22)
    return status


def use_base64(call, rival):
    """Let the call write bytes in the way of `rival`."""
    state.set_base64(call, rival)
    call.put_base64 = put_base64
