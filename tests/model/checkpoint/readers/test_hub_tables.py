"""Tables that may be one, precisions, settings: nothing of a hub folder is dropped in silence."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from tests.model.checkpoint.readers.hub import (
    Pair,
    assert_equal_passes,
    both,
    changed,
    imported,
    refused,
    stirred,
    with_tensors,
)

pytest.importorskip("transformers")

from tests.model.checkpoint.readers.random_hub import ANSWERS, CLASSES, folder_rows, tokenizer_files

ENCODER_DECODERS = ("bart", "mbart", "m2m_100", "marian", "t5")
UNKNOWN = {"marian": 1}
LANGUAGES = {"mbart": ANSWERS, "m2m_100": ANSWERS}


def sizes(family: str, ids: dict[str, int]) -> dict[str, Any]:
    if family == "t5":
        own = {"d_kv": 4, "d_ff": 12, "num_layers": 2, "num_heads": 2, "decoder_start_token_id": 1}
    else:
        both = {"layers": 2, "attention_heads": 2, "ffn_dim": 12}
        own = {f"{stack}_{name}": n for stack in ("encoder", "decoder") for name, n in both.items()}
        own["decoder_start_token_id"] = ids["<pad>"] if family == "marian" else ids["</s>"]
    special = {"pad_token_id": ids["<pad>"], "eos_token_id": ids["</s>"]}
    return {"vocab_size": max(ids.values()) + 1, "d_model": 8, **special, **own}


def folder_of(family: str, path: Path, **options: Any) -> Path:
    config, model = CLASSES[family]
    ids = tokenizer_files(family, path)
    torch.manual_seed(0)
    stirred(model(config(**{**sizes(family, ids), **options}))).save_pretrained(path)
    return path


def pair_of(family: str, path: Path) -> Pair:
    _, model = CLASSES[family]
    config = model.config_class.from_pretrained(path)
    rows = folder_rows(config, unknown=UNKNOWN.get(family, 3))
    return both(model, path, path / "ours", rows, LANGUAGES.get(family))


def shared_table(path: Path) -> torch.Tensor:
    own = load_file(path / "model.safetensors")
    return next(tensor for name, tensor in own.items() if "shared" in name)


def place_of(family: str, stack: str) -> str:
    return f"{'' if family == 't5' else 'model.'}{stack}.embed_tokens.weight"


@pytest.mark.parametrize("family", ENCODER_DECODERS)
@pytest.mark.parametrize("said", [True, False])
def test_an_output_with_other_numbers_than_the_embedding_is_its_own(
    family: str, said: bool, tmp_path: Path
):
    path = folder_of(family, tmp_path)
    shared = shared_table(path)
    other = torch.randn_like(shared)
    # else 5.x draws them where nothing is tied
    tables = {place_of(family, stack): shared.clone() for stack in ("encoder", "decoder")}
    changed(with_tensors(path, **tables, **{"lm_head.weight": other}), tie_word_embeddings=said)
    pair = pair_of(family, path)
    assert (pair.ours.config.tie_embeddings, pair.ours.config.share_embeddings) == (False, True)
    assert_equal_passes(pair, 3)


@pytest.mark.parametrize("family", ENCODER_DECODERS)
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_an_embedding_with_other_numbers_than_the_shared_one_is_its_own(
    family: str, stack: str, tmp_path: Path
):
    path = folder_of(family, tmp_path)
    other = torch.randn_like(shared_table(path))
    pair = pair_of(family, with_tensors(path, **{place_of(family, stack): other}))
    config = pair.ours.config
    assert (config.tie_embeddings, config.share_embeddings) == (stack == "encoder", False)
    assert_equal_passes(pair, 3)


@pytest.mark.parametrize("family", ENCODER_DECODERS)
def test_copies_of_the_shared_table_are_left_out(family: str, tmp_path: Path):
    path = folder_of(family, tmp_path)
    names = [*(place_of(family, stack) for stack in ("encoder", "decoder")), "lm_head.weight"]
    own = shared_table(path)
    with_tensors(path, **{name: own.clone() for name in names})
    recognised = recognise(path, LANGUAGES.get(family))
    assert recognised.config.tie_embeddings and recognised.config.share_embeddings
    assert {*recognised.dropped} == {*names}
    recognised.check()


@pytest.mark.parametrize(
    ("family", "options", "name"),
    [
        ("gpt2", {"n_embd": 8, "n_head": 2, "n_layer": 1}, "lm_head.weight"),
        ("bert", {"hidden_size": 8, "num_attention_heads": 2}, "cls.predictions.decoder.weight"),
    ],
)
def test_a_single_stack_has_its_own_output_where_its_numbers_are_others(
    family: str, options: dict[str, Any], name: str, tmp_path: Path
):
    config, model = CLASSES[family]
    size = max(tokenizer_files(family, tmp_path).values()) + 1
    short = {"vocab_size": size, "num_hidden_layers": 1, "eos_token_id": 2, "bos_token_id": 2}
    stirred(model(config(**short, **options))).save_pretrained(tmp_path)
    assert recognise(tmp_path).config.tie_embeddings
    other = torch.randn(size, 8)
    ours = imported(with_tensors(tmp_path, **{name: other}), tmp_path / "ours")
    table = load_file(tmp_path / "ours")["output.weight"]
    assert not ours.config.tie_embeddings
    assert all((table == row).all(1).any() for row in other[5:])


def test_marian_has_two_vocabularies_of_two_sizes(tmp_path: Path):
    path = tmp_path
    ids = tokenizer_files("marian", path)
    more = dict(ids)
    more |= {"extra": more.pop("<pad>")}
    more |= {f"x{n}": len(more) + n for n in range(3)}
    more["<pad>"] = len(more)
    (path / "target_vocab.json").write_text(json.dumps(more))
    changed(path, "tokenizer_config.json", separate_vocabs=True)
    config, model = CLASSES["marian"]
    options = sizes("marian", ids) | {
        "decoder_vocab_size": len(more),
        "decoder_start_token_id": more["<pad>"],
        "share_encoder_decoder_embeddings": False,
    }
    torch.manual_seed(0)
    stirred(model(config(**options))).save_pretrained(path)
    recognised = recognise(path)
    assert len(recognised.tgt_tokenizer) == len(recognised.src_tokenizer) + 4
    theirs = model.from_pretrained(path, attn_implementation="eager").eval()
    src = [ids["<pad>"], -1, 0, 1, *range(2, ids["<pad>"])]
    tgt = [more["<pad>"], more["<pad>"], 0, 1, *range(2, more["<pad>"])]
    assert_equal_passes(Pair(imported(path, path / "ours"), theirs, src, tgt), 3)


def test_marians_tables_of_one_vocabulary_may_have_two_sizes(tmp_path: Path):
    """The target's has rows that no piece has."""
    ids = tokenizer_files("marian", tmp_path)
    rows = len(ids) + 3
    options = {"decoder_vocab_size": rows, "share_encoder_decoder_embeddings": False}
    path = folder_of("marian", tmp_path, **options)
    sides = (recognise(path).src_tokenizer, recognise(path).tgt_tokenizer)
    assert [*map(len, sides)] == [len(ids) + 1, rows + 1]  # the start is another token's copy
    theirs = CLASSES["marian"][1].from_pretrained(path, attn_implementation="eager").eval()
    first = [ids["<pad>"], ids["<pad>"], 0, 1]
    src, tgt = ([*first, *(i for i in range(2, n) if i != ids["<pad>"])] for n in (len(ids), rows))
    assert_equal_passes(Pair(imported(path, path / "ours"), theirs, src, tgt), 3)


def test_a_marian_model_without_a_bias_of_the_output_has_none(tmp_path: Path):
    path = folder_of("marian", tmp_path)
    assert not load_file(path / "model.safetensors")["final_logits_bias"].any()
    pair = pair_of("marian", with_tensors(path, "final_logits_bias"))
    assert not pair.ours.config.output_bias
    assert_equal_passes(pair, 3)


@pytest.mark.parametrize("family", ["bart", "t5"])
def test_bfloat16_and_mixed_precisions_are_kept_exactly(family: str, tmp_path: Path):
    path = folder_of(family, tmp_path)
    own = load_file(path / "model.safetensors")
    kinds = dict(zip(own, (torch.bfloat16, torch.float16, torch.float32) * len(own), strict=False))
    kinds |= {name: torch.bfloat16 for name in own if "fc1" in name or ".wi" in name}
    large = {name: tensor.to(kinds[name]) for name, tensor in own.items()}
    far = [name for name in own if "fc1.weight" in name or "wi.weight" in name]
    for name in far:  # beyond the largest of float16, and below its smallest
        large[name][0] = 3e5 if family == "t5" else 7e4
        large[name][1] = 1e-12
    save_file(large, path / "model.safetensors", metadata={"format": "pt"})
    pair = pair_of(family, path)
    kept = load_file(path / "ours")
    for name, tensor in kept.items():
        assert tensor.isfinite().all(), name
    ours = [name for name in kept if "feed_forward.w_1.weight" in name]
    assert {kept[name].dtype for name in ours} == {torch.bfloat16}
    for mine, theirs in zip(sorted(ours, reverse=True), sorted(far, reverse=True), strict=True):
        assert torch.equal(kept[mine], large[theirs])
    assert_equal_passes(pair, 3)


def test_whole_numbers_are_no_weights(tmp_path: Path):
    path = folder_of("bart", tmp_path)
    name = "model.encoder.layers.0.fc1.weight"
    own = load_file(path / "model.safetensors")
    with_tensors(path, **{name: own[name].to(torch.int8)})
    with pytest.raises(ForeignModelError, match=f"^{name} contains int8 values"):
        imported(path, path / "ours")


@pytest.mark.parametrize(
    ("family", "values", "message"),
    [
        ("bart", {"normalize_before": True}, "normalize_before is True; only False is supported"),
        ("mbart", {"normalize_before": False}, "normalize_before is False; only True is supported"),
        ("marian", {"normalize_embedding": True}, "normalize_embedding is True"),
        ("marian", {"static_position_embeddings": False}, "static_position_embeddings is False"),
        ("m2m_100", {"is_decoder": True}, "is_decoder is True"),
        ("t5", {"feed_forward_proj": "twice-relu"}, "feed_forward_proj ('twice-relu')"),
        ("t5", {"dense_act_fn": "mish"}, ": unknown activation 'mish'; supported:"),
    ],
)
def test_what_the_network_cannot_is_one_sentence(
    family: str, values: dict[str, Any], message: str, tmp_path: Path
):
    path = changed(folder_of(family, tmp_path), **values)
    assert message in refused(path, LANGUAGES.get(family))


@pytest.mark.parametrize("value", [5, "x", [[]], {"a": 1}, [["x"]], None])
def test_settings_that_are_no_settings_stop_nothing(value: Any, tmp_path: Path):
    path = folder_of("t5", tmp_path)
    changed(path, "generation_config.json", bad_words_ids=value, suppress_tokens=value)
    assert recognise(path).config.forbidden == (1,)  # the start, which is a copy of another token


def test_generation_is_followed_where_it_changes_a_token_and_else_listed(tmp_path: Path):
    path = folder_of("bart", tmp_path)
    changed(
        path,
        "generation_config.json",
        bad_words_ids=[[7], [8, 9]],
        suppress_tokens=[10],
        forced_bos_token_id=0,
        decoder_start_token_id=0,
        num_beams=4,
        no_repeat_ngram_size=3,
        min_length=0,
        repetition_penalty=1.0,
        do_sample=False,
    )
    recognised = recognise(path)
    pieces = recognised.tgt_tokenizer.pieces
    names = {index: piece for piece, index in tokenizer_files("bart", path).items()}
    theirs = [names[7], names[10]]
    assert {pieces[i] for i in recognised.config.forbidden} == {*theirs}
    assert len(recognised.tgt_tokenizer.prefix) == 1
    assert recognised.not_followed["bad_words_ids"] == [[8, 9]]
    assert {"num_beams", "no_repeat_ngram_size"} <= recognised.not_followed.keys()
    assert not {"min_length", "repetition_penalty", "do_sample"} & recognised.not_followed.keys()
    assert recognised.record["not followed"]["num_beams"] == 4
