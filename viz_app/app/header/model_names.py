"""What a model is called in a list, so that no two entries look the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from viz_app.storage.library import ModelEntry, ModelFile


def listed_name(
    entry: ModelEntry, models: Sequence[ModelEntry], file: ModelFile | None = None
) -> str:
    """A model's name, with as many of its folders as tell it from those that are called the same.

    Args:
        entry: one of ``models``; a shipped one has its name alone.
        models: all that are listed.
        file: of the current model, which may be known not to be what was shipped.
    """
    name = entry.name
    if not entry.shipped:
        name = " · ".join(filter(None, (name, _telling_folders(entry, models))))
    if file is not None and file.altered and file.path == entry.path:
        name = QCoreApplication.translate("ModelChooser", "{name} (changed)").format(name=name)
    return name


def _telling_folders(entry: ModelEntry, models: Sequence[ModelEntry]) -> str:
    """The last folders of its path, no more than no other of its name has; empty without one."""
    own = entry.path.parent.parts
    others = [
        other.path.parent.parts
        for other in models
        if other.name == entry.name and other.path != entry.path
    ]
    if not others:
        return ""
    numbers = range(1, len(own) + 1)
    count = next((n for n in numbers if own[-n:] not in {o[-n:] for o in others}), len(own))
    return str(Path(*own[-count:]))
