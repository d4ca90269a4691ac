"""``headlight train --from``: a model that goes on learning."""

import pytest
import torch
from safetensors.torch import load_file

from model.checkpoint.file import load_checkpoint
from model.checkpoint.header import read_header
from model.decoding.greedy import translate_steps
from model.text.tokenizer import whole_target_ids
from tests.viz_app.cli.commands import PHRASES, assert_refused
from tests.viz_app.cli.mutated import small_models


@pytest.fixture
def more(tmp_path):
    """A corpus that the model has not learned from, with those who wrote it."""
    path = tmp_path / "more.tsv"
    credit = "CC-BY 2.0 (France) Attribution: tatoeba.org #1 (Zoe) & #2 (Adam)"
    path.write_text("\t".join((*PHRASES[0], credit)) + "\n")
    return path


def test_it_learns_what_is_new(train, phrases, tmp_path, headlight):
    source, target = PHRASES[0][0], PHRASES[1][1]
    path = tmp_path / "changed.tsv"
    path.write_text(f"{source}\t{target}\n")
    options = ("--epochs", "60", "--set", "learning_rate=3e-3")
    assert train(path, "--from", phrases, *options).status == 0
    outcome = headlight("translate", source, "--model", tmp_path / "new.safetensors")
    assert outcome.out == f"{target}\n"


def test_it_knows_what_it_knew_in_the_sizes_and_tokens_of_the_model(
    train, phrases, more, tmp_path, headlight
):
    options = ("--preset", "medium", "--set", "learning_rate=1e-6")
    outcome = train(more, "--from", phrases, *options)
    assert outcome.status == 0
    assert "phrases, fine-tuned with preset medium, " in outcome.err
    assert "knows" not in outcome.err
    path = tmp_path / "new.safetensors"
    for source, target in PHRASES:
        assert headlight("translate", source, "--model", path).out == f"{target}\n"
    before, after = load_checkpoint(phrases), load_checkpoint(path)
    assert after.config == before.config
    assert after.src_tokenizer.vocabulary == before.src_tokenizer.vocabulary
    assert after.tgt_tokenizer.vocabulary == before.tgt_tokenizer.vocabulary
    assert after.record["training"]["level"] == before.src_tokenizer.level


def test_what_it_cannot_read_or_find_is_told(train, phrases, tmp_path, more):
    path = tmp_path / "letters.tsv"
    path.write_text(f"b d f\t{PHRASES[0][1]}\n")
    told = train(path, "--from", phrases).err
    assert "phrases knows only 0% of the source tokens.\n" in told
    assert "of the targets" not in told
    assert_refused(train(more, "--from", tmp_path / "no.safetensors"), "no.safetensors")


def test_the_record_tells_of_both_trainings_and_all_contributors(train, phrases, more, tmp_path):
    first, second = tmp_path / "first.safetensors", tmp_path / "second.safetensors"
    assert train(more, "--attribution", "from Tatoeba", output=first).status == 0
    own = tmp_path / "own.tsv"
    own.write_text("\t".join(PHRASES[0]) + "\n")
    assert train(own, "--from", first, "--epochs", "2", output=second).status == 0
    record = read_header(second).record
    assert record["attribution"] == "from Tatoeba"
    assert record["contributors"] == ["Adam", "Zoe"]
    assert record["base"]["name"] == "first"
    assert record["base"]["training"]["epochs"] == 1
    assert record["training"]["epochs"] == 2


@pytest.mark.parametrize(
    "change", ["d_ff=64", "dropout=0.3", "level=bpe", "vocabulary=99", "lowercase=true"]
)
def test_what_the_model_has_already_cannot_be_set(train, phrases, more, tmp_path, change):
    outcome = train(more, "--from", phrases, "--set", change)
    name = change.partition("=")[0]
    assert_refused(outcome, f": {name} cannot be set with --from: phrases already defines it.\n")
    assert not (tmp_path / "new.safetensors").exists()


SOURCE, TARGET = "the cat sat", "a dog ran off"


@pytest.fixture(params=["marian", "t5"])
def imported(request, headlight, tmp_path):
    folder, path = tmp_path / request.param, tmp_path / f"{request.param}.safetensors"
    folder.mkdir()
    getattr(small_models, request.param)(folder)
    assert headlight("import", folder, "-o", path).status == 0
    return path


def log_probability(path):
    model = load_checkpoint(path)
    given = whole_target_ids(TARGET, model.tgt_tokenizer)
    *_, trace = translate_steps(model, SOURCE, prefix=given, max_steps=len(given))
    return sum(step.log_probability for step in trace.steps)


def test_every_number_of_an_imported_model_goes_on_learning(train, imported, tmp_path):
    corpus = tmp_path / "pair.tsv"
    corpus.write_text(f"{SOURCE}\t{TARGET}\n")
    options = ("--epochs", "60", "--set", "learning_rate=2e-2")
    assert train(corpus, "--from", imported, *options).status == 0
    path = tmp_path / "new.safetensors"
    before, after = load_checkpoint(imported), load_checkpoint(path)
    assert after.config == before.config
    assert after.tgt_tokenizer.to_json() == before.tgt_tokenizer.to_json()
    assert after.record["base"]["name"] == imported.stem
    assert log_probability(path) > log_probability(imported) / 2
    old, new = load_file(imported), load_file(path)
    assert old.keys() == new.keys()
    assert not {name for name, tensor in old.items() if torch.equal(tensor, new[name])}
