"""Reading embeddings and logits off a model, for one sentence and the target it is fed."""

from __future__ import annotations

from torch import Tensor, nn

from model.config import Stack
from model.decoding.batching import IdPair, make_batch
from model.decoding.tensors import float_array
from model.decoding.trained import TrainedModel
from model.lessons.embedding.record import EmbeddedTokens, EmbeddingRecord, OutputLogits
from model.text.tokenizer import Tokenizer


def read_embedding(model: TrainedModel, pair: IdPair) -> EmbeddingRecord:
    """What goes into the model and what comes out, without dropout.

    The target is fed in whole, as in training; its logits are those of decoding step by step.

    The pair has the source's ids, and the target's from ``<s>`` on; its last token is not fed in.
    Of an encoder alone the logits are those of the source, for which its target stands.

    Raises:
        ValueError: the target has nothing to feed in.
    """
    if len(pair.tgt) < 2:
        raise ValueError(f"a target of {len(pair.tgt)} tokens has no step")
    batch = make_batch([pair], model.device)
    with model.evaluating() as network:
        logits = network(batch.src, batch.tgt_in)[0]  # [target, vocabulary]
    source = _embedded(model, "encoder", batch.src, model.src_tokenizer)
    target = _embedded(model, "decoder", batch.tgt_in, model.tgt_tokenizer)
    fed = target or source
    output = OutputLogits(
        fed=fed.tokens if fed else (),
        chosen_ids=pair.tgt[1:],
        logits=float_array(logits),
        vocabulary=model.tgt_tokenizer.vocabulary,
    )
    return EmbeddingRecord(source=source, target=target, output=output)


def _embedded(
    model: TrainedModel, stack: Stack, ids: Tensor, tokenizer: Tokenizer
) -> EmbeddedTokens | None:
    """One side of a batch of one sentence, ``[1, length]`` ids."""
    if not model.config.depth(stack):
        return None
    adds_positions = model.config.positions not in {"relative", "none"}
    embedding, listed = model.network.embedding(stack), tuple(ids[0].tolist())
    with model.evaluating():
        positions = embedding.positions(0, len(listed))  # [length, d_model]
        rows = embedding.tokens(ids)[0]  # [length, d_model]
        embedded = embedding(ids)[0]  # [length, d_model]
    plain = isinstance(embedding.norm, nn.Identity)
    return EmbeddedTokens(
        tokens=tokenizer.tokens(listed),
        ids=listed,
        rows=float_array(rows),
        scale=embedding.scale,
        positions=float_array(positions) if adds_positions else None,
        embedded=float_array(embedded),
        vocabulary=embedding.tokens.num_embeddings,
        summed=None if plain else float_array(rows * embedding.scale + positions),
    )
