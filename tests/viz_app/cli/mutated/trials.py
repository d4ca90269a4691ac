"""Spoiled models are imported, one after the other, in a process that nobody will miss.

That process may be killed by a library, or hang: what it has done stands in a file, line by line.
"""

import io
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from itertools import islice
from pathlib import Path

from tests.viz_app.cli.mutated.small_models import MODELS
from tests.viz_app.cli.mutated.spoiled_models import spoil

SECONDS = 2.0
"""Of the process's own time, for one command."""
PATIENCE = 30
"""Seconds by the clock, after which one waits for ever."""
SPARE = 2**26
"""Bytes that a command may take beside twice those of the files."""
MOST = 2**33
"""Bytes of addresses that all of it may take: the machine is not ours alone."""

_IMPORTED = (
    *("viz_app.cli.main", "viz_app.cli.import_model", "viz_app.cli.check"),
    *("model.checkpoint.importing", "model.decoding.greedy", "model.decoding.samples"),
    *("model.lessons.checks.with_torch.checks_of", "sentencepiece", __name__),
)
"""Once, for all processes: their time and memory are no model's."""

FINE = ("read", "refused")


def outcomes(family: str, folder: Path, numbers: range) -> dict[str, str]:
    """What came of each spoiled model; after one that kills the process, another goes on."""
    told = folder / "told"
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([*_IMPORTED])
    while numbers:
        process = context.Process(target=_trials, args=(family, folder, numbers))
        process.start()
        process.join()
        ended = process.exitcode
        lines = told.read_text().splitlines() if told.exists() else []
        if not ended:
            break
        number, name, *ended_well = json.loads(lines[-1])
        if ended_well:
            raise AssertionError((folder / "said").read_text()[-3000:])
        how = signal.Signals(-ended).name if ended < 0 else f"exit {ended}"
        with told.open("a") as file:
            print(json.dumps([number, name, f"killed: {how}"]), file=file)
        numbers = numbers[numbers.index(number) + 1 :]
    found = map(json.loads, told.read_text().splitlines())
    return {f"{entry[0]} {entry[1]}": entry[2] for entry in found if len(entry) == 3}


def _trials(family: str, folder: Path, numbers: range) -> None:
    """Write down what is begun and how it ended."""
    import torch

    torch.set_num_threads(1)
    os.dup2(os.open(folder / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    trial = _Trial(family, folder)
    resource.setrlimit(resource.RLIMIT_AS, (_status("VmSize") + MOST, resource.RLIM_INFINITY))
    with (folder / "told").open("a", buffering=1) as told:
        for number in numbers:
            name = trial.spoil(number)
            print(json.dumps([number, name]), file=told)
            signal.alarm(PATIENCE)
            how = trial.outcome(look=not number % 3, check=not number % 5)
            signal.alarm(0)
            print(json.dumps([number, name, how]), file=told)


class _Trial:
    """One model, made anew for each."""

    def __init__(self, family: str, folder: Path) -> None:
        self._family, self._root = family, folder / str(os.getpid())
        self._folder, self._out = self._root / "a", self._root / "out" / "x.safetensors"
        good = self._root / "good"
        for place in (good, self._out.parent):
            place.mkdir(parents=True)
        path, said = MODELS[family](good)
        self._good = {file.name: file.read_bytes() for file in good.iterdir()}
        self._path = self._folder / path.relative_to(good)
        inside = {name: text.replace(f"{good}/", f"{self._folder}/") for name, text in said.items()}
        self._said = [part for name, text in inside.items() for part in (f"--{name}", text)]
        self._again()
        if (how := self.outcome(look=True, check=True)) != "read":
            raise AssertionError(f"the good model: {how}")

    def _again(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        for name, data in self._good.items():
            (self._folder / name).write_bytes(data)

    def spoil(self, number: int) -> str:
        self._again()
        return spoil(self._folder, random.Random(f"{self._family} {number}"))

    def outcome(self, *, look: bool, check: bool) -> str:
        """What a user sees of importing, of looking before, and of the doctor."""
        told, path = "refused", str(self._path)
        commands = {"import": ["import", path, "-o", str(self._out), *self._said]}
        if look:
            commands["look"] = ["import", path, "--dry-run", *self._said]
        if check:
            commands["check"] = ["check", path]
        for name, command in commands.items():
            status, sentence, cost = _ran(command, self._allowed())
            if wrong := cost or _judged(status, sentence, doctor=name == "check"):
                return f"{name}: {wrong}"
            if name == "import" and status == 0:
                told = "read"
                if unusable := self._unusable():
                    return unusable
            if left := [path.name for path in self._out.parent.iterdir()]:
                return f"left {left}"
        return told

    def _allowed(self) -> int:
        sizes = [path.lstat().st_size for path in self._folder.iterdir()]
        return 2 * sum(sizes) + SPARE

    def _unusable(self) -> str:
        """Why what was imported is no model, if it is none."""
        from model.checkpoint.file import load_checkpoint
        from model.decoding.greedy import translate_steps
        from model.messages import UserError

        start = time.process_time()
        try:
            model = load_checkpoint(self._out)
            for text in ("the cat sat on a mat", "w1 w2 s1 猫 \x00 é" * 9):
                list(islice(translate_steps(model, text), 3))
        except UserError as error:
            if type(error).__name__ != "SourceError":
                return f"imported, then {error}"
        except BaseException as error:  # what a library in Rust raises is no Exception
            return f"imported, then {error!r}"
        finally:
            self._out.unlink(missing_ok=True)
        seconds = time.process_time() - start
        return f"imported, then used for {seconds:.1f} s" if seconds > 2 * SECONDS else ""


def _ran(command: list[str], allowed: int) -> tuple[object, str, str]:
    """Status, what stands on stderr, and what was too expensive."""
    from viz_app.cli.main import main

    err = io.StringIO()
    Path("/proc/self/clear_refs").write_text("5")
    before, start = _status("VmRSS"), time.process_time()
    status: object
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(err):
            status = main(command)
    except BaseException as error:  # what a library in Rust raises is no Exception
        status = repr(error)
    seconds, taken = time.process_time() - start, _status("VmHWM") - before
    cost = f"took {seconds:.1f} s" if seconds > SECONDS else ""
    if taken > allowed:
        cost = f"took {taken / 2**20:.0f} MiB, {allowed / 2**20:.0f} allowed"
    return status, err.getvalue(), cost


def _judged(status: object, sentence: str, *, doctor: bool) -> str:
    """What is wrong with that, if anything is."""
    if isinstance(status, str) or "Traceback" in sentence:
        return f"{status} {sentence}"
    if status == 0 or (doctor and status == 1 and not sentence):
        return ""
    whole = sentence.startswith("headlight: ") and sentence.count("\n") == 1
    if status != 1 or not whole or len(sentence) > 900 or "not enough memory" in sentence:
        return f"{status} {sentence!r}"
    return ""


def _status(name: str) -> int:
    """Of this process, in bytes, as Linux counts."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


if __name__ == "__main__":
    counted = range(int(sys.argv[2]), int(sys.argv[3]))
    found = outcomes(sys.argv[1], Path(sys.argv[4]), counted)
    wrong = {name: how for name, how in found.items() if how not in FINE}
    for name, how in wrong.items():
        print(name, "→", how[:600])
    print(sys.argv[1], len(found), [sum(how == fine for how in found.values()) for fine in FINE])
