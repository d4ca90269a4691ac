"""What is on disk and what file dialogs are answered: all of it inside the test's folder."""

import random
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from model.runs.presets import PRESETS
from tests.model.checkpoint.readers.small_t5 import t5_folder
from tests.viz_app.app.importing_by_hand import loop_file
from viz_app.panels.training.state import TrainingRequest

NAMES = ("one", "<b>x</b>", "a & b", "\u202eabc", "名字", "CON", "x" * 100, "a\u2028b")


@dataclass
class Answers:
    """Where files are, and which a dialog answers with; every one is below ``folder``."""

    folder: Path
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def furnish(self, model: Path) -> None:
        """Files that can be opened, and some that cannot."""
        place = self.folder / "found"
        place.mkdir(parents=True)
        shutil.copy(model, place / "model.safetensors")
        shutil.copy(model, place / "<b>&model.safetensors")
        pairs = "".join(f"a b {letter}\t{letter} b a\n" for letter in "cdefgh" * 10)
        (place / "pairs.tsv").write_text(pairs, encoding="utf-8")
        (place / "\u202e<img src=x>.tsv").write_text(pairs, encoding="utf-8")
        for name in ("no.safetensors", "no.headlight", "no.zip", "no.tsv", "no.txt"):
            (place / name).write_bytes(b"nothing of the kind")
        weights = t5_folder(place / "t5") / "model.safetensors"
        shutil.copytree(place / "t5", place / "<i>damaged</i>")
        with (place / "<i>damaged</i>" / weights.name).open("r+b") as file:
            file.truncate(weights.stat().st_size // 2)
        t5_folder(place / "猫 & t5", num_layers=1)
        loop_file(place / "loop")

    def foreign(self) -> list[Path]:
        """Models of other programs, and what is none."""
        place = self.folder / "found"
        folders = [path for path in place.iterdir() if path.is_dir()]
        return [*sorted(folders), place / "loop" / "loop.pt", place / "no.txt", place / "nowhere"]

    def any_file(self, rng: random.Random) -> Path:
        """One that is there."""
        return rng.choice(sorted(path for path in self.folder.rglob("*") if _opens(path)))

    def answer(self, dialog: QFileDialog) -> bool:
        """In place of ``exec``."""
        rng = self.rng
        if rng.random() < 0.15:
            return False
        if dialog.fileMode() == QFileDialog.FileMode.Directory:
            path = rng.choice((self.folder / "found", self.folder, *self.foreign()))
        elif dialog.acceptMode() == QFileDialog.AcceptMode.AcceptOpen:
            path = self.any_file(rng)
        else:
            place = self.folder / "saved"
            place.mkdir(exist_ok=True)
            path = place / f"{rng.choice(NAMES)}.{dialog.defaultSuffix()}"
        dialog.setDirectory(str(path.parent))
        dialog.selectFile(str(path))
        return True


def _opens(path: Path) -> bool:
    inside = path.parent.name in {"found", "saved"} and path.is_file()
    return inside and not path.name.startswith(".")


def small_training(rng: random.Random) -> TrainingRequest:
    """A run of seconds."""
    tiny = PRESETS["tiny"]
    training = replace(tiny.training, epochs=rng.choice((1, 3, 30)), seed=rng.randrange(9))
    return TrainingRequest(
        task=rng.choice(("reverse", "copy")), model=tiny.model, training=training, device="cpu"
    )
