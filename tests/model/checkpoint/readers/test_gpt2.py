"""GPT-2 folders of the hub, against transformers."""

from pathlib import Path

import numpy as np
import pytest
import torch

from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.with_torch.architecture import architecture_record
from model.lessons.with_torch.one_head import head_anatomy, record_inputs
from model.messages import SourceError, TrainingError
from model.special_tokens import BOS_ID, EOS_ID, PAD_ID, UNK_ID
from model.training.run import TrainingRun
from tests.model.builders import letters
from tests.model.checkpoint.readers.hub import Pair, assert_equal_prompts, imported, stirred
from tests.model.decoding.together import translate_all
from tests.model.text.small_pieces import byte_pairs

transformers = pytest.importorskip("transformers")

SIZE = 300
END = SIZE - 1
ROWS = [-1, END, END, -1, *range(END)]
"""Foreign id of each of ours."""
WORDS = ["the", "cat", "a", "dog", "sat", "on", "mat", "Größe", "我有一只猫", "12", "and"]
PROMPTS = [" ".join(WORDS[start : start + length]) for start in range(5) for length in (1, 2, 3, 6)]


@pytest.fixture(scope="module", params=["plain", "tuned"])
def folder(request, tmp_path_factory) -> Path:
    """With the names and files of today; or older ones, and the switches the other way."""
    path, plain = tmp_path_factory.mktemp("gpt2"), request.param == "plain"
    backend = byte_pairs(END)
    while backend.get_vocab_size() < END:
        backend.add_tokens([f"word{backend.get_vocab_size()}"])
    backend.add_special_tokens(["<|endoftext|>"])
    backend.save(str(path / "tokenizer.json"))
    config = transformers.GPT2Config(
        vocab_size=SIZE,
        n_embd=16,
        n_layer=3,
        n_head=4,
        n_positions=64,
        n_inner=None if plain else 20,
        bos_token_id=END,
        eos_token_id=END,
        tie_word_embeddings=plain,
        scale_attn_by_inverse_layer_idx=not plain,
    )
    torch.manual_seed(0)
    stirred(transformers.GPT2LMHeadModel(config)).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def theirs(folder: Path):
    model = transformers.GPT2LMHeadModel.from_pretrained(folder, attn_implementation="eager")
    return model.eval()


@pytest.fixture(scope="module")
def ours(folder: Path, tmp_path_factory) -> TrainedModel:
    return imported(folder, tmp_path_factory.mktemp("ours") / "gpt2.safetensors")


def test_passes_and_what_prompts_become_are_equal(ours: TrainedModel, theirs):
    assert {*ours.config.forbidden} == {PAD_ID, BOS_ID, UNK_ID}
    traces = assert_equal_prompts(Pair(ours, theirs, ROWS, ROWS), PROMPTS, count=20)
    for text, trace in zip(PROMPTS, traces, strict=True):
        prompt = [step.token_id for step in trace.steps if step.given]
        assert trace.source_text == text
        assert trace.translation.startswith(text)
        steps = len(trace.steps)
        assert steps > len(prompt) > 0
        assert EOS_ID not in prompt
        assert (trace.kinds, trace.source_tokens) == (("decoder",), ())
        shapes = [trace.weights(kind).shape for kind in ("encoder", "decoder", "cross")]
        assert shapes == [(0, 4, 0, 0), (3, 4, steps, steps), (3, 4, steps, 0)]
        assert (trace.depth("encoder"), trace.depth("decoder"), trace.n_heads) == (0, 3, 4)
    assert translate_all(ours, PROMPTS) == [trace.translation for trace in traces]  # side by side


def test_a_head_and_the_architecture_can_be_looked_at(ours: TrainedModel):
    trace = translate(ours, "the cat")
    head = head_anatomy(record_inputs(ours, (), trace.fed_ids), "decoder", 2, 1)
    np.testing.assert_allclose(head.weights, trace.decoder_weights[2, 1], atol=1e-5)
    record = architecture_record(ours, (), trace.fed_ids)
    assert record.n_parameters == ours.n_parameters
    assert {block.side for block in record.blocks} == {"decoder"}


def test_what_cannot_be_a_prompt_or_trained_is_told(ours: TrainedModel):
    with pytest.raises(SourceError, match="empty"):
        translate(ours, " ")
    with pytest.raises(SourceError, match="has 65 tokens; this model reads at most 64"):
        translate(ours, "&" * 65)
    with pytest.raises(TrainingError, match="only an encoder or only a decoder"):
        TrainingRun(letters(), ours, None)
