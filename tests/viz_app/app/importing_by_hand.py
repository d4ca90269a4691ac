"""The page of *Model → Import…* in a user's hands, and models that other programs have made."""

import torch
from PySide6.QtWidgets import QPushButton
from torch import nn

from tests.model.checkpoint.readers.loops import vocabulary
from tests.viz_app.application import choose, click, drop, settle


class Loop(nn.Module):
    """A model as the tutorials write it."""

    def __init__(self, d_model=16):
        super().__init__()
        self.src, self.tgt = nn.Embedding(20, d_model), nn.Embedding(18, d_model)
        self.transformer = nn.Transformer(d_model, 4, 1, 1, 32, batch_first=True)
        self.out = nn.Linear(d_model, 18)


def loop_file(folder, **options):
    """Its state dict, with lists of words beside it."""
    torch.manual_seed(2)
    folder.mkdir(exist_ok=True)
    torch.save(Loop(**options).state_dict(), folder / "loop.pt")
    vocabulary(folder, "s", 20)
    vocabulary(folder, "t", 18)
    return folder / "loop.pt"


def look_at(qtbot, application, path):
    """Drop a model on the window; the page, when it was read."""
    drop(application.window, path)
    return read(qtbot, application)


def read(qtbot, application):
    """The page, as soon as what is on it was read."""
    qtbot.waitUntil(lambda: application.work.imports.dialog is not None)
    dialog = application.work.imports.dialog
    qtbot.waitUntil(dialog.isVisible)
    qtbot.waitUntil(lambda: not application.store.state.importing.recognising)
    return dialog


def answer(qtbot, application, **answers):
    """Answer questions one after the other, each where it is asked: ``src_vocab="…"``."""
    dialog = application.work.imports.dialog
    for name, value in answers.items():
        field = dialog.about.questions.fields[name.replace("_", "-")]
        if hasattr(field, "combo"):
            choose(qtbot, field.combo, value)
        elif hasattr(field, "spin"):
            field.spin.setFocus()
            field.spin.selectAll()
            qtbot.keyClicks(field.spin, str(value))
            field.spin.interpretText()
        else:
            field.line.setFocus()
            field.line.selectAll()
            qtbot.keyClicks(field.line, str(value))
            field.line.editingFinished.emit()
        read(qtbot, application)
    return dialog


def press(qtbot, dialog, button: QPushButton):
    assert button.isEnabled(), dialog.check.text()
    click(qtbot, button)


def imported(qtbot, application):
    """Import what is on the page; the model that has come on screen."""
    dialog = application.work.imports.dialog
    name = dialog.name.text()
    press(qtbot, dialog, dialog.import_button)
    qtbot.waitUntil(lambda: not dialog.isVisible())
    qtbot.waitUntil(lambda: application.bench.now.model.name == name)
    settle(qtbot, application)
    return application.bench.now.model


def cells(dialog):
    """What stands in the table."""
    table = dialog.table
    return [
        tuple(table.item(row, column).text() for column in range(table.columnCount()))
        for row in range(table.rowCount())
        if not table.isRowHidden(row)
    ]


def left_in(folder):
    """Names of the files in a folder."""
    return [path.name for path in folder.rglob("*") if path.is_file()]
