"""JoeyNMT's Transformer, versions 1 and 2 (Kreutzer et al. 2019)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import embedding_places
from model.checkpoint.readers.recognised import Answers, Recognised, Vocabulary
from model.checkpoint.readers.tensor_files import TensorFile
from model.checkpoint.readers.toolkits import (
    LayerNames,
    Options,
    activation,
    asked_tokens,
    cuts_beside,
    depth,
    heads,
    is_copy,
    layer_places,
    lines_of,
    named_vocabulary,
    of_both,
    position_places,
    shape_of,
    stored_positions,
    yes,
)
from model.config import STACKS, Activation, ModelConfig, Stack
from model.text.piece_tokenizer import PieceTokenizer

FAMILY = "JoeyNMT"

_CONFIG = "config.yaml"
_STARTS: Mapping[Stack, str] = {"encoder": "encoder.layers.", "decoder": "decoder.layers."}
_ATTENTION = {"w_q": "q_layer", "w_k": "k_layer", "w_v": "v_layer", "w_o": "output_layer"}
_FEED_FORWARD = {
    "feed_forward.w_1": "feed_forward.pwff_layer.0",
    "feed_forward.w_2": "feed_forward.pwff_layer.3",
    "feed_forward_residual.norm": "feed_forward.layer_norm",
}


def _attention(ours: str, theirs: str) -> dict[str, str]:
    return {f"{ours}.{own}": f"{theirs}.{other}" for own, other in _ATTENTION.items()}


_NAMES: LayerNames = {
    "encoder": {
        **_attention("attention", "src_src_att"),
        "attention_residual.norm": "layer_norm",
        **_FEED_FORWARD,
    },
    "decoder": {
        **_attention("attention", "trg_trg_att"),
        "attention_residual.norm": "x_layer_norm",
        **_attention("cross", "src_trg_att"),
        "cross_residual.norm": "dec_layer_norm",
        **_FEED_FORWARD,
    },
}
_SOURCE, _TARGET = "src_embed.lut.weight", "trg_embed.lut.weight"
_OUTPUT = "decoder.output_layer.weight"
_SINUSOIDS = ("encoder.pe.pe", "decoder.pe.pe")
_ACTIVATIONS: Mapping[str, Activation] = {"relu": "relu", "gelu": "gelu", "swish": "silu"}
_INITIALIZERS = ("xavier", "xavier_uniform", "uniform", "normal", "zeros")
"""All but ``xavier_normal``, with which residual connections have weights (Wang et al. 2022)."""


def is_joeynmt(file: TensorFile) -> bool:
    starts = ("encoder.layers.0.src_src_att", "decoder.layers.0.src_trg_att")
    return {f"{start}.k_layer.weight" for start in starts} <= file.shapes.keys()


def read_joeynmt(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """``config.yaml`` and both vocabularies are beside the checkpoint, else asked for.

    Raises:
        ForeignModelError: a vocabulary does not fit, or a part differs from JoeyNMT.
    """
    folder = HubFolder(path.parent)
    options = Options(
        settings(folder.text(_CONFIG)) if folder.has(_CONFIG) else {}, str(folder.path / _CONFIG)
    )
    options.refuse("model.initializer", *_INITIALIZERS)
    for stack in STACKS:
        options.refuse(f"model.{stack}.alpha", "1", "1.0")
    src, tgt = (
        _vocabulary(file, path, answers, side=side, table=table)
        for side, table in (("src", _SOURCE), ("tgt", _TARGET))
    )
    cuts = cuts_beside(folder, answers, (src, tgt), told=_cut(options))
    config = _config(file, options, answers, (src, tgt))
    places = layer_places(file, config, _STARTS, _NAMES)
    places |= embedding_places(config, (_SOURCE, _TARGET, _OUTPUT), (src, tgt))
    places |= position_places(config, _SINUSOIDS)
    copies = {_OUTPUT: config.tie_embeddings, _SOURCE: config.share_embeddings}
    return Recognised(
        questions=tuple(answers.questions),
        family=FAMILY,
        file=file,
        config=config,
        src_tokenizer=PieceTokenizer(cut=cuts[0], pieces=src.pieces),
        tgt_tokenizer=PieceTokenizer(cut=cuts[1], pieces=tgt.pieces),
        places=places,
        left_out=[*_SINUSOIDS, *(name for name, copied in copies.items() if copied)],
    )


def _config(
    file: TensorFile, options: Options, answers: Answers, vocabularies: tuple[Vocabulary, ...]
) -> ModelConfig:
    src, tgt = vocabularies
    _, d_model = shape_of(file, _SOURCE, family=FAMILY)
    d_ff, _ = shape_of(file, "encoder.layers.0.feed_forward.pwff_layer.0.weight", family=FAMILY)
    norm = "encoder.layer_norm.weight" in file.shapes
    return ModelConfig(
        n_layers=depth(file, _STARTS["encoder"]),
        decoder_layers=depth(file, _STARTS["decoder"]),
        n_heads=heads(
            answers, options, of_both(options, "model.{}.num_heads", "8"), d_model=d_model
        ),
        d_model=d_model,
        d_ff=d_ff,
        norm="pre" if norm else "post",
        norm_epsilon=1e-6,
        scaled_embedding=yes(answers, "scaled", told=_scaled(options)),
        **stored_positions(file, _SINUSOIDS, family=FAMILY),
        activation=activation(
            answers,
            of_both(options, "model.{}.activation", "relu"),
            _ACTIVATIONS,
            place=options.place,
        ),
        tie_embeddings=is_copy(file, _TARGET, _OUTPUT),
        share_embeddings=src.rows == tgt.rows and is_copy(file, _TARGET, _SOURCE),
        forbidden=tgt.forbidden,
    )


def _cut(options: Options) -> str | None:
    # The configuration does not say whether characters include blanks.
    names = ("data.level", "data.src.level", "data.trg.level")
    return None if "char" in [options.values.get(name) for name in names] else "words"


def _scaled(options: Options) -> bool | None:
    said = of_both(options, "model.{}.embeddings.scale", "false")
    return None if said is None else said.lower() in {"true", "yes", "on"}


def _vocabulary(
    file: TensorFile, path: Path, answers: Answers, *, side: str, table: str
) -> Vocabulary:
    beside = "src_vocab.txt" if side == "src" else "trg_vocab.txt"
    tokens = asked_tokens(
        answers,
        f"{side}-vocab",
        beside=path.parent / beside,
        rows=shape_of(file, table, family=FAMILY)[0],
        read=lines_of,
        needed=("<s>", "</s>"),
    )
    return named_vocabulary(tokens, ("<pad>", "<s>", "</s>", "<unk>"))


def settings(text: str) -> dict[str, str]:
    """The ``key: value`` lines of a YAML file, by dotted names, without lists and long texts."""
    found: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in text.split("\n"):
        body = line.partition(" #")[0].rstrip()
        key, colon, value = body.strip().partition(":")
        if not colon or key.startswith(("#", "-", "{")) or (value and value[0] != " "):
            continue
        indent = len(body) - len(body.lstrip())
        above = [(width, name) for width, name in above if width < indent]
        name = ".".join([*(name for _, name in above), key.strip("\"'")])
        above.append((indent, key.strip("\"'")))
        if value:
            found[name] = value.strip().strip("\"'")
    return found
