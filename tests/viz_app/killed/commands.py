"""Commands that write, each killed over and over: the file before or the new one is there."""

import os
import random
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from io import StringIO
from pathlib import Path

from model.checkpoint.file import load_checkpoint
from model.config import ModelConfig
from model.text.tasks import generated_steps
from tests.viz_app.killed.killing import begun, ended_well, killed, leftovers, slow_disk
from viz_app.cli.main import main
from viz_app.cli.train import unfinished_path

TEXTS = ("a b c d", "d c b a e")
IMPORTED = ("model.decoding.greedy", "model.training.run", "viz_app.html.report")
SMALL = ("n_layers=1", "n_heads=2", "d_model=16", "d_ff=16")


@dataclass(frozen=True)
class Command:
    """What is typed before the name of the file that it writes: as before, then as killed.

    ``loads`` reads the file where it is not the same to the last byte each time.
    """

    output: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    loads: Callable[[Path], object] | None = None


def of_sentence(name: str, output: str) -> Command:
    """A command that makes a file of a sentence."""
    before, after = ((name, text, "--model", MODEL) for text in TEXTS)
    return Command(output, before, after)


MODEL = "tiny.safetensors"
TRAINING = (
    *("train", "reverse", "--preset", "tiny", "--epochs", "4", "--device", "cpu"),
    *(f"--set={change}" for change in SMALL),
    *("--save-every", "0.02"),
)
"""A run that is kept many times a second, and gone on with."""

COMMANDS = {
    "report": of_sentence("report", "page.html"),
    "import": Command("imported.safetensors", ("import", "t5-1"), ("import", "t5-2")),
    "train": Command("trained.safetensors", TRAINING, TRAINING, loads=load_checkpoint),
    "export to npz": of_sentence("export", "trace.npz"),
    "export to json": of_sentence("export", "trace.json"),
    "export to csv": of_sentence("export", "trace.csv"),
}


def check(name: str, *, kills: int) -> None:
    """Kill one of the commands so many times, and look at its file each time."""
    command, source, folder = COMMANDS[name], random.Random(name), Path(name)
    folder.mkdir()
    output, known = folder / command.output, set()
    for typed in (command.after, command.before):
        seconds = ended_well(lambda typed=typed: run(typed, output))
        known.add(output.read_bytes())
    dead = half = 0
    while dead < kills:
        child = begun(lambda: run(command.after, output))
        if killed(child, source, seconds=seconds, folders=[folder]):
            dead += 1
            half += bool(leftovers([folder]))
            print(f"{name}: killed {dead}, {half} while it wrote", flush=True)
        if command.loads is not None:
            command.loads(output)
        else:
            assert output.read_bytes() in known, f"{output} is neither the old nor the new one"
    ended_well(lambda: run(command.after, output))
    assert [path.name for path in folder.iterdir()] == [command.output]
    told = f"killed {kills} times, {half} times with a file half-written"
    print(f"{name} ({seconds:.1f} s): {told}", flush=True)


def run(typed: tuple[str, ...], output: Path) -> int:
    """A command as a process would run it; what it says is not looked at, unless it fails.

    A training that was killed goes on.
    """
    goes_on = ["--resume"] if unfinished_path(output).exists() else []
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as told:
        status = main([*typed, "-o", str(output), *goes_on])
    if status:
        sys.stderr.write(told.getvalue())
    return status


def prepare() -> None:
    """What the commands read."""
    from model.checkpoint.file import save_checkpoint
    from tests.model.checkpoint.readers.small_t5 import t5_folder
    from tests.viz_app.conftest import untrained

    config = ModelConfig(n_layers=2, n_heads=2, d_model=16, d_ff=32, dropout=0.0, max_len=24)
    save_checkpoint(untrained(config), Path(MODEL))
    for number in (1, 2):
        t5_folder(Path(f"t5-{number}"), num_layers=number)


def kill_commands(kills: int) -> None:
    """Each in a folder of its own below this one; ``kills`` of all of them together."""
    for name in IMPORTED:
        import_module(name)  # once, not in each child

    generated_steps.__kwdefaults__.update(pairs=100, heldout=10)
    assert ended_well(prepare)
    slow_disk()
    share, more = divmod(kills, len(COMMANDS))
    for number, name in enumerate(COMMANDS):
        if number < kills:
            check(name, kills=share + (number < more))


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    kill_commands(int(sys.argv[2]))
