"""What is a measuring process? One that loads a single build of the encoder and answers requests.

Started as ``python -m lab.measure.worker`` with ``ENCODER_BUILD`` set; requests come as JSON lines on stdin
(`lab.measure.server` lists them), answers go as JSON lines to stdout, the first being ``start``. The end of
its input ends it, so a worker never outlives who started it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any


def main() -> None:
    """Serve requests until the input ends; refuse where another build than the asked one is loaded."""
    send = _sender()
    try:
        import encoder
    except Exception as error:
        # Whatever keeps the asked build from loading says so itself, such as a stale compiled set.
        send({"event": "error", "kind": "BuildError", "text": str(error)})
        return
    asked = os.environ.get("ENCODER_BUILD", "auto")
    if asked not in ("auto", encoder.build):
        text = f"The {asked} build was asked for, but the {encoder.build} one is here. Nothing was measured."
        send({"event": "error", "kind": "BuildError", "text": text})
        return
    from lab.measure.server import Server

    send({"event": "start", "build": encoder.build, "report": encoder.build_report(), "pid": os.getpid()})
    server = Server(send)
    for line in sys.stdin:
        server.answer(json.loads(line))


def _sender() -> Callable[[Mapping[str, Any]], None]:
    # What a payload or a plug-in prints must not end up between the answers.
    out = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")
    os.dup2(2, 1)

    def send(answer: Mapping[str, Any]) -> None:
        out.write(json.dumps(answer) + "\n")
        out.flush()

    return send


if __name__ == "__main__":
    main()
