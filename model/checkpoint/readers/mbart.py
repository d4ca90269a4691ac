"""mBART and mBART-50 on the Hugging Face hub (Liu et al. 2020, Tang et al. 2020)."""

from __future__ import annotations

from model.checkpoint.readers.bart_layers import bart_config, shared_model, shared_switches
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.languages import two_languages
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised


def read_mbart(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm with a norm after each stack, and for the rest BART, with language codes.

    A code stands where the first mBART has it, after the source's ``</s>``, and then the decoder
    begins with the target's instead of a start; or, since mBART-50, first in either.

    Raises:
        ForeignModelError: something is missing, or not as mBART has it.
    """
    sides = two_languages(folder, answers, starts=True)
    config = bart_config(
        folder,
        norm="pre",
        embedding_norm=True,
        positions="learned",
        **shared_switches(folder, sides),
    )
    return shared_model(folder, answers, family="mBART", config=config, sides=sides)
