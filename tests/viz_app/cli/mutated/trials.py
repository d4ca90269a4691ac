"""Spoiled models are imported, looked at and checked as a user does it."""

import io
import random
import shutil
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from itertools import islice
from pathlib import Path

from tests.mutated.costs import SECONDS, measured
from tests.mutated.processes import outcomes, tell
from tests.viz_app.cli.mutated.small_models import MODELS
from tests.viz_app.cli.mutated.spoiled_models import spoil

_IMPORTED = (
    *("viz_app.cli.main", "viz_app.cli.models", "viz_app.cli.models"),
    *("model.checkpoint.importing", "model.decoding.greedy", "model.decoding.samples"),
    *("model.lessons.with_torch.checks", "sentencepiece", __name__),
)


def foreign_outcomes(family: str, folder: Path, numbers: range) -> dict[str, str]:
    """What came of each spoiled model of a family."""
    return outcomes(partial(ForeignTrial, family), folder, numbers, imported=_IMPORTED)


class ForeignTrial:
    """One model, made anew for each number."""

    def __init__(self, family: str, root: Path) -> None:
        """Make a good one, and import it."""
        self._family = family
        self._folder, self._out = root / "a", root / "out" / "x.safetensors"
        good = root / "good"
        for place in (good, self._out.parent):
            place.mkdir(parents=True)
        path, said = MODELS[family](good)
        self._good = {file.name: file.read_bytes() for file in good.iterdir()}
        self._path = self._folder / path.relative_to(good)
        inside = {name: text.replace(f"{good}/", f"{self._folder}/") for name, text in said.items()}
        self._said = [part for name, text in inside.items() for part in (f"--{name}", text)]
        self._again()
        if (how := self.outcome(0)) != "read":
            raise AssertionError(f"the good model: {how}")

    def _again(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        for name, data in self._good.items():
            (self._folder / name).write_bytes(data)

    def spoil(self, number: int) -> str:
        """Change a file or two of it."""
        self._again()
        return spoil(self._folder, random.Random(f"{self._family} {number}"))

    def outcome(self, number: int) -> str:
        """What a user sees of importing, now and then of looking before, and of the doctor."""
        told, path = "refused", str(self._path)
        commands = {"import": ["import", path, "-o", str(self._out), *self._said]}
        if not number % 3:
            commands["look"] = ["import", path, "--dry-run", *self._said]
        if not number % 5:
            commands["check"] = ["check", path, *self._said]
        for name, command in commands.items():
            (status, sentence), cost = measured(partial(_ran, command))
            wrong = cost.beyond(self._size()) or _judged(status, sentence, doctor=name == "check")
            if wrong:
                return f"{name}: {wrong}"
            if name == "import" and status == 0:
                told = "read"
                if unusable := self._unusable():
                    return unusable
            if left := [path.name for path in self._out.parent.iterdir()]:
                return f"left {left}"
        return told

    def _size(self) -> int:
        return sum(path.lstat().st_size for path in self._folder.iterdir())

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


def _ran(command: list[str]) -> tuple[object, str]:
    """Status, and what stands on stderr."""
    from viz_app.cli.main import main

    err = io.StringIO()
    status: object
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(err):
            status = main(command)
    except BaseException as error:  # what a library in Rust raises is no Exception
        status = repr(error)
    return status, err.getvalue()


def _judged(status: object, sentence: str, *, doctor: bool) -> str:
    """What is wrong with that, if anything is."""
    if isinstance(status, str) or "Traceback" in sentence:
        return f"{status} {sentence}"
    if status == 0 or (doctor and status == 1 and not sentence):
        return ""
    whole = sentence.startswith("headlight: ") and sentence.count("\n") == 1
    if (
        status != (2 if doctor else 1)
        or not whole
        or len(sentence) > 900
        or "Not enough memory" in sentence
    ):
        return f"{status} {sentence!r}"
    return ""


if __name__ == "__main__":
    counted = range(int(sys.argv[2]), int(sys.argv[3]))
    tell(sys.argv[1], foreign_outcomes(sys.argv[1], Path(sys.argv[4]), counted))
