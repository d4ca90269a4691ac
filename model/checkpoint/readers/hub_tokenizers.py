"""The tokenizer of a hub folder, from whichever files tell it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers

from model import values
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.tensor_files import ForeignModelError, damaged
from model.text.cut import Cut
from model.text.piece_tokenizer import LANGUAGE
from model.text.tokenizer_json_cut import TokenizerJsonCut

_SENTENCEPIECE = ("sentencepiece.bpe.model", "spiece.model", "source.spm", "tokenizer.model")
_FAIRSEQ = ("<s>", "<pad>", "</s>", "<unk>")
"""Pieces that fairseq puts before those of a SentencePiece model, which has three of them."""
_SPECIAL_FILES = ("special_tokens_map.json", "tokenizer_config.json")
_LONGEST_ID = 10
"""Digits."""
_SPECIAL_LISTS = ("additional_special_tokens", "extra_special_tokens")


class HubTokenizer(NamedTuple):
    """How texts are cut, and the id of each piece."""

    cut: Cut
    ids: Mapping[str, int]


def hub_tokenizer(folder: HubFolder, *, fairseq: bool = False) -> HubTokenizer:
    """From ``tokenizer.json``, a SentencePiece model, or a vocabulary with merges.

    ``fairseq``: the pieces of a SentencePiece model are numbered as fairseq does.

    Raises:
        ForeignModelError: no file tells how texts are cut.
        ConfigError: such a file is damaged.
    """
    model = next((name for name in _SENTENCEPIECE if folder.has(name)), None)
    if folder.has("tokenizer.json"):
        fast = TokenizerJsonCut(folder.text("tokenizer.json"))
        return HubTokenizer(fast, fast.ids)
    if model is not None:
        pieces = folder.pieces(model)
        own = _fairseq_ids(pieces.ids) if fairseq else pieces.ids
        return HubTokenizer(pieces, folder.ids("vocab.json") or own)
    if folder.has("vocab.json") and folder.has("merges.txt"):
        return _fast(_byte_level(folder))
    if folder.has("vocab.txt"):
        return _fast(_word_pieces(folder))
    raise ForeignModelError(
        "{path} has no tokenizer: none of tokenizer.json, {models}, vocab.json with merges.txt, "
        "vocab.txt.",
        path=folder.path,
        models=", ".join(_SENTENCEPIECE),
    )


def with_languages(
    folder: HubFolder, ids: Mapping[str, int], usual: Sequence[str]
) -> dict[str, int]:
    """The pieces with those that were added, language codes above all.

    Codes that have no number in the files come after the pieces, in the order in which these list
    them; or, where no file has any, those that are ``usual``.

    Raises:
        ForeignModelError: an added token has no number.
    """
    found = {**ids, **_added(folder)}
    codes = [token for token in _listed(folder) if LANGUAGE.fullmatch(token)]
    if not codes and not any(map(LANGUAGE.fullmatch, found)):
        codes = [*usual]
    missing = [code for code in dict.fromkeys(codes) if code not in found]
    last = max(ids.values(), default=-1)
    return found | {code: last + i for i, code in enumerate(missing, start=1)}


def _added(folder: HubFolder) -> dict[str, int]:
    """Tokens that files give numbers beside the vocabulary."""
    added = {**folder.ids("added_tokens.json")}
    decoder = folder.json("tokenizer_config.json").get("added_tokens_decoder")
    for index, token in decoder.items() if isinstance(decoder, Mapping) else ():
        name = _content(token)
        if name and index.isdecimal() and len(index) < _LONGEST_ID:
            added[name] = int(index)
    return added


def _listed(folder: HubFolder) -> Iterator[str]:
    """Special tokens that files name without numbers."""
    for file in _SPECIAL_FILES:
        read = folder.json(file)
        for name in _SPECIAL_LISTS:
            tokens = read.get(name)
            yield from filter(None, map(_content, tokens if isinstance(tokens, list) else ()))


def _content(token: Any) -> str:
    """A token stands as a text, or as an object that has it."""
    text = token.get("content") if isinstance(token, Mapping) else token
    return text if isinstance(text, str) else ""


def _fairseq_ids(ids: Mapping[str, int]) -> dict[str, int]:
    own = sorted((index, piece) for piece, index in ids.items() if piece not in _FAIRSEQ)
    return {piece: index for index, piece in enumerate([*_FAIRSEQ, *(piece for _, piece in own)])}


def pieces_in_order(ids: Mapping[str, int], size: int) -> list[str]:
    """The pieces by their foreign ids; rows of the tables that have none get a name.

    Raises:
        ForeignModelError: an id is beyond the tables.
    """
    values.whole(1, values.MOST_ITEMS)("vocab_size", size)
    names = {index: piece for piece, index in ids.items()}
    if any(not 0 <= index < size for index in names):
        raise ForeignModelError(
            "The tokenizer has a token with the id {id}, but the model's tables have {rows} rows.",
            id=max(names),
            rows=size,
        )
    return [names.get(index, f"<extra {index}>") for index in range(size)]


def _byte_level(folder: HubFolder) -> tokenizers.Tokenizer:
    """GPT-2's and BART's (Radford et al. 2019)."""
    path = folder.path / "merges.txt"
    lines = folder.text("merges.txt").splitlines()
    parts = [line.split(" ") for line in lines if line and not line.startswith("#version")]
    merges = [(part[0], part[-1]) for part in parts]
    if any(len(part) != 2 for part in parts):
        raise damaged(path, ValueError("a merge is not made of two pieces"))
    ids = folder.ids("vocab.json")
    try:
        backend = tokenizers.Tokenizer(models.BPE(vocab=ids, merges=merges))
    except Exception as error:  # the library raises nothing narrower
        raise damaged(path, error) from error
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    return backend


def _word_pieces(folder: HubFolder) -> tokenizers.Tokenizer:
    """BERT's (Devlin et al. 2019)."""
    lines = folder.text("vocab.txt").splitlines()
    ids = {line: index for index, line in enumerate(lines)}
    lowercase = bool(folder.json("tokenizer_config.json").get("do_lower_case", True))
    backend = tokenizers.Tokenizer(models.WordPiece(vocab=ids, unk_token="[UNK]"))
    backend.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    backend.decoder = decoders.WordPiece()
    special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    backend.add_special_tokens([token for token in special if token in ids])
    return backend


def _fast(backend: tokenizers.Tokenizer) -> HubTokenizer:
    cut = TokenizerJsonCut(backend.to_str())
    return HubTokenizer(cut, cut.ids)
