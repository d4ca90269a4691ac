"""T5 on the Hugging Face hub, version 1.0 and the gated 1.1 (Raffel et al. 2020)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import hub_tokenizer, pieces_in_order
from model.checkpoint.readers.places import TensorOrigin, TensorOrigins, copied, rows, scaled
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.recognised import Recognised
from model.checkpoint.readers.vocabulary import SpecialIds, Vocabulary, in_our_order
from model.config import STACKS, ModelConfig, Stack
from model.text.piece_tokenizer import PieceTokenizer

_ATTENTION = {"w_q": "q", "w_k": "k", "w_v": "v", "w_o": "o"}
_OUTPUT = "lm_head.weight"
_COPIES = (
    "encoder.embed_tokens.weight",
    "decoder.embed_tokens.weight",
    "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight",
)
"""Of the shared table, and a bias of cross-attention that old files hold and nothing uses."""


def read_t5(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm with RMSNorm, no biases, scores not divided, relative positions in all layers.

    Raises:
        ForeignModelError: something is missing, or not as T5 has it.
    """
    cut, ids = hub_tokenizer(folder)
    vocabulary = _vocabulary(folder, ids)
    tied = _OUTPUT not in folder.tensors.shapes
    config = _config(folder, vocabulary, tied=tied)
    tokenizer = PieceTokenizer(cut=cut, pieces=vocabulary.pieces)
    return Recognised(
        questions=tuple(answers.questions),
        family="T5",
        file=folder.tensors,
        config=config,
        src_tokenizer=tokenizer,
        tgt_tokenizer=tokenizer,
        places=_places(folder, config, vocabulary),
        left_out=_COPIES,
    )


def _config(folder: HubFolder, vocabulary: Vocabulary, *, tied: bool) -> ModelConfig:
    layers = folder.number("num_layers")
    gate, _, activation = str(folder.config.get("feed_forward_proj", "relu")).rpartition("-")
    if activation == "gelu" and gate == "gated":
        activation = "gelu_new"
    return ModelConfig(
        n_layers=layers,
        decoder_layers=folder.number("num_decoder_layers", layers),
        n_heads=folder.number("num_heads"),
        d_model=folder.number("d_model"),
        d_kv=folder.number("d_kv"),
        d_ff=folder.number("d_ff"),
        dropout=float(folder.config.get("dropout_rate", 0.1)),
        norm="pre",
        norm_type="rms",
        norm_epsilon=float(folder.config.get("layer_norm_epsilon", 1e-6)),
        scaled_embedding=False,
        positions="relative",
        relative_buckets=folder.number("relative_attention_num_buckets", 32),
        relative_distance=folder.number("relative_attention_max_distance", 128),
        max_len=folder.number("n_positions", 512),
        scaled_scores=False,
        activation=folder.named_activation(activation),
        gated=gate == "gated",
        biases=False,
        tie_embeddings=tied,
        share_embeddings=True,
        forbidden=vocabulary.forbidden,
    )


def _places(folder: HubFolder, config: ModelConfig, vocabulary: Vocabulary) -> TensorOrigins:
    places = {"tgt_embedding.tokens.weight": rows("shared.weight", vocabulary.rows)}
    if not config.tie_embeddings:
        places["output.weight"] = rows(_OUTPUT, vocabulary.rows)
    for stack in STACKS:
        places |= dict(_stack(config, stack))
    tied = folder.config.get("tie_word_embeddings") is not False
    if folder.flag("scale_decoder_outputs", default=tied):
        # the logits of a tied table are divided by √d_model: the last norm's gain can do that
        last = "decoder_norm.weight"
        places[last] = scaled(places[last], config.d_model**-0.5)
    return places


def _stack(config: ModelConfig, stack: Stack) -> Iterator[tuple[str, TensorOrigin]]:
    for layer in range(config.depth(stack)):
        ours, theirs = f"{stack}_layers.{layer}.", f"{stack}.block.{layer}.layer."
        sublayers = [("attention", "SelfAttention")]
        if stack == "decoder":
            sublayers.append(("cross", "EncDecAttention"))
        for index, (name, other) in enumerate(sublayers):
            for own, letter in _ATTENTION.items():
                yield (
                    f"{ours}{name}.{own}.weight",
                    copied(f"{theirs}{index}.{other}.{letter}.weight"),
                )
            yield f"{ours}{name}_residual.norm.weight", copied(f"{theirs}{index}.layer_norm.weight")
        yield from _feed_forward(config, ours, f"{theirs}{len(sublayers)}.")
    yield f"{stack}_norm.weight", copied(f"{stack}.final_layer_norm.weight")
    bias = f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"
    yield f"{stack}_bias.table", copied(bias)


def _feed_forward(
    config: ModelConfig, ours: str, theirs: str
) -> Iterator[tuple[str, TensorOrigin]]:
    dense = f"{theirs}DenseReluDense."
    names = {"w_1": "wi_0", "w_3": "wi_1"} if config.gated else {"w_1": "wi"}
    for own, other in {**names, "w_2": "wo"}.items():
        yield f"{ours}feed_forward.{own}.weight", copied(f"{dense}{other}.weight")
    yield f"{ours}feed_forward_residual.norm.weight", copied(f"{theirs}layer_norm.weight")


def _vocabulary(folder: HubFolder, ids: Mapping[str, int]) -> Vocabulary:
    """The tables have more rows than there are pieces: some were kept for later."""
    pad = folder.number("pad_token_id", 0)
    special = SpecialIds(
        pad=pad,
        start=folder.number("decoder_start_token_id", pad),
        end=folder.number("eos_token_id", 1),
        unknown=ids.get("<unk>"),
    )
    return in_our_order(pieces_in_order(ids, folder.number("vocab_size")), special)
