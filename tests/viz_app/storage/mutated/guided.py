"""Files of Headlight's own that reach ever more lines of what reads them: atheris looks for them.

    python -m tests.viz_app.storage.mutated.guided KIND SECONDS FOLDER

What it says on stderr is libFuzzer's: ``cov`` is how many branches were reached. It ends with an
error at the first file that is neither read nor refused, and leaves it as FOLDER/crash-....
"""

import random
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import atheris

LARGEST = 2**17
"""Bytes of a file that is tried: what is large takes long, and reaches nothing else."""
FRESH, FORGED, DAMAGED = 0.2, 0.6, 0.8
"""So many begin with a good file.  So many are whole, then so many damaged as the other harness
does; libFuzzer changes the rest."""


class Search:
    """One file of a kind after another; the first byte of what is tried tells which file it is."""

    def __init__(self, kind: str, folder: Path) -> None:
        """Make good files, and write down what the search begins with."""
        from tests.viz_app.storage.mutated.trials import OwnTrial

        own = folder / "own"
        own.mkdir(parents=True)
        self._trial = OwnTrial(kind, own)
        self._paths = self._trial.files()
        self._good = [path.read_bytes() for path in self._paths]
        self.begin = folder / "begin"
        self.begin.mkdir()
        for number, data in enumerate(self._good):
            (self.begin / str(number)).write_bytes(bytes([number]) + data)

    def judge(self, tried: bytes) -> None:
        """Raise AssertionError for a file that is neither read nor refused."""
        from tests.mutated.processes import FINE

        number, data = self._parts(tried)
        self._trial.put(self._paths[number], data)
        how = self._trial.outcome(number)
        if how not in FINE:
            raise AssertionError(f"{self._paths[number].name}: {how}")

    def change(self, tried: bytes, most: int, seed: int) -> bytes:
        """Another one, made of what has reached something new."""
        from tests.viz_app.storage.mutated.trials import damaged, whole_or_damaged

        source = random.Random(seed)
        number, data = self._parts(tried)
        if source.random() < FRESH:  # reading what is good may reach all that there is: once kept
            number = source.randrange(len(self._paths))
            data = self._good[number]
        how = source.random()
        if how < FORGED:
            with suppress(Exception):  # it is damaged already: there is nothing to forge
                data = whole_or_damaged(self._paths[number].name, data, source)
        elif how < DAMAGED:
            data = damaged(data, source)
        else:
            data = atheris.Mutate(data, most - 1)
        return (bytes([number]) + data)[:most]

    def _parts(self, tried: bytes) -> tuple[int, bytes]:
        """Which file, and its content."""
        return (tried[0] % len(self._paths) if tried else 0), tried[1:]


def main(arguments: Sequence[str]) -> None:
    """Search for so many seconds."""
    kind, seconds, folder = arguments
    with atheris.instrument_imports(include=["model", "viz_app.storage"]):
        search = Search(kind, Path(folder))
    options = {"max_total_time": seconds, "max_len": LARGEST, "timeout": 30, "rss_limit_mb": 8192}
    options |= {"artifact_prefix": f"{folder}/", "len_control": 0, "print_final_stats": 1}
    atheris.Setup(
        [sys.argv[0], *(f"-{name}={value}" for name, value in options.items()), str(search.begin)],
        search.judge,
        custom_mutator=search.change,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
