"""M2M-100 and NLLB on the Hugging Face hub (Fan et al. 2020, NLLB Team 2022)."""

from __future__ import annotations

from model.checkpoint.readers.bart_layers import (
    OFFSET,
    bart_config,
    shared_model,
    shared_switches,
    stored_positions,
)
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.languages import tokenizer_class, two_languages
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.tensor_files import ForeignModelError

_POSITIONS = "embed_positions.weights"
"""Of a stack, where a file holds what is computed."""


def read_m2m100(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm, sines before cosines with a closed scale, language codes before the sentences.

    Raises:
        ForeignModelError: something is missing, or not as M2M-100 has it.
    """
    sides = two_languages(folder, answers, starts=False)
    config = bart_config(
        folder,
        norm="pre",
        positions="sinusoidal",
        sinusoids="halves",
        closed_sinusoids=True,
        position_offset=folder.number("pad_token_id", OFFSET - 1) + 1,
        activation=folder.activation("activation_function", "relu"),
        scaled_embedding=folder.flag("scale_embedding", default=True),
        **shared_switches(folder, sides),
    )
    if config.d_model % 2:
        raise ForeignModelError(
            "{path}: d_model ({d_model}) must be even, for as many sines as cosines.",
            path=folder.path / "config.json",
            d_model=config.d_model,
        )
    config = stored_positions(folder, config, name=_POSITIONS, skipped=config.position_offset)
    family = "NLLB" if tokenizer_class(folder) == "NllbTokenizer" else "M2M-100"
    return shared_model(
        folder, answers, family=family, config=config, sides=sides, positions=_POSITIONS
    )
