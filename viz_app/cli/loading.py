"""The model that a command works with, and what it makes of a sentence."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from model.checkpoint.header import read_checksum
from model.messages import UserError
from model.traces.trace import Trace
from viz_app.cli.progress import follow_tokens
from viz_app.cli.terminal import complain
from viz_app.storage.library import DEFAULT_MODEL, Library, name_of

if TYPE_CHECKING:
    import torch

    from model.decoding.trained import TrainedModel


def load_model(options: Namespace) -> TrainedModel:
    """The model of ``--model`` on ``--device``; that of a run has the name of its run.

    Raises:
        CheckpointError: there is no such model, or it is damaged, foreign or too new.
    """
    return model_named(options.model or DEFAULT_MODEL, lambda: device_of(options))


def model_named(
    name: str, device: Callable[[], torch.device | None] = lambda: None
) -> TrainedModel:
    """A model by its name or file, on the CPU or where ``device`` says.

    Says so when it should be one that came with Headlight, and is another.

    Raises:
        CheckpointError: there is no such model, or it is damaged, foreign or too new.
    """
    library = Library()
    path = library.find(name)
    complain_if_altered(library, path)  # fails at once; torch takes a second to import
    from model.checkpoint.file import load_checkpoint

    return load_checkpoint(path, device=device()).named(name_of(path))


def complain_if_altered(library: Library, path: Path) -> None:
    """Say that a file is not the one that was shipped, if it should be.

    Raises:
        CheckpointError: it is damaged, foreign or too new.
    """
    notice = library.altered(path, read_checksum(path))
    if notice is not None:
        complain(notice)


def translated(model: TrainedModel, text: str) -> Trace:
    """The translation; shows how far it is, and says what was changed in the sentence.

    Raises:
        SourceError: the sentence cannot be translated.
    """
    from model.decoding.greedy import translate_steps

    trace = follow_tokens(translate_steps(model, text), sys.stderr)
    for notice in trace.notices:
        complain(notice)
    return trace


def check_head(trace: Trace, place: tuple[int, int], *, model: str) -> None:
    """Whether there is such a layer and head, from 0; ``model`` is named where there is not.

    Raises:
        UserError: there is not.
    """
    layer, head = place
    layers = max(map(trace.depth, trace.kinds))
    if layer >= layers or head >= trace.n_heads:
        raise UserError(
            "There is no layer {layer} with a head {head}: {model} has {layers} layers of {heads}"
            " heads.",
            layer=layer + 1,
            head=head + 1,
            model=model,
            layers=layers,
            heads=trace.n_heads,
        )


def device_of(options: Namespace) -> torch.device:
    """Where to compute; says so when it is not where the user asked for."""
    from model.network.device_choice import choose_device

    chosen = choose_device(options.device or "auto")
    if chosen.notice is not None:
        complain(chosen.notice)
    return chosen.device
