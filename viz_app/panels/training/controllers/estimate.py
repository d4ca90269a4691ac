"""What the form asks for, and how long that would take here."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viz_app.app.app_state import AppState
from viz_app.engine.desk import JobDesk
from viz_app.engine.inquiry import Inquiry
from viz_app.engine.store import Store
from viz_app.panels.training.changes.estimating import estimate_arrived, estimate_question
from viz_app.panels.training.jobs.estimate import estimate_steps
from viz_app.panels.training.state.estimate import EstimateAnswer


class EstimateController(QObject):
    """Measures what the form shows, while it is in front and nothing is trained."""

    def __init__(self, store: Store, desk: JobDesk, *, parent: QObject | None = None) -> None:
        """Nothing is asked until the form is in front."""
        super().__init__(parent)
        self._inquiry = Inquiry(
            store,
            desk,
            question=estimate_question,
            steps=estimate_steps,
            arrived=_arrived,
            parent=self,
        )


def _arrived(state: AppState, answer: EstimateAnswer) -> AppState:
    return estimate_arrived(state, answer)
