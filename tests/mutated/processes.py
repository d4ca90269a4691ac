"""Spoiled files are read, one after the other, in a process that nobody will miss.

That process may be killed by a library, or hang: what it has done stands in a file, line by line.
"""

import json
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from tests.mutated.costs import status

PATIENCE = 30
"""Seconds by the clock, after which one waits for ever."""
MOST = 2**33
"""Bytes of addresses that all of it may take: the machine is not ours alone."""
FINE = ("read", "refused")


class Trial(Protocol):
    """Files, made anew for each number."""

    def spoil(self, number: int) -> str:
        """Change them; tells how."""

    def outcome(self, number: int) -> str:
        """``"read"``, ``"refused"``, or what must not happen."""


Begin = Callable[[Path], Trial]
"""Makes the files in a folder of that process's own; a good one must be read there."""


def outcomes(
    begin: Begin, folder: Path, numbers: range, *, imported: Sequence[str] = ()
) -> dict[str, str]:
    """What came of each number; after one that kills the process, another goes on.

    ``imported``: modules that are, once for all processes: their time and memory are no file's.
    """
    told = folder / "told"
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*imported, __name__])
    while numbers:
        process = context.Process(target=_trials, args=(begin, folder, numbers))
        process.start()
        process.join()
        ended = process.exitcode
        lines = told.read_text().splitlines() if told.exists() else []
        if not ended:
            break
        number, name, *ended_well = json.loads(lines[-1]) if lines else (0, "", True)
        if ended_well:
            raise AssertionError((folder / "said").read_text()[-3000:])
        how = signal.Signals(-ended).name if ended < 0 else f"exit {ended}"
        with told.open("a") as file:
            print(json.dumps([number, name, f"killed: {how}"]), file=file)
        numbers = numbers[numbers.index(number) + 1 :]
    found = map(json.loads, told.read_text().splitlines())
    return {f"{entry[0]} {entry[1]}": entry[2] for entry in found if len(entry) == 3}


def _trials(begin: Begin, folder: Path, numbers: range) -> None:
    """Write down what is begun and how it ended."""
    import torch

    torch.set_num_threads(1)
    os.dup2(os.open(folder / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    own = folder / str(os.getpid())
    own.mkdir()
    trial = begin(own)
    resource.setrlimit(resource.RLIMIT_AS, (status("VmSize") + MOST, resource.RLIM_INFINITY))
    with (folder / "told").open("a", buffering=1) as told:
        for number in numbers:
            name = trial.spoil(number)
            print(json.dumps([number, name]), file=told)
            signal.alarm(PATIENCE)
            how = trial.outcome(number)
            signal.alarm(0)
            print(json.dumps([number, name, how]), file=told)


def tell(name: str, found: dict[str, str]) -> None:
    """Those that went wrong, and how many did not."""
    for number, how in found.items():
        if how not in FINE:
            sys.stdout.write(f"{number} → {how[:600]}\n")
    told = [*found.values()]
    sys.stdout.write(f"{name} {len(found)} {[told.count(fine) for fine in FINE]}\n")
