"""GPT-2 on the Hugging Face hub: a decoder without an encoder (Radford et al. 2019)."""

from __future__ import annotations

from collections.abc import Iterator

from model.checkpoint.readers.hub_folder import HubFolder, tables_used
from model.checkpoint.readers.hub_tokenizers import (
    hub_tokenizer,
    never_generated,
    not_followed,
    pieces_in_order,
)
from model.checkpoint.readers.recognised import (
    Answers,
    Recognised,
    SpecialIds,
    TensorPlace,
    TensorPlaces,
    copied,
    in_our_order,
    linear,
    modules,
    part,
    rows,
    scaled,
    transposed,
)
from model.config import ModelConfig
from model.text.piece_tokenizer import PieceTokenizer

_OUTPUT = "lm_head.weight"
_END = 50_256
"""``<|endoftext|>``, which stands between two texts: before the first token, too."""


def read_gpt2(folder: HubFolder, answers: Answers) -> Recognised:
    """Pre-norm with a final norm, learned positions, packed projections stored as [in, out].

    Raises:
        ForeignModelError: a part is missing, or differs from GPT-2.
    """
    folder.expect(add_cross_attention=False)
    cut, ids = hub_tokenizer(folder)
    end = folder.token("eos_token_id", _END)
    special = SpecialIds(
        pad=None, start=folder.number("bos_token_id", end), end=end, unknown=ids.get("<unk>")
    )
    pieces = pieces_in_order(ids, folder.rows())
    vocabulary = in_our_order(pieces, special, never=never_generated(folder))
    root = "transformer." if "transformer.wte.weight" in folder.tensors.shapes else ""
    table, output = tables_used(folder, f"{root}wte.weight", f"{root}wte.weight", output=_OUTPUT)
    tied = folder.tensors.same(table, output)
    config = _config(folder, vocabulary.forbidden, tied=tied)
    places: TensorPlaces = {"tgt_embedding.tokens.weight": rows(table, vocabulary.rows)}
    if not tied:
        places["output.weight"] = rows(output, vocabulary.rows)
    by_depth = folder.flag("scale_attn_by_inverse_layer_idx", default=False)
    places |= dict(_places(config, root, by_depth=by_depth))
    tokenizer = PieceTokenizer(cut=cut, pieces=vocabulary.pieces, suffix=())
    return Recognised(
        questions=tuple(answers.questions),
        family="GPT-2",
        file=folder.tensors,
        config=config,
        src_tokenizer=tokenizer,
        tgt_tokenizer=tokenizer,
        places=places,
        left_out=(_OUTPUT, *_masks(config, root)),
        not_followed=not_followed(folder),
        record={"samples": ["The quick brown fox", "Once upon a time there was"]},
    )


def _config(folder: HubFolder, forbidden: tuple[int, ...], *, tied: bool) -> ModelConfig:
    d_model = folder.number("n_embd")
    wide = folder.config.get("n_inner") is not None
    return ModelConfig(
        n_layers=folder.number("n_layer"),
        encoder_layers=0,
        n_heads=folder.number("n_head"),
        d_model=d_model,
        d_ff=folder.number("n_inner") if wide else 4 * d_model,
        dropout=folder.fraction("resid_pdrop", 0.1),
        norm="pre",
        norm_epsilon=folder.fraction("layer_norm_epsilon", 1e-5),
        scaled_embedding=False,
        positions="learned",
        max_len=folder.number("n_positions", 1024),
        scaled_scores=folder.flag("scale_attn_weights", default=True),
        activation=folder.activation("activation_function", "gelu_new"),
        tie_embeddings=tied,
        forbidden=forbidden,
    )


def _places(config: ModelConfig, root: str, *, by_depth: bool) -> Iterator[tuple[str, TensorPlace]]:
    """``by_depth``: scores are divided by the layer's number; here the queries are instead."""
    yield "tgt_embedding.positions.table", copied(f"{root}wpe.weight")
    yield from linear("decoder_norm", f"{root}ln_f")
    for layer in range(config.depth("decoder")):
        ours, theirs = f"decoder_layers.{layer}.", f"{root}h.{layer}."
        for index, name in enumerate(("w_q", "w_k", "w_v")):
            for kind in ("weight", "bias"):
                place = part(f"{theirs}attn.c_attn.{kind}", index, 3, transpose=True)
                divided = by_depth and name == "w_q"
                yield (
                    f"{ours}attention.{name}.{kind}",
                    scaled(place, 1 / (layer + 1)) if divided else place,
                )
        for own, other in (
            ("attention.w_o", "attn.c_proj"),
            ("feed_forward.w_1", "mlp.c_fc"),
            ("feed_forward.w_2", "mlp.c_proj"),
        ):
            yield f"{ours}{own}.weight", transposed(f"{theirs}{other}.weight")
            yield f"{ours}{own}.bias", copied(f"{theirs}{other}.bias")
        norms = {"attention_residual.norm": "ln_1", "feed_forward_residual.norm": "ln_2"}
        yield from modules(norms, ours, theirs)


def _masks(config: ModelConfig, root: str) -> Iterator[str]:
    for layer in range(config.depth("decoder")):
        yield from (f"{root}h.{layer}.attn.{name}" for name in ("bias", "masked_bias"))
