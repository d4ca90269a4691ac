"""A trained model in CTranslate2's format, against CTranslate2."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model.checkpoint.importing import recognise
from model.checkpoint.readers.tensor_files import ForeignModelError
from model.decoding.greedy import translate
from model.decoding.reading import read_source, read_target
from model.decoding.trained import TrainedModel
from model.special_tokens import BOS_ID
from model.text.source import Source
from tests.model.checkpoint.readers.hub import imported
from tests.model.checkpoint.readers.test_ctranslate2_file import first_name, old_file
from tests.model.decoding.together import translate_all

ctranslate2 = pytest.importorskip("ctranslate2")

NAMES = (
    *("آتزمون", "محمد", "أحمد", "فاطمة", "يوسف", "إبراهيم", "خالد", "سارة", "مريم", "علي"),
    *("حسن", "حسين", "عمر", "ليلى", "زينب", "عبدالله", "مصطفى", "نور", "رشيد", "طارق"),
)


@pytest.fixture(scope="module")
def folder(shared_dir: Path) -> Path:
    return shared_dir / "models" / "aren-transliteration"


@pytest.fixture(scope="module")
def ours(folder: Path, tmp_path_factory) -> TrainedModel:
    return imported(folder, tmp_path_factory.mktemp("ours") / "aren.safetensors")


@pytest.fixture(scope="module")
def theirs(folder: Path) -> Any:
    return ctranslate2.Translator(str(folder), compute_type="float32")


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


def test_the_file_itself_is_the_model(folder: Path):
    whole, file = recognise(folder), recognise(folder / "model.bin")
    assert file.config == whole.config
    assert file.src_tokenizer.to_json() == whole.src_tokenizer.to_json()
    assert file.record["source"] == "aren-transliteration"


def test_that_it_writes_characters_is_told_by_its_vocabulary(folder: Path):
    recognised = recognise(folder)
    told = {question.name: question.answer for question in recognised.questions if question.told}
    assert told == {"source-ends": "nothing", **tokens("characters")}
    said = recognise(folder, {**tokens("words"), "source-ends": "end"})
    assert said.src_tokenizer.encode("آ ت").tokens == ("آ", "ت")
    assert said.src_tokenizer.suffix
    assert not recognised.src_tokenizer.suffix


def test_what_is_not_asked_is_one_sentence(folder: Path):
    with pytest.raises(ForeignModelError, match="heads is not asked of a CTranslate2 model"):
        recognise(folder, {"heads": "8"})


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("whole", [False, True], ids=["float32", "int16"])
def test_the_first_revision_is_the_same_model(
    folder: Path, tmp_path: Path, version: int, whole: bool
):
    """Written with its names, and with 16-bit integers that had no scales then."""
    for name in ("source_vocabulary.txt", "target_vocabulary.txt"):
        shutil.copy(folder / name, tmp_path / name)
    file = recognise(folder).file
    variables = {first_name(name): file.load(name).numpy() for name in file.shapes}
    (tmp_path / "model.bin").write_bytes(old_file(variables, version=version, whole=whole))
    first = imported(tmp_path, tmp_path / "ours.safetensors")
    theirs = ctranslate2.Translator(str(tmp_path), compute_type="float32")
    expected = theirs.translate_batch([[*name] for name in NAMES], beam_size=1)
    for name, result in zip(NAMES, expected, strict=True):
        assert pieces(first, translate(first, name).predicted_ids) == result.hypotheses[0]
