"""The application in a theme for the length of a test, as it was before afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QApplication

from viz_app.design.theme import Theme, apply_theme
from viz_app.testing import changing_clothes


@contextmanager
def dressed(app: QApplication, theme: Theme) -> Iterator[None]:
    with changing_clothes(app):
        apply_theme(app, theme)
        yield
