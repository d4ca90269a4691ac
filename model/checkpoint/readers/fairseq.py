"""fairseq's Transformer and BART: a checkpoint and its dictionaries (Ott et al. 2019)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import bart_places, embedding_places
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    Vocabulary,
    in_our_order,
)
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.checkpoint.readers.toolkits import (
    Options,
    activation,
    asked_tokens,
    cuts_beside,
    depth,
    heads,
    is_copy,
    lines_of,
    of_both,
    plain,
    shape_of,
    whole,
    yes,
)
from model.config import LARGEST_SIZE, STACKS, Activation, ModelConfig
from model.text.piece_tokenizer import PieceTokenizer

FAMILY = "fairseq"

_FIRST = ("<s>", "<pad>", "</s>", "<unk>")
"""First entries of every dictionary, which its file does not contain."""
_PAD = 1
_SPECIAL = SpecialIds(pad=_PAD, start=2, end=2, unknown=3)
_OFFSET = 2
"""Row of the first token's position, after that of padding."""
_POSITIONS = 1024
_SOURCE, _TARGET = "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"
_OUTPUTS = ("decoder.output_projection.weight", "decoder.embed_out")
_LEARNED = tuple(f"{stack}.embed_positions.weight" for stack in STACKS)
_COMPUTED = tuple(
    f"{stack}.embed_positions.{name}" for stack in STACKS for name in ("weights", "_float_tensor")
)
_LANGUAGE = r"[\w-]+"
_ACTIVATIONS: Mapping[str, Activation] = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu_accurate": "gelu_tanh",
    "gelu_fast": "gelu_tanh",
    "swish": "silu",
}
_NEVER_HERE = (
    *("adaptive_input", "adaptive_softmax_cutoff", "cross_self_attention", "scale_attn"),
    *("scale_fc", "scale_heads", "scale_resids", "character_embeddings"),
    *("no_cross_attention", "encoder_layers_to_keep", "decoder_layers_to_keep"),
    *("encoder_langtok", "decoder_langtok", "lang_tok_replacing_bos_eos", "prepend_bos"),
)
"""Options that change the computation and are not supported."""


def is_fairseq(file: TensorFile) -> bool:
    wanted = ("encoder.layers.0.self_attn.k_proj.weight", _SOURCE)
    return {*wanted, "decoder.layers.0.encoder_attn.k_proj.weight"} <= file.shapes.keys()


def read_fairseq(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Sizes, norms and tables come from the tensors; heads, activation and scale from options.

    Raises:
        ForeignModelError: a dictionary is missing, or a part differs from fairseq.
    """
    options = _options(path, file)
    for name in _NEVER_HERE:
        options.refuse(name, False, "")
    folder = HubFolder(path.parent)
    src, tgt = (
        in_our_order(
            asked_tokens(
                answers,
                f"{side}-vocab",
                beside=_dictionary(folder, options, side),
                rows=shape_of(file, table, family=FAMILY)[0],
                read=_tokens,
            ),
            _SPECIAL,
            never=[_PAD],
        )
        for side, table in (("src", _SOURCE), ("tgt", _TARGET))
    )
    told = None if options.values.get("bpe") else "words"
    cuts = cuts_beside(folder, answers, (src, tgt), told=told)
    config, output = _config(file, options, answers, (src, tgt))
    places = bart_places(config, root="", positions=_OFFSET)
    places |= embedding_places(config, (_SOURCE, _TARGET, output), (src, tgt))
    return Recognised(
        questions=tuple(answers.questions),
        family=FAMILY,
        file=file,
        config=config,
        src_tokenizer=PieceTokenizer(cut=cuts[0], pieces=src.pieces),
        tgt_tokenizer=PieceTokenizer(cut=cuts[1], pieces=tgt.pieces),
        places=places,
        left_out=_left_out(config, output),
    )


def _config(
    file: TensorFile, options: Options, answers: Answers, vocabularies: Sequence[Vocabulary]
) -> tuple[ModelConfig, str]:
    src, tgt = vocabularies
    _, d_model = shape_of(file, _SOURCE, family=FAMILY)
    d_ff, _ = shape_of(file, "encoder.layers.0.fc1.weight", family=FAMILY)
    output = next((name for name in _OUTPUTS if name in file.shapes), _OUTPUTS[0])
    final_norm = "encoder.layer_norm.weight" in file.shapes
    pre = of_both(options, "{}_normalize_before", final_norm)
    unscaled = options.told("no_scale_embedding", False)
    config = ModelConfig(
        n_layers=depth(file, "encoder.layers."),
        decoder_layers=depth(file, "decoder.layers."),
        n_heads=heads(
            answers, options, of_both(options, "{}_attention_heads", None), d_model=d_model
        ),
        d_model=d_model,
        d_ff=d_ff,
        norm="pre" if (final_norm if pre is None else pre) else "post",
        final_norm=final_norm,
        embedding_norm="encoder.layernorm_embedding.weight" in file.shapes,
        activation=activation(
            answers, options.told("activation_fn", "relu"), _ACTIVATIONS, place=options.place
        ),
        scaled_embedding=yes(answers, "scaled", told=None if unscaled is None else not unscaled),
        sinusoids="halves",
        closed_sinusoids=True,
        position_offset=_OFFSET,
        tie_embeddings=_is_tied(file, options, output),
        share_embeddings=src.rows == tgt.rows and is_copy(file, _TARGET, _SOURCE),
        forbidden=tgt.forbidden,
        **_positions(file, options, answers),
    )
    return config, output


def _is_tied(file: TensorFile, options: Options, output: str) -> bool:
    # Older versions do not write a tied output projection.
    names = ("share_decoder_input_output_embed", "share_all_embeddings")
    unwritten = output not in file.shapes and any(options.told(name, False) for name in names)
    return unwritten or is_copy(file, _TARGET, output)


def _positions(file: TensorFile, options: Options, answers: Answers) -> dict[str, Any]:
    if _LEARNED[0] in file.shapes:
        tables = (shape_of(file, name, family=FAMILY)[0] for name in _LEARNED)
        return {"positions": "learned", "max_len": max(1, min(tables) - _OFFSET)}
    without = options.told("no_token_positional_embeddings", False)
    if without is None and file.shapes.keys() & {*_COMPUTED}:
        without = False
    told = None if without is None else ("none" if without else "sinusoidal")
    names = ("max_source_positions", "max_target_positions")
    lengths = [whole(options, name, options.told(name, _POSITIONS) or _POSITIONS) for name in names]
    asked = answers.choice("positions", ("sinusoidal", "none"), told=told)
    return {"positions": asked, "max_len": min(*lengths, LARGEST_SIZE)}


def _left_out(config: ModelConfig, output: str) -> list[str]:
    left = ["encoder.version", "decoder.version", *_COMPUTED]
    if config.tie_embeddings:
        left.append(output)
    if config.share_embeddings:
        left.append(_SOURCE)
    return left


def _options(path: Path, file: TensorFile) -> Options:
    values = plain(file.others.get("args"))
    cfg = plain(file.others.get("cfg"))
    for part in ("task", "model"):
        values |= plain(cfg.get(part))
    for stack in STACKS:  # some versions nest what others write as one name
        nested = plain(values.get(stack))
        values |= {f"{stack}_{name}": value for name, value in nested.items()}
    return Options(values, str(path))


def _dictionary(folder: HubFolder, options: Options, side: str) -> Path:
    key, usual = {"src": ("source_lang", "src"), "tgt": ("target_lang", "tgt")}[side]
    told = str(options.told(key, None) or usual)
    return folder.path / f"dict.{told if re.fullmatch(_LANGUAGE, told) else usual}.txt"


def _tokens(path: Path) -> list[str]:
    tokens = [*_FIRST]
    for number, line in enumerate(lines_of(path), start=1):
        token, _, count = line.rstrip().removesuffix(" #fairseq:overwrite").rpartition(" ")
        if not token or not count.isdecimal():
            raise ForeignModelError(
                "{path}: line {number} ({line!r}) must be a token and its count.",
                path=path,
                number=number,
                line=line,
            )
        tokens.append(token)
    return tokens
