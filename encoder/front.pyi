from collections.abc import AsyncIterable, Iterable
from typing import Unpack

from _typeshed import WriteableBuffer

from encoder.recipe import Recipe
from encoder.typed import AsyncFile, File, Hook, Keywords

def encode(
    value: object, *, recipe: Recipe | None = None, default: Hook | None = None, **options: Unpack[Keywords]
) -> bytes: ...
def encode_str(
    value: object, *, recipe: Recipe | None = None, default: Hook | None = None, **options: Unpack[Keywords]
) -> str: ...
def encode_into(
    value: object,
    buffer: WriteableBuffer,
    offset: int = 0,
    *,
    recipe: Recipe | None = None,
    default: Hook | None = None,
    **options: Unpack[Keywords],
) -> int: ...
def dump(
    value: object, file: File, *, recipe: Recipe | None = None, default: Hook | None = None, **options: Unpack[Keywords]
) -> None: ...
def encode_lines(
    values: Iterable[object],
    *,
    recipe: Recipe | None = None,
    default: Hook | None = None,
    **options: Unpack[Keywords],
) -> bytes: ...
def dump_lines(
    values: Iterable[object],
    file: File,
    *,
    recipe: Recipe | None = None,
    default: Hook | None = None,
    **options: Unpack[Keywords],
) -> None: ...
async def adump(
    value: object,
    file: AsyncFile,
    *,
    recipe: Recipe | None = None,
    default: Hook | None = None,
    **options: Unpack[Keywords],
) -> None: ...
async def adump_lines(
    values: AsyncIterable[object] | Iterable[object],
    file: AsyncFile,
    *,
    recipe: Recipe | None = None,
    default: Hook | None = None,
    **options: Unpack[Keywords],
) -> None: ...
