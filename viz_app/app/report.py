"""*File → Report…*: the current translation as one page, written by the worker."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Slot

from model.messages import Message
from viz_app.app.app_state import Services
from viz_app.app.appearance import resolve_language
from viz_app.workbench.changes.models import failed, told
from viz_app.workbench.covers import sheet
from viz_app.workbench.snapshots.token_axes import branch_rows
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow
    from viz_app.html.report import TranslationReport
    from viz_app.storage.files import FileProgress
    from viz_app.widgets.file_dialogs import WorkLine

NOTHING = Message("There is nothing to report yet: type a sentence first.")
REPORT_PRIORITY = 5


class ReportFile(QObject):
    """Asks for a path, has the page written there, and shows the outcome."""

    def __init__(self, window: MainWindow, services: Services) -> None:
        super().__init__(window)
        self._window, self._desk = window, services.desk
        self._bench, self._screen = services.bench, services.screen
        self._token: int | None = None
        self._path = Path()
        self._line: WorkLine | None = None
        self._entry = window.menus.action("report")
        self._entry.triggered.connect(self.ask_and_write)

    @Slot()
    def ask_and_write(self) -> None:
        from viz_app.widgets.file_dialogs import ask_report_path

        shown = self._screen.now
        if shown.trace is None:
            self._bench.apply(told, NOTHING)
            return
        if (why_not := sheet(shown)) is not None:
            self._bench.apply(told, why_not, "warning")
            return
        path = ask_report_path(self._window, shown.trace.source_text)
        if path is not None:
            self._write(shown, path)

    def _write(self, shown: Workbench, path: Path) -> None:
        self._path = path
        line = self._shown_line()
        self._entry.setEnabled(False)
        line.begin(QCoreApplication.translate("report", "Writing the report…"))
        saved = Message("The report was saved as {path}.", {"path": path})
        self._token = self._desk.submit(
            partial(_steps, shown, path),
            on_item=lambda progress: line.advance(*progress),
            on_failed=self._fail,
            on_finished=lambda: self._end(saved),
            priority=REPORT_PRIORITY,
        )

    def _shown_line(self) -> WorkLine:
        if self._line is None:
            from viz_app.widgets.file_dialogs import WorkLine

            self._line = WorkLine(self._window.statusBar())
            self._line.set_theme(self._window.theme)
            self._line.stop.clicked.connect(self._stop)
        return self._line

    def _fail(self, message: Message, details: str) -> None:
        self._end()
        self._bench.apply(failed, message, details)

    @Slot()
    def _stop(self) -> None:
        self._desk.drop(self._token)
        self._end(Message("The report was stopped: {path} was not saved.", {"path": self._path}))

    def _end(self, said: Message | None = None) -> None:
        self._shown_line().end()
        self._entry.setEnabled(True)
        if said is not None:
            self._bench.apply(told, said)


def _steps(shown: Workbench, path: Path) -> Iterator[FileProgress]:
    # Runs in the worker: what a page needs is imported there.
    from viz_app.html.report import report_steps

    return report_steps(_report(shown), path)


def _report(shown: Workbench) -> TranslationReport:
    # The model behind a recorded moment is unknown.
    from viz_app.html.report import ReportedTrace, TranslationReport
    from viz_app.html.templates import translated_words
    from viz_app.texts.interventions import interventions_text

    tree = shown.branches
    rows = () if tree is None else branch_rows(tree)
    branches = [] if tree is None else [(row.name or row.text, tree.branch(row.id)) for row in rows]
    traces = [
        ReportedTrace(
            name,
            branch.trace,
            branch.interventions,
            interventions_text(branch.interventions, branch.trace),
        )
        for name, branch in branches
    ]
    if not traces and shown.trace is not None:
        traces = [ReportedTrace("", shown.trace)]
    return TranslationReport(
        traces=traces,
        model=None if shown.recorded else shown.model,
        chosen=(shown.selection.layer, shown.selection.head),
        kind=shown.selection.kind,
        language=resolve_language(shown.settings.language),
        words=translated_words(QCoreApplication.translate),
    )
