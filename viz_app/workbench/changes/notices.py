"""Sentences to the user: said, added to, dismissed."""

from __future__ import annotations

import dataclasses

from model.messages import MOST_SENTENCES, Message, joined, sentences_in
from viz_app.workbench.state.workbench import LEVELS, Notice, NoticeLevel, Workbench


def told(bench: Workbench, message: Message, level: NoticeLevel = "info") -> Workbench:
    """Say one sentence."""
    return dataclasses.replace(bench, notice=Notice(level, message))


def also_told(bench: Workbench, message: Message, level: NoticeLevel = "info") -> Workbench:
    """Say one sentence more; each stays the note, the warning or the error that it is.

    Where there are too many already, the new one takes their place.
    """
    notice = bench.notice
    if notice is None or sentences_in(notice.message) >= MOST_SENTENCES:
        return told(bench, message, level)
    *others, (last, said) = notice.parts or ((notice.level, notice.message),)
    new = ((level, joined((said, message))),) if last == level else ((last, said), (level, message))
    notice = dataclasses.replace(
        notice,
        level=max(level, notice.level, key=LEVELS.index),
        message=joined((notice.message, message)),
        parts=(*others, *new),
    )
    return dataclasses.replace(bench, notice=notice)


def failed(bench: Workbench, message: Message, details: str = "") -> Workbench:
    """Something went wrong; the session on screen stays."""
    return dataclasses.replace(bench, notice=Notice("error", message, details))


def notice_dismissed(bench: Workbench) -> Workbench:
    """The user has read the notice, or has gone on to something else."""
    return dataclasses.replace(bench, notice=None)


def note_passed(bench: Workbench) -> Workbench:
    """The user goes to another tab: a mere note is past; what is wrong or offered stays."""
    notice = bench.notice
    mere = notice is not None and notice.level == "info" and not (notice.go_on or notice.use)
    return notice_dismissed(bench) if mere else bench
