"""What an encoder alone expects at each place of a sentence, in one pass, everything recorded."""

from __future__ import annotations

import torch
from torch import Tensor

from model.decoding.next_token import TOP_K, best_candidates, entropy_bits
from model.decoding.tensors import float_array, of_one
from model.decoding.trained import TrainedModel
from model.messages import SourceError
from model.network.masks import whole_mask
from model.text.tokenizer import Tokenizer
from model.traces.recording import check_size
from model.traces.trace import PlaceCandidates, Trace, kinds_of


def masked_candidates(model: TrainedModel, text: str, *, top_k: int = TOP_K) -> Trace:
    """A trace without steps, with the candidates of every place (Devlin et al. 2019, section 3.1).

    Its translation is the sentence with the best candidate in each masked place. The others were
    read as they are: what is expected there is told by their own token, too.

    Args:
        model: one without a decoder.
        text: as the user typed it, with the tokenizer's mask where a token is to be predicted.
        top_k: candidates of each place, 1 or more.

    Raises:
        SourceError: the sentence cannot be read, or its weights would fill the memory.
    """
    source, tokenizer = model.prepared(text), model.tgt_tokenizer
    check_size(source, model.config, max_steps=0)
    src = torch.tensor([source.ids], device=model.device)  # [1, source]
    with model.evaluating() as network:
        encoded = network.encode(src, whole_mask(src), record=True)
        log_probabilities = network.predict(encoded.memory)[0].float().log_softmax(dim=-1)
    places = tuple(
        _place(row, token_id, tokenizer, top_k=top_k)
        for token_id, row in zip(source.ids, log_probabilities, strict=True)
    )
    return Trace(
        source_text=source.text,
        source_tokens=source.tokens,
        source_ids=source.ids,
        encoder_weights=float_array(of_one(encoded.weights)),
        unknown=source.unknown,
        notices=source.notices,
        stop="end of sentence",
        translation=tokenizer.decode(place.token_id for place in places),
        kinds=kinds_of(model.config),
        places=places,
    )


def masked_text(model: TrainedModel, text: str, place: int) -> str:
    """A sentence with the mask at a place of its trace, where its own token stood.

    Raises:
        SourceError: the sentence cannot be read, a mask stands there, or what is around a sentence.
    """
    source, tokenizer = model.prepared(text), model.src_tokenizer
    masked = tokenizer.masked(source.text, place - len(tokenizer.prefix))
    if source.ids[place] == tokenizer.mask:
        raise SourceError("This token is masked already: what is expected here is shown.")
    if masked == source.text:
        raise SourceError(
            "{token} stands around every sentence, and cannot be masked.",
            token=source.tokens[place],
        )
    return masked


def _place(row: Tensor, read: int, tokenizer: Tokenizer, *, top_k: int) -> PlaceCandidates:
    """What is expected where a token was read; ``row`` are log-probabilities, ``[vocabulary]``."""
    candidates, masked = best_candidates(row, tokenizer, top_k), read == tokenizer.mask
    token_id = candidates[0].token_id if masked else read
    return PlaceCandidates(
        masked=masked,
        token_id=token_id,
        log_probability=float(row[token_id]),
        candidates=candidates,
        entropy=entropy_bits(row),
    )
