"""How do bytes become base64 text in the output?"""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.kernels import codec, state


class Base64:
    """A rival writes a bytes value, with its quotes. All call one and the same codec."""

    def put(self, call, data):
        raise NotImplementedError


class Copying(Base64):
    """Encode into a temporary, then copy that to the output.

    Trades: a second buffer and a pass over the text, for a codec that need not know the output. The temporary
    is on the stack up to 256 encoded bytes, then in a block of the thread's pool, and above the pool's cap in
    memory of its own. System.Text.Json before dotnet/runtime#97687.
    """

    def put(self, call, data):
        aside = cython.declare(codec.Temporary)
        codec.open_text(call, data)
        codec.encode_aside(call, cython.address(aside), data)
        codec.copy_in(call, cython.address(aside))
        codec.close_text(call)


class Direct(Base64):
    """Encode at the place in the output where the text belongs.

    Trades: nothing; the room was reserved before either way. System.Text.Json after dotnet/runtime#97687.
    Interpreted it encodes piece by piece, since Python's codec cannot write into a given buffer.
    """

    def put(self, call, data):
        codec.open_text(call, data)
        codec.encode_in_place(call, data)
        codec.close_text(call)


def put_base64(call, data):
    """The slot that a run calls for each bytes value."""
    rival = state.base64_of(call)
    rival.put(call, data)


def use_base64(call, rival):
    """Let the call write bytes in the way of `rival`."""
    state.set_base64(call, rival)
    call.put_base64 = put_base64
