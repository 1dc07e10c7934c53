"""What if another thread changes a value, or encodes it too?"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

from lab.encoders.call import CannotError
from lab.torture.case import Again, Family, Given, Odd
from lab.torture.checks import says, valid

CASES = Family("threads")
_ROUNDS = 300
_MANY = 400


def _beside(change: Callable[[int], None]) -> None:
    """Run ``change`` again and again in another thread, which gets its turn at every chance there is."""
    sys.setswitchinterval(1e-6)

    def work() -> None:
        turn = 0
        while True:
            change(turn)
            turn += 1

    threading.Thread(target=work, daemon=True).start()


def _often(again: Again, value: Any) -> list[str]:
    """Encode ``value`` often; what was wrong with the texts that came out, each fault once."""
    found = set()
    for _ in range(_ROUNDS):
        try:
            found.add(valid(again(value, _length)))
        except CannotError:
            raise
        except Exception:
            # A clean error is as good as a text, since nobody can say what the text should be.
            continue
    return sorted(found - {""})


def _length(odd: Any) -> int:
    return len(str(odd))


@CASES.case(says(["done", []]), "right")
def a_list_changed_meanwhile(again: Again) -> Given:
    """A list that another thread fills and clears while it is encoded, 300 times."""
    value: list[Any] = [Odd()]

    def change(turn: int) -> None:
        value.extend([[turn], str(turn), {"a": turn}, Odd()])
        if turn % 7 == 6:
            value.clear()

    _beside(change)
    return Given(["done", _often(again, value)])


@CASES.case(says(["done", []]), "right")
def a_dict_changed_meanwhile(again: Again) -> Given:
    """A dict that another thread fills and clears while it is encoded, 300 times."""
    value: dict[str, Any] = {"odd": Odd()}

    def change(turn: int) -> None:
        value[f"key {turn % 50}"] = [turn, Odd()]
        if turn % 60 == 59:
            value.clear()

    _beside(change)
    return Given(["done", _often(again, value)])


@CASES.case(says(["done", [True]]), "right")
def one_value_in_many_threads(again: Again) -> Given:
    """One value with hooks, encoded in four threads at once."""
    value = [[Odd(), {"a": number, "b": "x" * number}] for number in range(_MANY)]
    sys.setswitchinterval(1e-6)
    # Whoever takes no hook says so here, and not in a thread that nobody hears.
    texts = [again(value, _length)]

    def work() -> None:
        texts.extend(again(value, _length) for _ in range(3))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    whole = len(texts) == 13 and not valid(texts[0])
    return Given(["done", sorted({whole and text == texts[0] for text in texts})])
