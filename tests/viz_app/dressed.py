"""The application in a theme for the length of a test, as it was before afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtWidgets import QApplication

from viz_app.design.theme import Theme, apply_theme


@contextmanager
def dressed(app: QApplication, theme: Theme) -> Iterator[None]:
    """Colours, font and style sheet of a theme."""
    with changing_clothes(app):
        apply_theme(app, theme)
        yield


@contextmanager
def changing_clothes(app: QApplication) -> Iterator[None]:
    """Whatever theme it gets meanwhile."""
    font, palette, sheet = app.font(), app.palette(), app.styleSheet()
    try:
        yield
    finally:
        app.setStyleSheet(sheet)
        app.setPalette(palette)
        app.setFont(font)
