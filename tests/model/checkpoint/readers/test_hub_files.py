"""Files of a hub folder that are missing, damaged or do not fit together are one sentence."""

import json
from pathlib import Path

import pytest
import torch

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.messages import ConfigError

pytest.importorskip("transformers")

from tests.model.checkpoint.readers.test_hub_tables import changed, folder_of, with_tensors
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
    index = {"weight_map": {"lm_head.weight": "a\0.safetensors"}}
    (path / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(ForeignModelError, match=r"is damaged: .*embedded null"):
        recognise(path)


def test_a_text_that_is_no_utf_8_is_one_sentence(tmp_path: Path):
    path = with_merges(folder_of("bart", tmp_path))
    (path / "merges.txt").write_bytes(b"#version: 0.2\n\xff a\n")
    with pytest.raises(ForeignModelError, match=r"merges\.txt is not UTF-8\."):
        recognise(path)


def test_a_merge_of_three_is_one_sentence(tmp_path: Path):
    path = with_merges(folder_of("bart", tmp_path))
    recognise(path)
    with (path / "merges.txt").open("a") as file:
        file.write("t h e\n")
    with pytest.raises(ForeignModelError, match=r"merges\.txt is damaged: a merge is not made of"):
        recognise(path)


def test_a_folder_without_a_tokenizer_is_one_sentence(tmp_path: Path):
    path = folder_of("bart", tmp_path)
    (path / "tokenizer.json").unlink()
    with pytest.raises(ForeignModelError, match=r"has no tokenizer: none of tokenizer\.json, "):
        recognise(path)


def test_a_token_beyond_the_tables_is_one_sentence(tmp_path: Path):
    path = folder_of("bart", tmp_path)
    backend = json.loads((path / "tokenizer.json").read_text())
    rows = json.loads((path / "config.json").read_text())["vocab_size"]
    backend["model"]["vocab"]["beyond"] = rows + 6
    (path / "tokenizer.json").write_text(json.dumps(backend))
    said = f"token with the id {rows + 6}, but the model's tables have {rows} rows"
    with pytest.raises(ForeignModelError, match=said):
        recognise(path)


def test_a_forced_start_that_is_no_token_is_one_sentence(tmp_path: Path):
    path = changed(folder_of("bart", tmp_path), forced_bos_token_id=9999)
    changed(path, "generation_config.json", forced_bos_token_id=9999)
    with pytest.raises(ConfigError, match="The vocabulary has no token 9999"):
        recognise(path)


@pytest.mark.parametrize("value", ["many", True, 2.5])
def test_a_number_that_is_none_is_one_sentence(tmp_path: Path, value: object):
    path = changed(folder_of("bart", tmp_path), encoder_attention_heads=value)
    said = rf"config\.json: encoder_attention_heads \({value!r}\) must be a whole number\."
    with pytest.raises(ForeignModelError, match=said):
        recognise(path)


def test_added_tokens_without_a_name_or_a_number_are_none(tmp_path: Path):
    path = folder_of("mbart", tmp_path)
    before = {q.name: q.choices for q in recognise(path).questions}
    added = {"5": {"content": ["fr_XX"]}, "six": {"content": "de_DE"}, "9" * 30: "it_IT"}
    changed(path, "tokenizer_config.json", added_tokens_decoder=added)
    assert {q.name: q.choices for q in recognise(path).questions} == before
    assert before["src-lang"] == ("en_XX", "ro_RO")


def test_both_stacks_have_as_many_heads(tmp_path: Path):
    path = changed(folder_of("bart", tmp_path), decoder_attention_heads=4)
    said = r"encoder_attention_heads \(2\) and decoder_attention_heads \(4\) must be the same"
    with pytest.raises(ForeignModelError, match=said):
        recognise(path)


@pytest.mark.parametrize("shape", [(3, WIDTH), (2000, WIDTH + 1), (WIDTH,)])
def test_tables_of_positions_that_do_not_fit_are_one_sentence(
    tmp_path: Path, shape: tuple[int, ...]
):
    stored = {
        f"model.{stack}.embed_positions.weight": torch.zeros(shape)
        for stack in ("encoder", "decoder")
    }
    path = with_tensors(folder_of("marian", tmp_path), **stored)
    with pytest.raises(
        ForeignModelError, match=r"embed_positions\.weight.*src_embedding\.positions"
    ):
        recognise(path).check()
