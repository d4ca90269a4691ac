"""BERT folders of the hub, against transformers."""

import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from model.checkpoint.file import load_checkpoint, save_checkpoint
from model.decoding.greedy import masked_candidates, translate, translate_steps
from model.decoding.trained import TrainedModel
from model.lessons.with_torch.architecture import architecture_record
from model.lessons.with_torch.one_head import head_anatomy, record_inputs
from model.messages import TrainingError
from model.network.attention import padding_mask
from model.text.words import JOINER
from model.training.run import TrainingRun
from tests.model.builders import letters
from tests.model.checkpoint.readers.hub import changed, imported, refused, stirred
from tests.model.decoding.together import translate_all

transformers = pytest.importorskip("transformers")

WORDS = [
    *("the", "cat", "sat", "on", "a", "mat", "dog", "has", "two", "##s", "and", "book"),
    *("read", "not", "here", ".", "!", "我", "有", "猫"),
]
PIECES = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
TEXTS = [
    "The cat sat on the [MASK].",
    "A dog and a cat",
    "[MASK] dogs read [MASK] books!",
    "我有猫",
    "the unknown cat",
    *(" ".join(WORDS[first : first + 1 + first % 5]) for first in range(10)),
    *(f"the [MASK] {word}" for word in WORDS[:5]),
]


@pytest.fixture(scope="module", params=["tied", "apart"])
def folder(request, tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("bert")
    (path / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    config = transformers.BertConfig(
        vocab_size=len(PIECES),
        hidden_size=16,
        num_hidden_layers=3,
        num_attention_heads=4,
        intermediate_size=20,
        max_position_embeddings=40,
        tie_word_embeddings=request.param == "tied",
    )
    torch.manual_seed(0)
    stirred(transformers.BertForPreTraining(config)).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def theirs(folder: Path):
    model = transformers.BertForMaskedLM.from_pretrained(folder, attn_implementation="eager")
    return model.eval()


@pytest.fixture(scope="module")
def ours(folder: Path, tmp_path_factory) -> TrainedModel:
    return imported(folder, tmp_path_factory.mktemp("ours") / "bert.safetensors")


@pytest.fixture(scope="module")
def tokenizer(folder: Path):
    return transformers.BertTokenizer.from_pretrained(folder)


def rows_of(model: TrainedModel) -> dict[int, int]:
    by_piece = {piece: i for i, piece in enumerate(model.src_tokenizer.pieces) if i > 3}
    return {0: 0, 2: 3} | {i: by_piece[p] for i, p in enumerate(PIECES) if i not in {0, 2}}


def test_sentences_are_cut_as_they_are_there(ours: TrainedModel, tokenizer):
    rows = rows_of(ours)
    for text in TEXTS:
        expected = [rows[i] for i in tokenizer(text)["input_ids"]]
        assert list(ours.prepared(text).ids) == expected
    tokens = ours.prepared(TEXTS[2]).tokens
    assert tokens[:4] == ("[CLS]", "[MASK]", "dog", f"{JOINER}s")
    assert tokens[-1] == "[SEP]"


def test_a_pass_gives_the_same_weights_and_candidates(ours: TrainedModel, theirs, tokenizer):
    rows = rows_of(ours)
    for text in TEXTS:
        trace = masked_candidates(ours, text, top_k=len(PIECES))
        with torch.no_grad():
            expected = theirs(**tokenizer(text, return_tensors="pt"), output_attentions=True)
        stacked = torch.stack(expected.attentions)[:, 0].numpy()
        np.testing.assert_allclose(trace.encoder_weights, stacked, atol=1e-5)
        log_probabilities = expected.logits[0].log_softmax(-1)
        assert len(trace.places) == len(trace.source_ids) == len(log_probabilities)
        for place, row in zip(trace.places, log_probabilities, strict=True):
            found = {c.token_id: c.log_probability for c in place.candidates}
            for theirs_id, ours_id in rows.items():
                assert found[ours_id] == pytest.approx(float(row[theirs_id]), abs=1e-4)
            assert place.candidates[0].token_id == rows[int(row.argmax())]


def test_logits_are_equal_and_padding_changes_none(ours: TrainedModel, theirs, tokenizer):
    rows = rows_of(ours)
    batch = tokenizer(TEXTS, return_tensors="pt", padding=True)
    src = torch.tensor([[rows[i] for i in row] for row in batch["input_ids"].tolist()])
    with torch.no_grad():
        passed = theirs(**batch, output_attentions=True)
        expected = passed.logits[:, :, list(rows)]
        encoded = ours.network.encode(src, padding_mask(src), record=True)
        found = ours.network.predict(encoded.memory)[:, :, list(rows.values())]
        fused = ours.network(src, src)[:, :, list(rows.values())]
    size = max(1.0, float(expected.abs().max()))
    there = batch["attention_mask"].bool()
    for logits in (found, fused):
        torch.testing.assert_close(logits[there] / size, expected[there] / size, atol=1e-5, rtol=0)
    for found, weights in zip(encoded.weights, passed.attentions, strict=True):
        own, original = (one.transpose(1, 2)[there] for one in (found, weights))  # rows of tokens
        torch.testing.assert_close(own, original, atol=1e-5, rtol=0)


def test_masked_places_are_filled(ours: TrainedModel):
    (trace,) = translate_steps(ours, TEXTS[2])
    masked = [place for place in trace.places if place.masked]
    assert len(masked) == 2
    for place in masked:
        assert place.candidates[0].token in trace.translation
    assert "[MASK]" not in trace.translation
    assert trace.finished
    assert (trace.kinds, trace.steps) == (("encoder",), ())
    assert translate_all(ours, TEXTS) == [translate(ours, text).translation for text in TEXTS]
    assert ours.prepared(TEXTS[1]).ids[1:-1] == ours.src_tokenizer.encode(TEXTS[1]).ids


def test_a_head_and_the_architecture_can_be_looked_at(ours: TrainedModel):
    trace = translate(ours, TEXTS[0])
    head = head_anatomy(record_inputs(ours, trace.source_ids, ()), "encoder", 2, 1)
    np.testing.assert_allclose(head.weights, trace.encoder_weights[2, 1], atol=1e-5)
    record = architecture_record(ours, trace.source_ids, ())
    assert record.n_parameters == ours.n_parameters
    assert {block.side for block in record.blocks} == {"encoder"}


def test_it_is_saved_and_not_trained(ours: TrainedModel, tmp_path: Path):
    save_checkpoint(ours, tmp_path / "again.safetensors")
    again = load_checkpoint(tmp_path / "again.safetensors")
    assert translate(again, TEXTS[0]).places == translate(ours, TEXTS[0]).places
    with pytest.raises(TrainingError, match="only an encoder or only a decoder"):
        TrainingRun(letters(), ours, None)


def test_old_names_of_norms_are_known(folder: Path, ours: TrainedModel, tmp_path: Path):
    for name in ("config.json", "vocab.txt"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    tensors = load_file(folder / "model.safetensors")
    old = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
            "LayerNorm.bias", "LayerNorm.beta"
        ): tensor
        for name, tensor in tensors.items()
    }
    save_file(old, tmp_path / "model.safetensors")
    again = imported(tmp_path, tmp_path / "bert.safetensors")
    assert translate(again, TEXTS[0]).places == translate(ours, TEXTS[0]).places


def test_what_is_not_bert_is_refused(folder: Path, tmp_path: Path):
    for change, message in (
        ({"position_embedding_type": "relative_key"}, "'relative_key' here"),
        ({"hidden_act": "tanh"}, "activation 'tanh'"),
        ({"num_hidden_layers": 4}, "no tensor bert.encoder.layer.3"),
        ({"num_hidden_layers": 2}, "tensors that cannot be mapped: bert.encoder.layer.2"),
    ):
        shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
        assert message in refused(changed(tmp_path, **change))
    shutil.copy(folder / "config.json", tmp_path)
    (tmp_path / "vocab.txt").write_text("\n".join(p for p in PIECES if p != "[MASK]"))
    assert "no [MASK]" in refused(tmp_path)
