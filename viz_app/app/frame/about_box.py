"""What Headlight is, shown without stopping anything."""

from __future__ import annotations

import PySide6
from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtWidgets import QMessageBox, QWidget

from viz_app.widgets.translated import Translated

REFERENCES = (
    "《自然语言处理领域调研——以 Transformer 的实现为例》(2022)",
    "《attention is all you need》, blog (2022)",
    "《Transformer模型Encoder原理精讲及其PyTorch逐行实现》, notes (2024)",
    "《自然语言处理 阅读报告 (Attention Is All You Need)》",
    "2.1.3 前馈层 …, a textbook's sections on the Transformer",
)
"""Titles as they stand in the texts; the last one has none."""


def show_about(parent: QWidget) -> QMessageBox:
    """Show name, version and licence in a box of its own; returns at once."""
    box = AboutBox(parent)
    box.show()
    return box


class AboutBox(Translated, QMessageBox):
    """Plain text that can be selected."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setModal(False)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._retranslate()
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    def _retranslate(self) -> None:
        translate = QCoreApplication.translate
        self.setWindowTitle(translate("about_box", "About Headlight"))
        self.setText(translate("about_box", "Headlight {version}").format(version=_version()))
        self.setInformativeText(_information())


def _information() -> str:
    template = QCoreApplication.translate(
        "about_box",
        "See what every attention head of a Transformer looks at"
        " while it translates and learns.\n\n"
        "The model zh-en has learned from sentence pairs of Tatoeba (tatoeba.org), whose authors"
        " published them under CC BY 2.0 FR, and from phrases written for Headlight. The authors'"
        " names stand in the model's file. The model reverse turns a string of 1 to 16 letters"
        " round.\n\n"
        "Headlight grew out of five Chinese texts on the Transformer:\n{texts}\n\n"
        "Licence: MIT\nQt {qt} · PySide {pyside}",
    )
    return template.format(texts="\n".join(REFERENCES), qt=qVersion(), pyside=PySide6.__version__)


def _version() -> str:
    # imported only here: it costs the window's start ten milliseconds
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("headlight")
    except PackageNotFoundError:
        return ""
