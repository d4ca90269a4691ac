"""Texts of the blocks: names, sizes, explanations."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QCoreApplication

from model.config import STACKS, Activation, ModelConfig, NormType, Stack
from model.lessons.architecture import (
    ArchitectureRecord,
    Block,
    StreamPoint,
    TensorShape,
)
from viz_app.panels.architecture.room import BesideBlocks
from viz_app.storage.value_tables import ValueTable
from viz_app.texts.labels import short_count, text_page
from viz_app.texts.sentences import one_after_another
from viz_app.texts.translation_mark import QT_TRANSLATE_NOOP

# ------------------------------------------------------------------------------------------ blocks

translate = QCoreApplication.translate

_SUBSCRIPT = re.compile(r"_(\w+)")
"""The part after an underscore is a subscript."""


def block_name(block: Block, config: ModelConfig) -> str:
    if block.kind == "self_attention" and block.side == "decoder":
        return translate("architecture", "Masked self-attention")
    norm = norm_name(config.norm_type)
    if block.kind == "final_norm":
        return translate("architecture", "Final {norm}").format(norm=norm)
    if block.kind == "feed_forward" and config.gated:
        return translate("architecture", "Gated feed-forward")
    return {
        "embedding": translate("architecture", "Embedding"),
        "positions": translate("architecture", "Positional encoding"),
        "embedding_norm": norm,
        "norm": norm,
        "self_attention": translate("architecture", "Self-attention"),
        "cross_attention": translate("architecture", "Cross-attention"),
        "feed_forward": translate("architecture", "Feed-forward"),
        "add": translate("architecture", "Addition"),
        "output_transform": translate("architecture", "Output transform"),
        "projection": translate("architecture", "Output projection"),
        "softmax": translate("architecture", "Softmax"),
    }[block.kind]


def norm_name(norm_type: NormType) -> str:
    # Not translated: the field uses the same name in every language.
    return "LayerNorm" if norm_type == "layer" else "RMSNorm"


def side_name(side: Stack) -> str:
    """``Encoder`` or ``Decoder``."""
    if side == "encoder":
        return translate("architecture", "Encoder")
    return translate("architecture", "Decoder")


def result_text(side: Stack, *, remembered: bool) -> str:
    """Name of the output; ``remembered``: it is the memory of a decoder."""
    if remembered:
        return translate("architecture", "memory")
    if side == "encoder":
        return translate("architecture", "probabilities of each token")
    return translate("architecture", "probabilities of the next token")


def layer_of(layer: int, n_layers: int) -> str:
    """``layer 2 of 3`` for index 1."""
    template = translate("architecture", "layer {number} of {count}")
    return template.format(number=layer + 1, count=n_layers)


def folded_layers(layers: range) -> str:
    """``layer 1``, or ``layers 1–2  × 2``."""
    if len(layers) == 1:
        return translate("architecture", "layer {number}").format(number=layers[0] + 1)
    template = translate("architecture", "layers {first}–{last}  ×{count}")
    return template.format(first=layers[0] + 1, last=layers[-1] + 1, count=len(layers))


def total_lines(record: ArchitectureRecord) -> tuple[str, ...]:
    config = record.config
    kind = {
        "post": translate("architecture", "post-norm"),
        "pre": translate("architecture", "pre-norm"),
    }[config.norm]
    template = translate("architecture", "{layers} layers × {heads} heads, {norm}")
    return (
        template.format(layers=config.depths, heads=config.n_heads, norm=kind),
        translate("architecture", "{count} parameters").format(count=f"{record.n_parameters:,}"),
        translate("architecture", "{count} multiply-adds for this sentence").format(
            count=short_count(record.multiply_adds)
        ),
    )


TAB_TITLES: Mapping[str, str] = {
    "embedding": QT_TRANSLATE_NOOP("panels", "Embedding"),
    "positions": QT_TRANSLATE_NOOP("panels", "Positions"),
    "one_head": QT_TRANSLATE_NOOP("panels", "One head"),
    "scaling": QT_TRANSLATE_NOOP("panels", "Scaling"),
    "masks": QT_TRANSLATE_NOOP("panels", "Masks"),
    "why": QT_TRANSLATE_NOOP("panels", "Why"),
    "forcing": QT_TRANSLATE_NOOP("panels", "Teacher forcing"),
    "bleu": QT_TRANSLATE_NOOP("panels", "BLEU"),
}
"""Of the tabs that the map leads to."""


def tab_title(tab: str) -> str:
    return translate("panels", TAB_TITLES[tab])


def block_place(block: Block, record: ArchitectureRecord) -> str:
    """``Encoder · layer 2 of 3``; for norms and additions also their sublayer."""
    parts = [side_name(block.side)]
    if block.layer is not None:
        parts.append(layer_of(block.layer, record.config.depth(block.side)))
    if block.sublayer is not None:
        around = {
            "self_attention": translate("architecture", "around self-attention"),
            "cross_attention": translate("architecture", "around cross-attention"),
            "feed_forward": translate("architecture", "around feed-forward"),
        }
        parts.append(around[block.sublayer])
    return " · ".join(parts)


def beside_text(block: Block, beside: BesideBlocks, record: ArchitectureRecord) -> str:
    if beside == "shapes":
        return "" if block.kind == "add" else size_list(block.shapes[-1])
    if beside == "parameters":
        return short_count(block.n_parameters) if block.n_parameters else ""
    return percent(record.share(block)) if block.multiply_adds else ""


def block_sentence(block: Block, record: ArchitectureRecord) -> str:
    """All facts of a block in one line, for tool tips and screen readers."""
    template = translate(
        "architecture", "{name} · {place} · output {shape} · {parameters} · {share}"
    )
    return template.format(
        name=block_name(block, record.config),
        place=block_place(block, record),
        shape=size_list(block.shapes[-1]),
        parameters=translate("architecture", "{count} parameters").format(
            count=f"{block.n_parameters:,}"
        ),
        share=translate("architecture", "{share} of the multiply-adds").format(
            share=percent(record.share(block))
        ),
    )


def size_list(shape: TensorShape) -> str:
    """``[8, 7, 32]``."""
    return f"[{', '.join(map(str, shape.sizes))}]"


def percent(share: float) -> str:
    """``4.1 %``; a share that would round to 0.0 is shown as less than 0.1."""
    if share == 0:
        return "0 %"
    return f"{100 * share:.1f} %" if share >= 0.001 else "<0.1 %"


def block_table(blocks: Sequence[Block], config: ModelConfig, *, name: str) -> ValueTable:
    return ValueTable(
        name=name,
        rows=tuple(f"{side_name(block.side)} · {block_name(block, config)}" for block in blocks),
        columns=(
            translate("architecture", "parameters"),
            translate("architecture", "multiply-adds"),
        ),
        values=np.array([(block.n_parameters, block.multiply_adds) for block in blocks]),
    )


def lowered(text: str) -> str:
    """Rich text in which the part after an underscore is a subscript."""
    return _SUBSCRIPT.sub(r"<sub>\1</sub>", html.escape(text))


def stream_point(point: StreamPoint) -> str:
    """``after the embedding``, or ``after feed-forward of layer 2``."""
    if point.layer is None or point.sublayer is None:
        return translate("architecture", "after the embedding")
    template = {
        "self_attention": translate("architecture", "after self-attention of layer {number}"),
        "cross_attention": translate("architecture", "after cross-attention of layer {number}"),
        "feed_forward": translate("architecture", "after feed-forward of layer {number}"),
    }[point.sublayer]
    return template.format(number=point.layer + 1)


# ------------------------------------------------------------------------------------ explanations

ACTIVATIONS: Mapping[Activation, str] = {
    "relu": "ReLU",
    "gelu": "GELU",
    "gelu_tanh": "GELU (tanh)",
    "silu": "SiLU",
}
GATED: Mapping[Activation, str] = {
    "relu": "ReGLU",
    "gelu": "GEGLU",
    "gelu_tanh": "GEGLU",
    "silu": "SwiGLU",
}
"""Names of Shazeer 2020 for a feed-forward with a gate."""


def block_explanation(block: Block, record: ArchitectureRecord) -> str:
    """What a block does, for the choices that its model has made."""
    config = record.config
    page = text_page("architecture-block", *_facts(block, config))
    return one_after_another(page.body).format(
        activation=ACTIVATIONS[config.activation],
        count=len(config.forbidden),
        d_k=config.d_k,
        gated=GATED[config.activation],
        offset=config.position_offset,
        share=f"{config.d_model / config.n_heads:g}",
    )


def _facts(block: Block, config: ModelConfig) -> Iterator[str]:
    """The kind of a block, alone and with all that is true of it and of its model."""
    sinusoidal = config.positions == "sinusoidal"
    true = {
        block.side: True,
        config.positions: True,
        config.norm: True,
        f"{config.norm} {config.norm_type}": True,
        "scaled": config.scaled_embedding,
        "unscaled": not config.scaled_embedding,
        "shared": config.share_embeddings,
        "halves": sinusoidal and config.sinusoids == "halves",
        "closed": sinusoidal and config.closed_sinusoids,
        "offset": sinusoidal and config.position_offset,
        "kept": not config.scaled_scores,
        "own width": config.d_k * config.n_heads != config.d_model,
        "gated": config.gated,
        "plain": not config.gated,
        "unbiased": not config.biases,
        "both": config.stacks == STACKS,
        "alone": config.stacks != STACKS,
        "biased": config.output_bias,
        "forbidden": config.forbidden,
    }
    yield block.kind
    yield from (f"{block.kind} {fact}" for fact, holds in true.items() if holds)


def formula_names(block: Block, record: ArchitectureRecord) -> tuple[str, ...]:
    """Names of the formulas of a block in ``resources/formulas``."""
    config = record.config
    norm = "architecture_norm" + ("_rms" if config.norm_type == "rms" else "")
    if config.positions == "relative" and block.kind == "self_attention":
        scores = "_moved" if config.scaled_scores else "_added"
    else:
        scores = "" if config.scaled_scores else "_kept"
    heads = "architecture_heads", "architecture_head" + scores
    gated, biases = "_gated" if config.gated else "", "" if config.biases else "_unbiased"
    table = "tied" if config.tie_embeddings else "projection"
    return {
        "embedding": ("architecture_embedding" + ("" if config.scaled_embedding else "_unscaled"),),
        "positions": (_positions_formula(config),),
        "embedding_norm": (norm,),
        "norm": (norm,),
        "final_norm": (norm,),
        "self_attention": heads,
        "cross_attention": heads,
        "feed_forward": (f"architecture_{config.activation}{gated}{biases}",),
        "add": ("architecture_add",),
        "output_transform": ("architecture_transform" + biases, norm),
        "projection": (f"architecture_{table}" + ("_biased" if config.output_bias else ""),),
        "softmax": ("architecture_softmax",),
    }[block.kind]


def _positions_formula(config: ModelConfig) -> str:
    if config.positions != "sinusoidal":
        return "architecture_learned"
    order = "halves" if config.sinusoids == "halves" else "sinusoidal"
    return f"architecture_{order}" + ("_closed" if config.closed_sinusoids else "")
