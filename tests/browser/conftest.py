"""Which browser do the browser tests share, and how do they know that nothing left this machine?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from absence import absent

CHROMIUM = Path(os.environ.get("LAB_CHROMIUM", "/usr/bin/chromium"))
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Names do not even resolve, so what a route cannot see (a preconnect, say) gets nowhere either.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
LOCAL_SCHEMES = frozenset({"file", "data", "blob", "about", "chrome", "chrome-extension", "devtools"})


def is_local(url: str) -> bool:
    """Whether a request to ``url`` stays on this machine."""
    parts = urlsplit(url)
    return parts.scheme in LOCAL_SCHEMES or parts.hostname == "127.0.0.1"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One Chromium a test file. Not one a session: Playwright's loop would break other tests' asyncio."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        absent("the Python package playwright")
    if not CHROMIUM.exists():
        absent(f"{CHROMIUM} (LAB_CHROMIUM may name another browser)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def outside() -> list[str]:
    """Addresses outside this machine that the pages of this test asked for; each was refused."""
    return []


@pytest.fixture
def new_page(chromium: Any, outside: list[str]) -> Iterator[Callable[..., Any]]:
    """Make a page: ``new_page(color_scheme="dark", viewport={"width": 640, "height": 800})``.

    A page refuses and records (in ``outside``) every request that is not local. Its attribute ``errors``
    collects what the page wrote to the console as an error or threw.
    """
    contexts = []

    def make(**options: Any) -> Any:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = chromium.new_context(service_workers="block", **options)
        contexts.append(context)

        def guard(route: Any) -> None:
            if is_local(route.request.url):
                route.continue_()
            else:
                outside.append(route.request.url)
                route.abort()

        context.route("**/*", guard)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda said: page.errors.append(said.text) if said.type == "error" else None)
        page.on("websocket", lambda socket: None if is_local(socket.url) else outside.append(socket.url))
        return page

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def chromium_page(new_page: Callable[..., Any]) -> Any:
    """A fresh light page of 1280 x 800 that refuses and records every request off this machine."""
    return new_page()
