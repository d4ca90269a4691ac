"""A trained model in CTranslate2's format, against CTranslate2."""

import json
import math
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoint.importing import recognise
from model.decoding.greedy import read_source, read_target, translate
from model.decoding.trained import TrainedModel
from model.special_tokens import BOS_ID, EOS_ID
from model.text.tokenizer import Source
from tests.model.checkpoint.readers import test_ctranslate2_file as small
from tests.model.checkpoint.readers.hub import imported, refused
from tests.model.decoding.together import translate_all

ATTENTIONS = (
    "encoder/layer_0/self_attention/queries_scale",
    "decoder/layer_0/self_attention/queries_scale",
    "decoder/layer_0/attention/queries_scale",
)
HEAD = small.D // 2
"""Columns of each of the small model's two heads."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small.model_folder(tmp_path / "model")


def with_attributes(folder: Path, **attributes: Any) -> Path:
    (folder / "model.bin").write_bytes(small.written(small.network(**attributes), small.ALIASES))
    return folder


def configured(folder: Path, **values: Any) -> Path:
    (folder / "config.json").write_text(json.dumps({"unk_token": "<unk>", **values}))
    return folder


def test_scores_are_divided_where_queries_are(folder: Path):
    for scale, scaled in ((1.0, False), (1 / math.sqrt(HEAD), True), (0.0, True)):
        with_attributes(folder, **dict.fromkeys(ATTENTIONS, np.float32(scale)))
        assert recognise(folder).config.scaled_scores is scaled


def test_switches_that_do_not_fit_together_are_one_sentence(folder: Path):
    root, ones = math.sqrt(small.D), np.ones(small.D, "float32")
    for attributes, sentence in (
        (dict.fromkeys(ATTENTIONS, np.float32(0.25)), "queries_scale (0.25) must be 1 or 0.70"),
        (
            {ATTENTIONS[0]: np.float32(1), ATTENTIONS[1]: np.float32(0.5)},
            "The layers have different values of queries_scale: 0.5, 1.",
        ),
        (
            {"encoder/scale_embeddings": np.int8(0)},
            f"different values of scale_embeddings: 1, {root:g}.",
        ),
        (
            {f"{stack}/scale_embeddings": np.float32(3) for stack in ("encoder", "decoder")},
            f"scale_embeddings (3.0) must be 1 or {root}",
        ),
        (
            {"encoder/layernorm_embedding/gamma": ones},
            "Only one of encoder and decoder has {}/layernorm_embedding/gamma",
        ),
    ):
        assert sentence in refused(with_attributes(folder, **attributes))


def test_the_configuration_tells_the_norms_epsilon(folder: Path):
    assert recognise(folder).config.norm_epsilon == 1e-5
    assert recognise(configured(folder, layer_norm_epsilon=3e-6)).config.norm_epsilon == 3e-6
    said = refused(configured(folder, layer_norm_epsilon="x"))
    assert "layer_norm_epsilon ('x') must be a number" in said


def test_the_configuration_tells_what_stands_around_a_source(folder: Path):
    for values, around in (
        ({"add_source_eos": True}, ((), (EOS_ID,))),
        ({"add_source_bos": True}, ((BOS_ID,), (EOS_ID,))),
        ({}, ((), ())),
    ):
        source = recognise(configured(folder, **values), small.WORDS).src_tokenizer
        assert (source.prefix, source.suffix) == around


def test_what_the_decoder_is_fed_first_is_not_asked_of_the_source(folder: Path):
    """Which begins with the token that the configuration calls a sentence's start."""
    (folder / "shared_vocabulary.json").unlink()
    sources = ["<go>" if piece == "<s>" else piece for piece in small.PIECES]
    for side, pieces in (("source", sources), ("target", small.PIECES)):
        (folder / f"{side}_vocabulary.json").write_text(json.dumps(pieces))
    configured(folder, decoder_start_token=None, bos_token="<go>", add_source_bos=True)
    found = recognise(folder, {**small.WORDS, "start-token": "</s>"})
    (start,) = found.src_tokenizer.prefix
    place = found.places["src_embedding.tokens.weight"]
    table = found.file.load("decoder/embeddings/weight")
    assert (place.make(table)[start] == table[sources.index("<go>")]).all()
    place = found.places["tgt_embedding.tokens.weight"]
    assert (place.make(table)[BOS_ID] == table[small.PIECES.index("</s>")]).all()


ctranslate2 = pytest.importorskip("ctranslate2")

NAMES = (
    *("آتزمون", "محمد", "أحمد", "فاطمة", "يوسف", "إبراهيم", "خالد", "سارة", "مريم", "علي"),
    *("حسن", "حسين", "عمر", "ليلى", "زينب", "عبدالله", "مصطفى", "نور", "رشيد", "طارق"),
)


@pytest.fixture(scope="module")
def own_folder(shared_dir: Path) -> Path:
    return shared_dir / "models" / "aren-transliteration"


@pytest.fixture(scope="module")
def ours(own_folder: Path, tmp_path_factory) -> TrainedModel:
    return imported(own_folder, tmp_path_factory.mktemp("ours") / "aren.safetensors")


@pytest.fixture(scope="module")
def theirs(own_folder: Path) -> Any:
    return ctranslate2.Translator(str(own_folder), compute_type="float32")


def pieces(model: TrainedModel, ids: tuple[int, ...]) -> list[str]:
    return [model.tgt_tokenizer.pieces[i] for i in ids if i > BOS_ID + 1]


def test_the_name_of_its_own_tests_is_written_as_there(ours: TrainedModel):
    trace = translate(ours, "آتزمون")
    assert pieces(ours, trace.predicted_ids) == ["a", "t", "z", "m", "o", "n"]
    assert trace.translation == "atzmon"


def test_greedy_translations_are_equal(ours: TrainedModel, theirs: Any):
    expected = theirs.translate_batch([[*name] for name in NAMES], beam_size=1)
    for name, result in zip(NAMES, expected, strict=True):
        assert pieces(ours, translate(ours, name).predicted_ids) == result.hypotheses[0]
    assert translate_all(ours, NAMES) == [translate(ours, name).translation for name in NAMES]


def test_scores_are_equal(ours: TrainedModel, theirs: Any):
    for name in NAMES:
        trace = translate(ours, name)
        target = pieces(ours, trace.predicted_ids)
        (result,) = theirs.score_batch([[*name]], [target])
        reading = read_target(ours, reading_of(ours, name), (BOS_ID, *trace.predicted_ids[:-1]))
        found = reading.logits.log_softmax(-1)[range(len(target) + 1), list(trace.predicted_ids)]
        np.testing.assert_allclose(found.numpy(), result.log_probs, atol=1e-5)


def test_the_attention_of_its_alignment_head_is_equal(ours: TrainedModel, theirs: Any):
    for name in NAMES:
        (result,) = theirs.translate_batch([[*name]], beam_size=1, return_attention=True)
        trace = translate(ours, name)
        reading = read_target(ours, reading_of(ours, name), (BOS_ID, *trace.predicted_ids[:-1]))
        expected = np.array(result.attention[0])  # the mean of one head, the last layer's first
        np.testing.assert_allclose(reading.cross[-1, 0][: len(expected)], expected, atol=1e-5)


def reading_of(model: TrainedModel, text: str) -> Any:
    prepared = model.prepared(text)
    tokens = model.src_tokenizer.tokens(prepared.ids)
    return read_source(model, Source(text, prepared.ids, tokens, (), ()))


def tokens(cut: str) -> dict[str, str]:
    return {"src-tokens": cut, "tgt-tokens": cut}


def test_the_file_itself_is_the_model(own_folder: Path):
    whole, file = (recognise(path) for path in (own_folder, own_folder / "model.bin"))
    assert file.config == whole.config
    assert file.src_tokenizer.to_json() == whole.src_tokenizer.to_json()
    assert file.record["source"] == "aren-transliteration"


def test_that_it_writes_characters_is_told_by_its_vocabulary(own_folder: Path):
    recognised = recognise(own_folder)
    told = {question.name: question.answer for question in recognised.questions if question.told}
    assert told == {"source-ends": "nothing", **tokens("characters")}
    said = recognise(own_folder, {**tokens("words"), "source-ends": "end"})
    assert said.src_tokenizer.encode("آ ت").tokens == ("آ", "ت")
    assert said.src_tokenizer.suffix
    assert not recognised.src_tokenizer.suffix


def test_what_is_not_asked_is_one_sentence(own_folder: Path):
    assert "heads does not apply to a CTranslate2 model" in refused(own_folder, {"heads": "8"})


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("whole", [False, True], ids=["float32", "int16"])
def test_the_first_revision_is_the_same_model(
    own_folder: Path, tmp_path: Path, version: int, whole: bool
):
    """Written with its names, and with 16-bit integers that had no scales then."""
    for name in ("source_vocabulary.txt", "target_vocabulary.txt"):
        shutil.copy(own_folder / name, tmp_path / name)
    file = recognise(own_folder).file
    variables = {small.first_name(name): file.load(name).numpy() for name in file.shapes}
    (tmp_path / "model.bin").write_bytes(small.old_file(variables, version=version, whole=whole))
    first = imported(tmp_path, tmp_path / "ours.safetensors")
    theirs = ctranslate2.Translator(str(tmp_path), compute_type="float32")
    expected = theirs.translate_batch([[*name] for name in NAMES], beam_size=1)
    for name, result in zip(NAMES, expected, strict=True):
        assert pieces(first, translate(first, name).predicted_ids) == result.hypotheses[0]
