"""Files and numbers that would fill the memory: one sentence with the number, at once."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from model.checkpoint.header import read_header
from tests.model.checkpoint.readers.test_tensor_files import BYTES, with_pickle
from tests.mutated.costs import measured
from tests.viz_app import hostile_files
from tests.viz_app.cli.mutated.small_models import gpt2

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux what a process takes")

TRAINING = ("--preset", "tiny", "--epochs", "1", "--device", "cpu")


@pytest.fixture
def refused(headlight, phrases) -> Callable[..., str]:
    """Runs a command that fails at once and takes no memory; gives its sentence.

    With 1, as all that fails does; but of a check that is its finding, so it has 2 for this.
    """
    headlight("translate", "a", "--model", phrases)  # what is imported is no file's cost

    def run(*arguments: object, size: int = 0) -> str:
        outcome, cost = measured(lambda: headlight(*arguments))
        assert cost.beyond(size) == ""
        status = 2 if arguments[0] == "check" else 1
        assert (outcome.status, outcome.out) == (status, "")
        assert outcome.err.startswith("headlight: ")
        assert outcome.err.count("\n") == 1
        return outcome.err.removeprefix("headlight: ").removesuffix("\n")

    return run


@pytest.mark.parametrize("name", ["d_model", "n_layers", "d_ff"])
@pytest.mark.parametrize("command", [("translate", "a", "--model"), ("check",)])
def test_a_configuration_that_promises_more_than_the_file_has(
    refused, phrases, tmp_path, command, name
):
    path = hostile_files.promising(tmp_path / "a.safetensors", phrases, **{name: 65_536})
    held = read_header(path).n_parameters
    said = refused(*command, path, size=path.stat().st_size)
    assert said.startswith(f"{path} does not describe a model that can be built: it describes ")
    assert said.endswith(f" values but contains {held:,}.")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("d_model=65536", "parameters is too large: the maximum is 500,000,000."),
        ("n_layers=65536", "n_layers (65536) must be a whole number from 1 to 500."),
        ("encoder_layers=501", "n_layers (501) must be a whole number from 1 to 500."),
        ("max_len=65536 d_model=256 d_ff=8 n_layers=1", "max_len (65536) × d_model (256) is too"),
    ],
)
def test_a_network_that_no_memory_holds_is_not_trained(refused, tmp_path, change, words):
    changes = [f"--set={part}" for part in change.split()]
    said = refused("train", "copy", "-o", tmp_path / "a.safetensors", *TRAINING, *changes)
    assert words in said
    assert not [*tmp_path.iterdir()]


def test_a_file_of_20_gb_that_holds_nothing(refused, phrases, tmp_path):
    path = hostile_files.sparse(tmp_path / "a.safetensors", phrases)
    assert "damaged: it has 20,000,000,000 bytes but declares " in refused(
        "translate", "a", "--model", path
    )


def test_pairs_that_unpack_to_gigabytes(refused, tmp_path):
    path = hostile_files.packed_pairs(tmp_path / "a.tsv.gz")
    size = path.stat().st_size
    assert size < 2_000_000
    said = refused("train", path, "-o", tmp_path / "a.safetensors", *TRAINING, size=size)
    packed, most = f"{size:,}", f"{100 * size:,}"
    assert said == f"{path} is too large: its {packed} bytes unpack to more than {most}."


def test_a_line_of_two_long_words(refused, tmp_path):
    path = hostile_files.long_words(tmp_path / "a.tsv")
    size = path.stat().st_size
    said = refused("train", path, "-o", tmp_path / "a.safetensors", *TRAINING, size=size)
    assert "a.tsv contains no sentence pair (line 1: longer than 262,144 characters)." in said


def test_of_a_corpus_with_such_a_line_the_others_are_trained_on(headlight, tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text(f"a b\tb a\n{'x' * 65_537}\ty\nc d\td c\n")
    outcome = headlight("train", path, "-o", tmp_path / "a.safetensors", *TRAINING)
    assert outcome.status == 0
    assert "1 of 3 lines were skipped: 1 × longer than 65,536 characters" in outcome.err


def test_a_model_may_have_as_many_positions_as_numbers(headlight, phrases, tmp_path: Path):
    """Its table is computed, and no larger than 32 MB or than what was learned."""
    long = hostile_files.promising(tmp_path / "a.safetensors", phrases, max_len=65_536)
    assert headlight("translate", "你好。", "--model", long).status == 0


@pytest.mark.parametrize("name", hostile_files.TOKENIZERS)
def test_a_tokenizer_that_ends_the_process_or_fills_the_memory(headlight, refused, tmp_path, name):
    changed, words = hostile_files.TOKENIZERS[name]
    folder = tmp_path / "theirs"
    folder.mkdir()
    hostile_files.with_tokenizer_file(gpt2(folder)[0], **changed)
    assert words in refused("import", folder)
    path = hostile_files.with_tokenizer(tmp_path / "a.safetensors", **changed)
    assert words in refused("translate", "a", "--model", path)


def test_a_text_at_which_a_tokenizer_panics(headlight, refused, tmp_path):
    changed, text = hostile_files.SPLIT
    path = hostile_files.with_tokenizer(tmp_path / "a.safetensors", **changed)
    said = refused("translate", text, "--model", path)
    assert said.startswith("tokenizer.json cannot tokenise text: ")
    assert headlight("translate", "the cat", "--model", path).status == 0


def test_bytes_of_gigabytes_in_a_pickle(refused, tmp_path):
    with_pickle(tmp_path / "a.pt", BYTES["bytes of a number"])
    said = refused("import", tmp_path / "a.pt")
    assert said.startswith(f"{tmp_path / 'a.pt'} contains too much besides its tensors")
