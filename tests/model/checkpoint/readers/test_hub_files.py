"""Files of a hub folder that are missing, damaged or do not fit together are one sentence."""

import json
from pathlib import Path

import pytest
import torch

from model.checkpoint.importing import recognise

pytest.importorskip("transformers")

from tests.model.checkpoint.readers.hub import changed, refused, with_tensors
from tests.model.checkpoint.readers.test_hub_tables import folder_of
from tests.model.text.small_pieces import byte_pairs

WIDTH = 8
"""Of the small folders."""


def with_merges(path: Path) -> Path:
    """The same pieces in the two files of older folders."""
    (path / "tokenizer.json").unlink()
    byte_pairs(special=("<s>", "<pad>", "</s>", "<unk>")).model.save(str(path))
    return path


def test_a_name_that_no_file_can_have_is_one_sentence(tmp_path: Path):
    path = folder_of("bart", tmp_path)
    (path / "model.safetensors").unlink()
    changed(path, "model.safetensors.index.json", weight_map={"lm_head.weight": "a\0.safetensors"})
    said = refused(path)
    assert "is damaged: " in said and "embedded null" in said


def test_merges_that_are_none_are_one_sentence(tmp_path: Path):
    path = with_merges(folder_of("bart", tmp_path))
    recognise(path)
    with (path / "merges.txt").open("a") as file:
        file.write("t h e\n")
    assert "merges.txt is damaged: a merge is not made of" in refused(path)
    (path / "merges.txt").write_bytes(b"#version: 0.2\n\xff a\n")
    assert refused(path).endswith("merges.txt is not UTF-8.")


def test_a_token_beyond_the_tables_and_no_tokenizer_are_one_sentence(tmp_path: Path):
    path = folder_of("bart", tmp_path)
    backend = json.loads((path / "tokenizer.json").read_text())
    rows = json.loads((path / "config.json").read_text())["vocab_size"]
    backend["model"]["vocab"]["beyond"] = rows + 6
    (path / "tokenizer.json").write_text(json.dumps(backend))
    said = f"token with the id {rows + 6}, but the model's tables have {rows} rows"
    assert said in refused(path)
    (path / "tokenizer.json").unlink()
    assert "has no tokenizer: none of tokenizer.json, " in refused(path)


def test_numbers_of_the_configuration_that_do_not_fit_are_one_sentence(tmp_path: Path):
    path = folder_of("bart", tmp_path)
    usual = (path / "config.json").read_text()
    for value in ("many", True, 2.5):
        changed(path, encoder_attention_heads=value)
        said = f"config.json: encoder_attention_heads ({value!r}) must be a whole number."
        assert said in refused(path)
    (path / "config.json").write_text(usual)
    changed(path, decoder_attention_heads=4)
    said = "encoder_attention_heads (2) and decoder_attention_heads (4) must be the same"
    assert said in refused(path)
    (path / "config.json").write_text(usual)
    for name in ("config.json", "generation_config.json"):
        changed(path, name, forced_bos_token_id=9999)
    assert "The vocabulary has no token 9999" in refused(path)


def test_added_tokens_without_a_name_or_a_number_are_none(tmp_path: Path):
    path = folder_of("mbart", tmp_path)
    before = {q.name: q.choices for q in recognise(path).questions}
    added = {"5": {"content": ["fr_XX"]}, "six": {"content": "de_DE"}, "9" * 30: "it_IT"}
    changed(path, "tokenizer_config.json", added_tokens_decoder=added)
    assert {q.name: q.choices for q in recognise(path).questions} == before
    assert before["src-lang"] == ("en_XX", "ro_RO")


@pytest.mark.parametrize("shape", [(3, WIDTH), (2000, WIDTH + 1), (WIDTH,)])
def test_tables_of_positions_that_do_not_fit_are_one_sentence(tmp_path: Path, shape: tuple):
    names = [f"model.{stack}.embed_positions.weight" for stack in ("encoder", "decoder")]
    path = with_tensors(
        folder_of("marian", tmp_path), **{name: torch.zeros(shape) for name in names}
    )
    said = refused(path)
    assert "embed_positions.weight" in said and "src_embedding.positions" in said
