"""A moment is what teacher forcing gives, in one pass a probe; samples are greedy translations."""

import dataclasses
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from model.decoding.greedy import translate, translate_steps
from model.decoding.trained import TrainedModel
from model.messages import SourceError, TrainingError
from model.network.attention import MultiHeadAttention
from model.runs.experiments import Variant
from model.runs.presets import TrainingConfig
from model.runs.progress import TrainingProgress, moment_updates
from model.special_tokens import EOS_ID
from model.steps import run_through
from model.traces.head_measures import Moment, Probe, SampleTranslations
from model.traces.trace import KINDS, Trace
from model.training.moments import moment_steps, sample_steps, watched_steps
from model.training.new_model import new_model, varied
from model.training.run import TrainingRun
from model.training.saved_run import restore_run, save_run
from tests.model.builders import config, letters, untrained_model
from tests.model.torch_reference import embedded, torch_reference

PROBES = (Probe("a b c d", "a b c d"), Probe("e f g h i j", "e f g h i j k"))


def forced(model: TrainedModel, probe: Probe) -> Trace:
    """Token by token, with the key/value cache."""
    target = (*model.tgt_tokenizer.encode(probe.target).ids, EOS_ID)
    *_, trace = translate_steps(model, probe.source, prefix=target)
    return trace


def assert_same(one: Trace, other: Trace) -> None:
    assert one.source_text == other.source_text
    assert one.source_tokens == other.source_tokens
    assert one.source_ids == other.source_ids
    assert (one.stop, one.translation) == (other.stop, other.translation)
    assert (one.unknown, one.notices) == (other.unknown, other.notices)
    for kind in KINDS:
        assert one.query_tokens(kind) == other.query_tokens(kind)
        np.testing.assert_allclose(one.weights(kind), other.weights(kind), atol=1e-5)
    for left, right in zip(one.steps, other.steps, strict=True):
        assert (left.index, left.fed, left.token) == (right.index, right.fed, right.token)
        assert (left.token_id, left.given) == (right.token_id, right.given)
        assert left.log_probability == pytest.approx(right.log_probability, abs=1e-5)
        assert left.entropy == pytest.approx(right.entropy, abs=1e-4)
        assert [one.token for one in left.candidates] == [one.token for one in right.candidates]
        for mine, theirs in zip(left.candidates, right.candidates, strict=True):
            assert mine.log_probability == pytest.approx(theirs.log_probability, abs=1e-5)
        np.testing.assert_allclose(left.decoder_rows, right.decoder_rows, atol=1e-5)
        np.testing.assert_allclose(left.cross_rows, right.cross_rows, atol=1e-5)


def test_a_moment_is_decoding_with_the_whole_target_as_prefix(untrained, copying):
    changes = {"norm": "post"}, {"positions": "learned"}
    for model in (untrained, copying, *(untrained_model(config(**one)) for one in changes)):
        steps = moment_steps(model, PROBES, update=7, epoch=2)
        assert [next(steps), next(steps)] == [None, None]  # a place to stop after each probe
        moment = run_through(steps)
        assert (moment.update, moment.epoch) == (7, 2)
        for probe, trace in zip(PROBES, moment.traces, strict=True):
            assert_same(trace, forced(model, probe))


def test_every_step_is_given_and_the_target_is_the_probe_s(untrained: TrainedModel):
    moment = run_through(moment_steps(untrained, PROBES, update=0, epoch=0))
    for probe, trace in zip(PROBES, moment.traces, strict=True):
        assert trace.finished
        assert trace.translation == probe.target
        assert trace.predicted_tokens == (*probe.target.split(), "</s>")
        assert all(step.given and len(step.candidates) == 5 for step in trace.steps)


def test_rows_sum_to_one_and_nothing_can_be_changed(untrained: TrainedModel):
    for trace in run_through(moment_steps(untrained, PROBES, update=0, epoch=0)).traces:
        for kind in KINDS:
            weights = trace.weights(kind)
            assert weights.dtype == np.float32
            assert not weights.flags.writeable
            np.testing.assert_allclose(weights.sum(axis=-1), 1.0, atol=1e-5)


def test_recording_is_eval_mode_whatever_the_network_s_mode_and_draws_nothing():
    model = untrained_model(config(dropout=0.5))
    calm = run_through(moment_steps(model, PROBES, update=0, epoch=0))
    model.network.train()
    torch.manual_seed(5)
    before = torch.get_rng_state()
    moment = run_through(moment_steps(model, PROBES, update=0, epoch=0))
    run_through(sample_steps(model, PROBES, update=0, epoch=0))
    assert torch.equal(torch.get_rng_state(), before)
    assert model.network.training
    for one, other in zip(moment.traces, calm.traces, strict=True):
        np.testing.assert_array_equal(one.weights("cross"), other.weights("cross"))


def peeking_model(**changes) -> TrainedModel:
    return varied(untrained_model(config(**changes)), "peeking")


def weights_over_all_keys(attention: MultiHeadAttention, x: np.ndarray) -> np.ndarray:
    """softmax(qkᵀ/√d_k), written out. ``[position, d_model]`` → ``[heads, query, key]``."""
    q, k = (
        x @ linear.weight.detach().double().numpy().T + linear.bias.detach().double().numpy()
        for linear in (attention.w_q, attention.w_k)
    )
    size = q.shape[1] // attention.n_heads
    found = []
    for head in range(attention.n_heads):
        part = slice(head * size, (head + 1) * size)
        powers = np.exp(q[:, part] @ k[:, part].T / np.sqrt(size))
        found.append(powers / powers.sum(axis=1, keepdims=True))
    return np.stack(found)


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_a_decoder_without_a_causal_mask_is_recorded_as_in_training(norm: str):
    model = peeking_model(norm=norm)
    inputs: list[np.ndarray] = []
    for layer in model.network.decoder_layers:
        layer.attention.register_forward_pre_hook(
            lambda _, arguments: inputs.append(arguments[0][0].double().numpy())
        )
    trace = run_through(moment_steps(model, PROBES[1:], update=0, epoch=0)).traces[0]
    assert trace.looks_ahead
    assert trace.mask("decoder").all()
    assert trace.weights("decoder").shape == (2, 4, 8, 8)
    assert len(inputs) == 2
    for layer, x in enumerate(inputs):
        expected = weights_over_all_keys(model.network.decoder_layers[layer].attention, x)
        np.testing.assert_allclose(trace.weights("decoder")[layer], expected, atol=1e-5)
    np.testing.assert_allclose(trace.weights("decoder").sum(axis=-1), 1.0, atol=1e-5)
    assert np.triu(trace.weights("decoder"), 1).sum(axis=(-2, -1)).min() > 0.5
    assert not trace.weights("decoder").flags.writeable
    for row, step in enumerate(trace.steps):
        np.testing.assert_array_equal(step.decoder_rows, trace.weights("decoder")[:, :, row])
        np.testing.assert_array_equal(step.cross_rows, trace.weights("cross")[:, :, row])
        assert not (step.decoder_rows.flags.writeable or step.cross_rows.flags.writeable)


def test_it_predicts_what_torchs_own_network_without_that_mask_predicts():
    model = peeking_model(norm="post")
    reference = torch_reference(model.network)
    trace = run_through(moment_steps(model, PROBES[:1], update=0, epoch=0)).traces[0]
    src, tgt = torch.tensor([trace.source_ids]), torch.tensor([trace.fed_ids])
    decoded = reference.core(embedded(src, reference.src_table), embedded(tgt, reference.tgt_table))
    expected = (decoded @ reference.output.T)[0].log_softmax(dim=-1).detach()
    for row, step in enumerate(trace.steps):
        assert step.log_probability == pytest.approx(float(expected[row, step.token_id]), abs=1e-4)
        assert step.candidates[0].token_id == int(expected[row].argmax())


def test_it_still_translates_without_looking_ahead():
    trace = forced(peeking_model(), PROBES[0])
    assert not trace.looks_ahead
    assert not np.triu(trace.weights("decoder"), 1).any()


@pytest.mark.parametrize("variant", [None, "no-positions", "unscaled", "untrained-norms"])
def test_all_other_networks_have_a_causal_mask(variant: Variant | None):
    model = varied(untrained_model(), variant)
    for trace in run_through(moment_steps(model, PROBES, update=0, epoch=0)).traces:
        assert not trace.looks_ahead
        assert not np.triu(trace.weights("decoder"), 1).any()
        np.testing.assert_array_equal(trace.mask("decoder"), np.tri(len(trace.steps), dtype=bool))


def test_unknown_words_are_told(untrained: TrainedModel):
    probe = Probe("a 猫 b", "a 猫 b")
    trace = run_through(moment_steps(untrained, [probe], update=0, epoch=0)).traces[0]
    assert trace.unknown == ("猫",)
    assert trace.predicted_tokens[1] == "<unk>"


def test_a_probe_that_cannot_be_read_and_no_probe_are_errors(untrained: TrainedModel):
    with pytest.raises(SourceError):
        run_through(moment_steps(untrained, [Probe("猫", "a")], update=0, epoch=0))
    with pytest.raises(ValueError, match="no trace"):
        run_through(moment_steps(untrained, [], update=0, epoch=0))


def test_samples_are_the_greedy_translations_or_empty(model: TrainedModel):
    probes = [Probe("猫", "a"), *PROBES]
    samples = run_through(sample_steps(model, probes, update=9, epoch=3))
    assert (samples.update, samples.epoch) == (9, 3)
    expected = [translate(model, one.source).translation for one in PROBES]
    assert samples.translations == ("", *expected)  # the first cannot be read
    assert len([*sample_steps(model, PROBES, update=9, epoch=3)]) > 4


TRAINING = TrainingConfig(epochs=3, batch_tokens=512, learning_rate=3e-3, warmup=5, seed=7)
WATCHED_RUN_PROBES = (Probe("a b c", "a b c"), Probe("d e f g h", "d e f g h"))


def new_run(**changes) -> TrainingRun:
    """With dropout, so that random numbers matter."""
    training = dataclasses.replace(TRAINING, **changes)
    corpus = letters(pairs=200)
    model = new_model(corpus, config(n_layers=1, dropout=0.2), training, task="copy")
    return TrainingRun(corpus, model, training)


def told(run: TrainingRun, probes=WATCHED_RUN_PROBES) -> list:
    """All but the places to stop."""
    return [one for one in watched_steps(run, probes) if one is not None]


def of_kind(items: list, kind: type) -> list:
    return [one for one in items if isinstance(one, kind)]


@pytest.fixture(scope="module")
def watched() -> tuple[TrainingRun, list]:
    """A run from start to end, and what it told."""
    run = new_run()
    return run, told(run)


def test_the_curve_is_that_of_a_run_that_nobody_watches(watched):
    plain = new_run()
    reports = of_kind(watched[1], TrainingProgress)
    assert [(one.loss, one.validation_loss, one.gradient_norm) for one in plain.reports()] == [
        (one.loss, one.validation_loss, one.gradient_norm) for one in reports
    ]
    for one, other in zip(
        plain.model.network.parameters(), watched[0].model.network.parameters(), strict=True
    ):
        assert (one == other).all()


def test_moments_are_those_of_the_plan(watched):
    run, items = watched
    planned = moment_updates(per_epoch=run.per_epoch, epochs=3)
    moments = of_kind(items, Moment)
    assert [one.update for one in moments] == sorted(planned)
    assert [one.epoch for one in moments] == [-(-one.update // run.per_epoch) for one in moments]


def test_samples_come_with_every_moment_and_at_the_end_of_every_epoch(monkeypatch):
    monkeypatch.setattr("model.training.moments.moment_updates", lambda **_: frozenset({0, 2, 21}))
    run = new_run()
    items = told(run)
    assert run.per_epoch == 7
    assert [one.update for one in of_kind(items, Moment)] == [0, 2, 21]
    assert [one.update for one in of_kind(items, SampleTranslations)] == [0, 2, 7, 14, 21]


def test_before_the_report_of_an_update_comes_what_belongs_to_it(watched):
    _, items = watched
    assert [type(one) for one in items[:3]] == [Moment, SampleTranslations, Moment]
    updates = [one.update for one in items]
    assert updates == sorted(updates)
    last_of = {one.update: one for one in items}
    assert all(isinstance(one, TrainingProgress) for update, one in last_of.items() if update)


def test_a_moment_is_that_of_the_weights_after_its_update():
    run = new_run()
    for item in watched_steps(run, WATCHED_RUN_PROBES):
        if isinstance(item, Moment):
            now = run_through(
                moment_steps(run.model, WATCHED_RUN_PROBES, update=item.update, epoch=item.epoch)
            )
            for one, other in zip(item.traces, now.traces, strict=True):
                np.testing.assert_array_equal(one.weights("encoder"), other.weights("encoder"))
        if isinstance(item, SampleTranslations):
            assert item.translations[0] == translate(run.model, "a b c").translation
            assert item.update == len(run.curve)


def test_the_model_changes_from_moment_to_moment(watched):
    first, *_, last = of_kind(watched[1], Moment)
    assert first.traces[0].fed_tokens == last.traces[0].fed_tokens
    assert abs(first.traces[0].weights("cross") - last.traces[0].weights("cross")).max() > 1e-3


@pytest.mark.parametrize("updates", [1, 5, 8])
def test_a_run_that_goes_on_keeps_to_the_plan(tmp_path: Path, watched, updates: int):
    first = new_run()
    seen = []
    for item in watched_steps(first, WATCHED_RUN_PROBES):
        seen.append(item)
        if isinstance(item, TrainingProgress) and item.update == updates:
            break
    save_run(first, tmp_path / "a.run")
    second = new_run()
    restore_run(second, tmp_path / "a.run")
    rest = told(second)
    both = [one for one in seen if one is not None] + rest
    assert [(type(one), one.update) for one in both] == [
        (type(one), one.update) for one in watched[1]
    ]
    assert second.curve[-1].loss == watched[0].curve[-1].loss


def test_a_run_that_stops_early_ends_on_a_moment(monkeypatch):
    monkeypatch.setattr("model.training.moments.moment_updates", lambda **_: frozenset({0}))
    run = new_run(patience=1, epochs=50, learning_rate=0.2, warmup=0)
    items = told(run)
    assert run.curve[-1].stopped_early
    assert of_kind(items, Moment)[-1].update == len(run.curve) < 50 * run.per_epoch


def test_without_probes_there_are_only_reports():
    run = new_run(epochs=1)
    assert {type(one) for one in told(run, ())} == {TrainingProgress}


def test_a_run_that_goes_wrong_says_so():
    run = new_run()
    steps = watched_steps(run, WATCHED_RUN_PROBES)
    assert [*islice(steps, 20)]
    run.model.network.output.weight.data[4, 0] = float("nan")
    with pytest.raises(TrainingError, match="The loss became nan"):
        list(steps)
