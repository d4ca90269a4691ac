"""What is shipped: the corpora, the checkpoint, and the first picture that they give."""

import csv
import random
import subprocess
import sys
from itertools import product
from pathlib import Path
from string import ascii_lowercase

import numpy as np
import pytest

from model.checkpoint.header import read_checksum
from model.checkpoint.locations import SHIPPED_FOLDER, checkpoints_in, shipped_checksums
from model.decoding.samples import SAMPLES
from model.text.corpora import read_tsv
from model.text.examples import EXAMPLES
from model.traces.trace import KINDS

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
CHECKPOINT = RESOURCES / "checkpoints" / "zh-en.safetensors"
REVERSE = RESOURCES / "checkpoints" / "reverse.safetensors"
PHRASES = RESOURCES / "corpora" / "zh-en.tsv"
MORE_PHRASES = RESOURCES / "corpora" / "zh-en-large.tsv"
TATOEBA = RESOURCES.parent.parent / "shared" / "corpora" / "tatoeba-zh-en.tsv.gz"
REPORT = RESOURCES / "corpora" / "report.tsv"

LARGEST = 16_000_000
LARGEST_REVERSE = 300_000
CAT = ("我有一只猫。", "I have a cat.")


def rows_of(path: Path) -> list[tuple[str, ...]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [tuple(row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


PAIRS = rows_of(PHRASES)
EVERY = PAIRS[:: len(PAIRS) // 10][:10]
"""Ten pairs, evenly spaced."""


@pytest.mark.parametrize(("path", "least"), [(PHRASES, 1000), (MORE_PHRASES, 20_000)])
def test_phrases_are_pairs_of_chinese_and_english_none_twice(path: Path, least: int):
    pairs = rows_of(path)
    assert len(pairs) >= least
    assert {len(row) for row in pairs} == {2}
    assert len(set(pairs)) == len(pairs)
    for chinese, english in pairs:
        assert chinese.strip() == chinese
        assert english.strip() == english
        assert any("\u4e00" <= character <= "\u9fff" for character in chinese), chinese
        assert english.isascii(), english


def test_the_corpora_hold_the_cat():
    assert set(PAIRS) <= set(rows_of(MORE_PHRASES))
    assert CAT in PAIRS
    assert ("我 有 一 只 猫", "i have a cat .") in rows_of(REPORT)


@pytest.mark.skipif(not TATOEBA.exists(), reason="needs ../shared/corpora")
def test_no_pair_of_tatoeba_is_among_the_phrases():
    others = set(read_tsv(TATOEBA).pairs)
    assert [pair for pair in read_tsv(MORE_PHRASES).pairs if pair in others] in ([], [CAT])


@pytest.fixture(scope="module")
def shipped(one_torch_thread):
    from model.checkpoint.file import load_checkpoint

    return load_checkpoint(CHECKPOINT)


def test_the_checkpoint_is_small_translates_the_samples_and_names_its_contributors(shipped):
    assert CHECKPOINT.stat().st_size < LARGEST
    assert shipped.task == "zh-en"
    from tests.model.decoding.together import translate_all

    cat, morning = translate_all(shipped, SAMPLES["zh-en"])
    assert SAMPLES["zh-en"][0] == CAT[0]
    assert cat == CAT[1]
    assert morning == "I get up at seven every morning."
    assert "Tatoeba" in shipped.record["attribution"]
    assert "CC BY 2.0 FR" in shipped.record["attribution"]
    assert len(shipped.record["contributors"]) > 500
    assert "CK" in shipped.record["contributors"]


def test_the_list_of_checksums_is_that_of_the_checkpoints():
    """After training one anew: ``.ci/update-checksums``."""
    from model.checkpoint.file import load_checkpoint

    files = checkpoints_in(SHIPPED_FOLDER)
    assert shipped_checksums() == {path.name: read_checksum(path) for path in files}
    for path in files:
        load_checkpoint(path)  # it compares the checksum with what is there


def test_punctuation_digits_and_word_pieces_are_tokens_of_their_own(shipped):
    chinese = shipped.src_tokenizer.encode("他2024年来。").tokens
    assert chinese == ("他", "2", "##0", "##2", "##4", "年", "来", "。")
    english = shipped.tgt_tokenizer.encode("Unhelpful grasshoppers, 12!").tokens
    assert english[-4:] == (",", "1", "##2", "!")
    assert any(token.startswith("##") for token in english[1:-3])


@pytest.fixture(scope="module")
def reverse(one_torch_thread):
    from model.checkpoint.file import load_checkpoint

    return load_checkpoint(REVERSE)


@pytest.fixture(scope="module")
def learned() -> set[str]:
    script = RESOURCES.parent / ".ci" / "random-letters"
    made = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    return {line.split("\t")[0] for line in made.stdout.splitlines()}


def test_reverse_is_small_and_knows_how_long_its_strings_were(reverse, learned):
    assert REVERSE.stat().st_size < LARGEST_REVERSE
    assert reverse.task == "reverse"
    from model.decoding.samples import summary_of

    lengths = {len(string.split()) for string in learned}
    assert summary_of(reverse).lengths == range(min(lengths), max(lengths) + 1) == range(1, 17)


@pytest.mark.parametrize("length", range(3, 17))
def test_reverse_is_exact_on_strings_of_all_letters_that_it_never_saw(reverse, learned, length):
    from tests.model.decoding.together import translate_all

    draw = random.Random(f"unseen {length}")
    strings = (" ".join(draw.choices(ascii_lowercase, k=length)) for _ in range(200))
    unseen = [string for string in strings if string not in learned]
    assert len(unseen) > 120
    assert translate_all(reverse, unseen) == [string[::-1] for string in unseen]


def test_reverse_is_exact_on_every_string_of_one_or_two_letters(reverse):
    """It has seen nearly all of them: there are not more."""
    from tests.model.decoding.together import translate_all

    strings = [*ascii_lowercase, *(" ".join(two) for two in product(ascii_lowercase, repeat=2))]
    assert translate_all(reverse, strings) == [string[::-1] for string in strings]


@pytest.mark.parametrize(
    "text", [*SAMPLES["zh-en"], *(example.text for example in EXAMPLES["zh-en"])]
)
def test_the_first_batch_of_masks_has_padding_on_both_sides(shipped, text):
    from model.lessons.with_torch.masks import batch_steps, companion_steps
    from model.steps import run_through

    other = run_through(companion_steps(shipped, text))
    record, _ = run_through(batch_steps(shipped, (text, other)))
    assert not record.source_padding.all()
    assert not all(np.array_equal(mask, record.causal) for mask in record.target)


def test_every_row_of_every_head_sums_to_1(shipped):
    from model.decoding.greedy import translate

    for source, _ in (CAT, *EVERY):
        trace = translate(shipped, source)
        for kind in KINDS:
            np.testing.assert_allclose(trace.weights(kind).sum(axis=-1), 1, atol=1e-5)


@pytest.mark.window
def test_the_application_shows_the_translation_of_its_sample_without_being_asked(
    qapp, qtbot, tmp_path
):
    from tests.viz_app.dressed import changing_clothes
    from viz_app.app.bootstrap import Application
    from viz_app.app.window_options import WindowOptions
    from viz_app.storage.library import Library
    from viz_app.testing import close

    library = Library(tmp_path / "models")
    first = library.first_model("en")
    example = EXAMPLES[first][0]
    with changing_clothes(qapp):
        application = Application(
            WindowOptions(language="en", theme="light", device="cpu"),
            library=library,
            settings_file=tmp_path / "settings.json",
        )
        application.start()
        window, state = application.window, lambda: application.screen.now
        try:
            qtbot.waitUntil(lambda: state().trace is not None and state().trace.finished)
            assert window.header.models.currentText() == first
            assert window.header.source.text() == example.text
            assert window.timeline.translation.text.text() == example.reference
            assert window.attention.focus.isVisible()
        finally:
            close(qtbot, application)
