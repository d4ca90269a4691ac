"""States in which a head is walked through."""

from model.lessons.one_head import HeadAnatomy
from tests.model.anatomies import anatomy_of
from tests.viz_app.states import room
from viz_app.panels.one_head.room import OneHeadRoom, OneHeadState, one_head_question
from viz_app.workbench.room import Answered
from viz_app.workbench.state import Selection


def walking(kind="cross", *, query=3, cell=None, norm="pre", **choices) -> OneHeadRoom:
    """The tab in front, the head computed; ``choices`` are fields of :class:`OneHeadState`."""
    selection = Selection(kind=kind, layer=1, head=1, step=query, cell=cell)
    walked = room(OneHeadState(**choices), selection=selection, model_key=1, tab="one_head")
    return answered(walked, anatomy_of(kind, norm=norm))


def answered(room: OneHeadRoom, anatomy: HeadAnatomy) -> OneHeadRoom:
    question = one_head_question(room)
    answer = None if question is None else Answered(question, anatomy)
    return room.changed(answer=answer)
