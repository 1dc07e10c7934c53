"""How do the functions of the face reach an Encoder?"""

from __future__ import annotations

from encoder.catalogue import MEMOS
from encoder.choices import callable_or_none
from encoder.encoder import Encoder
from encoder.kernels import door

MANY = 256
DEFAULT = Encoder()
KNOWN = {}
"""Encoders by recipe and options; never by `default` or `user_info`, which would be kept alive."""
MEMOS.append(KNOWN)


def encoder_for(recipe, settings, default):
    """The Encoder for a recipe and options, made once for each combination."""
    if recipe is None and not settings:
        return DEFAULT
    if "options" in settings:
        raise TypeError("encode takes options as keywords: use Encoder(options=...).encode(value)")
    if default is not None and "default_for" in settings:  # what it can write depends on there being a hook
        return Encoder(recipe, None, default=default, **settings)
    if "user_info" in settings:  # an equal one is not the same
        return Encoder(recipe, None, **settings)
    # The types too, since 1 == True: what one of them is refused for, the other may not slip through with.
    key = (recipe, tuple((name, key_of(value), type(value)) for name, value in settings.items()))
    try:
        return KNOWN[key]
    except KeyError:
        pass
    except TypeError:  # a setting that has no hash, such as a dict of rules
        return Encoder(recipe, None, **settings)
    if len(KNOWN) >= MANY:
        KNOWN.clear()
    found = KNOWN[key] = Encoder(recipe, None, **settings)
    return found


def key_of(value):
    """A setting as part of a key. A dict of rules by what it holds now, unless the key would keep that alive."""
    if type(value) is dict and value and all(map(is_lasting, value)) and all(map(is_lasting, value.values())):
        return tuple(value.items())
    return value


def is_lasting(one):
    """Is it a class or function of a module's, which no call makes anew?"""
    from types import BuiltinFunctionType, FunctionType, ModuleType  # late: few calls have rules

    if isinstance(one, BuiltinFunctionType):
        return isinstance(one.__self__, ModuleType)  # else it is the method of an object
    return isinstance(one, (type, FunctionType)) and "<locals>" not in one.__qualname__


def quick_encode(value):
    return DEFAULT.produce_by_call(value, None)


def encode(value, *, recipe=None, default=None, **options):
    """Return `value` as JSON in UTF-8, compact unless the options say otherwise.

    default: called with a value that nothing else covers; what it returns is encoded in its place.
    options: such as ``indent=2, sort_keys=True``; help(encoder.Options) explains each, its default first.
    recipe: the Recipe to encode with, FAST if none is given; its axes are keywords, too.
    Raises EncodeError, which knows the path to the place, or what a hook raises.
    """
    return encoder_for(recipe, options, default).produce(value, callable_or_none("default", default))


# A C function's documentation begins with its signature; it is kept here because C does not own it.
ENCODE_DOC = b"encode(value, *, recipe=None, default=None, **options)\n--\n\n" + encode.__doc__.encode()
encode = door.front_door(DEFAULT.kernels, quick_encode, encode, b"encode", ENCODE_DOC)


def encode_str(value, *, recipe=None, default=None, **options):
    """Return `value` as JSON text; like `encode` otherwise."""
    return encoder_for(recipe, options, default).produce_str(value, callable_or_none("default", default))


def encode_into(value, buffer, offset=0, *, recipe=None, default=None, **options):
    """Write `value` into a writable buffer from `offset` on and return the index after its last byte.

    The buffer is never resized, and nothing before `offset` or after the end is touched. Raises
    BufferTooSmallError where the JSON does not fit; what is behind `offset` is then undefined.
    """
    default = callable_or_none("default", default)
    return encoder_for(recipe, options, default).produce_into(value, default, buffer, offset)


def dump(value, file, *, recipe=None, default=None, **options):
    """Write `value` to a binary file, a text file or a path, in pieces of about 64 KiB."""
    encoder_for(recipe, options, default).produce_to(value, callable_or_none("default", default), file)


def encode_lines(values, *, recipe=None, default=None, **options):
    """Return `values`, any iterable, as NDJSON: each as compact JSON with a newline after it."""
    return hooked(recipe, default, options).encode_lines(values)


def dump_lines(values, file, *, recipe=None, default=None, **options):
    """Write `values`, any iterable, to a file or a path as NDJSON; only whole lines are ever written."""
    hooked(recipe, default, options).dump_lines(values, file)


def adump(value, file, *, recipe=None, default=None, **options):
    """A coroutine: like `dump` for a file whose write is async, an asyncio.StreamWriter, or any that `dump` takes.

    A value that is an async iterable is written as an array, one element at a time.
    """
    from encoder import aio

    return aio.adump(hooked(recipe, default, options), value, file)


def adump_lines(values, file, *, recipe=None, default=None, **options):
    """A coroutine: like `dump_lines` for such a file, and for an iterable or async iterable of values."""
    from encoder import aio

    return aio.adump_lines(hooked(recipe, default, options), values, file)


def hooked(recipe, default, options):
    """The Encoder for these, with its hook; made anew where there is one, so that no hook is kept."""
    if default is None:
        return encoder_for(recipe, options, None)
    return Encoder(recipe, None, default=default, **options)
