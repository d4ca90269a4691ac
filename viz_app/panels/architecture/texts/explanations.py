"""What each block does, in sentences, for the choices that a model has made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from PySide6.QtCore import QCoreApplication

from model.config import STACKS, Activation, ModelConfig
from model.lessons.architecture.record import ArchitectureRecord, Block, BlockKind
from viz_app.texts.sentences import one_after_another

translate = QCoreApplication.translate

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
    """What the block does, in a few sentences."""
    return one_after_another(_EXPLAINED[block.kind](block, record.config))


def formula_names(block: Block, record: ArchitectureRecord) -> tuple[str, ...]:
    """The formulas of a block, by their names in ``resources/formulas``."""
    config = record.config
    norm = "architecture_norm" + ("_rms" if config.norm_type == "rms" else "")
    heads = "architecture_heads", _head_formula(block, config)
    table = "tied" if config.tie_embeddings else "projection"
    return {
        "embedding": ("architecture_embedding" + ("" if config.scaled_embedding else "_unscaled"),),
        "positions": (_positions_formula(config),),
        "embedding_norm": (norm,),
        "norm": (norm,),
        "final_norm": (norm,),
        "self_attention": heads,
        "cross_attention": heads,
        "feed_forward": (_feed_forward_formula(config),),
        "add": ("architecture_add",),
        "output_transform": (
            "architecture_transform" + ("" if config.biases else "_unbiased"),
            norm,
        ),
        "projection": (f"architecture_{table}" + ("_biased" if config.output_bias else ""),),
        "softmax": ("architecture_softmax",),
    }[block.kind]


def _head_formula(block: Block, config: ModelConfig) -> str:
    if _has_distances(block, config):
        return "architecture_head" + ("_moved" if config.scaled_scores else "_added")
    return "architecture_head" + ("" if config.scaled_scores else "_kept")


def _positions_formula(config: ModelConfig) -> str:
    if config.positions != "sinusoidal":
        return "architecture_learned"
    order = "halves" if config.sinusoids == "halves" else "sinusoidal"
    return f"architecture_{order}" + ("_closed" if config.closed_sinusoids else "")


def _feed_forward_formula(config: ModelConfig) -> str:
    gated = "_gated" if config.gated else ""
    return f"architecture_{config.activation}{gated}" + ("" if config.biases else "_unbiased")


def _has_distances(block: Block, config: ModelConfig) -> bool:
    return config.positions == "relative" and block.kind == "self_attention"


def _embedding(block: Block, config: ModelConfig) -> Iterator[str]:
    if config.scaled_embedding:
        yield translate(
            "architecture", "Looks up a row of numbers for every token, times √d_model."
        )
    else:
        yield translate("architecture", "Looks up a row of numbers for every token.")
    if config.share_embeddings:
        yield translate("architecture", "Source and target share this table.")
    if config.positions == "none":
        yield translate("architecture", "Nothing says where in the sentence a token stands.")
    elif config.positions == "relative":
        yield translate(
            "architecture",
            "No positions are added: biases in self-attention tell how far tokens are apart.",
        )


def _positions(block: Block, config: ModelConfig) -> Iterator[str]:
    yield translate(
        "architecture",
        "Adds to every row the numbers that say where in the sentence it stands.",
    )
    if config.positions == "learned":
        yield translate("architecture", "The table was learned.")
    elif config.positions == "given":
        yield translate("architecture", "The table came with the model and is not trained.")
    elif config.sinusoids == "halves":
        yield translate(
            "architecture", "All sines stand in the first half, all cosines in the second."
        )
    if config.positions == "sinusoidal" and config.closed_sinusoids:
        yield translate("architecture", "The exponent divides by d_model − 2.")
    if config.positions == "sinusoidal" and config.position_offset:
        yield translate("architecture", "The first token has position {offset}.").format(
            offset=config.position_offset
        )


def _norm(block: Block, config: ModelConfig) -> Iterator[str]:
    pre = config.norm == "pre"
    if config.norm_type == "rms" and pre:
        yield translate(
            "architecture",
            "Pre-norm: what the sublayer reads is divided by its root mean square, then scaled by "
            "the trained α; the stream itself stays as it is.",
        )
    elif config.norm_type == "rms":
        yield translate(
            "architecture",
            "Post-norm: after the addition every row is divided by its root mean square, then "
            "scaled by the trained α.",
        )
    elif pre:
        yield translate(
            "architecture",
            "Pre-norm: what the sublayer reads is brought to mean 0 and variance 1, then scaled by"
            " the trained α and shifted by b; the stream itself stays as it is.",
        )
    else:
        yield translate(
            "architecture",
            "Post-norm: after the addition every row is brought to mean 0 and variance 1, then"
            " scaled by the trained α and shifted by b.",
        )


def _embedding_norm(block: Block, config: ModelConfig) -> Iterator[str]:
    yield translate("architecture", "Every row is normalised once before the first layer reads it.")


def _final_norm(block: Block, config: ModelConfig) -> Iterator[str]:
    if config.norm == "pre":
        yield translate(
            "architecture",
            "Pre-norm leaves the stream unnormalised, so it is normalised once more at the end.",
        )
    else:
        yield translate(
            "architecture",
            "Post-norm has normalised already; this model does so once more.",
        )


def _self_attention(block: Block, config: ModelConfig) -> Iterator[str]:
    if block.side == "decoder":
        yield translate(
            "architecture",
            "Every target token takes in a weighted mean of what it and the tokens before it "
            "offer; those after it are masked.",
        )
    else:
        yield translate(
            "architecture",
            "Every source token takes in a weighted mean of what all source tokens offer.",
        )
    if _has_distances(block, config):
        yield translate(
            "architecture",
            "B has a bias for each head and distance, added to the scores; all layers use the "
            "first one's.",
        )
    yield from _attention(block, config)


def _cross_attention(block: Block, config: ModelConfig) -> Iterator[str]:
    yield translate(
        "architecture",
        "Every target token takes in a weighted mean of the source's memory: queries come"
        " from the target, keys and values from the encoder.",
    )
    yield from _attention(block, config)


def _attention(block: Block, config: ModelConfig) -> Iterator[str]:
    if not config.scaled_scores:
        yield translate("architecture", "Scores are not divided by √d_k.")
    if config.d_k * config.n_heads != config.d_model:
        yield translate(
            "architecture", "A head is {d_k} numbers wide, not d_model / h = {share}."
        ).format(d_k=config.d_k, share=f"{config.d_model / config.n_heads:g}")
    if not config.biases:
        yield translate("architecture", "Its projections have no biases.")


def _feed_forward(block: Block, config: ModelConfig) -> Iterator[str]:
    yield translate("architecture", "The same small network at every position, each on its own.")
    if config.gated:
        yield translate(
            "architecture",
            "A gate: hidden numbers that went through {activation} are multiplied by others that "
            "did not ({name}).",
        ).format(activation=ACTIVATIONS[config.activation], name=GATED[config.activation])
    else:
        yield translate("architecture", "Its activation is {activation}.").format(
            activation=ACTIVATIONS[config.activation]
        )
    if not config.biases:
        yield translate("architecture", "Its projections have no biases.")


def _add(block: Block, config: ModelConfig) -> Iterator[str]:
    yield translate(
        "architecture",
        "The residual connection: what the sublayer found is added to what came in.",
    )


def _output_transform(block: Block, config: ModelConfig) -> Iterator[str]:
    yield translate(
        "architecture",
        "Before the output projection each row goes through a linear layer as wide as itself, "
        "{activation} and a norm: what the layers have found is made ready to be compared with the "
        "tokens (Devlin et al. 2019).",
    ).format(activation=ACTIVATIONS[config.activation])


def _projection(block: Block, config: ModelConfig) -> Iterator[str]:
    if config.stacks == STACKS:
        yield translate(
            "architecture", "Compares each row with every token of the target's vocabulary."
        )
    else:
        yield translate("architecture", "Compares each row with every token of the vocabulary.")
    if config.output_bias:
        yield translate("architecture", "Every token of the vocabulary has a bias.")


def _softmax(block: Block, config: ModelConfig) -> Iterator[str]:
    if block.side == "encoder":
        yield translate(
            "architecture",
            "Turns the numbers of a row into probabilities of what belongs at its place.",
        )
    else:
        yield translate(
            "architecture", "Turns the numbers of a row into probabilities of the next token."
        )
    if config.forbidden:
        yield translate("architecture", "{count} tokens are never predicted.").format(
            count=len(config.forbidden)
        )


_EXPLAINED: Mapping[BlockKind, Callable[[Block, ModelConfig], Iterator[str]]] = {
    "embedding": _embedding,
    "positions": _positions,
    "embedding_norm": _embedding_norm,
    "norm": _norm,
    "self_attention": _self_attention,
    "cross_attention": _cross_attention,
    "feed_forward": _feed_forward,
    "add": _add,
    "final_norm": _final_norm,
    "output_transform": _output_transform,
    "projection": _projection,
    "softmax": _softmax,
}
