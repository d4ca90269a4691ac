"""The checkpoints that can be opened by name: shipped with Headlight, trained here or imported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from model.checkpoint.header import IMPORTED
from model.checkpoint.locations import SHIPPED_FOLDER, SUFFIX, checkpoints_in, is_altered
from model.files import WriteError, make_folder, path_named, shown_name, sweep
from model.messages import CheckpointError, Message
from model.text.words import foreign_script
from viz_app.storage.files import RunError, file_word
from viz_app.storage.run_folder import MODEL, read_card
from viz_app.storage.runs import Runs, user_folder

DEFAULT_MODEL, ENGLISH_MODEL = "zh-en", "passive"
"""The model that reads Chinese, which is always present, and the one that reads English."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A checkpoint that can be opened by name.

    Attributes:
        opened: from another folder of the user's.
        imported: another program has made the model.
    """

    name: str
    path: Path
    shipped: bool
    opened: bool = False
    imported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """The file that a loaded model has come from.

    Attributes:
        checksum: of the model as it was loaded.
        altered: it is among the shipped ones, and differs from what was shipped.
        replaced: another model was written there since.
    """

    path: Path
    checksum: str
    altered: bool = False
    replaced: bool = False


class Library:
    """Checkpoints by name: files have the name of the file, models of runs that of their run."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        shipped: Path = SHIPPED_FOLDER,
        runs: Runs | None = None,
    ) -> None:
        """By default in the user's data folder.

        Args:
            folder: of models trained on the command line, and of imported ones below it.
            shipped: of those that came with Headlight.
            runs: by default those beside ``folder``.
        """
        self.folder = folder or user_folder() / "models"
        self.imported = self.folder / IMPORTED
        self.shipped = shipped
        beside = self.folder.parent / "runs"
        self.runs = runs or Runs(beside, models=(self.shipped, self.folder, self.imported))

    def entries(self) -> tuple[ModelEntry, ...]:
        """Shipped ones first, then those trained here, then imported ones; each group by name."""
        trained = [*_entries(self.folder, shipped=False), *self._of_runs()]
        trained.sort(key=lambda entry: entry.name)
        imported = _entries(self.imported, shipped=False, imported=True)
        return (*_entries(self.shipped, shipped=True), *trained, *imported)

    def first_model(self, language: str, text: str | None = None) -> str:
        """The shipped model that a window opens first: the one that reads ``text``.

        Without a text it is that of the window's language, ``en`` or ``zh_CN``.
        """
        return self.model_for(text) if text else self._reading(english=language == "en")

    def model_for(self, text: str) -> str:
        return self._reading(english=foreign_script(text, ("CJK",)) == "LATIN")

    def _reading(self, *, english: bool) -> str:
        return ENGLISH_MODEL if english and self.shipped_path(ENGLISH_MODEL) else DEFAULT_MODEL

    def shipped_path(self, name: str) -> Path | None:
        """None if it is missing."""
        path = self.shipped / f"{name}{SUFFIX}"
        return path if path.exists() else None

    def sweep(self) -> None:
        # Unfinished imports can be as large as the models.
        for folder in (self.folder, self.imported):
            sweep(folder)

    def find(self, name_or_path: str) -> Path:
        """The file of a name, or the path itself; raises CheckpointError if there is neither."""
        entries = self.entries()
        for entry in entries:
            if entry.name == shown_name(name_or_path):
                return entry.path
        path = path_named(name_or_path)
        if path.exists():
            return path
        raise CheckpointError(
            "Model or file not found: {name!r}. Models: {models}.",
            name=name_or_path,
            models=", ".join(entry.name for entry in entries) or Message("none"),
        )

    def check_not_shipped(self, path: Path) -> None:
        """Raise WriteError for a path in the folder of shipped models, also through links."""
        place = self._shipped_place(path)
        if place is not None:
            raise WriteError(
                "{path} was not written: that folder contains the models shipped with "
                "Headlight, which must not change. Save the model in another folder.",
                path=place,
            )

    def altered(self, path: Path, checksum: str) -> Message | None:
        """Message on a file among the shipped ones that differs from what was shipped, or None.

        Raises:
            CheckpointError: the list of checksums cannot be read.
        """
        place = self._shipped_place(path)
        if place is None or not is_altered(place, checksum):
            return None
        return Message(
            "{name} is not the model shipped with Headlight: its file {path} was changed. "
            "Reinstall Headlight to restore it.",
            {"name": place.stem, "path": place},
        )

    def listed(self, path: Path) -> Path:
        """The path as in :meth:`entries`, else the absolute path."""
        real = path.resolve()
        known = (entry.path for entry in self.entries())
        return next((entry for entry in known if entry.resolve() == real), path.absolute())

    def new_path(self, name: str, *, imported: bool = False) -> Path:
        """A free path for a trained or imported model; makes the folder. Raises WriteError."""
        stem = file_word(name)
        folder = self.imported if imported else self.folder
        make_folder(folder)
        taken = {entry.name for entry in self.entries()} | self.runs.taken_names()
        if imported and stem not in taken:
            return folder / f"{stem}{SUFFIX}"
        number = 2 if imported else 1
        while f"{stem}-{number}" in taken:
            number += 1
        return folder / f"{stem}-{number}{SUFFIX}"

    def _shipped_place(self, path: Path) -> Path | None:
        """Its path in the folder of shipped models, also through links; None for any other."""
        try:
            places = (path, path.resolve())
            return next((one for one in places if one.parent.samefile(self.shipped)), None)
        except (OSError, RuntimeError):  # no such folder, or links that lead nowhere
            return None

    def _of_runs(self) -> Iterator[ModelEntry]:
        for card in self.runs.cards():
            path = self.runs.folder / card.run_id / MODEL
            if card.has_model and path.exists():
                yield ModelEntry(card.name, path, shipped=False)


def name_of(path: Path) -> str:
    """Name of the model in a file: that of its run, else that of the file."""
    if path.name == MODEL:
        try:
            return read_card(path.parent).name
        except RunError:  # a file of that name outside of a run, which is a model as any other
            pass
    return shown_name(path.stem)


def _entries(folder: Path, *, shipped: bool, imported: bool = False) -> tuple[ModelEntry, ...]:
    return tuple(
        ModelEntry(shown_name(path.stem), path, shipped, imported=imported)
        for path in checkpoints_in(folder)
    )
