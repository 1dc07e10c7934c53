"""Which few recipes hold every pair of rivals of any two axes? Where all recipes take too long, these do."""

from __future__ import annotations

import pytest

import encoder

ROWS = """
direct    cached   direct  in_place   linked reused direct      generated  flat
reference unpooled copying allocating copied new    elementwise reflection chunks
value     fresh    copying in_place   copied shared text        reflection flat
reference fresh    direct  allocating linked shared text        generated  chunks
value     unpooled direct  in_place   linked new    elementwise generated  flat
value     cached   copying allocating copied reused direct      reflection chunks
direct    fresh    copying allocating linked reused elementwise reflection chunks
direct    cached   copying allocating copied new    text        generated  flat
reference fresh    direct  in_place   copied new    direct      reflection flat
direct    unpooled direct  in_place   linked shared direct      generated  chunks
reference cached   direct  allocating copied shared elementwise reflection chunks
reference unpooled copying in_place   linked reused text        reflection flat
"""
"""Tree, writer, base64, escaping, path, layers, arrays, contracts, output; FAST first, PLAIN second."""

RECIPES = [
    encoder.Recipe(**dict(zip(encoder.strategies(), row.split(), strict=True))) for row in ROWS.strip().splitlines()
]
by_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: "-".join(recipe.axes.values()))
