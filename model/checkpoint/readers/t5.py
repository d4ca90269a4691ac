"""T5 on the Hugging Face hub, version 1.0 and the gated 1.1 (Raffel et al. 2020)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.checkpoint.readers.hub_folder import HubFolder, tables_used
from model.checkpoint.readers.hub_tokenizers import (
    embedding_places,
    forced_start,
    hub_tokenizer,
    never_generated,
    not_followed,
    pieces_in_order,
)
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    TensorPlace,
    TensorPlaces,
    Vocabulary,
    copied,
    in_our_order,
    scaled,
)
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.config import STACKS, ModelConfig, Stack
from model.text.piece_tokenizer import PieceTokenizer

_SHARED, _OUTPUT = "shared.weight", "lm_head.weight"
_TABLES = tuple(f"{stack}.embed_tokens.weight" for stack in STACKS)
_UNUSED = "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight"
"""A bias of cross-attention that old files hold."""


def read_t5(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm with RMSNorm, no biases, unscaled scores, relative positions in all layers.

    Raises:
        ForeignModelError: a part is missing, or differs from T5.
    """
    folder.expect(is_encoder_decoder=True, is_decoder=False)
    cut, ids = hub_tokenizer(folder)
    vocabulary = _vocabulary(folder, ids)
    tables = tables_used(folder, _SHARED, *_TABLES, _OUTPUT)
    config = _config(folder, vocabulary, tables)
    pieces, first = vocabulary.pieces, forced_start(folder, vocabulary)
    return Recognised(
        questions=tuple(answers.questions),
        family="T5",
        file=folder.tensors,
        config=config,
        src_tokenizer=PieceTokenizer(cut=cut, pieces=pieces),
        tgt_tokenizer=PieceTokenizer(cut=cut, pieces=pieces, prefix=first),
        places=_places(folder, config, tables, vocabulary),
        left_out=(_SHARED, *_TABLES, _OUTPUT, _UNUSED),
        not_followed=not_followed(folder),
    )


def _config(folder: HubFolder, vocabulary: Vocabulary, tables: Sequence[str]) -> ModelConfig:
    layers = folder.number("num_layers")
    activation, gated = _activation(folder)
    source, target, output = tables
    return ModelConfig(
        n_layers=layers,
        decoder_layers=folder.number("num_decoder_layers", layers),
        n_heads=folder.number("num_heads"),
        d_model=folder.number("d_model"),
        d_kv=folder.number("d_kv"),
        d_ff=folder.number("d_ff"),
        dropout=folder.fraction("dropout_rate", 0.1),
        norm="pre",
        norm_type="rms",
        norm_epsilon=folder.fraction("layer_norm_epsilon", 1e-6),
        scaled_embedding=False,
        positions="relative",
        relative_buckets=folder.number("relative_attention_num_buckets", 32),
        relative_distance=folder.number("relative_attention_max_distance", 128),
        max_len=folder.number("n_positions", 512),
        scaled_scores=False,
        activation=folder.activation("dense_act_fn", activation),
        gated=folder.flag("is_gated_act", default=gated),
        biases=False,
        tie_embeddings=folder.tensors.same(target, output),
        share_embeddings=folder.tensors.same(target, source),
        forbidden=vocabulary.forbidden,
    )


def _activation(folder: HubFolder) -> tuple[str, bool]:
    said = str(folder.config.get("feed_forward_proj", "relu"))
    gate, _, activation = said.rpartition("-")
    if gate not in {"", "gated"}:
        raise ForeignModelError(
            "{path}: feed_forward_proj ({value!r}) must be an activation, or “gated-” "
            "followed by one.",
            path=folder.path / "config.json",
            value=said,
        )
    return "gelu_new" if said == "gated-gelu" else activation, gate == "gated"


def _places(
    folder: HubFolder, config: ModelConfig, tables: Sequence[str], vocabulary: Vocabulary
) -> TensorPlaces:
    places = embedding_places(config, tables, (vocabulary, vocabulary))
    for stack in STACKS:
        places |= dict(_stack(config, stack))
    tied = folder.config.get("tie_word_embeddings") is not False
    if folder.flag("scale_decoder_outputs", default=tied):
        # the logits of a tied table are divided by √d_model: the last norm's gain can do that
        last = "decoder_norm.weight"
        places[last] = scaled(places[last], config.d_model**-0.5)
    return places


def _stack(config: ModelConfig, stack: Stack) -> Iterator[tuple[str, TensorPlace]]:
    for layer in range(config.depth(stack)):
        ours, theirs = f"{stack}_layers.{layer}.", f"{stack}.block.{layer}.layer."
        sublayers = [("attention", "SelfAttention")]
        if stack == "decoder":
            sublayers.append(("cross", "EncDecAttention"))
        for index, (name, other) in enumerate(sublayers):
            for own, letter in {"w_q": "q", "w_k": "k", "w_v": "v", "w_o": "o"}.items():
                yield (
                    f"{ours}{name}.{own}.weight",
                    copied(f"{theirs}{index}.{other}.{letter}.weight"),
                )
            yield f"{ours}{name}_residual.norm.weight", copied(f"{theirs}{index}.layer_norm.weight")
        yield from _feed_forward(config, ours, f"{theirs}{len(sublayers)}.")
    yield f"{stack}_norm.weight", copied(f"{stack}.final_layer_norm.weight")
    bias = f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    yield f"{stack}_bias.table", copied(bias)


def _feed_forward(config: ModelConfig, ours: str, theirs: str) -> Iterator[tuple[str, TensorPlace]]:
    dense = f"{theirs}DenseReluDense."
    names = {"w_1": "wi_0", "w_3": "wi_1"} if config.gated else {"w_1": "wi"}
    for own, other in {**names, "w_2": "wo"}.items():
        yield f"{ours}feed_forward.{own}.weight", copied(f"{dense}{other}.weight")
    yield f"{ours}feed_forward_residual.norm.weight", copied(f"{theirs}layer_norm.weight")


def _vocabulary(folder: HubFolder, ids: Mapping[str, int]) -> Vocabulary:
    # The tables have spare rows beyond the subwords.
    pad = folder.number("pad_token_id", 0)
    special = SpecialIds(
        pad=pad,
        start=folder.token("decoder_start_token_id", pad),
        end=folder.token("eos_token_id", 1),
        unknown=ids.get("<unk>"),
    )
    pieces = pieces_in_order(ids, folder.rows())
    return in_our_order(pieces, special, never=never_generated(folder))
