"""How do the functions of the face reach an Encoder?"""

from __future__ import annotations

from encoder.encoder import Encoder
from encoder.kernels import door

MANY = 256
DEFAULT = Encoder()
KNOWN = {}


def encoder_for(recipe, settings):
    """The Encoder for a recipe and options, made once for each combination."""
    if recipe is None and not settings:
        return DEFAULT
    key = (recipe, tuple(settings.items()))
    try:
        return KNOWN[key]
    except KeyError:
        pass
    except TypeError:  # a setting that has no hash
        return Encoder(recipe, None, **settings)
    if len(KNOWN) >= MANY:
        KNOWN.clear()  # a hook made anew for every call must not be kept for ever
    found = KNOWN[key] = Encoder(recipe, None, **settings)
    return found


def quick_encode(value):
    return DEFAULT.produce(value)


def encode(value, *, recipe=None, **options):
    """Return `value` as compact JSON in UTF-8.

    recipe: the Recipe to encode with, FAST if none is given.
    options: the fields of Options, such as ``default=`` and ``max_depth=``.
    Raises EncodeError, which knows the path to the place, or what a hook raises.
    """
    return encoder_for(recipe, options).encode(value)


# A C function's documentation begins with its signature; it is kept here because C does not own it.
ENCODE_DOC = b"encode(value, *, recipe=None, **options)\n--\n\n" + encode.__doc__.encode()
encode = door.front_door(quick_encode, encode, b"encode", ENCODE_DOC)


def encode_str(value, *, recipe=None, **options):
    """Return `value` as compact JSON text; like `encode` otherwise."""
    return encoder_for(recipe, options).encode_str(value)


def encode_into(value, buffer, offset=0, *, recipe=None, **options):
    """Write `value` into a writable buffer from `offset` on and return the index after its last byte.

    The buffer is never resized, and nothing before `offset` or after the end is touched. Raises
    BufferTooSmallError where the JSON does not fit; what is behind `offset` is then undefined.
    """
    return encoder_for(recipe, options).encode_into(value, buffer, offset)


def dump(value, file, *, recipe=None, **options):
    """Write `value` to a binary file, a text file or a path, in pieces of about 64 KiB."""
    encoder_for(recipe, options).dump(value, file)
