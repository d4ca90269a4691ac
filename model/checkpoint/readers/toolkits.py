"""Options and layers that checkpoints of fairseq, OpenNMT-py and JoeyNMT have in common."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import torch

from model import values
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import pieces_in_order
from model.checkpoint.readers.recognised import (
    Answers,
    SpecialIds,
    TensorPlaces,
    Vocabulary,
    copied,
    flat_table,
    in_our_order,
    position_rows,
    zeros,
)
from model.checkpoint.readers.tensor_files import ForeignModelError, TensorFile
from model.config import LARGEST_SIZE, STACKS, Activation, ModelConfig, Stack
from model.network.layers import sinusoidal_table
from model.text.cut import GOES_ON, WORD_START, Cut
from model.text.foreign_cuts import SubwordCut, TokenizerJsonCut, WordCut

# ------------------------------------------------------------------------------------- token files
# Vocabularies that lie beside a checkpoint, and how texts are cut into their tokens.


_MODELS = re.compile(r".*\.(model|spm)")
_CODES = re.compile(r"(.*[._-])?(bpe)?codes?([._-](?!py).*)?|bpe\.\d+")
_SIDES = {"src": re.compile(r"src|source"), "tgt": re.compile(r"tgt|trg|target")}
_OF_FILE = "file"
_CUTS = ("words", "characters", _OF_FILE)


def asked_tokens(
    answers: Answers,
    name: str,
    *,
    beside: Path | None,
    rows: int,
    read: Callable[[Path], Sequence[str]],
    needed: Iterable[str] = (),
) -> list[str]:
    """The tokens of a table with ``rows`` rows, in their order.

    They are read from the file beside the checkpoint; without one the file is asked for, and until
    it is named the tokens are numbers.

    Raises:
        ForeignModelError: the file cannot be read, has another number of tokens, or lacks a needed
            one.
    """
    told = beside if beside is not None and beside.exists() else None
    path = answers.path(name, told=told)
    if path is None:
        return pieces_in_order({}, rows)
    return fitting(read(path), path, rows=rows, needed=needed)


def fitting(
    tokens: Sequence[str], place: Path, *, rows: int, needed: Iterable[str] = ()
) -> list[str]:
    """The tokens, checked.

    Raises:
        ForeignModelError: the model's table has another number of rows, or a token is missing.
    """
    for token in needed:
        if token not in tokens:
            raise ForeignModelError("{path} has no token {token!r}.", path=place, token=token)
    if len(tokens) != rows:
        raise ForeignModelError(
            "{path} has {tokens} tokens, but the model's table has {rows} rows.",
            path=place,
            tokens=len(tokens),
            rows=rows,
        )
    return list(tokens)


def lines_of(path: Path) -> list[str]:
    """One token per line; raises ForeignModelError if the file cannot be read."""
    # Not str.splitlines(): other line separators of Unicode may be part of a token.
    text = HubFolder(path.parent).text(path.name)
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def named_vocabulary(
    tokens: Sequence[str], names: Iterable[str], *, never: Iterable[str] = ()
) -> Vocabulary:
    ids = {token: index for index, token in enumerate(tokens)}
    special = SpecialIds(*(ids.get(name) for name in names))
    return in_our_order(tokens, special, never=[ids[name] for name in never if name in ids])


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
    subwords have marks of a missing file, or if several files are possible.

    Raises:
        ForeignModelError: such a file cannot be read.
        ConfigError: such a file is damaged.
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


def cuts_beside(
    folder: HubFolder,
    answers: Answers,
    vocabularies: Iterable[Vocabulary],
    *,
    told: str | None = "words",
) -> list[Cut]:
    """As :func:`cut_beside` for the vocabularies of source and target."""
    sides = zip(("src", "tgt"), vocabularies, strict=True)
    return [cut_beside(folder, answers, side, of.pieces, told=told) for side, of in sides]


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


@dataclass(frozen=True)
class Options:
    """A training program's options, as far as the checkpoint has them.

    Attributes:
        values: by name; none at all where nothing was kept.
        place: where they stand, for messages.
    """

    values: Mapping[str, Any]
    place: str

    def told(self, name: str, default: Any) -> Any:
        """A value, its default, or None without options; raises ForeignModelError for a list."""
        value = self.values.get(name, default) if self.values else None
        if value is not None and not isinstance(value, str | int | float):
            raise ForeignModelError(
                "{place}: {name} ({value!r}) must be one value.",
                place=self.place,
                name=name,
                value=_quotable(value),
            )
        return value

    def refuse(self, name: str, *fine: Any) -> None:
        """Raise ForeignModelError if an option has another value than ``fine``."""
        value = self.values.get(name)
        known = isinstance(value, str | int | float)  # a tensor is in no list, and says so loudly
        if value is not None and not (known and value in fine):
            raise ForeignModelError(
                "{place}: {name} ({value!r}) has no counterpart here.",
                place=self.place,
                name=name,
                value=_quotable(value),
            )


def _quotable(value: Any) -> Any:
    # A pickle's lists may contain themselves: written out they would be endless.
    parts = value if isinstance(value, list | tuple) else [value]
    plain_ = all(isinstance(part, str | int | float) for part in parts)
    return value if plain_ else type(value).__name__


def options_of(kept: Any, place: Path) -> Options:
    """From a namespace or a mapping; empty for anything else."""
    return Options(plain(kept), str(place))


def plain(kept: Any) -> dict[str, Any]:
    if isinstance(kept, Namespace):
        return dict(vars(kept))
    return {str(name): value for name, value in kept.items()} if isinstance(kept, Mapping) else {}


def of_both(options: Options, names: str, default: Any) -> Any:
    """An option ``{}`` shared by encoder and decoder; raises ForeignModelError if they differ."""
    first, second = (names.format(stack) for stack in STACKS)
    one, two = options.told(first, default), options.told(second, default)
    if one != two:
        raise ForeignModelError(
            "{path}: {first} is {one!r}, but {second} is {two!r}.",
            path=options.place,
            first=first,
            one=one,
            second=second,
            two=two,
        )
    return one


def heads(answers: Answers, options: Options, told: Any, *, d_model: int) -> int:
    """The number of heads, asked for if unknown; raises ForeignModelError if not a number."""
    number = None if told is None else whole(options, "heads", told)
    return answers.number("heads", default=1, smallest=1, largest=d_model, told=number)


def activation(
    answers: Answers, told: Any, known: Mapping[str, Activation], *, place: str
) -> Activation:
    """The activation, asked for if unknown; raises ForeignModelError if not supported."""
    if told is not None and told not in known:
        raise ForeignModelError(
            "{path}: unknown activation {value!r}; supported: {known}.",
            path=place,
            value=told,
            known=", ".join(known),
        )
    choices: tuple[Activation, ...] = get_args(Activation)
    name = answers.choice("activation", choices, told=None if told is None else known[told])
    return next(choice for choice in choices if choice == name)


def yes(answers: Answers, name: str, *, told: bool | None) -> bool:
    """A switch from the options, else asked for."""
    said = None if told is None else _YES_NO[not told]
    return answers.choice(name, _YES_NO, told=said) == "yes"


def stored_positions(file: TensorFile, tables: Sequence[str], *, family: str) -> dict[str, Any]:
    """Positions from stored tables: sinusoids if they match the program's formula, else given.

    Raises:
        ForeignModelError: a table is missing, or has the wrong shape.
    """
    rows_of = [max(shape_of(file, name, family=family, dimensions=3)[:-1]) for name in tables]
    found = [flat_table(file.load(name)).float() for name in tables]
    usual = all(
        torch.allclose(table, sinusoidal_table(*table.shape, layout="interleaved"), atol=1e-3)
        for table in found
    )
    return {"positions": "sinusoidal" if usual else "given", "max_len": min(rows_of)}


def position_places(config: ModelConfig, tables: Sequence[str]) -> TensorPlaces:
    """Places of given tables of positions, by the source's and the target's name."""
    if config.positions != "given":
        return {}
    return {
        f"{side}_embedding.positions.table": position_rows(name, config.max_len)
        for side, name in zip(("src", "tgt"), tables, strict=True)
    }


def whole(options: Options, name: str, value: Any) -> int:
    """A whole number, also stored as text; raises ForeignModelError if it is not one."""
    told = value if isinstance(value, str) else ""
    if isinstance(value, int) and not isinstance(value, bool) and value <= values.LARGEST_WHOLE:
        told = str(value)
    if not told.isdecimal() or len(told) > len(str(values.LARGEST_WHOLE)):
        raise ForeignModelError(
            "{path}: {name} ({value!r}) must be a whole number.",
            path=options.place,
            name=name,
            value=value,
        )
    return int(told)


def shape_of(file: TensorFile, name: str, *, family: str, dimensions: int = 2) -> tuple[int, ...]:
    """The shape of a tensor; raises ForeignModelError if it is missing or of other dimensions."""
    if len(shape := file.shapes.get(name, ())) != dimensions:
        raise ForeignModelError(
            "The {family} model has no tensor {name}.", family=family, name=name
        )
    return shape


def depth(file: TensorFile, start: str) -> int:
    """The number of layers by their names, at least 1, which is then reported as missing."""
    found = (re.match(rf"{re.escape(start)}(\d{{1,4}})\.", name) for name in file.shapes)
    return min(LARGEST_SIZE, 1 + max((int(match[1]) for match in found if match), default=0))


def is_copy(file: TensorFile, name: str, other: str) -> bool:
    return name in file.shapes and file.same(name, other)


LayerNames = Mapping[Stack, Mapping[str, str]]
"""What the parts of one layer are called, by our names, after the layer's own."""


def layer_places(
    file: TensorFile, config: ModelConfig, starts: Mapping[Stack, str], names: LayerNames
) -> TensorPlaces:
    """Places of all layers and final norms; ``starts`` precede a layer's number."""
    places: TensorPlaces = {}
    for stack in STACKS:
        for layer in range(config.depth(stack)):
            for ours, theirs in names[stack].items():
                place = f"{stack}_layers.{layer}.{ours}"
                places |= module_places(file, config, place, f"{starts[stack]}{layer}.{theirs}")
        if config.has_final_norm:
            places |= module_places(file, config, f"{stack}_norm", f"{stack}.layer_norm")
    return places


def module_places(file: TensorFile, config: ModelConfig, ours: str, theirs: str) -> TensorPlaces:
    """Places of a projection or norm; a missing bias is 0."""
    weight, bias = f"{theirs}.weight", f"{theirs}.bias"
    places = {f"{ours}.weight": copied(weight)}
    is_norm = ours.endswith("norm")
    if not (config.norm_type == "layer" if is_norm else config.biases):
        return places
    kind = f".{theirs.rpartition('.')[2]}.bias"
    made_up = not is_norm and weight in file.shapes
    if made_up and not any(name.endswith(kind) for name in file.shapes):
        return {**places, f"{ours}.bias": zeros(*file.shapes[weight][:1])}
    return {**places, f"{ours}.bias": copied(bias)}
