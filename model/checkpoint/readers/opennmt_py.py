"""OpenNMT-py's Transformer, versions 1 to 3 (Klein et al. 2017)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import embedding_places
from model.checkpoint.readers.recognised import Answers, Recognised, TensorPlaces, Vocabulary, rows
from model.checkpoint.readers.tensor_files import TensorFile
from model.checkpoint.readers.toolkits import (
    LayerNames,
    Options,
    activation,
    asked_tokens,
    cuts_beside,
    depth,
    fitting,
    heads,
    is_copy,
    layer_places,
    lines_of,
    named_vocabulary,
    options_of,
    position_places,
    shape_of,
    stored_positions,
)
from model.config import STACKS, Activation, ModelConfig, Stack
from model.text.piece_tokenizer import PieceTokenizer

FAMILY = "OpenNMT-py"

_STARTS: Mapping[Stack, str] = {
    "encoder": "encoder.transformer.",
    "decoder": "decoder.transformer_layers.",
}
_ATTENTION = {
    "w_q": "linear_query",
    "w_k": "linear_keys",
    "w_v": "linear_values",
    "w_o": "final_linear",
}
_SELF = {f"attention.{own}": f"self_attn.{other}" for own, other in _ATTENTION.items()}
_CROSS = {f"cross.{own}": f"context_attn.{other}" for own, other in _ATTENTION.items()}
_FEED_FORWARD = {
    "feed_forward.w_1": "feed_forward.w_1",
    "feed_forward.w_2": "feed_forward.w_2",
    "feed_forward_residual.norm": "feed_forward.layer_norm",
}
_NAMES: LayerNames = {
    "encoder": {**_SELF, "attention_residual.norm": "layer_norm", **_FEED_FORWARD},
    "decoder": {
        **_SELF,
        "attention_residual.norm": "layer_norm_1",
        **_CROSS,
        "cross_residual.norm": "layer_norm_2",
        **_FEED_FORWARD,
    },
}
_SOURCE, _TARGET = (f"{stack}.embeddings.make_embedding.emb_luts.0.weight" for stack in STACKS)
_SINUSOIDS = tuple(f"{stack}.embeddings.make_embedding.pe.pe" for stack in STACKS)
_OUTPUTS = ("generator.0", "generator")
_ACTIVATIONS: Mapping[str, Activation] = {
    "relu": "relu",
    "gelu": "gelu",
    "fast_gelu": "gelu_tanh",
    "silu": "silu",
    "gated-gelu": "gelu",
    "gated-silu": "silu",
}
_EPSILON = 1e-6
_NOT_PLACED: Mapping[str, Any] = {"positions": "none", "max_len": 5000}


def is_opennmt_py(file: TensorFile) -> bool:
    starts = ("encoder.transformer.0.self_attn", "decoder.transformer_layers.0.context_attn")
    return {f"{start}.linear_keys.weight" for start in starts} <= file.shapes.keys()


def read_opennmt_py(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Pre-norm; options and vocabularies are in the file, unless it was stripped.

    Raises:
        ForeignModelError: a vocabulary does not fit, or a part differs from OpenNMT-py.
    """
    options = options_of(file.others.get("opt"), path)
    _refuse(options)
    src, tgt = (
        _vocabulary(file, path, answers, (side, table))
        for side, table in (("src", _SOURCE), ("tgt", _TARGET))
    )
    cuts = cuts_beside(HubFolder(path.parent), answers, (src, tgt))
    output = next((name for name in _OUTPUTS if f"{name}.weight" in file.shapes), _OUTPUTS[0])
    config = _config(file, options, answers, (src, tgt, f"{output}.weight"))
    return Recognised(
        questions=tuple(answers.questions),
        family=FAMILY,
        file=file,
        config=config,
        # only a target has a start and an end
        src_tokenizer=PieceTokenizer(cut=cuts[0], pieces=src.pieces, suffix=()),
        tgt_tokenizer=PieceTokenizer(cut=cuts[1], pieces=tgt.pieces),
        places=_places(file, config, output, (src, tgt)),
        left_out=_left_out(file, config, output),
    )


def _refuse(options: Options) -> None:
    options.refuse("position_encoding_type", "SinusoidalInterleaved", "SinusoidalConcat")
    options.refuse("generator_function", "softmax")
    options.refuse("self_attn_type", "scaled-dot", "scaled-dot-flash")
    for name in ("max_relative_positions", "relative_positions_buckets", "num_kv"):
        options.refuse(name, 0)
    options.refuse("layer_norm", "standard", "rms")
    for name in (
        *("parallel_residual", "shared_layer_norm", "multiquery", "copy_attn", "num_experts"),
        *("sliding_window",),
    ):
        options.refuse(name, False)


def _config(
    file: TensorFile, options: Options, answers: Answers, known: tuple[Vocabulary, Vocabulary, str]
) -> ModelConfig:
    src, tgt, output = known
    _, d_model = shape_of(file, _SOURCE, family=FAMILY)
    d_ff, _ = shape_of(file, "encoder.transformer.0.feed_forward.w_1.weight", family=FAMILY)
    placed = _SINUSOIDS[0] in file.shapes or bool(options.told("position_encoding", False))
    return ModelConfig(
        n_layers=depth(file, _STARTS["encoder"]),
        decoder_layers=depth(file, _STARTS["decoder"]),
        n_heads=heads(answers, options, options.told("heads", 8), d_model=d_model),
        d_model=d_model,
        d_ff=d_ff,
        norm="pre",
        norm_type="layer" if "encoder.layer_norm.bias" in file.shapes else "rms",
        norm_epsilon=options.told("norm_eps", _EPSILON) or _EPSILON,
        scaled_embedding=placed,  # √d_model is a factor of what adds the positions
        **(stored_positions(file, _SINUSOIDS, family=FAMILY) if placed else _NOT_PLACED),
        activation=activation(
            answers,
            options.told("pos_ffn_activation_fn", "relu"),
            _ACTIVATIONS,
            place=options.place,
        ),
        gated="encoder.transformer.0.feed_forward.w_3.weight" in file.shapes,
        biases=any(name.endswith(("w_1.bias", "linear_keys.bias")) for name in file.shapes),
        output_bias=output.removesuffix("weight") + "bias" in file.shapes,
        tie_embeddings=is_copy(file, _TARGET, output),
        share_embeddings=src.rows == tgt.rows and is_copy(file, _TARGET, _SOURCE),
        forbidden=tgt.forbidden,
    )


def _places(
    file: TensorFile, config: ModelConfig, output: str, vocabularies: Sequence[Vocabulary]
) -> TensorPlaces:
    gate = {"feed_forward.w_3": "feed_forward.w_3"} if config.gated else {}
    names: LayerNames = {stack: {**_NAMES[stack], **gate} for stack in STACKS}
    places = layer_places(file, config, _STARTS, names) | position_places(config, _SINUSOIDS)
    places |= embedding_places(config, (_SOURCE, _TARGET, f"{output}.weight"), vocabularies)
    if config.output_bias:
        places["output.bias"] = rows(f"{output}.bias", vocabularies[1].rows)
    return places


def _left_out(file: TensorFile, config: ModelConfig, output: str) -> list[str]:
    left = [*_SINUSOIDS, *(name for name in file.shapes if name.endswith(".mask"))]
    if config.tie_embeddings:
        left.append(f"{output}.weight")
    if config.share_embeddings:
        left.append(_SOURCE)
    return left


def _vocabulary(
    file: TensorFile, path: Path, answers: Answers, side_and_table: tuple[str, str]
) -> Vocabulary:
    side, table = side_and_table
    count = shape_of(file, table, family=FAMILY)[0]
    kept = file.others.get("vocab")
    vocabularies = kept if isinstance(kept, Mapping) else {}
    said = vocabularies.get("decoder_start_token")
    start = said if isinstance(said, str) else "<s>"
    needed = (start, "</s>") if side == "tgt" else ()
    inside = vocabularies.get(side)
    if isinstance(inside, list) and all(isinstance(token, str) for token in inside):
        tokens = fitting(inside, path, rows=count, needed=needed)
    else:
        beside = path.parent / f"{side}_vocab.txt"
        name = f"{side}-vocab"
        tokens = asked_tokens(
            answers, name, beside=beside, rows=count, read=lines_of, needed=needed
        )
    return named_vocabulary(tokens, ("<blank>", start, "</s>", "<unk>"))
