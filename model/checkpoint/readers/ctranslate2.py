"""Folders of CTranslate2: ``model.bin`` beside vocabularies (Klein et al. 2020)."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from model.checkpoint.locations import CTRANSLATE2_MODEL
from model.checkpoint.readers.ctranslate2_file import (
    CTranslate2File,
    agreed,
    in_order,
    source_ends,
    tokenizers,
    vocabulary_pieces,
)
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.recognised import (
    Answers,
    Names,
    Recognised,
    Tables,
    Vocabulary,
    first_rows,
    part,
    placed,
    scaled,
    within,
)
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.config import STACKS, Activation, ModelConfig, Stack, is_number

# ---------------------------------------------------------------------------- ctranslate2 switches
# What a CTranslate2 file says of its network: attributes, and which variables there are.


FAMILY = "CTranslate2"
TARGET, OUTPUT = "decoder/embeddings/weight", "decoder/projection"
TABLE = "{}/position_encodings/encodings"
BIAS = "{}/layer_{}/self_attention/relative_attention_bias"

_SELF: Names = {
    **{name: part("linear_0", i, 3) for i, name in enumerate(("w_q", "w_k", "w_v"))},
    "w_o": "linear_1",
}
_CROSS: Names = {
    "w_q": "linear_0",
    "w_k": part("linear_1", 0, 2),
    "w_v": part("linear_1", 1, 2),
    "w_o": "linear_2",
}
_LAYER: Names = {
    **within("attention.", "self_attention/", _SELF),
    "attention_residual.norm": "self_attention/layer_norm",
    **within("cross.", "attention/", _CROSS),
    "cross_residual.norm": "attention/layer_norm",
    "feed_forward.w_1": "ffn/linear_0",
    "feed_forward.w_3": "ffn/linear_0_noact",
    "feed_forward.w_2": "ffn/linear_1",
    "feed_forward_residual.norm": "ffn/layer_norm",
}
_NAMES: Names = {
    **within("{stack}_layers.{layer}.", "{stack}/layer_{layer}/", _LAYER),
    "{stack}_norm": "{stack}/layer_norm",
    "{side}_embedding.norm": "{stack}/layernorm_embedding",
    "{stack}_bias.table": BIAS.format("{stack}", 0),
}
SPECS = {"": 8, "TransformerBase": 8, "TransformerBig": 16, "TransformerSpec": 8}
"""Specifications of encoder with decoder, and how many heads the old ones mean."""
_ACTIVATIONS: dict[int, Activation] = {0: "relu", 1: "gelu_tanh", 2: "silu", 3: "gelu"}
_COMPUTED_LENGTH = 1024
"""Number of positions assumed for computed ones, which have no limit."""
_KNOWN = (
    *("num_heads", "pre_norm", "activation", "scale_embeddings", "multiply_by_sqrt_depth"),
    *("scale_outputs", "start_from_zero_embedding", "queries_scale"),
    *("relative_attention_max_distance", "with_source_bos", "with_source_eos", "with_target_bos"),
)
"""Attributes that are read."""
_HARMLESS = (
    *("alignment_layer", "alignment_heads", "embeddings_merge"),
    *("alibi_use_positive_positions", "scale_alibi"),
)
"""Which attention is an alignment, how several tables are merged, and what ``alibi`` would do."""
_OFF = ("alibi", "multi_query_attention", "layer_norm_use_residual")
"""Attributes of networks that are not known here; they are stored even where they are off."""


def _config(
    folder: HubFolder, file: CTranslate2File, vocabularies: tuple[Vocabulary, Vocabulary]
) -> ModelConfig:
    first, (src, tgt) = "{}/layer_0/self_attention/", vocabularies
    d_model = file.shape(TARGET, family=FAMILY)[1]
    heads = int(file.of_both("num_heads", SPECS[file.spec]))
    d_ff, _ = file.shape("encoder/layer_0/ffn/linear_0/weight", family=FAMILY)
    width = file.shape(f"{first.format('encoder')}linear_0/weight", family=FAMILY)[0] // 3
    d_k = width // max(heads, 1)
    layer_norm = file.both_have(f"{first}layer_norm/beta")
    activation = file.of_both("activation", 0)
    if activation not in _ACTIVATIONS:
        raise ForeignModelError(
            "Unknown activation {value}; supported: {known}.",
            value=f"{activation:g}",
            known=", ".join(f"{number} ({name})" for number, name in _ACTIVATIONS.items()),
        )
    return ModelConfig(
        n_layers=file.depth("encoder"),
        decoder_layers=file.depth("decoder"),
        n_heads=heads,
        d_model=d_model,
        d_kv=None if d_k * heads == d_model else d_k,
        d_ff=d_ff,
        norm="pre" if file.of_both("pre_norm", 1) else "post",
        norm_type="layer" if layer_norm else "rms",
        norm_epsilon=_epsilon(folder, 1e-5 if layer_norm else 1e-6),
        final_norm=file.both_have("{}/layer_norm/gamma"),
        scaled_embedding=_is_scaled(file, math.sqrt(d_model)),
        embedding_norm=file.both_have("{}/layernorm_embedding/gamma"),
        scaled_scores=_is_divided(file, d_k),
        activation=_ACTIVATIONS[int(activation)],
        gated=file.both_have("{}/layer_0/ffn/linear_0_noact/weight"),
        biases=file.both_have(f"{first}linear_0/bias"),
        output_bias=f"{OUTPUT}/bias" in file.shapes,
        tie_embeddings=file.root(f"{OUTPUT}/weight") == file.root(TARGET),
        share_embeddings=file.root(_source_table(file)) == file.root(TARGET) and src is tgt,
        forbidden=tgt.forbidden,
        **_positions(file),
    )


def _epsilon(folder: HubFolder, default: float) -> float:
    told = folder.config.get("layer_norm_epsilon")
    if told is None:
        return default
    if not is_number(told):
        raise ForeignModelError(
            "{path}: {name} ({value!r}) must be a number.",
            path=folder.options.place,
            name="layer_norm_epsilon",
            value=told,
        )
    return float(told)


def _positions(file: CTranslate2File) -> dict[str, Any]:
    bias = file.shapes.get(BIAS.format("encoder", 0))
    if bias is not None:
        distance = int(file.of_layers("relative_attention_max_distance", 128))
        relative = {"relative_buckets": bias[0], "relative_distance": distance}
        return {"positions": "relative", "max_len": _COMPUTED_LENGTH, **relative}
    if file.both_have(TABLE):
        lengths = [file.shape(TABLE.format(stack), family=FAMILY)[0] for stack in STACKS]
        return {"positions": "given", "max_len": min(lengths)}
    computed = {"sinusoids": "halves", "closed_sinusoids": True, "position_offset": 1}
    return {"positions": "sinusoidal", "max_len": _COMPUTED_LENGTH, **computed}


def _is_scaled(file: CTranslate2File, root: float) -> bool:
    factor = agreed("scale_embeddings", [_factor(file, stack, root) for stack in STACKS])
    return factor != 1 and _is_root("scale_embeddings", factor, root)


def _factor(file: CTranslate2File, stack: Stack, root: float) -> float:
    """Of the embeddings: from a switch, or the factor itself; √d_model by default."""
    old = "/multiply_by_sqrt_depth"
    for name in ("scale_embeddings", f"embeddings{old}", f"embeddings_0{old}"):
        found = file.attributes.get(f"{stack}/{name}")
        if found is not None and f"{stack}/{name}" in file.flags:
            return root if found else 1.0
        if found is not None:
            return found
    return root


def _is_divided(file: CTranslate2File, d_k: int) -> bool:
    """True if queries are multiplied by 1/√d_k (the default), False if by 1."""
    found = file.of_layers("queries_scale", 0)
    if found in {0, 1}:
        return not found
    return _is_root("queries_scale", found, 1 / math.sqrt(max(d_k, 1)))


def _is_root(name: str, found: float, expected: float) -> bool:
    if not math.isclose(found, expected, rel_tol=1e-3):  # it may be stored in 16 bits
        raise ForeignModelError(
            "{name} ({found}) must be 1 or {expected}.", name=name, found=found, expected=expected
        )
    return True


def _source_table(file: CTranslate2File) -> str:
    """The first table, if a word has several features; the others are not placed."""
    first = "encoder/embeddings_0/weight"
    return first if first in file.shapes else "encoder/embeddings/weight"


def _check_attributes(file: CTranslate2File) -> None:
    """Raise ForeignModelError for attributes that change the network and are not supported."""
    for name, value in file.attributes.items():
        last = name.rpartition("/")[2]
        if last not in {*_KNOWN, *_HARMLESS} and not (last in _OFF and not value):
            raise ForeignModelError(
                "The {family} model has the attribute {name} ({value}), which is not supported.",
                family=FAMILY,
                name=name,
                value=f"{value:g}",
            )


# ------------------------------------------------------------------------------------- ctranslate2


class CTranslate2Folder(HubFolder):
    """One that may have no configuration: older ones have none."""

    @cached_property
    def config(self) -> dict[str, Any]:
        """``config.json``, empty if missing; raises ForeignModelError if it is not an object."""
        return self.json("config.json")

    @property
    def is_one(self) -> bool:
        return self.has(CTRANSLATE2_MODEL) and not self.family


def read_ctranslate2(folder: CTranslate2Folder, answers: Answers) -> Recognised:
    """Build the network from the stored switches; packed projections are split."""
    file = CTranslate2File(folder.file(CTRANSLATE2_MODEL))
    if file.spec not in SPECS:
        raise ForeignModelError(
            "{path} is a {family} model of the kind {spec!r}; supported: {known}.",
            path=folder.path,
            family=FAMILY,
            spec=file.spec,
            known=", ".join(name for name in SPECS if name),
        )
    _check_attributes(file)
    table = _source_table(file)
    sources = vocabulary_pieces(folder, "source", file.shape(table, family=FAMILY)[0])
    vocabularies = _vocabularies(folder, file, sources, answers)
    config = _config(folder, file, vocabularies)
    ends = source_ends(folder, file.attributes, sources, answers)
    src, tgt = tokenizers(folder, vocabularies, ends, answers)
    tables = Tables(table, TARGET, f"{OUTPUT}/weight", f"{OUTPUT}/bias")
    positions = first_rows(TABLE.format("{stack}"), 0, config.max_len)
    names = {**_NAMES, "{side}_embedding.positions.table": positions}
    kinds = {"kinds": ("/weight", "/bias"), "norm_kinds": ("/gamma", "/beta")}
    places = placed(config, names, tables, vocabularies, **kinds)
    factor = file.attributes.get("decoder/scale_outputs", 1.0)
    if factor != 1:  # the logits are multiplied by it: the last norm can do that
        for name in (name for name in places if name.startswith("decoder_norm.")):
            places[name] = scaled(places[name], factor)
    used = {file.root(name) for place in places.values() for name in place.names}
    return Recognised(
        family=FAMILY,
        file=file,
        config=config,
        src_tokenizer=src,
        tgt_tokenizer=tgt,
        places=places,
        left_out=[name for name in file.shapes if file.root(name) in used],
    )


def _vocabularies(
    folder: HubFolder, file: CTranslate2File, sources: list[str], answers: Answers
) -> tuple[Vocabulary, Vocabulary]:
    targets = vocabulary_pieces(folder, "target", file.shape(TARGET, family=FAMILY)[0])
    tgt = in_order(
        folder,
        targets,
        answers,
        zero_start=bool(file.attributes.get("decoder/start_from_zero_embedding", 0)),
        from_end=not file.attributes.get("with_target_bos", 1),
    )
    return (tgt if sources == targets else in_order(folder, sources, None)), tgt
