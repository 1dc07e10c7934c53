"""What do payloads made of text look like, and how does one grow them?

``dictionary_100`` is dotnet/performance's ``Dictionary<string, string>``: 100 unique strings of 1 to 49
letters and digits, each its own value. Its generator is .NET's seeded ``Random``, so that is rebuilt here
and gives the very strings of the published runs. ``growth_N`` are lists of N strings of 28 characters, the
payload that another ecosystem's writers are usually grown on: 31 bytes of JSON each, up to 2 MB.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from lab.workloads.workload import Workload

GROWTH_COUNTS = (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536)
GROWTH = tuple(f"growth_{count}" for count in GROWTH_COUNTS)
_INT32_MAX = 2**31 - 1
_DOTNET_SEED = 12345


def dotnet_random(seed: int) -> Iterator[int]:
    """What ``new Random(seed).Next()`` returns in .NET, again and again: 0 to 2**31 - 2.

    Knuth's subtractive generator (Numerical Recipes' ``ran3``), with the lag of 21 where Knuth has 31:
    .NET keeps that slip so that seeded sequences stay what they were.
    """
    state = [0] * 56
    last, value = 161803398 - seed, 1
    state[55] = last
    for i in range(1, 55):
        place = 21 * i % 55
        state[place] = value
        last, value = value, (last - value) % _INT32_MAX
    for _ in range(4):
        for i in range(1, 56):
            state[i] = (state[i] - state[1 + (i + 30) % 55]) % _INT32_MAX
    ahead, behind = 0, 21
    while True:
        ahead, behind = ahead % 55 + 1, behind % 55 + 1
        state[ahead] = (state[ahead] - state[behind]) % _INT32_MAX
        yield state[ahead]


def unique_strings(*, count: int) -> list[str]:
    """``count`` different strings of 1 to 49 characters, drawn as dotnet/performance draws them.

    The characters are a-y, A-Y and 0-8: ``Random.Next(low, high)`` leaves ``high`` out, so the last of each
    alphabet never comes.
    """
    numbers = dotnet_random(_DOTNET_SEED)

    def below(low: int, high: int) -> int:
        return int(next(numbers) * (1.0 / _INT32_MAX) * (high - low)) + low

    alphabets = (("a", "z"), ("A", "Z"), ("0", "9"))
    drawn: dict[str, None] = {}
    while len(drawn) < count:
        letters = []
        for _ in range(below(1, 50)):
            low, high = alphabets[below(0, 3)]
            letters.append(chr(below(ord(low), ord(high))))
        drawn["".join(letters)] = None
    return list(drawn)


def dictionary(*, count: int) -> dict[str, str]:
    """``count`` unique strings, each under itself: one object is key and value, as in the source system."""
    return {text: text for text in unique_strings(count=count)}


def growth(*, count: int) -> list[str]:
    """``count`` different strings of 28 ASCII characters that need no escape."""
    return [f"a string of 28 characters {i % 100:02}" for i in range(count)]


def workloads() -> list[Workload]:
    """The dictionary, then the growth series."""
    listed = [
        Workload(
            name="dictionary_100",
            title="Dictionary of 100 strings",
            family="text",
            build=partial(dictionary, count=100),
        )
    ]
    listed += [
        Workload(
            name=f"growth_{count}",
            title=f"{count:,} strings of 28 characters",
            family="growth",
            build=partial(growth, count=count),
        )
        for count in GROWTH_COUNTS
    ]
    return listed
