"""How do bytes become base64 text in the output?"""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.kernels import buffer, codec, frames, state

ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Base64:
    """A rival writes the text of a bytes value. All here call one and the same codec.

    A rival of your own defines `encode`.
    """

    def encode(self, data):
        """The base64 of `data`, bytes, with its padding and without quotes: bytes or a str."""
        raise NotImplementedError(f"{type(self).__qualname__} does not define encode(self, data)")

    def put(self, call, data):
        """Write the base64 of `data`, without quotes; a status. Of a rival in Python, what its `encode` answers."""
        frames.expose_frames(call)
        text = self.encode(data)
        if isinstance(text, str):
            text = str.encode(text, "utf-8", "replace")
        check_base64(self, data, text)
        buffer.put_bytes(call, text)
        return state.STATUS_DONE


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


def check_base64(rival, data, text):
    """Are these as many characters of base64 as `data` takes? Whether they are the right ones only `check` asks."""
    where = f"{type(rival).__qualname__}.encode must return"
    if type(text) is not bytes:
        raise TypeError(f"{where} bytes or a str, not {type(text).__qualname__}")
    size = (len(data) + 2) // 3 * 4
    if len(text) != size or text.rstrip(b"=").translate(None, ALPHABET):
        raise ValueError(f"{where} the {size} characters of base64 for {len(data)} bytes, not {text[:80]!r}")


def put_base64(call, data):
    """The slot that a run calls for each bytes value; a status."""
    rival = state.base64_of(call)
    state.count(call, state.COUNT_BASE64)
    buffer.put_byte(call, 0x22)
    status = rival.put(call, data)
    buffer.put_byte(call, 0x22)
    return status


def use_base64(policy, rival):
    """Let calls write bytes in the way of `rival`."""
    state.set_base64(policy, rival)
    policy.put_base64 = put_base64
