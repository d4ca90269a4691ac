"""Translations of many sentences, in their order."""

from collections.abc import Sequence

from model.decoding.batches import translate_all_steps
from model.decoding.trained import TrainedModel


def translate_all(model: TrainedModel, texts: Sequence[str], **options: int) -> list[str]:
    done = [one for step in translate_all_steps(model, texts, **options) for one in step]
    for error in filter(None, (one.error for one in done)):
        raise error
    return [one.translation for one in sorted(done, key=lambda one: one.index)]
