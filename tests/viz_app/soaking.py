"""One window that works on and on, and what it holds after each round.

``python -m tests.viz_app.soaking FOLDER FOREIGN MINUTES ROUNDS`` goes on as long as either asks,
and prints an object a line.
"""

import gc
import json
import os
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from model.network.transformer import Transformer
from model.traces.trace import Trace
from tests.viz_app.main_job import User, made_application

NETWORKS, TRACES = weakref.WeakSet(), weakref.WeakSet()
TEXTS = ("我有一只猫。", "他有一只狗。", "我喜欢茶。", "她有两本书。")


def a_round(user: User, number: int, *, first: Path, foreign: Path) -> None:
    """Everything once; at its end the model that came with Headlight is on screen."""
    user.translate(TEXTS[number % len(TEXTS)])
    user.step()
    user.branch()
    session = user.save()
    user.train(epochs=3)
    user.switch()
    user.delete_run()
    user.import_model(foreign)
    user.report()
    user.open(session)
    user.open(first)
    user.check()


def held(user: User) -> dict[str, float]:
    gc.collect()
    tops = QApplication.topLevelWidgets()
    return {
        "resident": _resident(),
        "threads": len(threading.enumerate()),
        "tasks": len(os.listdir("/proc/self/task")),  # noqa: PTH208
        "descriptors": len(os.listdir("/proc/self/fd")),  # noqa: PTH208
        "timers": sum(len(root.findChildren(QTimer)) for root in (user.app, *tops)),
        "objects": sum(len(root.findChildren(QObject)) for root in (user.app, *tops)),
        "windows": len(tops),
        "networks": len(NETWORKS),
        "weights": round(sum(map(_weights, NETWORKS)) / 2**20, 1),
        "traces": len(TRACES),
        "python": len(gc.get_objects()) + gc.get_freeze_count(),
        "frozen": gc.get_freeze_count(),
    }


def remember(made: type, alive: weakref.WeakSet) -> None:
    """Know all of a type that are alive: the collector does not tell of what is frozen."""
    begin = made.__init__

    def remembering(self, *arguments, **named) -> None:
        begin(self, *arguments, **named)
        alive.add(self)

    made.__init__ = remembering


def _weights(network: Transformer) -> int:
    """In bytes; of a copy that nobody has initialised, too."""
    return sum(parameter.nbytes for parameter in network.parameters())


def _resident() -> float:
    """MiB of memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def main(arguments: Sequence[str]) -> None:
    folder, foreign = map(Path, arguments[:2])
    minutes, rounds = float(arguments[2]), int(arguments[3])
    remember(Transformer, NETWORKS)
    remember(Trace, TRACES)
    user = User(made_application(), folder)
    user.start()
    first, begun, number = user.bench.now.model_file.path, time.monotonic(), 0
    while number < rounds or time.monotonic() - begun < 60 * minutes:
        a_round(user, number, first=first, foreign=foreign)
        seconds = round(time.monotonic() - begun, 1)
        print(json.dumps({"round": number, "seconds": seconds, **held(user)}), flush=True)
        number += 1
    user.close()


if __name__ == "__main__":
    main(sys.argv[1:])
