"""How is each encoder called with a hook for what it does not know? By default settings otherwise."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from lab.encoders.call import CannotError
from lab.torture.case import Hook

Encode = Callable[[Any, Hook | None], bytes | str]
_BY_KEYWORD = {
    "json": ("json", "dumps", "default"),
    "orjson": ("orjson", "dumps", "default"),
    "ujson": ("ujson", "dumps", "default"),
    "simplejson": ("simplejson", "dumps", "default"),
    "rapidjson": ("rapidjson", "dumps", "default"),
    "yapic.json": ("yapic.json", "dumps", "default"),
    "pydantic-core": ("pydantic_core", "to_json", "fallback"),
    "encoder": ("encoder", "encode", "default"),
}
"""Module, function and keyword of those that take a hook with each call."""


def caller(label: str) -> Encode:
    """How ``label`` encodes a value. Raises ``ImportError`` where it is not installed."""
    if label == "msgspec":
        return partial(_by_encoder, importlib.import_module("msgspec.json").Encoder)
    if label == "ssrjson":
        return partial(_without, importlib.import_module("ssrjson").dumps_to_bytes)
    module, function, keyword = _BY_KEYWORD[label]
    return partial(_by_keyword, getattr(importlib.import_module(module), function), keyword)


def _by_keyword(function: Callable, keyword: str, value: Any, hook: Hook | None) -> bytes | str:
    return function(value) if hook is None else function(value, **{keyword: hook})


def _by_encoder(kind: Callable, value: Any, hook: Hook | None) -> bytes:
    return kind(enc_hook=hook).encode(value)


def _without(function: Callable, value: Any, hook: Hook | None) -> bytes:
    if hook is not None:
        raise CannotError("it has no hook")
    return function(value)
