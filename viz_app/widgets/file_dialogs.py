"""File dialogs. Each returns None when it is cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QTimer, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QStatusBar,
    QWidget,
)

from viz_app.design.theme import frame_theme
from viz_app.storage.files import file_name
from viz_app.widgets.choosers import say
from viz_app.widgets.layout import name_parts, text_label
from viz_app.widgets.themed import Themed, Translated

# --------------------------------------------------------------------------------------- work line
# Work on a file in the status bar: what, how far, and a way to stop.


PATIENCE_MS = 300
"""Shorter work shows no progress line."""


class WorkLine(Themed, Translated, QWidget):
    """A progress line, hidden until :meth:`begin`; its button cancels the work."""

    def __init__(self, bar: QStatusBar) -> None:
        super().__init__(bar)
        self.sentence = text_label(parent=self)
        self.progress, self.stop = QProgressBar(textVisible=False), QPushButton()
        name_parts(self, "work")
        self.progress.setFixedWidth(120)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for view in (self.sentence, self.progress, self.stop):
            row.addWidget(view)
        self.stop.setProperty("link", True)  # low: the bar stays as high as it is
        self._waiting = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._waiting.timeout.connect(self.show)
        bar.insertPermanentWidget(1, self)  # behind the sentence, which comes first
        self.hide()
        self._retranslate()

    def begin(self, sentence: str) -> None:
        self.sentence.setText(sentence)
        self.progress.setAccessibleName(sentence)
        self.progress.setRange(0, 0)
        self._waiting.start()

    @Slot(int, int)
    def advance(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    @Slot()
    def end(self) -> None:
        self._waiting.stop()
        self.hide()

    def _apply_theme(self) -> None:
        self.setFixedHeight(5 * frame_theme(self.theme).unit)

    def _retranslate(self) -> None:
        say(self.stop, self.tr("Stop"), self.tr("Stop writing; the file is not changed"))


# ------------------------------------------------------------------------------------ file dialogs


CHECKPOINT_SUFFIX, SESSION_SUFFIX, RUN_SUFFIX = ".safetensors", ".headlight", ".zip"
Output = Literal["picture", "numbers", "animation"]
OUTPUTS: Mapping[Output, tuple[str, ...]] = {
    "picture": (".png", ".svg", ".pdf"),
    "numbers": (".npz", ".json", ".csv"),
    "animation": (".mp4", ".gif"),
}
PAIRS_SUFFIXES = (".tsv", ".tsv.gz")

translate = QCoreApplication.translate


def holds_pairs(path: Path) -> bool:
    return path.name.lower().endswith(PAIRS_SUFFIXES)


def ask_open_path(parent: QWidget | None = None) -> Path | None:
    every = " ".join(map("*{}".format, (SESSION_SUFFIX, CHECKPOINT_SUFFIX, RUN_SUFFIX, ".md")))
    filters = (
        translate("file_dialogs", "All supported files ({patterns})").format(patterns=every),
        _sessions(),
        _models(),
        translate("file_dialogs", "Exported runs (*.zip)"),
        translate("file_dialogs", "Lessons (*.md)"),
    )
    title = translate("file_dialogs", "Open session, model or run")
    return _ask(QFileDialog(parent, title, "", _filters(*filters)))


def ask_any_file(parent: QWidget, title: str) -> Path | None:
    return _ask(QFileDialog(parent, title, "", translate("file_dialogs", "All files (*)")))


def ask_model_folder(parent: QWidget) -> Path | None:
    dialog = QFileDialog(parent, translate("file_dialogs", "Import model from folder"))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    return _ask(dialog)


def ask_session_path(parent: QWidget, name: str, *, embeds: bool = False) -> Path | None:
    title = (
        translate("file_dialogs", "Save session with its model as")
        if embeds
        else translate("file_dialogs", "Save session as")
    )
    dialog = QFileDialog(parent, title, "", _filters(_sessions()))
    name = name or translate("file_dialogs", "session")
    return _ask_to_save(dialog, SESSION_SUFFIX, f"{file_name(name)}{SESSION_SUFFIX}")


def ask_save_path(parent: QWidget | None = None, name: str = "model") -> Path | None:
    """Where to save a checkpoint; adds a missing suffix, asks before replacing a file."""
    title = translate("file_dialogs", "Save model as")
    dialog = QFileDialog(parent, title, "", _filters(_models()))
    return _ask_to_save(dialog, CHECKPOINT_SUFFIX, f"{file_name(name)}{CHECKPOINT_SUFFIX}")


def ask_lesson_path(parent: QWidget, name: str) -> Path | None:
    """The name has the language, which the worksheet is in."""
    title = translate("file_dialogs", "Save scenes as a lesson")
    suffix = "." + translate("guide", "en") + ".md"
    dialog = QFileDialog(parent, title, "", _filters(translate("file_dialogs", "Lessons (*.md)")))
    return _ask_to_save(dialog, "md", file_name(name) + suffix)


def ask_export_path(parent: QWidget, name: str) -> Path | None:
    archives = _filters(translate("file_dialogs", "Archives (*.zip)"))
    dialog = QFileDialog(parent, translate("file_dialogs", "Export run as"), "", archives)
    return _ask_to_save(dialog, "zip", f"{file_name(name)}.zip")


def ask_output_path(parent: QWidget, what: Output, name: str, suffix: str = "") -> Path | None:
    """Where to save an output and in which format; the chosen suffix is listed first."""
    titles = {
        "picture": translate("file_dialogs", "Save picture as"),
        "numbers": translate("file_dialogs", "Save values as"),
        "animation": translate("file_dialogs", "Save animation as"),
    }
    names = _format_names()
    formats = {one: names[one] for one in sorted(OUTPUTS[what], key=lambda one: one != suffix)}
    dialog = QFileDialog(parent, titles[what])
    suffixes = {text: one for one, text in formats.items()}
    dialog.setNameFilters(list(suffixes))
    dialog.filterSelected.connect(lambda text: dialog.setDefaultSuffix(suffixes[text][1:]))
    first = next(iter(formats))
    return _ask_to_save(dialog, first[1:], f"{file_name(name)}{first}")


def ask_report_path(parent: QWidget, sentence: str) -> Path | None:
    pages = _filters(translate("file_dialogs", "Web pages (*.html)"))
    dialog = QFileDialog(parent, translate("file_dialogs", "Save report as"), "", pages)
    return _ask_to_save(dialog, "html", f"{file_name(sentence)}.html")


def ask_corpus(parent: QWidget | None = None) -> str | None:
    """A corpus as a task's name: a ``.tsv`` file, or ``SOURCE,TARGET``, asked for in turn."""
    source = _ask_text(parent, translate("file_dialogs", "Open pairs (.tsv), or source sentences"))
    if source is None or holds_pairs(source):
        return str(source) if source else None
    target = _ask_text(parent, translate("file_dialogs", "Open the matching target sentences"))
    return f"{source},{target}" if target else None


def ask_pairs(parent: QWidget | None = None) -> Path | None:
    return _ask_text(parent, translate("file_dialogs", "Open sentence pairs (.tsv)"))


def _ask_text(parent: QWidget | None, title: str) -> Path | None:
    pairs = translate("file_dialogs", "Sentence pairs (*.tsv *.tsv.gz)")
    return _ask(QFileDialog(parent, title, "", _filters(pairs)))


def _format_names() -> dict[str, str]:
    return {
        ".png": translate("file_dialogs", "PNG pictures (*.png)"),
        ".svg": translate("file_dialogs", "SVG pictures (*.svg)"),
        ".pdf": translate("file_dialogs", "PDF pages (*.pdf)"),
        ".npz": translate("file_dialogs", "NumPy arrays (*.npz)"),
        ".json": translate("file_dialogs", "JSON (*.json)"),
        ".csv": translate("file_dialogs", "Comma-separated values (*.csv)"),
        ".mp4": translate("file_dialogs", "Videos (*.mp4)"),
        ".gif": translate("file_dialogs", "Animated GIFs (*.gif)"),
    }


def _models() -> str:
    return translate("file_dialogs", "Models (*.safetensors)")


def _sessions() -> str:
    return translate("file_dialogs", "Sessions (*.headlight)")


def _filters(*kinds: str) -> str:
    return ";;".join((*kinds, translate("file_dialogs", "All files (*)")))


def _ask_to_save(dialog: QFileDialog, suffix: str, suggestion: str) -> Path | None:
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(suggestion)
    return _ask(dialog)


def _ask(dialog: QFileDialog) -> Path | None:
    folder = dialog.fileMode() == QFileDialog.FileMode.Directory
    if dialog.acceptMode() == QFileDialog.AcceptMode.AcceptOpen and not folder:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    # Qt's own dialog, where the desktop has none, says these two in English
    dialog.setLabelText(dialog.DialogLabel.LookIn, translate("file_dialogs", "Look in:"))
    dialog.setLabelText(dialog.DialogLabel.FileType, translate("file_dialogs", "Files of type:"))
    accepted = dialog.exec()
    dialog.deleteLater()
    return Path(dialog.selectedFiles()[0]) if accepted else None
