"""Tokenizers of hub folders: vocabulary files, languages, generation settings."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers

from model import values
from model.checkpoint.readers.hub_folder import HubFolder
from model.checkpoint.readers.recognised import (
    Answers,
    SpecialIds,
    TensorPlace,
    TensorPlaces,
    Vocabulary,
    first_rows,
    in_our_order,
    modules,
    rows,
)
from model.checkpoint.readers.tensor_files import ForeignModelError, damaged
from model.config import STACKS, ModelConfig, Stack
from model.network.layers import sinusoidal_table
from model.special_tokens import EOS_ID
from model.text.cut import Cut, guarded
from model.text.foreign_cuts import TokenizerJsonCut
from model.text.piece_tokenizer import LANGUAGE, PieceTokenizer

# -------------------------------------------------------------------------------------- generation
# How a hub folder's own library would go on token by token: what is followed here, and not.


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
    """Our id of the token that every target begins with, if there is one.

    Raises:
        ForeignModelError: it is not a whole number.
        ConfigError: the vocabulary has no such token.
    """
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


# ------------------------------------------------------------------------------------- bart layers
# What BART and those who followed it call their tensors: Marian, mBART, M2M100, fairseq.


OFFSET = 2
"""Rows of a table of positions that no token gets, in BART and its successors."""

POSITIONS = "embed_positions.weight"
"""A stack's table of positions."""

_ATTENTION = {"w_q": "q_proj", "w_k": "k_proj", "w_v": "v_proj", "w_o": "out_proj"}
_SIDES: Mapping[Stack, str] = {"encoder": "src_embedding", "decoder": "tgt_embedding"}
_NEAR = 1e-6
"""Rounding error of a sine computed in float64 and stored in float32."""


class Sides(NamedTuple):
    """One vocabulary, and how either side of a model reads texts with it."""

    vocabulary: Vocabulary
    src: PieceTokenizer
    tgt: PieceTokenizer


def bart_config(folder: HubFolder, tables: Sequence[str], **switches: Any) -> ModelConfig:
    """Sizes under the names shared by BART's relatives; ``switches`` are the family's own.

    ``tables`` are those of the source, the target and the output.

    Raises:
        ForeignModelError: a size is missing, or encoder and decoder have different ones.
        ConfigError: two sizes are inconsistent.
    """
    source, target, output = tables
    shared: dict[str, Any] = {
        "n_layers": folder.number("encoder_layers"),
        "decoder_layers": folder.number("decoder_layers"),
        "n_heads": _of_both(folder, "attention_heads"),
        "d_model": folder.number("d_model"),
        "d_ff": _of_both(folder, "ffn_dim"),
        "dropout": folder.fraction("dropout", 0.1),
        "max_len": folder.number("max_position_embeddings", 1024),
        "activation": folder.activation("activation_function", "gelu"),
        "scaled_embedding": folder.flag("scale_embedding", default=False),
        "tie_embeddings": folder.tensors.same(target, output),
        "share_embeddings": folder.tensors.same(target, source),
    }
    return ModelConfig(**{**shared, **switches})


def stored_positions(
    folder: HubFolder, config: ModelConfig, *, name: str = POSITIONS, skipped: int = 0
) -> ModelConfig:
    """The configuration with “given” positions if stored tables differ from the formula.

    ``skipped`` rows of a table come before the first token's.
    """
    shapes = folder.tensors.shapes
    stored = [table for table in (f"model.{stack}.{name}" for stack in STACKS) if table in shapes]
    if not stored:
        return config
    given = dataclasses.replace(config, positions="given")
    first, last = skipped, skipped + config.max_len
    if any(not _has_rows(shapes[table], last, config.d_model) for table in stored):
        return given
    computed = sinusoidal_table(
        config.max_len,
        config.d_model,
        layout=config.sinusoids,
        closed=config.closed_sinusoids,
        offset=config.position_offset,
    )
    for table in stored:
        rows_ = folder.tensors.load(table)[first:last].float()
        if not rows_.allclose(computed, rtol=0, atol=_NEAR):
            return given
    return config


def _has_rows(shape: Sequence[int], rows_: int, width: int) -> bool:
    return len(shape) == 2 and shape[0] >= rows_ and shape[1] == width


def _of_both(folder: HubFolder, name: str) -> int:
    encoder, decoder = (folder.number(f"{stack}_{name}") for stack in STACKS)
    if encoder != decoder:
        raise ForeignModelError(
            "encoder_{name} ({encoder}) and decoder_{name} ({decoder}) must be the same.",
            name=name,
            encoder=encoder,
            decoder=decoder,
        )
    return encoder


def bart_places(
    config: ModelConfig, *, root: str = "model.", positions: int = 0, table: str = POSITIONS
) -> TensorPlaces:
    """Places of all layers, norms and tables of positions.

    The first ``positions`` rows of each ``table`` belong to no token.
    """
    places: TensorPlaces = {}
    for stack in STACKS:
        places |= dict(_stack(config, stack, f"{root}{stack}."))
        if config.positions in {"learned", "given"}:
            name = f"{root}{stack}.{table}"
            taken = first_rows(name, positions, positions + config.max_len)
            places[f"{_SIDES[stack]}.positions.table"] = taken
    return places


def embedding_places(
    config: ModelConfig, names: Sequence[str], vocabularies: Sequence[Vocabulary]
) -> TensorPlaces:
    """Places of the tables, by the names of the source's, the target's and the output's.

    ``vocabularies`` are those of the source and the target.
    """
    src, tgt = vocabularies
    places = {"tgt_embedding.tokens.weight": rows(names[1], tgt.rows)}
    if not config.share_embeddings:
        places["src_embedding.tokens.weight"] = rows(names[0], src.rows)
    if not config.tie_embeddings:
        places["output.weight"] = rows(names[2], tgt.rows)
    return places


def _stack(config: ModelConfig, stack: Stack, theirs: str) -> Iterator[tuple[str, TensorPlace]]:
    for layer in range(config.depth(stack)):
        yield from _layer(f"{stack}_layers.{layer}.", f"{theirs}layers.{layer}.", stack)
    if config.has_final_norm:
        yield from modules({"": "layer_norm"}, f"{stack}_norm", theirs)
    if config.embedding_norm:
        yield from modules({"": "layernorm_embedding"}, f"{_SIDES[stack]}.norm", theirs)


def _layer(ours: str, theirs: str, stack: Stack) -> Iterator[tuple[str, TensorPlace]]:
    yield from modules(_ATTENTION, f"{ours}attention.", f"{theirs}self_attn.")
    norms = {"attention_residual.norm": "self_attn_layer_norm"}
    if stack == "decoder":
        yield from modules(_ATTENTION, f"{ours}cross.", f"{theirs}encoder_attn.")
        norms["cross_residual.norm"] = "encoder_attn_layer_norm"
    norms["feed_forward_residual.norm"] = "final_layer_norm"  # that is the feed-forward's
    feed_forward = {"feed_forward.w_1": "fc1", "feed_forward.w_2": "fc2"}
    yield from modules({**norms, **feed_forward}, ours, theirs)


def output_bias(name: str, vocabulary: Vocabulary) -> TensorPlace:
    """A bias of the logits stored as ``[1, vocabulary]``."""
    reordered = rows("", vocabulary.rows)
    return TensorPlace((name,), lambda bias: reordered.make(bias.flatten()), reordered.how)


# ---------------------------------------------------------------------------------- hub tokenizers


_SENTENCEPIECE = ("sentencepiece.bpe.model", "spiece.model", "source.spm", "tokenizer.model")
_FAIRSEQ = ("<s>", "<pad>", "</s>", "<unk>")
"""Pieces that fairseq puts before those of a SentencePiece model, which has three of them."""
_LONGEST_ID = 10
"""Maximum number of digits."""


class HubTokenizer(NamedTuple):
    """The tokenizer and the id of each subword."""

    cut: Cut
    ids: Mapping[str, int]


def hub_tokenizer(folder: HubFolder, *, fairseq: bool = False) -> HubTokenizer:
    """From ``tokenizer.json``, a SentencePiece model, or a vocabulary with merges.

    ``fairseq``: SentencePiece ids are shifted as in fairseq.

    Raises:
        ForeignModelError: no tokenizer file is found.
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
    """The subwords with added tokens, above all language codes.

    Codes without ids follow the subwords in the order of the files; if no file lists any, the
    ``usual`` ones are added.

    Raises:
        ForeignModelError: an added token has no id.
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


def _fast(text: str) -> HubTokenizer:
    cut = TokenizerJsonCut(text)
    return HubTokenizer(cut, cut.ids)


# --------------------------------------------------------------------------------------- languages
# Models of many languages: a sentence has the code of its language beside it.


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
    """Ask for both languages and place their codes.

    The target's code is its forced first token; with ``starts``, and if the source's code follows
    its sentence, it is the decoder's first input.

    Raises:
        ForeignModelError: no file lists the codes, or an answer is not one of them.
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
    legacy = folder.json("tokenizer_config.json").get("legacy_behaviour") is True
    told = "after" if legacy else _PLACES.get(tokenizer_class(folder))
    place = answers.choice("src-code", ("before", "after"), told=told)
    return _Asked(codes[src], codes[tgt], place == "after")


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
