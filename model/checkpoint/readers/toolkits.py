"""Checkpoints of fairseq, OpenNMT-py and JoeyNMT, and vocabularies that lie beside them.

Ott et al. 2019; Klein et al. 2017, versions 1 to 3; Kreutzer et al. 2019, versions 1 and 2. Every
reader raises ForeignModelError if a vocabulary does not fit, or a part differs from its toolkit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import torch

from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_models import BART_NAMES, OFFSET
from model.checkpoint.readers.hub_tokenizers import check_rows, pieces_in_order
from model.checkpoint.readers.options import Options, plain
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    TableNames,
    TensorNames,
    TensorPlace,
    TensorPlaces,
    Vocabulary,
    by_name,
    first_rows,
    flat_table,
    in_our_order,
    placed,
    position_rows,
    within,
    zeros,
)
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import LARGEST_SIZE, STACKS, Activation, ModelConfig, Stack
from model.network.layers import sinusoidal_table
from model.runs.estimates import Sizes
from model.special_tokens import EOS_ID, Ids
from model.text.cut import GOES_ON, WORD_START, Cut
from model.text.foreign_cuts import SubwordCut, TokenizerJsonCut, WordCut
from model.text.piece_tokenizer import PieceTokenizer

# ------------------------------------------------------------------------------------- token files

_MODELS = re.compile(r".*\.(model|spm)")
_CODES = re.compile(r"(.*[._-])?(bpe)?codes?([._-](?!py).*)?|bpe\.\d+")
_SIDES = {"src": re.compile(r"src|source"), "tgt": re.compile(r"tgt|trg|target")}
_OF_FILE = "file"
_CUTS = ("words", "characters", _OF_FILE)


def fitting(
    tokens: Sequence[str], place: Path, *, rows: int, needed: Iterable[str] = ()
) -> list[str]:
    """The tokens, checked; raises ForeignModelError."""
    for token in needed:
        if token not in tokens:
            raise ForeignModelError("{path} has no token {token!r}.", path=place, token=token)
    check_rows(place, len(tokens), rows)
    return list(tokens)


def lines_of(path: Path) -> list[str]:
    """One token per line; raises ForeignModelError if the file cannot be read."""
    # Not str.splitlines(): other line separators of Unicode may be part of a token.
    text = HubFolder(path.parent).text(path.name)
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def named_vocabulary(tokens: Sequence[str], names: Iterable[str]) -> Vocabulary:
    ids = {token: index for index, token in enumerate(tokens)}
    return in_our_order(tokens, SpecialIds(*(ids.get(name) for name in names)))


def cut_beside(
    folder: HubFolder,
    answers: Answers,
    side: str,
    pieces: Sequence[str],
    *,
    told: str | None = "words",
) -> Cut:
    """The tokenizer by a SentencePiece model or BPE codes beside a checkpoint.

    Without such a file it is the program's ``told`` one. It is asked for if that is None, if the
    subwords have marks of a missing file, or if several files are possible. Raises
    ForeignModelError if such a file cannot be read, ConfigError if it is damaged.
    """
    found = _beside(folder, side)
    if len(found) == 1:
        path = answers.path(f"{side}-pieces", told=folder.path / found[0])
        return _cut_of(folder.path / found[0] if path is None else path)
    cut = found or any(piece.endswith(GOES_ON) or WORD_START in piece for piece in pieces)
    choices, told = (_CUTS[::-1], None) if cut else (_CUTS, told)
    asked = answers.choice(f"{side}-tokens", choices, told=told)
    if asked != _OF_FILE:
        return WordCut(characters=asked == "characters")
    path = answers.path(f"{side}-pieces")
    return WordCut() if path is None else _cut_of(path)


def _cut_of(path: Path) -> Cut:
    beside = HubFolder(path.parent)
    if path.suffix == ".json":
        return TokenizerJsonCut(beside.text(path.name))
    if _MODELS.fullmatch(path.name):
        return beside.pieces(path.name)
    return SubwordCut(_merges(path))


def _beside(folder: HubFolder, side: str) -> list[str]:
    own, other = _SIDES[side], _SIDES["src" if side == "tgt" else "tgt"]
    files = (path.name for path in folder.path.iterdir() if path.is_file())
    names = sorted(name for name in files if not other.search(name))
    models, codes = ([name for name in names if kind.fullmatch(name)] for kind in (_MODELS, _CODES))
    likely = (
        [name for name in models if own.search(name)],
        [name for name in names if name == "tokenizer.json"],
        models,
        [name for name in codes if own.search(name)],
        codes,
    )
    return next((found for found in likely if found), [])


def _merges(path: Path) -> list[tuple[str, str]]:
    parts = [line.split(" ") for line in lines_of(path) if line and line[:8] != "#version"]
    if any(len(part) not in {2, 3} or "</w>" in part[:2] for part in parts):
        raise ForeignModelError(
            "{path} contains no BPE codes of subword-nmt 0.2 or fastBPE.", path=path
        )
    return [(part[0], part[1]) for part in parts]


# ---------------------------------------------------------------------------------------- toolkits

_YES_NO = ("yes", "no")


@dataclass(frozen=True, kw_only=True)
class Toolkit:
    """What a training program calls things.

    Attributes:
        tables: embeddings of the source and of the target.
        signs: tensors that its checkpoints have beside attention.
        may_lack_biases: of projections; they are 0 then.
    """

    family: str
    names: TensorNames
    tables: tuple[str, str]
    activations: Mapping[str, Activation]
    signs: tuple[str, ...] = ()
    may_lack_biases: bool = False

    def first(self, part: str) -> str:
        """A matrix of the first layer of a stack, by our name: ``encoder_layers.0. …``."""
        return by_name(self.names, lambda _: 1)[f"{part}.weight"].names[0]

    def recognises(self, file: TensorFile) -> bool:
        parts = ("encoder_layers.0.attention.w_k", "decoder_layers.0.cross.w_k")
        return {*map(self.first, parts), *self.signs} <= file.shapes.keys()


@dataclass(frozen=True)
class _Reading:
    """A checkpoint, its options, and who is asked for the rest."""

    kit: Toolkit
    file: TensorFile
    path: Path
    options: Options
    answers: Answers

    def shape(self, name: str, *, dimensions: int = 2) -> Sizes:
        return self.file.shape(name, family=self.kit.family, dimensions=dimensions)

    def vocabularies(self, read: Callable[[_Reading, str, int], Vocabulary]) -> list[Vocabulary]:
        """Of source and target, read for the number of rows that each table has."""
        sides = zip(("src", "tgt"), self.kit.tables, strict=True)
        return [read(self, side, self.shape(table)[0]) for side, table in sides]

    def tokens(
        self,
        side: str,
        rows: int,
        beside: str,
        read: Callable[[Path], Sequence[str]] | None = None,
        needed: Iterable[str] = (),
    ) -> list[str]:
        """The tokens of a table with ``rows`` rows, in their order.

        They are read from the file beside the checkpoint; without one the file is asked for, and
        until it is named the tokens are numbers.
        """
        usual = self.path.parent / beside
        path = self.answers.path(f"{side}-vocab", told=usual if usual.exists() else None)
        if path is None:
            return pieces_in_order({}, rows)
        return fitting((read or lines_of)(path), path, rows=rows, needed=needed)

    def cuts(self, vocabularies: Iterable[Vocabulary], *, told: str | None = "words") -> list[Cut]:
        folder, sides = HubFolder(self.path.parent), ("src", "tgt")
        return [
            cut_beside(folder, self.answers, side, of.pieces, told=told)
            for side, of in zip(sides, vocabularies, strict=True)
        ]

    def heads(self, told: Any) -> int:
        number = None if told is None else self.options.count("heads", told)
        _, d_model = self.shape(self.kit.tables[0])
        return self.answers.number("heads", default=1, smallest=1, largest=d_model, told=number)

    def activation(self, told: Any) -> Activation:
        known = None
        if told is not None:
            known = self.options.activation(told, self.kit.activations)
        choices: tuple[Activation, ...] = get_args(Activation)
        name = self.answers.choice("activation", choices, told=known)
        return next(choice for choice in choices if choice == name)

    def is_scaled(self, told: bool | None) -> bool:
        said = None if told is None else _YES_NO[not told]
        return self.answers.choice("scaled", _YES_NO, told=said) == "yes"

    def is_copy(self, name: str, other: str) -> bool:
        return name in self.file.shapes and self.file.same(name, other)

    def stored_positions(self, table: str) -> dict[str, Any]:
        """Positions from stored tables: sinusoids if they match the formula, else given."""
        names = [table.format(stack=stack) for stack in STACKS]
        longest = [max(self.shape(name, dimensions=3)[:-1]) for name in names]
        found = [flat_table(self.file.load(name)).float() for name in names]
        usual = all(
            torch.allclose(rows, sinusoidal_table(*rows.shape, layout="interleaved"), atol=1e-3)
            for rows in found
        )
        return {"positions": "sinusoidal" if usual else "given", "max_len": min(longest)}

    def config(self, vocabularies: Sequence[Vocabulary], **own: Any) -> ModelConfig:
        """What tensors show, and the ``own`` settings."""
        source, target = self.kit.tables
        shared: dict[str, Any] = {
            "n_layers": self._depth("encoder"),
            "decoder_layers": self._depth("decoder"),
            "d_model": self.shape(source)[1],
            "d_ff": self.shape(self.kit.first("encoder_layers.0.feed_forward.w_1"))[0],
            "share_embeddings": vocabularies[0].rows == vocabularies[1].rows
            and self.is_copy(target, source),
            "forbidden": vocabularies[1].forbidden,
        }
        return ModelConfig(**shared, **own)

    def _depth(self, stack: Stack) -> int:
        """The number of layers by their names, at least 1, which is then reported as missing."""
        start = self.kit.first(f"{stack}_layers.0.attention.w_k").partition("0.")[0]
        numbers = re.compile(rf"{re.escape(start)}(\d{{1,4}})\.")
        found = (numbers.match(name) for name in self.file.shapes)
        return min(LARGEST_SIZE, 1 + max((int(match[1]) for match in found if match), default=0))

    def model(
        self,
        config: ModelConfig,
        vocabularies: Sequence[Vocabulary],
        cuts: Sequence[Cut],
        *,
        output: str,
        positions: TensorPlace,
        bias: str = "",
        src_suffix: Ids = (EOS_ID,),
        left_out: Iterable[str] = (),
    ) -> Recognised:
        """``output`` and ``bias`` are of the projection, ``positions`` tables of both stacks."""
        src, tgt = vocabularies
        tables = TableNames(*self.kit.tables, output, bias)
        names = {**self.kit.names, "{side}_embedding.positions.table": positions}
        places = placed(config, names, tables, vocabularies)
        if self.kit.may_lack_biases:
            _fill_biases(places, self.file)
        return Recognised(
            family=self.kit.family,
            file=self.file,
            config=config,
            src_tokenizer=PieceTokenizer(cut=cuts[0], pieces=src.pieces, suffix=src_suffix),
            tgt_tokenizer=PieceTokenizer(cut=cuts[1], pieces=tgt.pieces),
            places=places,
            left_out=(*left_out, tables.output, tables.source),
        )


def _fill_biases(places: TensorPlaces, file: TensorFile) -> None:
    """Zeros for biases of projections that no layer has."""
    known = {tuple(name.split(".")[-2:]) for name in file.shapes}
    for name, place in places.items():
        if "_layers." in name and name.endswith(".bias") and "norm" not in name:
            weight = f"{place.names[0].removesuffix('bias')}weight"
            last = tuple(place.names[0].split(".")[-2:])
            if last not in known and weight in file.shapes:
                places[name] = zeros(*file.shapes[weight][:1])


# ----------------------------------------------------------------------------------------- fairseq

_FIRST = ("<s>", "<pad>", "</s>", "<unk>")
"""First entries of every dictionary, which its file does not contain."""
_SPECIAL = SpecialIds(pad=1, start=2, end=2, unknown=3)
_OUTPUTS = ("decoder.output_projection.weight", "decoder.embed_out")
_LONGEST = 1024
_LEARNED = tuple(f"{stack}.embed_positions.weight" for stack in STACKS)
_COMPUTED = tuple(
    f"{stack}.embed_positions.{name}" for stack in STACKS for name in ("weights", "_float_tensor")
)
_LANGUAGE = re.compile(r"[\w-]+")
_OFF: Mapping[str, tuple[Any, ...]] = dict.fromkeys(
    (
        *("adaptive_input", "adaptive_softmax_cutoff", "cross_self_attention", "scale_attn"),
        *("scale_fc", "scale_heads", "scale_resids", "character_embeddings"),
        *("no_cross_attention", "encoder_layers_to_keep", "decoder_layers_to_keep"),
        *("encoder_langtok", "decoder_langtok", "lang_tok_replacing_bos_eos", "prepend_bos"),
    ),
    (False, ""),
)
"""Options that change the computation and are not supported."""

FAIRSEQ = Toolkit(
    family="fairseq",
    names=BART_NAMES,
    tables=("encoder.embed_tokens.weight", "decoder.embed_tokens.weight"),
    signs=("encoder.embed_tokens.weight",),
    activations={
        "relu": "relu",
        "gelu": "gelu",
        "gelu_accurate": "gelu_tanh",
        "gelu_fast": "gelu_tanh",
        "swish": "silu",
    },
)


def read_fairseq(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Norms and tables come from the tensors; heads, activation and scale from options."""
    reading = _Reading(FAIRSEQ, file, path, _fairseq_options(path, file), answers)
    options = reading.options
    options.refuse(_OFF)
    vocabularies = reading.vocabularies(_fairseq_vocabulary)
    cuts = reading.cuts(vocabularies, told=None if options.values.get("bpe") else "words")
    output = next((name for name in _OUTPUTS if name in file.shapes), _OUTPUTS[0])
    final_norm = "encoder.layer_norm.weight" in file.shapes
    pre = options.of_both("{}_normalize_before", final_norm)
    unscaled = options.told("no_scale_embedding", False)
    config = reading.config(
        vocabularies,
        n_heads=reading.heads(options.of_both("{}_attention_heads", None)),
        norm="pre" if (final_norm if pre is None else pre) else "post",
        final_norm=final_norm,
        embedding_norm="encoder.layernorm_embedding.weight" in file.shapes,
        activation=reading.activation(options.told("activation_fn", "relu")),
        scaled_embedding=reading.is_scaled(None if unscaled is None else not unscaled),
        sinusoids="halves",
        closed_sinusoids=True,
        position_offset=OFFSET,
        tie_embeddings=_is_tied(reading, output),
        **_fairseq_positions(reading),
    )
    return reading.model(
        config,
        vocabularies,
        cuts,
        output=output,
        positions=first_rows("{stack}.embed_positions.weight", OFFSET, OFFSET + config.max_len),
        left_out=("encoder.version", "decoder.version", *_COMPUTED),
    )


def _is_tied(reading: _Reading, output: str) -> bool:
    # Older versions do not write a tied output projection.
    names = ("share_decoder_input_output_embed", "share_all_embeddings")
    said = any(reading.options.told(name, False) for name in names)
    unwritten = output not in reading.file.shapes and said
    return unwritten or reading.is_copy(FAIRSEQ.tables[1], output)


def _fairseq_positions(reading: _Reading) -> dict[str, Any]:
    options, shapes = reading.options, reading.file.shapes
    if _LEARNED[0] in shapes:
        rows = min(reading.shape(name)[0] for name in _LEARNED)
        return {"positions": "learned", "max_len": max(1, rows - OFFSET)}
    without = options.told("no_token_positional_embeddings", False)
    if without is None and shapes.keys() & {*_COMPUTED}:
        without = False
    told = None if without is None else ("none" if without else "sinusoidal")
    names = ("max_source_positions", "max_target_positions")
    lengths = [options.count(name, options.told(name, _LONGEST) or _LONGEST) for name in names]
    asked = reading.answers.choice("positions", ("sinusoidal", "none"), told=told)
    return {"positions": asked, "max_len": min(*lengths, LARGEST_SIZE)}


def _fairseq_options(path: Path, file: TensorFile) -> Options:
    values = plain(file.others.get("args"))
    cfg = plain(file.others.get("cfg"))
    for part in ("task", "model"):
        values |= plain(cfg.get(part))
    for stack in STACKS:  # some versions nest what others write as one name
        nested = plain(values.get(stack))
        values |= {f"{stack}_{name}": value for name, value in nested.items()}
    return Options(values, path)


def _fairseq_vocabulary(reading: _Reading, side: str, rows: int) -> Vocabulary:
    key, usual = {"src": ("source_lang", "src"), "tgt": ("target_lang", "tgt")}[side]
    told = str(reading.options.told(key, None) or usual)
    beside = f"dict.{told if _LANGUAGE.fullmatch(told) else usual}.txt"
    tokens = reading.tokens(side, rows, beside, _dictionary)
    return in_our_order(tokens, _SPECIAL, never=[1])


def _dictionary(path: Path) -> list[str]:
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


# -------------------------------------------------------------------------------------- opennmt-py

_ONMT_ATTENTION = {
    "w_q": "linear_query",
    "w_k": "linear_keys",
    "w_v": "linear_values",
    "w_o": "final_linear",
}
_ONMT_LAYER: TensorNames = {
    **within("attention.", "self_attn.", _ONMT_ATTENTION),
    **within("cross.", "context_attn.", _ONMT_ATTENTION),
    **{f"feed_forward.{name}": f"feed_forward.{name}" for name in ("w_1", "w_2", "w_3")},
    "feed_forward_residual.norm": "feed_forward.layer_norm",
}
_ONMT_TABLE = "{}.embeddings.make_embedding.emb_luts.0.weight"
_ONMT_POSITIONS = "{stack}.embeddings.make_embedding.pe.pe"
OPENNMT_PY = Toolkit(
    family="OpenNMT-py",
    names={
        **within("encoder_layers.{layer}.", "encoder.transformer.{layer}.", _ONMT_LAYER),
        **within("decoder_layers.{layer}.", "decoder.transformer_layers.{layer}.", _ONMT_LAYER),
        "encoder_layers.{layer}.attention_residual.norm": "encoder.transformer.{layer}.layer_norm",
        **{
            f"decoder_layers.{{layer}}.{own}_residual.norm": (
                f"decoder.transformer_layers.{{layer}}.layer_norm_{number}"
            )
            for number, own in enumerate(("attention", "cross"), start=1)
        },
        "{stack}_norm": "{stack}.layer_norm",
    },
    tables=(_ONMT_TABLE.format("encoder"), _ONMT_TABLE.format("decoder")),
    activations={
        "relu": "relu",
        "gelu": "gelu",
        "fast_gelu": "gelu_tanh",
        "silu": "silu",
        "gated-gelu": "gelu",
        "gated-silu": "silu",
    },
    may_lack_biases=True,
)
_ONMT_FINE: Mapping[str, tuple[Any, ...]] = {
    "position_encoding_type": ("SinusoidalInterleaved", "SinusoidalConcat"),
    "generator_function": ("softmax",),
    "self_attn_type": ("scaled-dot", "scaled-dot-flash"),
    **dict.fromkeys(("max_relative_positions", "relative_positions_buckets", "num_kv"), (0,)),
    "layer_norm": ("standard", "rms"),
    **dict.fromkeys(("parallel_residual", "shared_layer_norm", "multiquery"), (False,)),
    **dict.fromkeys(("copy_attn", "num_experts", "sliding_window"), (False,)),
}
_ONMT_EPSILON = 1e-6


def read_opennmt_py(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """Pre-norm; options and vocabularies are in the file, unless it was stripped."""
    options = Options(plain(file.others.get("opt")), path)
    options.refuse(_ONMT_FINE)
    reading = _Reading(OPENNMT_PY, file, path, options, answers)
    vocabularies = reading.vocabularies(_onmt_vocabulary)
    cuts = reading.cuts(vocabularies)
    shapes = file.shapes
    generators = ("generator.0", "generator")
    output = next((name for name in generators if f"{name}.weight" in shapes), generators[0])
    table = _ONMT_POSITIONS.format(stack="encoder")
    is_placed = table in shapes or bool(options.told("position_encoding", False))
    config = reading.config(
        vocabularies,
        n_heads=reading.heads(options.told("heads", 8)),
        norm="pre",
        norm_type="layer" if "encoder.layer_norm.bias" in shapes else "rms",
        norm_epsilon=options.told("norm_eps", _ONMT_EPSILON) or _ONMT_EPSILON,
        scaled_embedding=is_placed,  # √d_model is a factor of what adds the positions
        **(
            reading.stored_positions(_ONMT_POSITIONS)
            if is_placed
            else {"positions": "none", "max_len": 5000}
        ),
        activation=reading.activation(options.told("pos_ffn_activation_fn", "relu")),
        gated="encoder.transformer.0.feed_forward.w_3.weight" in shapes,
        biases=any(name.endswith(("w_1.bias", "linear_keys.bias")) for name in shapes),
        output_bias=f"{output}.bias" in shapes,
        tie_embeddings=reading.is_copy(OPENNMT_PY.tables[1], f"{output}.weight"),
    )
    return reading.model(
        config,
        vocabularies,
        cuts,
        src_suffix=(),  # only a target has a start and an end
        output=f"{output}.weight",
        bias=f"{output}.bias",
        positions=position_rows(_ONMT_POSITIONS, config.max_len),
        left_out=[
            *(_ONMT_POSITIONS.format(stack=stack) for stack in STACKS),
            *(name for name in shapes if name.endswith(".mask")),
        ],
    )


def _onmt_vocabulary(reading: _Reading, side: str, rows: int) -> Vocabulary:
    kept = reading.file.others.get("vocab")
    vocabularies = kept if isinstance(kept, Mapping) else {}
    said = vocabularies.get("decoder_start_token")
    start = said if isinstance(said, str) else "<s>"
    needed = (start, "</s>") if side == "tgt" else ()
    inside = vocabularies.get(side)
    if isinstance(inside, list) and all(isinstance(token, str) for token in inside):
        tokens = fitting(inside, reading.path, rows=rows, needed=needed)
    else:
        tokens = reading.tokens(side, rows, f"{side}_vocab.txt", needed=needed)
    return named_vocabulary(tokens, ("<blank>", start, "</s>", "<unk>"))


# ----------------------------------------------------------------------------------------- joeynmt

_CONFIG = "config.yaml"
_JOEY_ATTENTION = {"w_q": "q_layer", "w_k": "k_layer", "w_v": "v_layer", "w_o": "output_layer"}
_JOEY_FEED_FORWARD = {
    "feed_forward.w_1": "feed_forward.pwff_layer.0",
    "feed_forward.w_2": "feed_forward.pwff_layer.3",
    "feed_forward_residual.norm": "feed_forward.layer_norm",
}
_JOEY_ENCODER: TensorNames = {
    **within("attention.", "src_src_att.", _JOEY_ATTENTION),
    "attention_residual.norm": "layer_norm",
    **_JOEY_FEED_FORWARD,
}
_JOEY_DECODER: TensorNames = {
    **within("attention.", "trg_trg_att.", _JOEY_ATTENTION),
    "attention_residual.norm": "x_layer_norm",
    **within("cross.", "src_trg_att.", _JOEY_ATTENTION),
    "cross_residual.norm": "dec_layer_norm",
    **_JOEY_FEED_FORWARD,
}
_JOEY_OUTPUT, _JOEY_POSITIONS = "decoder.output_layer.weight", "{stack}.pe.pe"
JOEYNMT = Toolkit(
    family="JoeyNMT",
    names={
        **within("encoder_layers.{layer}.", "encoder.layers.{layer}.", _JOEY_ENCODER),
        **within("decoder_layers.{layer}.", "decoder.layers.{layer}.", _JOEY_DECODER),
        "{stack}_norm": "{stack}.layer_norm",
    },
    tables=("src_embed.lut.weight", "trg_embed.lut.weight"),
    activations={"relu": "relu", "gelu": "gelu", "swish": "silu"},
    may_lack_biases=True,
)
_JOEY_FINE: Mapping[str, tuple[Any, ...]] = {
    "model.initializer": ("xavier", "xavier_uniform", "uniform", "normal", "zeros"),
    **dict.fromkeys(("model.encoder.alpha", "model.decoder.alpha"), ("1", "1.0")),
}
"""With ``xavier_normal`` residual connections have weights (Wang et al. 2022)."""


def read_joeynmt(file: TensorFile, path: Path, answers: Answers) -> Recognised:
    """``config.yaml`` and both vocabularies are beside the checkpoint, else asked for."""
    folder = HubFolder(path.parent)
    told = settings(folder.text(_CONFIG)) if folder.has(_CONFIG) else {}
    options = Options(told, folder.path / _CONFIG)
    options.refuse(_JOEY_FINE)
    reading = _Reading(JOEYNMT, file, path, options, answers)
    vocabularies = reading.vocabularies(_joey_vocabulary)
    # the configuration does not say whether characters include blanks
    levels = [told.get(name) for name in ("data.level", "data.src.level", "data.trg.level")]
    cuts = reading.cuts(vocabularies, told=None if "char" in levels else "words")
    scaled = options.of_both("model.{}.embeddings.scale", "false")
    config = reading.config(
        vocabularies,
        n_heads=reading.heads(options.of_both("model.{}.num_heads", "8")),
        norm="pre" if "encoder.layer_norm.weight" in file.shapes else "post",
        norm_epsilon=1e-6,
        scaled_embedding=reading.is_scaled(
            None if scaled is None else scaled.lower() in {"true", "yes", "on"}
        ),
        **reading.stored_positions(_JOEY_POSITIONS),
        activation=reading.activation(options.of_both("model.{}.activation", "relu")),
        tie_embeddings=reading.is_copy(JOEYNMT.tables[1], _JOEY_OUTPUT),
    )
    return reading.model(
        config,
        vocabularies,
        cuts,
        output=_JOEY_OUTPUT,
        positions=position_rows(_JOEY_POSITIONS, config.max_len),
        left_out=[_JOEY_POSITIONS.format(stack=stack) for stack in STACKS],
    )


def _joey_vocabulary(reading: _Reading, side: str, rows: int) -> Vocabulary:
    beside = "src_vocab.txt" if side == "src" else "trg_vocab.txt"
    tokens = reading.tokens(side, rows, beside, needed=("<s>", "</s>"))
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
