"""A headless Chromium for tests: what a page shows, and what it does under a user's hands.

It is spoken to over two pipes (``--remote-debugging-pipe``): no port, no driver, no package.
Tests take the fixture ``browser`` of ``tests/conftest.py``, which gives each a page of its own;
without Chromium they are skipped.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "needs Chromium: apt-get install chromium"

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic"),
    *("--disable-background-networking", "--disable-component-update", "--disable-default-apps"),
    *("--disable-extensions", "--disable-sync", "--force-color-profile=srgb", "--hide-scrollbars"),
    *("--no-default-browser-check", "--no-first-run", "--remote-debugging-pipe"),
    # Nothing outside this machine has an address: a page that asks for more does not get it.
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


class Chromium:
    """The program, with a profile of its own."""

    def __init__(self, program: str, profile: Path) -> None:
        commands, write = _high_pipe()
        self._read, answers = _high_pipe()
        self._commands = os.fdopen(write, "wb")
        redirected = f'exec "$@" 3<&{commands} 4>&{answers}'
        place = f"--user-data-dir={profile}"
        self._process = subprocess.Popen(
            ["bash", "-c", redirected, "bash", program, *FLAGS, place, "about:blank"],
            pass_fds=(commands, answers),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self._number, self._unread = 0, b""
        self.events: list[dict[str, Any]] = []

    def ask(self, method: str, session: str | None = None, **values: object) -> dict[str, Any]:
        """The answer to a command of the DevTools protocol; events meanwhile are kept."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": values}
        if session is not None:
            command["sessionId"] = session
        self._commands.write(json.dumps(command).encode() + b"\0")
        self._commands.flush()
        while True:
            message = self._message()
            if message.get("id") == self._number:
                assert "error" not in message, (method, message["error"])
                return message["result"]
            self.events.append(message)

    def wait_for(self, method: str, session: str) -> None:
        """Until a page has told of an event, now or before."""
        while not any(
            event.get("method") == method and event.get("sessionId") == session
            for event in self.events
        ):
            self.events.append(self._message())

    def close(self) -> None:
        with suppress(AssertionError, OSError):
            self.ask("Browser.close")
        self._commands.close()
        os.close(self._read)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _message(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._read], [], [], max(0, end - time.monotonic()))
            assert ready, "Chromium says nothing"
            part = os.read(self._read, 1 << 20)
            assert part, "Chromium has ended"
            self._unread += part
        message, _, self._unread = self._unread.partition(b"\0")
        return json.loads(message)


class Page:
    """A tab: 1280 × 800 px, light, with JavaScript, until told otherwise."""

    def __init__(self, chromium: Chromium) -> None:
        self._chromium = chromium
        self._context = chromium.ask("Target.createBrowserContext")["browserContextId"]
        target = chromium.ask(
            "Target.createTarget", url="about:blank", browserContextId=self._context
        )["targetId"]
        attached = chromium.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for part in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{part}.enable")
        self.resize(1280, 800)

    def ask(self, method: str, **values: object) -> dict[str, Any]:
        """A command of the DevTools protocol, for what has no method here."""
        return self._chromium.ask(method, self._session, **values)

    def open(self, page: Path | str) -> None:
        self._chromium.events.clear()
        url = page.resolve().as_uri() if isinstance(page, Path) else page
        answer = self.ask("Page.navigate", url=url)
        assert "errorText" not in answer, (url, answer["errorText"])
        self._chromium.wait_for("Page.loadEventFired", self._session)

    def run(self, script: str) -> Any:
        """The value of an expression in the page, as JSON has it; promises are waited for."""
        answer = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def text(self) -> str:
        return self.run("document.body.innerText")

    def rect(self, selector: str) -> tuple[float, float, float, float]:
        """Left, top, width and height in the window of the first such element, scrolled there."""
        found = f"document.querySelector({json.dumps(selector)})"
        return tuple(
            self.run(
                f"{found}.scrollIntoView({{block: 'center', behavior: 'instant'}}),"
                f"(r => [r.left, r.top, r.width, r.height])({found}.getBoundingClientRect())"
            )
        )

    def move(self, x: float, y: float) -> None:
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def hover(self, selector: str, *, x: float = 0.5, y: float = 0.5) -> None:
        left, top, width, height = self.rect(selector)
        self.move(left + x * width, top + y * height)

    def click(self, selector: str) -> None:
        left, top, width, height = self.rect(selector)
        place = {"x": left + width / 2, "y": top + height / 2}
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key by its name: ``Tab``, ``ArrowDown``, ``Enter``, ``a``."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "Home": 36, "End": 35}
        codes |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        code = codes.get(key, ord(key[0].upper()))
        values = {"key": key, "windowsVirtualKeyCode": code, "modifiers": 8 * shift}
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **values)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **values)

    def screenshot(self, path: Path) -> Path:
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))
        return path

    def resize(self, width: int, height: int, *, ratio: float = 1.0) -> None:
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=ratio,
            mobile=False,
        )

    def prefer(self, **features: str) -> None:
        """What the user prefers: ``prefer(color_scheme="dark")``; ``media="print"`` prints."""
        media = features.pop("media", "")
        named = [
            {"name": f"prefers-{name.replace('_', '-')}", "value": value}
            for name, value in features.items()
        ]
        self.ask("Emulation.setEmulatedMedia", media=media, features=named)

    def without_javascript(self) -> None:
        """Pages that are opened from now on run no scripts; :meth:`run` still does."""
        self.ask("Emulation.setScriptExecutionDisabled", value=True)

    def accessible(self) -> list[tuple[str, str]]:
        """Role and name of everything that a screen reader is told, in its order."""
        nodes = self.ask("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"]
        ]

    def requested(self) -> list[str]:
        """Addresses that the page has asked for since it was opened, itself the first."""
        self.run("0")  # what it has told so far is read with the answer
        sent = self._told("Network.requestWillBeSent")
        return [event["params"]["request"]["url"] for event in sent]

    def complaints(self) -> list[str]:
        """Errors and warnings since it was opened: what its console shows, exceptions too."""
        self.run("0")
        thrown = [
            event["params"]["exceptionDetails"].get("exception", {}).get("description", "thrown")
            for event in self._told("Runtime.exceptionThrown")
        ]
        said = [
            " ".join(str(part.get("value", "")) for part in event["params"]["args"])
            for event in self._told("Runtime.consoleAPICalled")
            if event["params"]["type"] in {"error", "warning", "assert"}
        ]
        logged = [
            event["params"]["entry"]["text"]
            for event in self._told("Log.entryAdded")
            if event["params"]["entry"]["level"] in {"error", "warning"}
        ]
        return thrown + said + logged

    def close(self) -> None:
        self._chromium.ask("Target.disposeBrowserContext", browserContextId=self._context)
        self._chromium.events.clear()

    def _told(self, method: str) -> list[dict[str, Any]]:
        return [
            event
            for event in self._chromium.events
            if event.get("method") == method and event.get("sessionId") == self._session
        ]


def chromium_program() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path is not None), None)


@contextmanager
def chromium_running(profile: Path) -> Iterator[Chromium]:
    program = chromium_program()
    assert program is not None, MISSING
    chromium = Chromium(program, profile)
    try:
        yield chromium
    finally:
        chromium.close()


def _high_pipe() -> tuple[int, int]:
    """Both ends of a pipe, with numbers that are none of those that Chromium takes, 3 and 4."""
    high = []
    for end in os.pipe():
        high.append(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10))
        os.close(end)
    return high[0], high[1]
