"""``headlight.translate``: a sentence, and the model found by its name."""

from __future__ import annotations

import warnings
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.checkpoint.header import read_checksum
from model.messages import Message, SourceError
from model.traces.first_look import aligned_head, first_place
from viz_app.notebook.shown_trace import ShownTrace
from viz_app.notebook.window import HeadlightWarning
from viz_app.storage.library import DEFAULT_MODEL, Library, name_of
from viz_app.storage.session.session import SavedBranch, SavedModel, Session

if TYPE_CHECKING:
    from model.decoding.trained import TrainedModel
    from model.traces.trace import Trace


def translate(text: str, *, model: str | Path = DEFAULT_MODEL, device: str = "auto") -> ShownTrace:
    """Translate a sentence and record what every attention head looks at.

    Example::

        trace = headlight.translate("我有一只猫。", model="zh-en")
        trace.translation                # "I have a cat."
        trace.weights("cross").shape     # (3, 8, 6, 7): [layers, heads, target, source]

    Args:
        text: one sentence.
        model: a name that ``headlight models`` lists, or the path of a checkpoint.
        device: where to compute: ``auto``, ``cpu``, ``cuda`` or ``mps``.

    Raises:
        CheckpointError: there is no such model, or it is damaged, foreign or too new.
        DeviceError: there is no device of that name.
        SourceError: the sentence cannot be translated.
    """
    if not isinstance(text, str):
        raise SourceError("A sentence is text, and {text!r} is none.", text=text)
    path = Library().find(str(model))
    checksum = read_checksum(path)  # fails at once; torch takes a second to import
    loaded, notices = _loaded(path, str(device), checksum)
    from model.decoding.greedy import translate as recorded

    trace = recorded(loaded, text)
    for notice in (*notices, *trace.notices):
        warnings.warn(str(notice), HeadlightWarning, stacklevel=2)
    return ShownTrace(_session(trace, loaded, checksum=checksum))


@lru_cache(maxsize=2)
def _loaded(path: Path, device: str, checksum: str) -> tuple[TrainedModel, tuple[Message, ...]]:
    """A model, and what there is to say of it.

    Cells of a notebook ask the same model again and again; its checksum says that it is.
    """
    from model.checkpoint.file import load_checkpoint
    from model.network.device_choice import choose_device

    altered, chosen = Library().altered(path, checksum), choose_device(device)
    notices = tuple(said for said in (altered, chosen.notice) if said is not None)
    return load_checkpoint(path, device=chosen.device).named(name_of(path)), notices


def _first_look(trace: Trace) -> dict[str, Any]:
    """All steps are in view, at the word and in the head that the window would choose, too."""
    layer, head = aligned_head(trace)
    place = {"layer": layer, "head": head, "step": first_place(trace)}
    return {"whole": True, "selection": place}


def _session(trace: Trace, model: TrainedModel, *, checksum: str) -> Session:
    from model.decoding.summary import summary_of

    original = SavedBranch(id=0, parent=None, step=0, name="", trace=trace)
    return Session(
        source_text=trace.source_text,
        branches=(original,),
        bench=_first_look(trace),
        model=SavedModel(checksum=checksum, summary=summary_of(model)),
    )
