"""Models of many languages: a sentence has the code of its language beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from model.checkpoint.readers.bart_layers import Sides
from model.checkpoint.readers.generation import never_generated
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.hub_tokenizers import (
    hub_tokenizer,
    pieces_in_order,
    with_languages,
)
from model.checkpoint.readers.questions import Answers
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.checkpoint.readers.vocabulary import SpecialIds, in_our_order
from model.special_tokens import EOS_ID
from model.text.piece_tokenizer import LANGUAGE, PieceTokenizer

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


class _Asked(NamedTuple):
    """Foreign ids of both codes, and whether the source's stands after its sentence."""

    src: int
    tgt: int
    after: bool


def two_languages(folder: HubFolder, answers: Answers, *, starts: bool) -> Sides:
    """Ask for the languages, and put their codes where the model had them.

    The target's code is its first token, given; or, where ``starts`` says so and the source's
    stands after its sentence, it is what the decoder is fed first.

    Raises:
        ForeignModelError: no file tells the codes, or an answer is none of them.
    """
    cut, pieces = hub_tokenizer(folder, fairseq=True)
    ids = with_languages(folder, pieces, _usual(folder))
    asked = _asked(folder, answers, ids)
    starts = starts and asked.after
    special = SpecialIds(
        pad=folder.number("pad_token_id", 1),
        start=asked.tgt if starts else _start(folder),
        end=folder.token("eos_token_id", 2),
        unknown=ids.get("<unk>"),
    )
    numbered = pieces_in_order(ids, folder.rows())
    vocabulary = in_our_order(numbered, special, never=never_generated(folder))
    code = vocabulary.ours(asked.src)
    before, after = ((), (EOS_ID, code)) if asked.after else ((code,), (EOS_ID,))
    first = () if starts else (vocabulary.ours(asked.tgt),)
    src = PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=before, suffix=after)
    tgt = PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=first, beside=src)
    return Sides(vocabulary, src, tgt)


def _asked(folder: HubFolder, answers: Answers, ids: Mapping[str, int]) -> _Asked:
    codes = {piece.strip("_"): index for piece, index in ids.items() if LANGUAGE.fullmatch(piece)}
    if not codes:
        raise ForeignModelError(
            "{path} has no language codes, neither in its vocabulary nor beside it.",
            path=folder.path,
        )
    names = sorted(codes)
    src = answers.choice("src-lang", names, told=_named(folder, "src_lang"))
    tgt = answers.choice("tgt-lang", names, told=_told_target(folder, codes))
    place = answers.choice("src-code", ("before", "after"), told=_told_place(folder))
    return _Asked(codes[src], codes[tgt], place == "after")


def _start(folder: HubFolder) -> int:
    """``</s>``, where no file has another: some say null."""
    said = (read.get("decoder_start_token_id") for read in (folder.generation, folder.config))
    name = "eos_token_id" if all(index is None for index in said) else "decoder_start_token_id"
    return folder.token(name, 2)


def tokenizer_class(folder: HubFolder) -> str:
    """What the folder says that its tokenizer is, or nothing."""
    said = _named(folder, "tokenizer_class") or str(folder.config.get("tokenizer_class") or "")
    return said.removesuffix("Fast")


def _usual(folder: HubFolder) -> list[str]:
    """Codes that the original library knows by itself; its folders need not have them."""
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
    """By its name, or by the token that every target of the model is made to begin with."""
    names = {index: name for name, index in codes.items()}
    first = [
        read.get(key)
        for key in ("forced_bos_token_id", "decoder_start_token_id")
        for read in (folder.generation, folder.config)
    ]
    told = (names[index] for index in first if isinstance(index, int) and index in names)
    return _named(folder, "tgt_lang") or next(told, None)


def _told_place(folder: HubFolder) -> str | None:
    if folder.json("tokenizer_config.json").get("legacy_behaviour") is True:
        return "after"
    return _PLACES.get(tokenizer_class(folder))
