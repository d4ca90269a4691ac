"""The main job with an ear at what Python opens, writes, unpickles and starts.

``python -m tests.viz_app.audited LOG FOLDER FOREIGN``: an event a line, its name and its arguments.
"""

import json
import os
import sys
from collections.abc import Callable

HEARD = (
    *("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"),
    *("pickle.find_class", "socket.__new__", "socket.connect", "socket.getaddrinfo"),
)
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


def ear(log: int) -> Callable[[str, tuple], None]:
    """A hook that writes to an open file; reading a file is not worth a line."""

    def hear(event: str, arguments: tuple) -> None:
        if event in HEARD or (event == "open" and arguments[2] & WRITES):
            told = [os.fsdecode(one) if isinstance(one, bytes) else str(one) for one in arguments]
            os.write(log, f"{json.dumps([event, *told])}\n".encode())

    return hear


if __name__ == "__main__":
    sys.addaudithook(ear(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)))

    from tests.viz_app.main_job import main

    main(sys.argv[2:])
