"""What is a measuring process? One that loads a single build of the encoder and answers requests.

Started as ``python -m lab.measure.worker`` with ``ENCODER_BUILD`` set; requests come as JSON lines on stdin
(`lab.measure.server` lists them), answers go as JSON lines to stdout, the first being ``start``. The end of
its input ends it, or on Linux the end of who started it, so a worker never outlives that.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from lab.measure.orphans import end_with_starter


def main() -> None:
    """Serve requests until the input ends; refuse where another build than the asked one is loaded."""
    end_with_starter()
    # What a payload, a contestant or a plug-in prints or reads must not get between requests and answers.
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    send = sender(os.dup(1))
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    serve(requests, send, asked=os.environ.get("ENCODER_BUILD", "auto"))


def serve(requests: Iterable[str], send: Callable[[Mapping[str, Any]], None], *, asked: str = "auto") -> None:
    """Answer ``requests``, lines of JSON, in a process that has loaded the ``asked`` build."""
    try:
        import encoder
    except Exception as error:
        # Whatever keeps the asked build from loading says so itself, such as a stale compiled set.
        send({"event": "error", "kind": "BuildError", "text": str(error)})
        return
    if asked not in ("auto", encoder.build):
        text = f"The {asked} build was asked for, but the {encoder.build} one is here. Nothing was measured."
        send({"event": "error", "kind": "BuildError", "text": text})
        return
    from lab.measure.server import Server

    send({"event": "start", "build": encoder.build, "report": encoder.build_report(), "pid": os.getpid()})
    server = Server(send)
    for line in requests:
        server.answer(json.loads(line))


def sender(descriptor: int) -> Callable[[Mapping[str, Any]], None]:
    """A function that writes an answer there as a line of JSON."""
    out = os.fdopen(descriptor, "w", buffering=1, encoding="utf-8")

    def send(answer: Mapping[str, Any]) -> None:
        out.write(json.dumps(answer) + "\n")
        out.flush()

    return send


if __name__ == "__main__":
    main()
