"""Models that are broken on purpose: each is found by its check, and by no other."""

import copy
import dataclasses
from types import MethodType

import numpy as np
import pytest
import torch

from model.checkpoint.file import load
from model.decoding.greedy import translate
from model.decoding.trained import TrainedModel
from model.lessons.checks import CHECK_NAMES, CheckedHead, CheckedLayer, CheckName, Finding
from model.lessons.with_torch.check_context import SENTENCES, CheckContext
from model.lessons.with_torch.check_task import check_task
from model.lessons.with_torch.checks import check_steps
from model.network.attention import MultiHeadAttention
from model.network.layers import PositionTable
from model.network.transformer import Transformer
from model.special_tokens import BOS_ID
from model.steps import run_through
from model.text.tasks import task_pairs
from model.text.word_tokenizer import WordTokenizer
from model.training.new_model import varied
from tests.model.builders import TINY, untrained_model
from tests.model.lessons.checks import broken


def checks(model: TrainedModel) -> dict[CheckName, Finding]:
    return {check.name: check for check in check_steps(model) if check is not None}


def not_passed(found: dict[CheckName, Finding]) -> dict[CheckName, str]:
    return {name: check.verdict for name, check in found.items() if check.verdict != "passed"}


@pytest.fixture
def copied(copying: TrainedModel) -> TrainedModel:
    return dataclasses.replace(copying, network=copy.deepcopy(copying.network))


def test_a_model_that_is_well_passes_in_many_short_turns(copying: TrainedModel):
    found = checks(copying)
    assert tuple(found) == CHECK_NAMES
    assert not_passed(found) == {}
    turns = list(check_steps(copying))
    assert len(turns) > 100
    assert sum(check is not None for check in turns) == len(CHECK_NAMES)


@pytest.mark.parametrize(
    ("name", "breaking"), [(name, one) for name, breaks in broken.BROKEN.items() for one in breaks]
)
def test_a_broken_model_is_found_by_its_check_alone(
    copied, name: CheckName, breaking: broken.Break
):
    breaking(copied)
    found = checks(copied)
    assert [other for other, check in found.items() if check.failed] == [name]
    for check in found.values():
        assert (check.rests_on is not None) == (check.verdict == "not applicable")
    assert {check.rests_on for check in found.values()} <= {name, None}


def test_a_decoder_that_sees_the_future_is_found(copied: TrainedModel):
    found = checks(varied(copied, "peeking"))
    verdicts = {"future": "failed", "cache": "not applicable", "task": "not applicable"}
    assert not_passed(found) == verdicts
    assert found["future"].number > 100 * found["future"].limit
    measured = found["future"].measured
    above = {(int(row), int(column)) for row, column in np.argwhere(measured.values > 0)}
    assert set(measured.marked) == {(row, column) for row, column in above if column > row}
    assert len(measured.marked) > 10
    alone = untrained_model(dataclasses.replace(TINY, encoder_layers=0))
    alone.network.__class__ = broken.Peeking
    assert [name for name, check in checks(alone).items() if check.failed] == ["future"]


def test_a_saturated_head_is_found_though_two_keys_are_alike():
    """Of two equal keys neither gets all: such rows are not one-hot, however large the scores."""
    model = load("reverse")
    attention, rows = model.network.encoder_layers[0].attention, slice(16, 32)
    for projection in (attention.w_q, attention.w_k):
        projection.weight.data[rows] *= 40
        projection.bias.data[rows] *= 40
    found = checks(model)["saturated_heads"]
    assert (found.verdict, found.heads) == ("failed", (CheckedHead("encoder", 0, 1),))
    rest = np.sort(_second_head(model), axis=-1)[:, :-1].sum(axis=-1)
    assert rest.max() > 1e-3
    assert np.mean(rest < 1e-12) > 0.8


def _second_head(model: TrainedModel) -> np.ndarray:
    """Rows of all sentences, ``[query, key]``, padded with zeros."""
    context = CheckContext(model)
    for _ in context.reading():
        pass
    rows = [row for one in context.sentences for row in context.weights(one)["encoder"][0, 1]]
    return np.stack([np.pad(row, (0, 64 - len(row))) for row in rows])


def test_a_head_without_output_is_told_from_one_that_only_averages(copied: TrainedModel):
    broken.without_output(copied)
    found = checks(copied)["dead_heads"]
    assert (found.note, found.heads) == ("silent heads", (CheckedHead("encoder", 0, 1),))
    layer = list(found.measured.rows).index(CheckedLayer("encoder", 0))
    assert found.measured.values[layer, 1] == 0
    assert found.measured.values[layer].max() == 1


def own_task(model: TrainedModel) -> Finding:
    return run_through(check_task(CheckContext(model)))


def task_of(model: TrainedModel, **record: object) -> Finding:
    """What its own task shows, with another training record."""
    return own_task(dataclasses.replace(model, record=record))


def test_the_task_is_measured_as_the_share_of_exact_translations(copying: TrainedModel):
    found = own_task(copying)
    pairs = task_pairs("copy", 64, seed=1)
    said = [translate(copying, pair.source).translation for pair in pairs]
    share = sum(text == pair.target for text, pair in zip(said, pairs, strict=True)) / len(pairs)
    assert found.number == pytest.approx(100 * share)
    assert found.limit <= found.number


def test_the_record_says_how_well_the_task_is_done(copying: TrainedModel):
    """A loss of L nats a token: exp(−L · tokens) of the targets are right."""
    weak = untrained_model(copying.config)
    for entry, verdict in (
        ({"loss": 0.0}, "failed"),
        ({"loss": 3.0}, "passed"),
        ({"exact": 0.0, "loss": 0.0}, "passed"),
        ({"exact": 1.0, "loss": 3.0}, "failed"),
    ):
        assert task_of(weak, validation=[entry]).verdict == verdict
    half = task_of(copying, validation=[{"exact": 0.1}, {"exact": 0.5}])
    assert half.limit == pytest.approx(100 * (0.5 - 3 * (0.25 / 64) ** 0.5))
    for record in ({}, {"validation": "none"}, {"validation": [{"loss": "1"}, 7]}):
        found = task_of(weak, **record)  # nothing to compare with
        assert (found.verdict, found.note) == ("warning", "no score")
        assert task_of(copying, **record).verdict == "passed"
    found = own_task(dataclasses.replace(copying, task="mine.tsv"))
    assert (found.verdict, found.note) == ("not applicable", "no task")


def test_text_is_scored_by_bleu():
    model = load("zh-en")
    found = own_task(broken.altered_copy(model, "unscaled embedding"))
    (recorded,) = [entry["bleu"] for entry in model.record["validation"][-1:]]
    assert (found.verdict, found.unit) == ("failed", "BLEU")
    assert found.limit == pytest.approx(0.75 * recorded)
    assert found.number < 5
    assert found.measured.rows[0] == "你好。"


def test_a_head_that_always_looks_at_the_same_place_is_worth_a_word(copied: TrainedModel):
    attention = copied.network.decoder_layers[0].cross
    with torch.no_grad():
        kill, rows = (attention.w_q, attention.w_k), slice(0, TINY.d_k)
        for projection in kill:
            projection.weight[rows] = 0
            projection.bias[rows] = 1
    fixed = _always_first(attention)
    attention._explicit = MethodType(fixed, attention)
    found = checks(copied)["dead_heads"]
    assert (found.verdict, found.note) == ("warning", "fixed heads")
    assert CheckedHead("cross", 0, 0) in found.heads


def _always_first(attention: MultiHeadAttention):
    before = attention._explicit

    def explicit(self, q, kv, mask, bias):
        """995 thousandths on the first key of the first head."""
        _, weights = before(q, kv, mask, bias)
        weights[:, 0] = 0.005 / (weights.size(-1) - 1)
        weights[:, 0, :, 0] = 0.995
        return weights @ kv.v, weights

    return explicit


def test_a_second_table_with_the_same_numbers_is_worth_a_word(copied: TrainedModel):
    copied.network.output.weight.data.copy_(copied.network.tgt_embedding.tokens.weight.data)
    found = checks(copied)["tied"]
    assert (found.verdict, found.note, found.number) == ("warning", "same values", 0)


def test_tables_of_different_sizes_are_never_one():
    """An encoder alone that says fewer tokens than it reads."""
    model = untrained_model(dataclasses.replace(TINY, decoder_layers=0))
    reads = len(model.src_tokenizer)
    says = WordTokenizer(level="word", vocabulary=model.src_tokenizer.vocabulary[:-3])
    network = Transformer(model.config, src_vocab=reads, tgt_vocab=reads - 3).eval()
    found = checks(dataclasses.replace(model, network=network, tgt_tokenizer=says))["tied"]
    assert (found.verdict, found.note, found.measured) == ("passed", "untied", None)


def test_what_is_shipped_is_well():
    for name in ("zh-en", "reverse"):
        assert not_passed(checks(load(name))) == {}


@pytest.mark.parametrize(
    "changes",
    [
        {"positions": "none"},
        {"positions": "relative", "scaled_scores": False, "biases": False, "norm_type": "rms"},
        {"positions": "learned", "tie_embeddings": True, "norm": "post"},
        {"forbidden": (0, 1, 3), "output_bias": True, "decoder_layers": 1, "d_kv": 5},
        {"max_len": 3},
        {"max_len": 1},
        {"encoder_layers": 0},
        {"encoder_layers": 0, "positions": "none"},
        {"encoder_layers": 0, "max_len": 3},
        {"encoder_layers": 0, "max_len": 1},
        {"decoder_layers": 0},
        {"decoder_layers": 0, "output_transform": True, "output_bias": True},
        {"decoder_layers": 0, "max_len": 3},
    ],
)
def test_every_network_can_be_checked(changes):
    """Random weights need not be well; what rests on the code alone is."""
    found = checks(untrained_model(dataclasses.replace(TINY, **changes)))
    assert tuple(found) == CHECK_NAMES
    code = ("weights", "activations", "future", "padding", "cache", "rows", "tied")
    for name in code:
        assert found[name].verdict in ("passed", "not applicable"), found[name]
    if "max_len" not in changes:
        notes = {check.note for check in found.values() if check.verdict == "not applicable"}
        for name in code:
            assert found[name].verdict == "passed" or notes & {"no encoder", "no decoder"}
    if changes.get("positions") == "none":
        assert (found["positions"].verdict, found["positions"].note) == (
            "not applicable",
            "no positions",
        )


def test_sentences_are_the_samples_and_random_ones(copying: TrainedModel):
    context = CheckContext(copying)
    for _ in context.reading():
        pass
    first, *_ = context.sources
    assert copying.src_tokenizer.decode(first) == "a b c d e f"
    assert len(context.sources) == len(set(context.sources)) == SENTENCES
    assert all(sentence.fed[0] == BOS_ID for sentence in context.sentences)
    assert copying.tgt_tokenizer.decode(context.sentences[0].fed) == "a b c d e f"


def test_the_model_is_as_it_was(copied: TrainedModel):
    copied.network.train()
    before = {name: values.clone() for name, values in copied.network.state_dict().items()}
    checks(copied)
    assert copied.network.training
    for name, values in copied.network.state_dict().items():
        torch.testing.assert_close(values, before[name], rtol=0, atol=0)
    assert not any(module._forward_hooks for module in copied.network.modules())


ALONE = {
    "encoder": ({"future", "shift", "source", "cache", "task"}, "no decoder"),
    "decoder": ({"source", "task"}, "no encoder"),
}


@pytest.mark.parametrize("stack", ALONE)
def test_of_one_stack_what_it_has_not_is_not_checked_and_what_is_broken_is_found(stack):
    (other,) = {*ALONE} - {stack}
    model = untrained_model(dataclasses.replace(TINY, **{f"{other}_layers": 0}))
    found = checks(model)
    left_out, note = ALONE[stack]
    for name, check in found.items():
        assert (check.verdict == "not applicable") == (name in left_out), check
        assert check.note == (note if name in left_out else check.note)
        assert (check.measured is None) == (name in left_out)
    embedding = model.network.embedding(stack)
    embedding.positions = PositionTable(torch.zeros_like(embedding.positions.table))
    broken.without_normalising(model)
    found = checks(model)
    assert found["rows"].failed
    if stack == "encoder":
        assert found["positions"].failed
        broken.see_padding(model)
        assert checks(model)["padding"].failed


def test_what_was_measured_is_what_the_number_says(copying: TrainedModel):
    found = checks(copying)
    values = {name: check.measured.values for name, check in found.items()}
    for name, check in found.items():
        measured = check.measured
        names = len(measured.rows), len(measured.columns) + len(measured.words)
        assert values[name].shape == names, name
        assert values[name].dtype == np.float32
        assert not values[name].flags.writeable
        assert measured.marked == (), name
    ahead = np.triu(np.ones_like(values["future"], dtype=bool), 1)
    assert np.isnan(values["future"][:, 0]).all()
    assert found["future"].number == np.nanmax(values["future"][ahead])
    assert (np.diag(values["future"])[1:] > 0.1).all()  # what may move, does
    for name in ("padding", "cache"):
        assert found[name].number == np.nanmax(values[name])
        assert len(values[name]) == SENTENCES
    assert found["rows"].number == pytest.approx(abs(values["rows"][:, -1] - 1).max(), abs=1e-6)
    assert np.nansum(values["rows"][:, :-1], axis=1) == pytest.approx(values["rows"][:, -1])
    layers = sum(map(copying.config.depth, ("encoder", "decoder", "decoder")))
    for name in ("dead_heads", "saturated_heads"):
        assert values[name].shape == (layers, copying.config.n_heads)
        assert np.isfinite(values[name]).sum() == found[name].total
    assert found["tied"].number == values["tied"].max()


def test_heads_and_tensors_are_named_and_the_cells_at_fault_are_marked(copied: TrainedModel):
    broken.kill_head(copied)
    dead = checks(copied)["dead_heads"]
    assert dead.heads == (CheckedHead("encoder", 0, 1),)
    ((row, column),) = dead.measured.marked
    assert dead.measured.rows[row] == CheckedLayer("encoder", 0)
    assert dead.measured.columns[column] == "2"
    broken.with_nan(copied)
    found = checks(copied)["weights"]
    assert found.names == ("encoder_layers.0.feed_forward.w_1.weight",)
    ((row, column),) = found.measured.marked
    assert found.measured.rows[row] == "feed_forward"
    assert found.measured.columns[column] == CheckedLayer("encoder", 0)
    assert found.measured.values[row, column] == 1


def test_a_source_that_is_lost_leaves_every_prediction(copied: TrainedModel):
    broken.lose_memory(copied)
    measured = checks(copied)["source"].measured
    assert measured.words == ("own source", "another source", "moved")
    own, other, moved = measured.values.T
    assert own == pytest.approx(other, abs=1e-6)
    assert moved == pytest.approx(0, abs=1e-6)
