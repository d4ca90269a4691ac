"""A good file of every kind that Headlight reads, and how it is read."""

import gzip
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import torch

from model.checkpoint.file import check_checkpoint, load_checkpoint, save_checkpoint
from model.checkpoint.header import read_header
from model.config import ModelConfig
from model.decoding.greedy import translate_steps
from model.files import write_atomically
from model.messages import SourceError, UserError
from model.runs.presets import TrainingConfig
from model.text.corpora import read_tsv
from model.training.new_model import new_model
from model.training.run import TrainingRun
from model.training.saved_run import check_saved, restore_run, save_run
from tests.model.builders import letters
from tests.viz_app.runs_on_disk import card_of, curve_points, moment_of, samples_of
from tests.viz_app.storage.session.built import model_of, three_branches
from viz_app.storage.autosaves import Autosaves
from viz_app.storage.runs import Runs, export_steps, import_steps
from viz_app.storage.session import embedded_checkpoint, load_session, save_session
from viz_app.storage.settings import (
    Settings,
    WindowPlace,
    load_settings,
    read_place,
    save_settings,
    write_place,
)

SMALL = ModelConfig(n_layers=1, n_heads=2, d_model=8, d_ff=8, max_len=32)
TRAINING = TrainingConfig(epochs=4, batch_tokens=512, warmup=5, averaged=2, patience=3)


class Kind(NamedTuple):
    """How good files are made in a folder, and how what lies there is read.

    Reading raises what a user is told, or gives it back; None: nothing was wrong.
    """

    make: Callable[[Path], object]
    read: Callable[[Path], object | None]


def _run() -> TrainingRun:
    corpus = letters(pairs=40, heldout=4)
    return TrainingRun(corpus, new_model(corpus, SMALL, TRAINING, task="copy"), TRAINING)


def _make_checkpoint(folder: Path) -> None:
    torch.manual_seed(0)
    save_checkpoint(_run().model, folder / "a.safetensors")


def _read_checkpoint(folder: Path) -> None:
    """Read, and used."""
    path = folder / "a.safetensors"
    read_header(path)
    model = load_checkpoint(path)
    for text in ("a b c", "b \x00 猫" * 9):
        try:
            list(islice(translate_steps(model, text), 3))
        except SourceError:
            continue


def _make_saved(folder: Path) -> None:
    run = _run()
    list(islice(run.reports(), run.per_epoch + 1))
    save_run(run, folder / "a.run")


def _read_saved(folder: Path) -> None:
    """Read, and gone on with: there moments of another shape are noticed."""
    check_saved(folder / "a.run", model=SMALL, training=TRAINING)
    run = _run()
    restore_run(run, folder / "a.run")
    next(run.reports(), None)


def _make_run(folder: Path) -> str:
    """Gives its id."""
    model = ModelConfig(n_layers=1, n_heads=2, d_model=4)
    run = Runs(folder, models=()).begin(card_of("mine", model=model, loss=0.5, bleu=30.0))
    run.write_curve(curve_points(4))
    run.write_samples(samples_of(1, 20))
    run.write_moment(moment_of(12, lengths=(2, 3), layers=1, heads=2))
    run.release_lock()
    return run.path.name


def _read_run(folder: Path) -> object | None:
    """All of it, as a window does; each file is told alone."""
    runs = Runs(folder, models=())
    problems: list[object] = [*runs.listing().problems]
    names = [card.run_id for card in runs.cards()]
    if not names:
        return problems[0] if problems else "gone"
    run = runs.open(names[0])
    readers = [run.read_curve, run.read_samples]
    readers += [lambda update=update: run.read_moment(update) for update in run.moment_updates()]
    for read in readers:
        try:
            read()
        except UserError as error:
            problems.append(error)
    return problems[0] if problems else None


def _make_export(folder: Path) -> None:
    inner = folder.with_name(f"{folder.name} runs")
    run = Runs(inner, models=()).open(_make_run(inner))
    list(export_steps(run, folder / "a.zip"))


def _read_export(folder: Path) -> object | None:
    """Taken in among the runs here, and read there."""
    runs = Runs(
        folder.with_name(f"{folder.name} taken {len([*folder.parent.iterdir()])}"), models=()
    )
    *_, card = import_steps(runs, folder / "a.zip")
    run = runs.open(card.run_id) if card else None
    if run is not None:
        run.read_curve()
        run.read_samples()
    return None


def _make_session(folder: Path) -> None:
    _make_checkpoint(folder)
    data = (folder / "a.safetensors").read_bytes()
    checksum = check_checkpoint(folder, data)
    (folder / "a.safetensors").unlink()
    session = three_branches(model=model_of(checksum=checksum, embedded=True))
    save_session(folder / "a.headlight", session, model=data)


def _read_session(folder: Path) -> None:
    path = folder / "a.headlight"
    session = load_session(path)
    if session.model is not None and session.model.embedded:
        check_checkpoint(path, embedded_checkpoint(path))


def _make_autosave(folder: Path) -> None:
    autosaves = Autosaves(folder)
    autosaves.begin()
    save_session(autosaves.path, three_branches())
    mark = (autosaves.path.parent / "open").read_bytes()
    autosaves.end()
    write_atomically(autosaves.path.parent / "open", mark)


def _read_autosave(folder: Path) -> None:
    autosaves = Autosaves(folder)
    try:
        earlier = autosaves.begin()
        if earlier is not None and earlier.path is not None:
            load_session(earlier.path)
        autosaves.opened()
    finally:
        autosaves.end()


def _make_corpus(folder: Path) -> None:
    (folder / "a.tsv").write_text("".join(f"我 {n}\tcat {n}\t#{n} (me)\n" for n in range(50)))


def _make_packed(folder: Path) -> None:
    _make_corpus(folder)
    (folder / "a.tsv.gz").write_bytes(gzip.compress((folder / "a.tsv").read_bytes()))
    (folder / "a.tsv").unlink()


def _settings(folder: Path) -> None:
    recent = ("/a/b.safetensors", "狗.safetensors")
    save_settings(folder / "settings.json", Settings(theme="dark", recent_models=recent))


def _place(folder: Path) -> None:
    write_place(folder, WindowPlace(x=1, y=-5, width=800, height=600))


KINDS: Mapping[str, Kind] = {
    "checkpoint": Kind(_make_checkpoint, _read_checkpoint),
    "saved run": Kind(_make_saved, _read_saved),
    "run folder": Kind(_make_run, _read_run),
    "exported run": Kind(_make_export, _read_export),
    "session": Kind(_make_session, _read_session),
    "autosave": Kind(_make_autosave, _read_autosave),
    "settings": Kind(_settings, lambda folder: load_settings(folder / "settings.json")[1]),
    "window's place": Kind(_place, lambda folder: None if read_place(folder) else "none"),
    "corpus": Kind(_make_corpus, lambda folder: read_tsv(folder / "a.tsv") and None),
    "packed corpus": Kind(_make_packed, lambda folder: read_tsv(folder / "a.tsv.gz") and None),
}
