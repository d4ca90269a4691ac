"""The workbench and the slices of panels as a session, and back: pure."""

from __future__ import annotations

from viz_app.app.app_state import AppState
from viz_app.storage.session.session import Session, Values


def session_of(state: AppState, *, zoom: Values | None = None) -> Session:
    """What is on screen; what is still being decoded is kept as far as it has come.

    ``zoom`` is the view's own: see :func:`zoom_values`.
    """
    raise NotImplementedError


def with_session(state: AppState, session: Session) -> AppState:
    """A session in place of what is on the workbench; settings, runs and the list of models stay.

    Jobs for what was there before are to be dropped by the caller. Where the current model is not
    the session's, the session is read-only until a model with its checksum arrives: then it
    stays as it is, and everything can be computed again. Any other model translates its sentence
    anew.
    """
    raise NotImplementedError
