"""What a run is doing, or what became of it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.runs.card import RunCard
from viz_app.panels.training.runs.texts.known_names import corpus_text
from viz_app.panels.training.snapshot.run import RunViewSnapshot
from viz_app.panels.training.state.training import LiveRun
from viz_app.texts.numbers import spoken_time
from viz_app.texts.system_reasons import system_reason

translate = QCoreApplication.translate

LONGEST = 36
"""Characters of a corpus's name beside that of the run."""

NO_BREAK = "\u00a0"
"""A blank at which no line ends: a unit stays with its number."""


def status_sentence(snapshot: RunViewSnapshot) -> str:
    """Of the run on show: ``reverse · training, epoch 3 of 12``."""
    card = snapshot.card
    if card is None:
        return ""
    live = snapshot.live
    status = _live_status(live, card) if live is not None else _ended_status(card, snapshot)
    return f"{_short(corpus_text(card.task))} · {status}"


def starting_sentence(live: LiveRun) -> str:
    """A run that has no folder yet."""
    text = translate("RunView", "Reading the corpus of {task}…")
    return text.format(task=corpus_text(live.request.task))


def elsewhere_sentence(card: RunCard, *, paused: bool) -> str:
    """A run under way that is not the one on show."""
    trained = translate("RunView", "{name} is being trained")
    text = translate("RunView", "{name} is paused") if paused else trained
    return text.format(name=card.name)


def use_explanation(snapshot: RunViewSnapshot) -> str:
    """What the button does, or why it cannot be pressed."""
    card = snapshot.card
    if snapshot.can_be_used or card is None:
        return translate(
            "RunHeader",
            "Make it the model that translates; while it is training, with its current weights",
        )
    if card.experiment:
        return _of_experiment(under_way=snapshot.live is not None)
    if snapshot.live is not None:
        return translate("RunHeader", "It can translate after its first update")
    return translate("RunHeader", "This run left no model")


def _of_experiment(*, under_way: bool) -> str:
    if under_way:
        return translate("RunHeader", "An experiment under way can only be watched")
    return translate("RunHeader", "Its network was altered for the experiment, so it left no model")


def replay_explanation(snapshot: RunViewSnapshot) -> str:
    """What the button does, or why it cannot be pressed."""
    if snapshot.replay is None:
        return translate("RunHeader", "No attention was recorded for this run")
    return translate(
        "RunHeader",
        "Show in every view of Look what its heads attended to while it learned",
    )


def empty_sentence() -> str:
    """Before the first run; true in every tab that has the run on show beside its page."""
    return translate(
        "RunView",
        "No run is on show yet. Under Train, choose a task and a time and press Start: "
        "loss and translations appear here while the model learns. "
        "Earlier runs are listed under Runs: click one to see it here.",
    )


def watched_sentence() -> str:
    """Where the translations of a run would be."""
    return translate(
        "RunView",
        "There are none: this network was watched while it learned, and Headlight cannot translate "
        "with it.",
    )


def unscored_sentence() -> str:
    """Where the score of a run would be."""
    return translate("RunView", "No score: a network that was watched translates nothing.")


def no_moments_sentence() -> str:
    """Where the time-lapse will be, before the first run."""
    return translate(
        "RunView",
        "No run is on show yet. Under Train, choose a task and a time and press Start, or pick an "
        "earlier run under Runs: here you then see how the attention of its heads formed, moment "
        "by moment.",
    )


def _short(name: str) -> str:
    """A long name of a corpus without its middle: the list of runs has it whole."""
    half = LONGEST // 2
    return name if len(name) <= LONGEST else f"{name[:half]}…{name[-half:]}"


def _live_status(live: LiveRun, card: RunCard) -> str:
    progress = live.progress
    values = {
        "epoch": progress.epoch if progress else card.epoch,
        "epochs": progress.epochs if progress else card.training.epochs,
    }
    if live.ending:
        return translate("RunView", "being saved…")
    if progress is None:
        return translate("RunView", "about to begin…")
    if live.status == "paused":
        return translate("RunView", "paused in epoch {epoch} of {epochs}").format(**values)
    return translate("RunView", "training, epoch {epoch} of {epochs}").format(**values)


def _ended_status(card: RunCard, snapshot: RunViewSnapshot) -> str:
    values = {
        "epoch": card.epoch,
        "epochs": card.training.epochs,
        "update": f"{card.update:,}",
        "time": spoken_time(card.seconds).replace(" ", NO_BREAK),
        "reason": system_reason(card.reason),
    }
    sentences = {
        "finished": translate("RunView", "finished: one epoch in {time}")
        if card.epoch == 1
        else translate("RunView", "finished: {epoch} epochs in {time}"),
        "stopped": translate("RunView", "stopped in epoch {epoch} of {epochs} after {time}"),
        "failed": translate("RunView", "failed in epoch {epoch}: {reason}"),
        "running": translate("RunView", "interrupted in epoch {epoch} of {epochs}"),
    }
    if card.module:
        sentences = {
            "finished": translate("RunView", "watched for {update} updates in {time}"),
            "stopped": translate("RunView", "stopped after {update} updates in {time}"),
            "failed": translate("RunView", "failed after update {update}: {reason}"),
            "running": translate("RunView", "being watched, or interrupted"),
        }
    text = sentences[card.status].format(**values)
    more = ""
    if snapshot.can_go_on and card.status != "failed":
        more = translate("RunView", "it can be continued")
    elif card.module and snapshot.history is not None and not snapshot.curve:
        more = translate("RunView", "without losses, which watch.step(loss=…) would note")
    return f"{text}; {more}" if more else text
