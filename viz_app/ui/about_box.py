"""What Headlight is, shown without stopping anything."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

import PySide6
from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtWidgets import QMessageBox, QWidget


def show_about(parent: QWidget) -> QMessageBox:
    """Show name, version and licence in a box of its own; returns at once."""
    translate = QCoreApplication.translate
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setModal(False)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(translate("about_box", "About Headlight"))
    box.setText(translate("about_box", "Headlight {version}").format(version=_version()))
    box.setInformativeText(_information())
    box.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    box.show()
    return box


def _information() -> str:
    template = QCoreApplication.translate(
        "about_box",
        "See what every attention head of a Transformer looks at"
        " while it translates and learns.\n\n"
        "Licence: MIT\nQt {qt} · PySide {pyside}",
    )
    return template.format(qt=qVersion(), pyside=PySide6.__version__)


def _version() -> str:
    try:
        return version("headlight")
    except PackageNotFoundError:
        return ""
