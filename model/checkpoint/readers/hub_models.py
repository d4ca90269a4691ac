"""Families of the Hugging Face hub: what each calls its tensors, sizes and special tokens.

Lewis et al. 2020 (BART), Liu et al. 2020 and Tang et al. 2020 (mBART), Fan et al. 2020 (M2M-100),
NLLB Team 2022, Junczys-Dowmunt et al. 2018 (Marian), Raffel et al. 2020 (T5), Radford et al. 2019
(GPT-2), Devlin et al. 2019 (BERT). Every reader raises ForeignModelError if a part is missing, or
differs from its family.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from model.checkpoint.readers.hub_folder import HubFolder, tables_used
from model.checkpoint.readers.hub_tokenizers import (
    Sides,
    forced_start,
    hub_tokenizer,
    hub_vocabulary,
    not_followed,
    pieces_in_order,
    tokenizer_class,
    two_languages,
)
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    TableNames,
    TensorNames,
    TensorPlace,
    TensorPlaces,
    copied,
    first_rows,
    in_our_order,
    part,
    placed,
    scaled,
    transposed,
    within,
)
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.config import STACKS, ModelConfig
from model.network.layers import sinusoidal_table
from model.text.piece_tokenizer import PieceTokenizer

# -------------------------------------------------------------------------------------------- bart

OFFSET = 2
"""Rows of a table of positions that no token gets, in BART and its successors."""

_BART_ATTENTION = {"w_q": "q_proj", "w_k": "k_proj", "w_v": "v_proj", "w_o": "out_proj"}
_BART_LAYER: TensorNames = {
    **within("attention.", "self_attn.", _BART_ATTENTION),
    "attention_residual.norm": "self_attn_layer_norm",
    **within("cross.", "encoder_attn.", _BART_ATTENTION),
    "cross_residual.norm": "encoder_attn_layer_norm",
    "feed_forward.w_1": "fc1",
    "feed_forward.w_2": "fc2",
    "feed_forward_residual.norm": "final_layer_norm",
}
BART_NAMES: TensorNames = {
    **within("{stack}_layers.{layer}.", "{stack}.layers.{layer}.", _BART_LAYER),
    "{stack}_norm": "{stack}.layer_norm",
    "{side}_embedding.norm": "{stack}.layernorm_embedding",
}

_SHARED, _OUTPUT, _BIAS = "model.shared.weight", "lm_head.weight", "final_logits_bias"
_TABLES = tuple(f"model.{stack}.embed_tokens.weight" for stack in STACKS)
_POSITIONS, _COMPUTED = "embed_positions.weight", "embed_positions.weights"
"""Positions of a stack; the second where a file holds what is computed."""

_TRANSLATES = {"is_encoder_decoder": True, "is_decoder": False}
_NEAR = 1e-6
"""Rounding error of a sine computed in float64 and stored in float32."""


def read_bart(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, learned positions, normalised embeddings; a source is ``<s> … </s>``."""
    before = {"normalize_before": False, "normalize_embedding": True, "add_final_layer_norm": False}
    folder.options.expect(**before, **_TRANSLATES, static_position_embeddings=False)
    cut, ids = hub_tokenizer(folder)
    vocabulary = hub_vocabulary(
        folder,
        ids,
        pad=folder.number("pad_token_id", 1),
        start=folder.token("decoder_start_token_id", 2),
        end=folder.token("eos_token_id", 2),
    )
    first = vocabulary.ours(folder.number("bos_token_id", 0))
    sides = Sides(
        (vocabulary, vocabulary),
        PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=(first,)),
        PieceTokenizer(cut=cut, pieces=vocabulary.pieces, prefix=forced_start(folder, vocabulary)),
    )
    return _bart(folder, "BART", sides, norm="post", embedding_norm=True, positions="learned")


def read_mbart(folder: HubFolder, answers: Answers) -> Recognised:
    """BART as pre-norm with a norm after each stack, and with language codes.

    In the first mBART the code follows the source's ``</s>``, and the decoder starts with the
    target's code; since mBART-50 it is the first token of both.
    """
    before = {"normalize_before": True, "normalize_embedding": True, "add_final_layer_norm": True}
    folder.options.expect(**before, **_TRANSLATES, static_position_embeddings=False)
    sides = two_languages(folder, answers, starts=True)
    return _bart(folder, "mBART", sides, norm="pre", embedding_norm=True, positions="learned")


def read_m2m100(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm, all sines before all cosines with a closed scale, codes before sentences."""
    if folder.number("d_model") % 2:
        raise ForeignModelError(
            "{path}: d_model ({d_model}) must be even, for as many sines as cosines.",
            path=folder.options.place,
            d_model=folder.number("d_model"),
        )
    folder.options.expect(**_TRANSLATES, static_position_embeddings=False)
    return _bart(
        folder,
        "NLLB" if tokenizer_class(folder) == "NllbTokenizer" else "M2M-100",
        two_languages(folder, answers, starts=False),
        table=_COMPUTED,
        norm="pre",
        positions="sinusoidal",
        sinusoids="halves",
        closed_sinusoids=True,
        position_offset=folder.number("pad_token_id", OFFSET - 1) + 1,
        activation=folder.activation("activation_function", "relu"),
        scaled_embedding=folder.options.flag("scale_embedding", default=True),
    )


def read_marian(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, all sines before all cosines, one shared table, a bias of the logits."""
    folder.options.expect(**_TRANSLATES, static_position_embeddings=True)
    folder.options.expect(
        normalize_before=False, normalize_embedding=False, add_final_layer_norm=False
    )
    switches = {"norm": "post", "positions": "sinusoidal", "sinusoids": "halves"}
    sides = _marian_sides(folder)
    return _bart(folder, "Marian", sides, skipped=0, computed=_POSITIONS, **switches)


def _bart(
    folder: HubFolder,
    family: str,
    sides: Sides,
    *,
    table: str = _POSITIONS,
    skipped: int = OFFSET,
    computed: str = _COMPUTED,
    **switches: Any,
) -> Recognised:
    """``skipped``: first rows of a ``table`` of positions that belong to no token."""
    source, target, output = tables_used(folder, _SHARED, *_TABLES, output=_OUTPUT)
    if family == "Marian" and not _is_shared(folder):
        source = _TABLES[0]
        target, output = tables_used(folder, _TABLES[1], _TABLES[1], output=_OUTPUT)
    shared: dict[str, Any] = {
        "n_layers": folder.number("encoder_layers"),
        "decoder_layers": folder.number("decoder_layers"),
        "n_heads": _of_both(folder, "attention_heads"),
        "d_model": folder.number("d_model"),
        "d_ff": _of_both(folder, "ffn_dim"),
        "dropout": folder.options.fraction("dropout", 0.1),
        "max_len": folder.number("max_position_embeddings", 1024),
        "activation": folder.activation("activation_function", "gelu"),
        "scaled_embedding": folder.options.flag("scale_embedding", default=False),
        "output_bias": _BIAS in folder.tensors.shapes,
        "tie_embeddings": folder.tensors.same(target, output),
        "share_embeddings": folder.tensors.same(target, source),
        "forbidden": sides.vocabularies[1].forbidden,
    }
    config = _stored_positions(folder, ModelConfig(**{**shared, **switches}), table)
    rows = first_rows(f"{{stack}}.{table}", skipped, skipped + config.max_len)
    names = within("", "model.", {**BART_NAMES, "{side}_embedding.positions.table": rows})
    places = placed(config, names, TableNames(source, target, output, _BIAS), sides.vocabularies)
    copies = (_SHARED, *_TABLES, _OUTPUT, *(f"model.{stack}.{computed}" for stack in STACKS))
    return _model(folder, family, config, places, (sides.src, sides.tgt), left_out=copies)


def _model(
    folder: HubFolder,
    family: str,
    config: ModelConfig,
    places: TensorPlaces,
    tokenizers: tuple[PieceTokenizer, PieceTokenizer],
    **more: Any,
) -> Recognised:
    return Recognised(
        family=family,
        file=folder.tensors,
        config=config,
        src_tokenizer=tokenizers[0],
        tgt_tokenizer=tokenizers[1],
        places=places,
        **{"not_followed": not_followed(folder), **more},
    )


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


def _stored_positions(folder: HubFolder, config: ModelConfig, table: str) -> ModelConfig:
    """With “given” positions if stored tables differ from the formula."""
    shapes = folder.tensors.shapes
    stored = [name for name in (f"model.{stack}.{table}" for stack in STACKS) if name in shapes]
    if config.positions != "sinusoidal" or not stored:
        return config
    first, last = config.position_offset, config.position_offset + config.max_len
    fits = (len(shapes[name]) == 2 and shapes[name][0] >= last for name in stored)
    if all(fits) and all(shapes[name][1] == config.d_model for name in stored):
        computed = sinusoidal_table(
            config.max_len,
            config.d_model,
            layout=config.sinusoids,
            closed=config.closed_sinusoids,
            offset=config.position_offset,
        )
        found = (folder.tensors.load(name)[first:last].float() for name in stored)
        if all(rows.allclose(computed, rtol=0, atol=_NEAR) for rows in found):
            return config
    return dataclasses.replace(config, positions="given")


def _is_shared(folder: HubFolder) -> bool:
    return folder.options.flag("share_encoder_decoder_embeddings", default=True)


def _marian_sides(folder: HubFolder) -> Sides:
    size = size_of_target = folder.rows()
    if not _is_shared(folder) and "decoder_vocab_size" in folder.config:
        size_of_target = folder.rows("decoder_vocab_size")
    end, start = folder.token("eos_token_id"), folder.token("decoder_start_token_id")
    ids = tgt_ids = folder.ids("vocab.json")
    pad = tgt_pad = folder.number("pad_token_id")
    apart = folder.json("tokenizer_config.json").get("separate_vocabs")
    if apart:  # padding has the source's id in the configuration; a source needs no start
        tgt_ids = folder.ids("target_vocab.json")
        tgt_pad = tgt_ids.get("<pad>", start)
    src_start = None if apart else start
    src = tgt = hub_vocabulary(folder, ids, pad=pad, start=src_start, end=end, size=size)
    if apart or size_of_target != size:  # thousands of pieces are read once
        tgt = hub_vocabulary(
            folder, tgt_ids, pad=tgt_pad, start=start, end=end, size=size_of_target
        )
    return Sides(
        (src, tgt),
        PieceTokenizer(cut=folder.pieces("source.spm", coded=True), pieces=src.pieces),
        PieceTokenizer(
            cut=folder.pieces("target.spm"), pieces=tgt.pieces, prefix=forced_start(folder, tgt)
        ),
    )


# ---------------------------------------------------------------------------------------------- t5

_T5_SHARED, _T5_OUTPUT = "shared.weight", "lm_head.weight"
_T5_TABLES = tuple(f"{stack}.embed_tokens.weight" for stack in STACKS)
_T5_ATTENTION = {"w_q": "q", "w_k": "k", "w_v": "v", "w_o": "o"}
_T5_BIAS = "block.0.layer.{}.{}.relative_attention_bias.weight"
_T5_UNUSED = f"decoder.{_T5_BIAS}".format(1, "EncDecAttention")
"""A bias of cross-attention that old files hold."""


def _t5_names(*, gated: bool) -> TensorNames:
    first = {"w_1": "wi_0", "w_3": "wi_1"} if gated else {"w_1": "wi"}
    names: dict[str, str | TensorPlace] = {
        "{stack}_norm": "{stack}.final_layer_norm",
        "{stack}_bias.table": "{stack}." + _T5_BIAS.format(0, "SelfAttention"),
    }
    for last, stack in enumerate(STACKS, start=1):
        layer = {
            **within("attention.", "0.SelfAttention.", _T5_ATTENTION),
            "attention_residual.norm": "0.layer_norm",
            **within("cross.", "1.EncDecAttention.", _T5_ATTENTION),
            "cross_residual.norm": "1.layer_norm",
            **within("feed_forward.", f"{last}.DenseReluDense.", {**first, "w_2": "wo"}),
            "feed_forward_residual.norm": f"{last}.layer_norm",
        }
        names |= within(f"{stack}_layers.{{layer}}.", f"{stack}.block.{{layer}}.layer.", layer)
    return names


def read_t5(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm with RMSNorm, no biases, unscaled scores, relative positions in all layers."""
    folder.options.expect(**_TRANSLATES)
    cut, ids = hub_tokenizer(folder)
    pad = folder.number("pad_token_id", 0)
    start = folder.token("decoder_start_token_id", pad)
    end = folder.token("eos_token_id", 1)
    vocabulary = hub_vocabulary(folder, ids, pad=pad, start=start, end=end)
    tables = TableNames(*tables_used(folder, _T5_SHARED, *_T5_TABLES, _T5_OUTPUT))
    config = _t5_config(folder, tables, vocabulary.forbidden)
    places = placed(config, _t5_names(gated=config.gated), tables, (vocabulary, vocabulary))
    tied = folder.config.get("tie_word_embeddings") is not False
    if folder.options.flag("scale_decoder_outputs", default=tied):
        # the logits of a tied table are divided by √d_model: the last norm's gain can do that
        last = "decoder_norm.weight"
        places[last] = scaled(places[last], config.d_model**-0.5)
    pieces, first = vocabulary.pieces, forced_start(folder, vocabulary)
    src = PieceTokenizer(cut=cut, pieces=pieces)
    tgt = PieceTokenizer(cut=cut, pieces=pieces, prefix=first)
    copies = (_T5_SHARED, *_T5_TABLES, _T5_OUTPUT, _T5_UNUSED)
    return _model(folder, "T5", config, places, (src, tgt), left_out=copies)


def _t5_config(folder: HubFolder, tables: TableNames, forbidden: tuple[int, ...]) -> ModelConfig:
    layers = folder.number("num_layers")
    said = str(folder.config.get("feed_forward_proj", "relu"))
    gate, _, activation = said.rpartition("-")
    if gate not in {"", "gated"}:
        raise ForeignModelError(
            "{path}: feed_forward_proj ({value!r}) must be an activation, or “gated-” "
            "followed by one.",
            path=folder.options.place,
            value=said,
        )
    usual = "gelu_new" if said == "gated-gelu" else activation
    return ModelConfig(
        n_layers=layers,
        decoder_layers=folder.number("num_decoder_layers", layers),
        n_heads=folder.number("num_heads"),
        d_model=folder.number("d_model"),
        d_kv=folder.number("d_kv"),
        d_ff=folder.number("d_ff"),
        dropout=folder.options.fraction("dropout_rate", 0.1),
        norm="pre",
        norm_type="rms",
        norm_epsilon=folder.options.fraction("layer_norm_epsilon", 1e-6),
        scaled_embedding=False,
        positions="relative",
        relative_buckets=folder.number("relative_attention_num_buckets", 32),
        relative_distance=folder.number("relative_attention_max_distance", 128),
        max_len=folder.number("n_positions", 512),
        scaled_scores=False,
        activation=folder.activation("dense_act_fn", usual),
        gated=folder.options.flag("is_gated_act", default=gate == "gated"),
        biases=False,
        tie_embeddings=folder.tensors.same(tables.target, tables.output),
        share_embeddings=folder.tensors.same(tables.target, tables.source),
        forbidden=forbidden,
    )


# ------------------------------------------------------------------------------------------- gpt-2

_END = 50_256
"""``<|endoftext|>``, which stands between two texts: before the first token, too."""

_GPT2_LINEAR = {
    "attention.w_o": "attn.c_proj",
    "feed_forward.w_1": "mlp.c_fc",
    "feed_forward.w_2": "mlp.c_proj",
}
_GPT2_LAYER: TensorNames = {
    **{
        f"attention.{name}": part("attn.c_attn", index, 3, transpose=True)
        for index, name in enumerate(("w_q", "w_k", "w_v"))
    },
    **{f"{own}.weight": transposed(f"{other}.weight") for own, other in _GPT2_LINEAR.items()},
    **{f"{own}.bias": copied(f"{other}.bias") for own, other in _GPT2_LINEAR.items()},
    "attention_residual.norm": "ln_1",
    "feed_forward_residual.norm": "ln_2",
}
_GPT2_NAMES: TensorNames = {
    **within("decoder_layers.{layer}.", "h.{layer}.", _GPT2_LAYER),
    "decoder_norm": "ln_f",
    "tgt_embedding.positions.table": "wpe.weight",
}


def read_gpt2(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm with a final norm, learned positions, packed projections stored as [in, out]."""
    folder.options.expect(add_cross_attention=False)
    cut, ids = hub_tokenizer(folder)
    end = folder.token("eos_token_id", _END)
    start = folder.number("bos_token_id", end)
    vocabulary = hub_vocabulary(folder, ids, pad=None, start=start, end=end)
    root = "transformer." if "transformer.wte.weight" in folder.tensors.shapes else ""
    table, output = tables_used(folder, f"{root}wte.weight", f"{root}wte.weight", output=_OUTPUT)
    config = _gpt2_config(folder, vocabulary.forbidden, tied=folder.tensors.same(table, output))
    tables, names = TableNames(table, table, output), within("", root, _GPT2_NAMES)
    places = placed(config, names, tables, (vocabulary, vocabulary))
    if folder.options.flag("scale_attn_by_inverse_layer_idx", default=False):
        # scores are divided by the layer's number; here the queries are instead
        for layer in range(config.n_layers):
            for kind in ("weight", "bias"):
                name = f"decoder_layers.{layer}.attention.w_q.{kind}"
                places[name] = scaled(places[name], 1 / (layer + 1))
    tokenizer = PieceTokenizer(cut=cut, pieces=vocabulary.pieces, suffix=())
    masks = [f"{root}h.{layer}.attn." for layer in range(config.n_layers)]
    left_out = (_OUTPUT, *(f"{mask}{name}" for mask in masks for name in ("bias", "masked_bias")))
    samples = ["The quick brown fox", "Once upon a time there was"]
    tokenizers = (tokenizer, tokenizer)
    return _model(
        folder, "GPT-2", config, places, tokenizers, left_out=left_out, record={"samples": samples}
    )


def _gpt2_config(folder: HubFolder, forbidden: tuple[int, ...], *, tied: bool) -> ModelConfig:
    d_model = folder.number("n_embd")
    wide = folder.config.get("n_inner") is not None
    return ModelConfig(
        n_layers=folder.number("n_layer"),
        encoder_layers=0,
        n_heads=folder.number("n_head"),
        d_model=d_model,
        d_ff=folder.number("n_inner") if wide else 4 * d_model,
        dropout=folder.options.fraction("resid_pdrop", 0.1),
        norm="pre",
        norm_epsilon=folder.options.fraction("layer_norm_epsilon", 1e-5),
        scaled_embedding=False,
        positions="learned",
        max_len=folder.number("n_positions", 1024),
        scaled_scores=folder.options.flag("scale_attn_weights", default=True),
        activation=folder.activation("activation_function", "gelu_new"),
        tie_embeddings=tied,
        forbidden=forbidden,
    )


# -------------------------------------------------------------------------------------------- bert

_HEAD, _TOKENS = "cls.predictions.", "bert.embeddings.word_embeddings.weight"
_SEGMENTS = "bert.embeddings.token_type_embeddings.weight"
_BERT_LAYER: TensorNames = {
    "attention.w_q": "attention.self.query",
    "attention.w_k": "attention.self.key",
    "attention.w_v": "attention.self.value",
    "attention.w_o": "attention.output.dense",
    "attention_residual.norm": "attention.output.LayerNorm",
    "feed_forward.w_1": "intermediate.dense",
    "feed_forward.w_2": "output.dense",
    "feed_forward_residual.norm": "output.LayerNorm",
}
_BERT_NAMES: TensorNames = {
    **within("encoder_layers.{layer}.", "bert.encoder.layer.{layer}.", _BERT_LAYER),
    "src_embedding.norm": "bert.embeddings.LayerNorm",
    "src_embedding.positions.table": TensorPlace(
        ("bert.embeddings.position_embeddings.weight", _SEGMENTS),
        # a shape without numbers is not added to: that would load torch's compiler
        lambda table, segments: table if table.is_meta else table + segments[0],
        "+ row 0",
        computed=True,
    ),
    "output_transform.w": f"{_HEAD}transform.dense",
    "output_transform.norm": f"{_HEAD}transform.LayerNorm",
}
"""The segment embedding of a first sentence is added to the positions."""

_BERT_LEFT_OUT = (
    *(f"{_HEAD}{name}" for name in ("bias", "decoder.weight", "decoder.bias")),
    *(f"cls.seq_relationship.{kind}" for kind in ("weight", "bias")),
    *("bert.embeddings.position_ids", "bert.pooler.dense.weight", "bert.pooler.dense.bias"),
)
"""Copies, and what tells whether a second sentence follows the first."""


def read_bert(folder: HubFolder, answers: Answers) -> Recognised:
    """Post-norm, learned positions, normalised embeddings; a sentence is [CLS] … [SEP]."""
    positions = folder.config.get("position_embedding_type", "absolute")
    if positions != "absolute":
        raise ForeignModelError(
            "{path}: BERT's positions are {positions!r} here; only absolute positions are "
            "supported.",
            path=folder.options.place,
            positions=positions,
        )
    folder.options.expect(is_decoder=False, is_encoder_decoder=False, add_cross_attention=False)
    cut, ids = hub_tokenizer(folder)
    pieces = pieces_in_order(ids, folder.rows())
    around = [_id(folder, pieces, name) for name in ("[CLS]", "[SEP]", "[MASK]")]
    pad = folder.number("pad_token_id", 0)
    vocabulary = in_our_order(pieces, SpecialIds(pad, None, None, ids.get("[UNK]")))
    first, last, hidden = map(vocabulary.ours, around)
    known = folder.tensors.shapes
    table, output = tables_used(folder, _TOKENS, _TOKENS, output=f"{_HEAD}decoder.weight")
    bias = f"{_HEAD}decoder.bias" if f"{_HEAD}decoder.bias" in known else f"{_HEAD}bias"
    config = _bert_config(folder, vocabulary.forbidden, tied=folder.tensors.same(table, output))
    is_old = "bert.embeddings.LayerNorm.gamma" in known
    tokenizer = PieceTokenizer(
        cut=cut, pieces=vocabulary.pieces, prefix=(first,), suffix=(last,), mask=hidden
    )
    places = placed(
        config,
        _BERT_NAMES,
        TableNames(table, table, output, bias),
        (vocabulary, vocabulary),
        norm_kinds=(".gamma", ".beta") if is_old else (".weight", ".bias"),
    )
    more = {
        "left_out": _BERT_LEFT_OUT,
        "not_followed": {},
        "record": {"samples": ["The cat sat on the [MASK].", "She has two [MASK] and a dog."]},
    }
    return _model(folder, "BERT", config, places, (tokenizer, tokenizer), **more)


def _id(folder: HubFolder, pieces: Sequence[str], name: str) -> int:
    if name not in pieces:
        raise ForeignModelError(
            "{path}: the vocabulary has no {token}.", path=folder.path, token=name
        )
    return pieces.index(name)


def _bert_config(folder: HubFolder, forbidden: tuple[int, ...], *, tied: bool) -> ModelConfig:
    return ModelConfig(
        n_layers=folder.number("num_hidden_layers"),
        decoder_layers=0,
        n_heads=folder.number("num_attention_heads"),
        d_model=folder.number("hidden_size"),
        d_ff=folder.number("intermediate_size"),
        dropout=folder.options.fraction("hidden_dropout_prob", 0.1),
        norm="post",
        norm_epsilon=folder.options.fraction("layer_norm_eps", 1e-12),
        scaled_embedding=False,
        embedding_norm=True,
        positions="learned",
        max_len=folder.number("max_position_embeddings", 512),
        activation=folder.activation("hidden_act", "gelu"),
        output_bias=True,
        output_transform=True,
        tie_embeddings=tied,
        forbidden=forbidden,
    )
