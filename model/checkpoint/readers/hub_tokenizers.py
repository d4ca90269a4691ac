"""Tokenizers of hub folders: vocabulary files, languages, generation settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers

from model import values
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.recognised import Answers, SpecialIds, Vocabulary, in_our_order
from model.checkpoint.readers.tensor_files import ForeignModelError, damaged
from model.special_tokens import EOS_ID
from model.text.cut import Cut, guarded
from model.text.foreign_cuts import TokenizerJsonCut
from model.text.piece_tokenizer import LANGUAGE, PieceTokenizer

_WITHOUT_EFFECT: Mapping[str, tuple[Any, ...]] = {
    "num_beams": (1,),
    "do_sample": (False,),
    "max_length": (),
    "max_new_tokens": (),
    "min_length": (0,),
    "min_new_tokens": (0,),
    "no_repeat_ngram_size": (0,),
    "encoder_no_repeat_ngram_size": (0,),
    "repetition_penalty": (1,),
    "encoder_repetition_penalty": (1,),
    "exponential_decay_length_penalty": (),
    "forced_eos_token_id": (),
    "forced_decoder_ids": ([],),
    "begin_suppress_tokens": ([],),
    "sequence_bias": ({}, []),
    "guidance_scale": (1,),
    "penalty_alpha": (0,),
    "dola_layers": (),
    "stop_strings": ([],),
    "watermarking_config": (),
}
"""Settings that nothing here follows, with the values that change no text; null is one of each."""


def never_generated(folder: HubFolder) -> list[int]:
    """Foreign ids of tokens that are never predicted."""
    ids = folder.generation.get("suppress_tokens")
    alone = [word[0] for word in _words(folder) if _is_one(word)]
    return [*alone, *(ids if isinstance(ids, list) else ())]


def forced_start(folder: HubFolder, vocabulary: Vocabulary) -> tuple[int, ...]:
    """Our id of the token that every target begins with, if there is one."""
    if folder.generation.get("forced_bos_token_id") is None:
        return ()
    return (vocabulary.ours(folder.token("forced_bos_token_id")),)


def not_followed(folder: HubFolder) -> dict[str, Any]:
    """Generation settings that are not supported, so that translations can differ."""
    said = folder.generation
    found = {
        name: said[name]
        for name, fine in _WITHOUT_EFFECT.items()
        if said.get(name) is not None and said[name] not in fine
    }
    longer = [word for word in _words(folder) if not _is_one(word)]
    return found | ({"bad_words_ids": longer} if longer else {})


def _words(folder: HubFolder) -> list[Any]:
    words = folder.generation.get("bad_words_ids")
    return words if isinstance(words, list) else []


def _is_one(word: Any) -> bool:
    return isinstance(word, list) and len(word) == 1


class Sides(NamedTuple):
    """How either side of a model reads texts, with one vocabulary or with two."""

    vocabularies: tuple[Vocabulary, Vocabulary]
    src: PieceTokenizer
    tgt: PieceTokenizer


def hub_vocabulary(
    folder: HubFolder,
    ids: Mapping[str, int],
    *,
    pad: int | None,
    start: int | None,
    end: int,
    size: int | None = None,
) -> Vocabulary:
    """Subwords by their foreign ids, and what has a role, in our order.

    ``size``: rows of their table, where it is not the configuration's usual one.
    """
    pieces = pieces_in_order(ids, folder.rows() if size is None else size)
    special = SpecialIds(pad, start, end, ids.get("<unk>"))
    return in_our_order(pieces, special, never=never_generated(folder))


_SENTENCEPIECE = ("sentencepiece.bpe.model", "spiece.model", "source.spm", "tokenizer.model")
_FAIRSEQ = ("<s>", "<pad>", "</s>", "<unk>")
"""Pieces that fairseq puts before those of a SentencePiece model, which has three of them."""
_LONGEST_ID = 10
"""Maximum number of digits."""


def hub_tokenizer(folder: HubFolder, *, fairseq: bool = False) -> tuple[Cut, Mapping[str, int]]:
    """The tokenizer and the id of each subword.

    From ``tokenizer.json``, a SentencePiece model, whose ids can be shifted as in ``fairseq``, or a
    vocabulary with merges. Raises ForeignModelError if there is none, ConfigError if it is damaged.
    """
    model = next((name for name in _SENTENCEPIECE if folder.has(name)), None)
    if folder.has("tokenizer.json"):
        text = folder.text("tokenizer.json")
    elif model is not None:
        pieces = folder.pieces(model)
        own = _fairseq_ids(pieces.ids) if fairseq else pieces.ids
        return pieces, folder.ids("vocab.json") or own
    elif folder.has("vocab.json") and folder.has("merges.txt"):
        text = _byte_level(folder)
    elif folder.has("vocab.txt"):
        text = _word_pieces(folder)
    else:
        raise ForeignModelError(
            "{path} has no tokenizer: none of tokenizer.json, {models}, vocab.json with "
            "merges.txt, vocab.txt.",
            path=folder.path,
            models=", ".join(_SENTENCEPIECE),
        )
    fast = TokenizerJsonCut(text)
    return fast, fast.ids


def with_languages(
    folder: HubFolder, ids: Mapping[str, int], usual: Sequence[str]
) -> dict[str, int]:
    """The subwords with added tokens, above all language codes.

    Codes without ids follow the subwords in the order of the files; if no file lists any, the
    ``usual`` ones are added.
    """
    found = {**ids, **_added(folder)}
    codes = [token for token in _listed(folder) if LANGUAGE.fullmatch(token)]
    if not codes and not any(map(LANGUAGE.fullmatch, found)):
        codes = [*usual]
    missing = [code for code in dict.fromkeys(codes) if code not in found]
    last = max(ids.values(), default=-1)
    return found | {code: last + i for i, code in enumerate(missing, start=1)}


def _added(folder: HubFolder) -> dict[str, int]:
    added = {**folder.ids("added_tokens.json")}
    decoder = folder.json("tokenizer_config.json").get("added_tokens_decoder")
    for index, token in decoder.items() if isinstance(decoder, Mapping) else ():
        name = _content(token)
        if name and index.isdecimal() and len(index) < _LONGEST_ID:
            added[name] = int(index)
    return added


def _listed(folder: HubFolder) -> Iterator[str]:
    for file in ("special_tokens_map.json", "tokenizer_config.json"):
        read = folder.json(file)
        for name in ("additional_special_tokens", "extra_special_tokens"):
            tokens = read.get(name)
            yield from filter(None, map(_content, tokens if isinstance(tokens, list) else ()))


def _content(token: Any) -> str:
    text = token.get("content") if isinstance(token, Mapping) else token
    return text if isinstance(text, str) else ""


def _fairseq_ids(ids: Mapping[str, int]) -> dict[str, int]:
    own = sorted((index, piece) for piece, index in ids.items() if piece not in _FAIRSEQ)
    return {piece: index for index, piece in enumerate([*_FAIRSEQ, *(piece for _, piece in own)])}


def pieces_in_order(ids: Mapping[str, int], size: int) -> list[str]:
    """Subwords by foreign id, else placeholders; raises ForeignModelError beyond the tables."""
    values.read(values.within(1, values.MOST_ITEMS), size, "vocab_size")
    names = {index: piece for piece, index in ids.items()}
    if any(not 0 <= index < size for index in names):
        raise ForeignModelError(
            "The tokenizer has a token with the id {id}, but the model's tables have {rows} rows.",
            id=max(names),
            rows=size,
        )
    return [names.get(index, f"<extra {index}>") for index in range(size)]


def check_rows(path: Path, tokens: int, rows: int) -> None:
    """Raise ForeignModelError unless a vocabulary has a token for each row of its table."""
    if tokens != rows:
        raise ForeignModelError(
            "{path} has {tokens} tokens, but the model's table has {rows} rows.",
            path=path,
            tokens=tokens,
            rows=rows,
        )


def _byte_level(folder: HubFolder) -> str:
    """A byte-level ``tokenizer.json``: GPT-2 and BART (Radford et al. 2019)."""
    path = folder.path / "merges.txt"
    lines = folder.text("merges.txt").splitlines()
    parts = [line.split(" ") for line in lines if line and not line.startswith("#version")]
    merges = [(part[0], part[-1]) for part in parts]
    if any(len(part) != 2 for part in parts):
        raise damaged(path, ValueError("a merge is not made of two pieces"))
    ids = folder.ids("vocab.json")
    with guarded(lambda error: damaged(path, error)):
        backend = tokenizers.Tokenizer(models.BPE(vocab=ids, merges=merges))
        backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        backend.decoder = decoders.ByteLevel()
        special = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")  # BART's, which it also reads as such
        backend.add_special_tokens([token for token in special if token in ids])
        return backend.to_str()


def _word_pieces(folder: HubFolder) -> str:
    """A WordPiece ``tokenizer.json``: BERT (Devlin et al. 2019)."""
    # not by splitlines(): a piece may be U+0085
    lines = [line.rstrip("\n") for line in StringIO(folder.text("vocab.txt"), newline=None)]
    ids = {line: index for index, line in enumerate(lines)}
    lowercase = bool(folder.json("tokenizer_config.json").get("do_lower_case", True))
    special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    with guarded(lambda error: damaged(folder.path / "vocab.txt", error)):
        backend = tokenizers.Tokenizer(models.WordPiece(vocab=ids, unk_token="[UNK]"))
        backend.normalizer = normalizers.BertNormalizer(lowercase=lowercase)
        backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        backend.decoder = decoders.WordPiece()
        backend.add_special_tokens([token for token in special if token in ids])
        return backend.to_str()


_PLACES: Mapping[str, str] = {
    "MBartTokenizer": "after",
    "MBart50Tokenizer": "before",
    "M2M100Tokenizer": "before",
    "NllbTokenizer": "before",
}
"""Where the source's code stands, by the class that a folder names."""

_MBART = (
    "ar_AR cs_CZ de_DE en_XX es_XX et_EE fi_FI fr_XX gu_IN hi_IN it_IT ja_XX kk_KZ ko_KR lt_LT "
    "lv_LV my_MM ne_NP nl_XX ro_RO ru_RU si_LK tr_TR vi_VN zh_CN"
)
_MBART_50 = (
    "af_ZA az_AZ bn_IN fa_IR he_IL hr_HR id_ID ka_GE km_KH mk_MK ml_IN mn_MN mr_IN pl_PL ps_AF "
    "pt_XX sv_SE sw_KE ta_IN te_IN th_TH tl_XX uk_UA ur_PK xh_ZA gl_ES sl_SI"
)
_M2M_100 = (
    "af am ar ast az ba be bg bn br bs ca ceb cs cy da de el en es et fa ff fi fr fy ga gd gl gu "
    "ha he hi hr ht hu hy id ig ilo is it ja jv ka kk km kn ko lb lg ln lo lt lv mg mk ml mn mr "
    "ms my ne nl no ns oc or pa pl ps pt ro ru sd si sk sl so sq sr ss su sv sw ta th tl tn tr uk "
    "ur uz vi wo xh yi yo zh zu"
)
_WMT21 = "en ha is ja cs ru zh de"


def two_languages(folder: HubFolder, answers: Answers, *, starts: bool) -> Sides:
    """Ask for both languages and place their codes.

    The target's code is its forced first token; with ``starts``, and if the source's code follows
    its sentence, it is the decoder's first input.
    """
    cut, pieces = hub_tokenizer(folder, fairseq=True)
    ids = with_languages(folder, pieces, _usual(folder))
    codes = {piece.strip("_"): index for piece, index in ids.items() if LANGUAGE.fullmatch(piece)}
    if not codes:
        raise ForeignModelError(
            "{path} has no language codes, neither in its vocabulary nor beside it.",
            path=folder.path,
        )
    names = sorted(codes)
    source = codes[answers.choice("src-lang", names, told=_named(folder, "src_lang"))]
    target = codes[answers.choice("tgt-lang", names, told=_told_target(folder, codes))]
    legacy = folder.json("tokenizer_config.json").get("legacy_behaviour") is True
    told = "after" if legacy else _PLACES.get(tokenizer_class(folder))
    is_after = answers.choice("src-code", ("before", "after"), told=told) == "after"
    starts = starts and is_after
    vocabulary = hub_vocabulary(
        folder,
        ids,
        pad=folder.number("pad_token_id", 1),
        start=target if starts else _start(folder),
        end=folder.token("eos_token_id", 2),
    )
    code = vocabulary.ours(source)
    before, after = ((), (EOS_ID, code)) if is_after else ((code,), (EOS_ID,))
    first = () if starts else (vocabulary.ours(target),)
    src = PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=before, suffix=after)
    tgt = PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=first, beside=src)
    return Sides((vocabulary, vocabulary), src, tgt)


def _start(folder: HubFolder) -> int:
    # Some configurations contain null.
    said = (read.get("decoder_start_token_id") for read in (folder.generation, folder.config))
    name = "eos_token_id" if all(index is None for index in said) else "decoder_start_token_id"
    return folder.token(name, 2)


def tokenizer_class(folder: HubFolder) -> str:
    said = _named(folder, "tokenizer_class") or str(folder.config.get("tokenizer_class") or "")
    return said.removesuffix("Fast")


def _usual(folder: HubFolder) -> list[str]:
    # The original library knows these codes; folders need not list them.
    name = tokenizer_class(folder)
    if name == "M2M100Tokenizer":
        kind = _named(folder, "language_codes") or "m2m100"
        return [f"__{code}__" for code in (_WMT21 if kind == "wmt21" else _M2M_100).split()]
    usual = {"MBartTokenizer": _MBART, "MBart50Tokenizer": f"{_MBART} {_MBART_50}"}
    return usual.get(name, "").split()


def _named(folder: HubFolder, name: str) -> str | None:
    value = folder.json("tokenizer_config.json").get(name)
    return value if isinstance(value, str) and value else None


def _told_target(folder: HubFolder, codes: Mapping[str, int]) -> str | None:
    names = {index: name for name, index in codes.items()}
    first = [
        read.get(key)
        for key in ("forced_bos_token_id", "decoder_start_token_id")
        for read in (folder.generation, folder.config)
    ]
    told = (names[index] for index in first if isinstance(index, int) and index in names)
    return _named(folder, "tgt_lang") or next(told, None)
