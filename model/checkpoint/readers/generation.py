"""How a hub folder's own library would go on token by token: what is followed here, and not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.vocabulary import Vocabulary

_WITHOUT_EFFECT: Mapping[str, tuple[Any, ...]] = {
    "num_beams": (1,),
    "do_sample": (False,),
    "max_length": (),
    "max_new_tokens": (),
    "min_length": (0,),
    "min_new_tokens": (0,),
    "no_repeat_ngram_size": (0,),
    "encoder_no_repeat_ngram_size": (0,),
    "repetition_penalty": (1,),
    "encoder_repetition_penalty": (1,),
    "exponential_decay_length_penalty": (),
    "forced_eos_token_id": (),
    "forced_decoder_ids": ([],),
    "begin_suppress_tokens": ([],),
    "sequence_bias": ({}, []),
    "guidance_scale": (1,),
    "penalty_alpha": (0,),
    "dola_layers": (),
    "stop_strings": ([],),
    "watermarking_config": (),
}
"""Settings that nothing here follows, with the values that change no text; null is one of each."""


def never_generated(folder: HubFolder) -> list[int]:
    """Foreign ids of tokens that are never predicted."""
    ids = folder.generation.get("suppress_tokens")
    alone = [word[0] for word in _words(folder) if _is_one(word)]
    return [*alone, *(ids if isinstance(ids, list) else ())]


def forced_start(folder: HubFolder, vocabulary: Vocabulary) -> tuple[int, ...]:
    """Our id of the token that every target begins with, if there is one.

    Raises:
        ForeignModelError: it is no whole number.
        ConfigError: the vocabulary has no such token.
    """
    if folder.generation.get("forced_bos_token_id") is None:
        return ()
    return (vocabulary.ours(folder.token("forced_bos_token_id")),)


def not_followed(folder: HubFolder) -> dict[str, Any]:
    """Settings by which the original's texts can differ from those that are decoded here."""
    said = folder.generation
    found = {
        name: said[name]
        for name, fine in _WITHOUT_EFFECT.items()
        if said.get(name) is not None and said[name] not in fine
    }
    longer = [word for word in _words(folder) if not _is_one(word)]
    return found | ({"bad_words_ids": longer} if longer else {})


def _words(folder: HubFolder) -> list[Any]:
    words = folder.generation.get("bad_words_ids")
    return words if isinstance(words, list) else []


def _is_one(word: Any) -> bool:
    return isinstance(word, list) and len(word) == 1
