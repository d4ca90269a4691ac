"""``headlight train``: the user's own numbers, what is validated on, what the checkpoint keeps."""

import dataclasses

import pytest
import torch
from safetensors import safe_open

from model.checkpoint.file import load_checkpoint
from model.checkpoint.header import read_header
from model.config import ModelConfig
from model.network import device_choice
from model.runs.presets import TrainingConfig
from model.training import precision, updating
from model.training.loss import BatchLoss, rounded_batch_loss
from tests.every import every
from tests.viz_app.cli.commands import NUMBERS, PHRASES, assert_refused


@pytest.fixture
def record(tmp_path):
    return lambda: read_header(tmp_path / "new.safetensors").record


@pytest.fixture
def letters_file(tmp_path):
    path = tmp_path / "letters.tsv"
    lines = [f"{letter} x{letter}\t{letter}{letter}" for letter in "abcdefghijkl"]
    path.write_text("\n".join([*lines, lines[0]]))
    return path


def test_numbers_of_the_user_hold(train, pairs_file, tmp_path):
    changes = ("n_layers=1", "dropout=0.25", "norm=post", "tie_embeddings=true", "warmup=3")
    outcome = train(pairs_file, "--seed", "7", "--epochs", "2", *set_to(*changes))
    assert outcome.status == 0
    header = read_header(tmp_path / "new.safetensors")
    training, config = header.record["training"], header.config
    assert (header.task, training["epochs"], training["seed"]) == ("pairs.tsv", 2, 7)
    assert (config.d_model, config.n_layers, config.dropout) == (64, 1, 0.25)
    assert (config.norm, config.tie_embeddings, training["warmup"]) == ("post", True, 3)


SWITCHES = (
    *("encoder_layers=2", "decoder_layers=1", "d_kv=7", "norm_type=rms", "norm_epsilon=1e-6"),
    *("final_norm=false", "scaled_embedding=false", "embedding_norm=true", "positions=relative"),
    *("relative_buckets=8", "relative_distance=16", "scaled_scores=false", "activation=gelu_tanh"),
    *("gated=true", "biases=false", "output_bias=true", "output_transform=true"),
    *("sinusoids=halves", "closed_sinusoids=true", "position_offset=2"),
)


def test_every_switch_of_the_network_can_be_trained_with(train, pairs_file, tmp_path):
    outcome = train(pairs_file, *set_to("d_model=16", *SWITCHES))
    assert outcome.status == 0
    assert "2 + 1 layers × 4 heads, d_model 16" in outcome.err
    config = read_header(tmp_path / "new.safetensors").config
    for switch in SWITCHES:
        name, text = switch.split("=")
        value = getattr(config, name)
        told = str(value).lower() if isinstance(value, bool) else str(value)
        assert told == {"1e-6": "1e-06"}.get(text, text)


def test_a_table_that_two_sides_share_has_the_words_of_both(train, tmp_path):
    path = tmp_path / "twins.tsv"
    path.write_text("a b\tb a d\na c\tc a\n")
    assert train(path, *set_to("share_embeddings=true", "positions=none")).status == 0
    model = load_checkpoint(tmp_path / "new.safetensors")
    assert len(model.src_tokenizer) == len(model.tgt_tokenizer) == 8


def test_help_and_the_error_of_a_mistyped_number_list_every_name(headlight, train, pairs_file):
    outcome = headlight("train", "--help")
    listed = outcome.out.replace("\n", " ").split()
    fields = (*dataclasses.fields(ModelConfig), *dataclasses.fields(TrainingConfig))
    names = {field.name for field in fields} - {"forbidden"}
    assert names <= {word.strip(",;") for word in listed}
    outcome = train(pairs_file, *set_to("wramup=3"))
    assert outcome.status == 1
    names = [field.name for field in fields if field.name != "forbidden"]
    assert outcome.err.endswith(f"Unknown setting 'wramup'. Settings: {', '.join(names)}.\n")


def test_the_last_word_on_a_number_holds(train, pairs_file, record):
    assert train(pairs_file, *set_to("warmup=3", "warmup=4")).status == 0
    assert record()["training"]["warmup"] == 4


@pytest.mark.parametrize("name", ["epochs", "seed", "validation"])
def test_a_number_with_an_option_of_its_own_is_given_once(train, pairs_file, tmp_path, name):
    outcome = train(pairs_file, f"--{name}", "1", *set_to(f"{name}=1"))
    assert (outcome.status, outcome.out) == (2, "")
    assert f"--{name} and --set {name}=… cannot be combined" in outcome.err
    assert not (tmp_path / "new.safetensors").exists()


SIZES = ("d_model", "d_kv", "relative_buckets")
SWITCHED = (
    *("lowercase", "final_norm", "scaled_embedding", "embedding_norm", "closed_sinusoids", "gated"),
    *("scaled_scores", "biases", "output_bias", "output_transform", "share_embeddings"),
)
REFUSED = {
    "depth=3": "Unknown setting 'depth'. Settings: n_layers, n_heads, ",
    "forbidden=3": "Unknown setting 'forbidden'. Settings: n_layers, ",
    "n_layers=two": "n_layers ('two') must be a whole number from 1 to 65536.",
    "n_layers=2.5": "n_layers (2.5) must be a whole number from 1 to 65536.",
    "d_model=62": "d_model (62) must be divisible by n_heads (4).",
    "encoder_layers=two": "encoder_layers ('two') must be a whole number from 0 to 65536.",
    "encoder_layers=0": "encoder_layers (0) must be at least 1: a model that is trained ",
    "decoder_layers=0": "decoder_layers (0) must be at least 1: a model that is trained ",
    "dropout=true": "dropout (True) must be at least 0 and below 1.",
    "norm_epsilon=1": "norm_epsilon (1) must be at least 0 and below 1.",
    "norm=batch": "norm ('batch') must be one of post, pre.",
    "norm_type=batch": "norm_type ('batch') must be one of layer, rms.",
    "positions=given": "positions ('given') must be one of sinusoidal, learned, relative, ",
    "sinusoids=thirds": "sinusoids ('thirds') must be one of interleaved, halves.",
    "activation=tanh": "activation ('tanh') must be one of relu, gelu, gelu_tanh, silu.",
    "precision=float8": "precision ('float8') must be one of auto, float32, bfloat16.",
    "position_offset=-1": "position_offset (-1) must be a whole number of at least 0.",
    "relative_distance=16": "relative_distance (16) must be greater than half of relative_buckets ",
    "relative_distance=far": "relative_distance ('far') must be a whole number from 1 to ",
    "learning_rate=1": "learning_rate (1) must be above 0 and below 1.",
    "averaged=99": "averaged (99) must be a whole number from 1 to 20.",
    "warmup=-1": "warmup (-1) must be a whole number of at least 0.",
    **{f"{name}=0": f"{name} (0) must be a whole number from 1 to 65536." for name in SIZES},
    **{f"{name}=2": f"{name} (2) must be true or false." for name in SWITCHED},
}


@every("change, sentence", REFUSED.items())
def test_a_number_that_cannot_be_is_one_sentence(train, pairs_file, tmp_path, change, sentence):
    assert_refused(train(pairs_file, *set_to(change)), f"headlight: {sentence}")
    assert [file.name for file in tmp_path.iterdir()] == ["pairs.tsv"]


def test_so_many_pairs_are_set_apart(train, letters_file, record):
    outcome = train(letters_file, "--validation", "3", "--epochs", "2")
    assert outcome.status == 0
    assert "letters.tsv: 1 of 13 lines were skipped: 1 × duplicate" in outcome.err
    assert "on 9 pairs, 2 epochs" in outcome.err
    assert "(held-out " in outcome.err.splitlines()[-1]
    assert outcome.out.startswith("exact match on 3 held-out pairs: ")
    assert (record()["corpus"]["pairs"], record()["corpus"]["heldout"]) == (9, 3)
    assert [entry["epoch"] for entry in record()["validation"]] == [1, 2]
    assert all(entry["loss"] > 0 for entry in record()["validation"])


def test_another_corpus_is_validated_on_and_its_faults_are_told(
    train, letters_file, pairs_file, tmp_path, record
):
    pairs_file.write_text(pairs_file.read_text() + "no tab\n")
    outcome = train(letters_file, "--validation", pairs_file)
    assert outcome.status == 0
    assert "letters.tsv: 1 of 13 lines were skipped: 1 × duplicate" in outcome.err
    assert "pairs.tsv: 1 of 4 lines were skipped: 1 × no tab" in outcome.err
    assert (record()["corpus"]["pairs"], record()["corpus"]["heldout"]) == (12, 3)
    assert len(record()["validation"]) == 1


@pytest.mark.parametrize(
    ("task", "wanted", "sentence"),
    [
        ("letters", "9", "heldout (9) must be at least 1 and at most a third of the 12 pairs"),
        ("letters", "0", "heldout (0) must be at least 1"),
        ("copy", "5", "copy cannot be split: 200 of its pairs are held out already."),
        ("letters", "²", "Unknown task or file '²'."),
        ("letters", "missing.tsv", "Unknown task or file 'missing.tsv'."),
        ("letters", "9" * 5000, "Unknown task or file '9999"),
        ("letters", "-3", "Unknown task or file '-3'."),
        (f"{__file__},b.en", "5", "File not found: 'b.en'."),
        (f"a.de,{__file__}", "5", "File not found: 'a.de'."),
    ],
)
def test_validation_that_cannot_be_is_one_sentence(train, letters_file, task, wanted, sentence):
    assert_refused(
        train({"letters": letters_file}.get(task, task), f"--validation={wanted}"),
        f"headlight: {sentence}",
    )


def test_a_run_that_scores_tells_bleu(train, letters_file, record):
    outcome = train(letters_file, "--validation", "3", *set_to("scored_every=1"))
    assert outcome.status == 0
    assert ", BLEU " in outcome.err.splitlines()[-1]
    (entry,) = record()["validation"]
    assert 0 <= entry["bleu"] <= 100
    assert 0 <= entry["chrf"] <= 100


def test_name_and_attribution_reach_the_checkpoint(train, tmp_path, record):
    path = tmp_path / "credited.tsv"
    path.write_text("a\tb\tCC-BY 2.0 (France) #1 (Ada) & #2 (Bo)\nc\td\t#3 (Ada)\n")
    outcome = train(path, "--name", "letters-en", "--attribution", "Tatoeba, CC-BY 2.0 FR")
    assert outcome.status == 0
    assert "Training letters-en on 2 pairs" in outcome.err
    assert read_header(tmp_path / "new.safetensors").task == "letters-en"
    assert record()["attribution"] == "Tatoeba, CC-BY 2.0 FR"
    assert record()["contributors"] == ["Ada", "Bo"]


def test_half_makes_half_a_file_that_translates(train, headlight, phrases_file, tmp_path):
    whole, half = tmp_path / "whole.safetensors", tmp_path / "half.safetensors"
    for path, options in ((whole, ()), (half, ("--half",))):
        assert train(phrases_file, "--epochs", "60", *options, output=path).status == 0
    assert 0.5 <= half.stat().st_size / whole.stat().st_size < 0.55
    assert kinds_of_numbers(whole) == {torch.float32}
    assert kinds_of_numbers(half) == {torch.float16}
    source, target = PHRASES[1]
    assert headlight("translate", source, "--model", half).out == f"{target}\n"


@pytest.fixture
def threads_put_back():
    """Threads of torch are the whole process's."""
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.usefixtures("threads_put_back")
def test_threads(train, pairs_file, record):
    assert train(pairs_file, "--threads", "3").status == 0
    assert record()["threads"] == torch.get_num_threads() == 3


def set_to(*changes: str) -> list[str]:
    """``--set`` before each."""
    return [word for change in changes for word in ("--set", change)]


def kinds_of_numbers(path) -> set[torch.dtype]:
    with safe_open(path, "pt") as file:
        return {file.get_tensor(name).dtype for name in file.keys()}  # noqa: SIM118


@pytest.fixture
def trained(headlight, native, pairs_file, tmp_path):

    def _train(*arguments):
        path = tmp_path / "model.safetensors"
        outcome = headlight("train", pairs_file, *NUMBERS, "--epochs=8", *arguments, "-o", path)
        assert outcome.status == 0, outcome.err
        return outcome, read_header(path).record

    return _train


@pytest.fixture
def native(monkeypatch):
    """A processor that computes in bfloat16; where it does not, slowly."""
    for module in (device_choice, precision):
        monkeypatch.setattr(module, "has_bfloat16", lambda device: True)


@pytest.mark.parametrize("asked", ["float32", "bfloat16"])
def test_what_is_asked_for_is_on_the_record(trained, asked):
    outcome, record = trained(f"--set=precision={asked}")
    assert record["precision"] == record["training"]["precision"] == asked
    assert asked not in outcome.err


def test_a_run_that_chooses_by_itself_is_in_bfloat16_when_it_is_long(trained, monkeypatch):
    assert trained("--set=precision=auto")[1]["training"]["precision"] == "float32"
    assert trained()[1]["training"]["precision"] == "float32"
    monkeypatch.setattr(precision, "estimated_seconds", lambda *run: 61.0)
    monkeypatch.setattr(precision, "_SMALLEST_WIDTH", 16)
    assert trained()[1]["training"]["precision"] == "bfloat16"


def test_a_run_that_diverges_in_bfloat16_goes_on_in_float32_and_says_so(trained, monkeypatch):
    calls = []

    def diverging(*arguments, **options):
        calls.append(None)
        loss = rounded_batch_loss(*arguments, **options)
        return BatchLoss(*(part * 2.0 ** max(0, len(calls) - 2) for part in loss))

    monkeypatch.setattr(updating, "rounded_batch_loss", diverging)
    outcome, record = trained("--set=precision=bfloat16")
    told = [line for line in outcome.err.splitlines() if "bfloat16" in line]
    assert len(told) == 1
    assert "continuing in float32 from the weights of update 0." in told[0]
    assert (record["training"]["precision"], record["precision"]) == ("bfloat16", "float32")
    assert record["loss"] < 4
