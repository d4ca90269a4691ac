"""Training is a generator that learns, can be stopped, and gives the same curve again."""

import dataclasses
import math
from itertools import islice

import pytest
import sacrebleu
import torch
import torch.nn.functional as F

from model.decoding.batches import make_batch
from model.decoding.greedy import translate, translate_steps
from model.messages import TrainingError
from model.runs.presets import TrainingConfig
from model.special_tokens import PAD_ID
from model.steps import run_through
from model.text.corpora import Corpus, Pair
from model.training.new_model import new_model
from model.training.run import TrainingRun, result_of
from model.training.updating import learning_rate
from model.training.validation import exact_match, validation_loss_steps
from tests.model.builders import config, letters, untrained_model

CPU = torch.device("cpu")
TRAINING = TrainingConfig(epochs=3, batch_tokens=512, learning_rate=3e-3, warmup=5, seed=7)


def new_run(
    training: TrainingConfig = TRAINING, *, corpus: Corpus | None = None, **architecture
) -> TrainingRun:
    """A run on a small toy corpus, with dropout so that random numbers matter."""
    corpus = corpus or letters()
    model = new_model(corpus, config(**{"dropout": 0.2, **architecture}), training, task="copy")
    return TrainingRun(corpus, model, training)


def losses(run: TrainingRun) -> list[float]:
    return [progress.loss for progress in run.reports()]


def test_a_few_hundred_updates_learn_to_copy(copying_run: TrainingRun):
    first, last = copying_run.curve[0], copying_run.curve[-1]
    assert len(copying_run.curve) < 600
    assert first.loss > 2.5
    assert last.loss < 0.1
    assert last.validation_loss is not None
    assert last.validation_loss < 0.1
    assert exact_match(result_of(copying_run), copying_run.corpus.heldout) >= 0.9
    untrained = untrained_model(copying_run.model.config)
    assert exact_match(untrained, copying_run.corpus.heldout) == 0


def test_the_seed_alone_decides_the_curve_and_the_weights():
    one, other = new_run(), new_run()
    torch.rand(100)  # what is drawn between making and training a model
    assert losses(one) == losses(other)
    for left, right in zip(
        one.model.network.parameters(), other.model.network.parameters(), strict=True
    ):
        assert torch.equal(left, right)
    assert not one.model.network.training
    assert losses(new_run(dataclasses.replace(TRAINING, seed=8))) != [p.loss for p in one.curve]


def test_using_the_model_between_updates_leaves_the_losses_exactly_unchanged():
    plain = losses(new_run())
    run = new_run()
    steps = translate_steps(run.model, "a b c d", prefix=[4] * 30, max_steps=30)
    disturbed = []
    for progress in run.reports():
        disturbed.append(progress.loss)
        next(steps, None)  # a translation that goes on across updates
        assert run.model.network.training or progress.done
        if progress.update % 3 == 0:
            assert translate(run.model, "a b c").finished
        assert not result_of(run).network.training
    assert disturbed == plain


def test_progress_counts_epochs_and_updates():
    run = new_run()
    curve = [*run.reports()]
    assert run.curve == curve
    assert [progress.update for progress in curve] == [*range(1, len(curve) + 1)]
    assert {progress.updates for progress in curve} == {len(curve)}
    assert [progress.done for progress in curve] == [False] * (len(curve) - 1) + [True]
    assert [*dict.fromkeys(progress.epoch for progress in curve)] == [1, 2, 3]
    assert curve[-1].seconds_left == 0
    assert all(progress.tokens_per_second > 0 for progress in curve)


def test_the_rate_of_every_update_follows_the_schedule():
    curve = [*new_run().reports()]
    assert [progress.learning_rate for progress in curve] == [
        learning_rate(TRAINING, update, len(curve)) for update in range(len(curve))
    ]


def test_validation_comes_at_the_end_of_an_epoch_on_heldout_pairs_only():
    run = new_run()
    for progress, following in zip([*run.reports()], [*run.curve[1:], None], strict=True):
        last_of_epoch = following is None or following.epoch > progress.epoch
        assert (progress.validation_loss is not None) == last_of_epoch
    assert run.curve[-1].validation_loss == run_through(
        validation_loss_steps(run.model, run.heldout)
    )
    assert len(run.heldout) == 20
    assert not set(run.heldout) & set(run.pairs)


def test_a_corpus_without_heldout_pairs_is_never_validated():
    run = new_run(corpus=letters(pairs=50, heldout=0))
    assert {progress.validation_loss for progress in run.reports()} == {None}


def test_the_first_reported_loss_is_that_of_the_untouched_model():
    training = dataclasses.replace(TRAINING, label_smoothing=0.3, batch_tokens=100_000)
    run = new_run(training, dropout=0.0)
    before = run_through(validation_loss_steps(run.model, run.pairs))
    assert next(run.reports()).loss == pytest.approx(before, abs=1e-5)


def test_updates_are_adamw_after_clipping():
    training = dataclasses.replace(
        TRAINING, batch_tokens=100_000, learning_rate=0.03, warmup=0, schedule="constant", clip=0.5
    )
    run, twin = new_run(training, dropout=0.0), new_run(training, dropout=0.0)
    losses(run)

    network = twin.model.network
    optimizer = torch.optim.AdamW(
        network.parameters(), lr=0.03, betas=(0.9, 0.98), eps=1e-9, weight_decay=0
    )
    batch = make_batch(twin.pairs, CPU)
    for _ in range(3):
        optimizer.zero_grad()
        logits = network(batch.src, batch.tgt_in).flatten(0, 1)
        F.cross_entropy(logits, batch.tgt_out.flatten(), ignore_index=PAD_ID).backward()
        norm = torch.stack([one.grad.norm() for one in network.parameters()]).norm()
        assert norm > 0.5
        for parameter in network.parameters():
            parameter.grad.mul_(0.5 / norm)
        optimizer.step()
    ours = dict(run.model.network.named_parameters())
    for name, theirs in network.named_parameters():
        # A softmax does not see the keys' bias: its gradient is rounding, its steps are noise.
        if not name.endswith("w_k.bias"):
            torch.testing.assert_close(ours[name], theirs, atol=1e-3, rtol=0)


def test_a_run_can_be_stopped_and_its_model_used():
    run = new_run()
    assert len([*islice(run.reports(), 4)]) == 4
    model = result_of(run)
    assert not model.network.training
    assert model.record["updates"] == 4
    assert translate(model, "a b c").finished


@pytest.mark.parametrize("done", [0, 3])
def test_a_loss_that_is_no_number_stops_the_run_in_a_sentence(done: int):
    run = new_run()
    steps = run.reports()
    assert len([*islice(steps, done)]) == done
    with torch.no_grad():
        run.model.network.output.weight[4, 0] = torch.inf
    with pytest.raises(TrainingError) as failure:
        next(steps)
    assert str(failure.value) == (
        f"The loss became nan at update {done + 1}; try a learning rate below 0.003."
    )
    assert len(run.curve) == done


def test_pairs_that_are_too_long_are_left_out_and_told():
    long = Pair("a " * 40, "b")
    corpus = Corpus("mixed", (*letters().pairs, long, long))
    run = new_run(corpus=corpus)
    assert len(run.pairs) == 100
    assert run.too_long == 2
    assert str(run.report) == "mixed: 2 pairs are longer than max_len (32) and are skipped."
    assert new_run().report is None


def test_a_corpus_that_does_not_fit_at_all_is_an_error_with_the_number():
    corpus = Corpus("long", (Pair("a " * 40, "b"),))
    with pytest.raises(TrainingError, match=r"No pair of long fits max_len \(32\)"):
        new_run(corpus=corpus)


def test_tokenizers_are_learned_from_training_pairs_only():
    corpus = Corpus("x", (Pair("a", "b"),), heldout=(Pair("c", "d"),))
    model = new_model(corpus, config(), TRAINING, task="x")
    assert model.src_tokenizer.vocabulary[4:] == ("a",)
    assert model.tgt_tokenizer.vocabulary[4:] == ("b",)


def test_training_changes_every_parameter():
    run = new_run(positions="learned")
    before = {name: value.clone() for name, value in run.model.network.named_parameters()}
    losses(run)
    for name, value in run.model.network.named_parameters():
        assert not torch.equal(value, before[name]), name


def test_a_run_can_be_stopped_while_it_validates():
    run = new_run(dataclasses.replace(TRAINING, epochs=1))
    *reports, waiting, last = run.steps()
    assert waiting is None
    assert all(report is not None for report in (*reports, last))
    assert [*new_run(dataclasses.replace(TRAINING, epochs=1)).reports()][-1].validation_loss == (
        last.validation_loss
    )


def test_a_request_to_stop_ends_the_run_after_the_next_update():
    run = new_run()
    reports = run.reports()
    next(reports)
    run.request_stop()
    assert len([*reports]) == 1
    assert not run.finished


def epoch_ends(run: TrainingRun) -> list[dict[str, torch.Tensor]]:
    """Weights after each epoch, while the run goes to its end."""
    ends = []
    for progress in run.reports():
        if progress.validation_loss is not None:
            parameters = run.model.network.named_parameters()
            ends.append({name: value.detach().clone() for name, value in parameters})
    return ends


def test_the_result_is_the_mean_of_the_last_epochs_weights_or_the_last_ones():
    run, plain = new_run(dataclasses.replace(TRAINING, epochs=4, averaged=3)), new_run()
    ends, last = epoch_ends(run), epoch_ends(plain)[-1]
    for name, value in result_of(run).network.named_parameters():
        mean = sum(end[name].double() for end in ends[1:]) / 3
        torch.testing.assert_close(value.double(), mean, atol=1e-6, rtol=1e-6)
    for name, value in run.model.network.named_parameters():
        assert torch.equal(value, ends[-1][name])
    for name, value in result_of(plain).network.named_parameters():
        assert torch.equal(value, last[name])


def test_a_run_that_gets_no_better_stops_early_with_its_best_weights():
    training = dataclasses.replace(TRAINING, epochs=40, learning_rate=0.02, patience=2)
    run = new_run(training, corpus=letters(pairs=20, heldout=20))
    ends = epoch_ends(run)
    losses = [point.validation_loss for point in run.curve if point.validation_loss is not None]
    best = losses.index(min(losses))
    assert len(losses) == best + 3 < 40
    assert run.finished
    assert run.curve[-1].done
    for name, value in result_of(run).network.named_parameters():
        assert torch.equal(value, ends[best][name])


def test_scores_are_sacrebleus_of_the_result_on_heldout_pairs():
    run = new_run(dataclasses.replace(TRAINING, epochs=25, scored_every=15))
    scored = {p.epoch: (p.bleu, p.chrf, p.exact) for p in run.reports() if p.bleu is not None}
    assert [*scored] == [15, 25]
    translations = [
        translate(result_of(run), pair.source).translation for pair in run.corpus.heldout
    ]
    references = [[pair.target for pair in run.corpus.heldout]]
    bleu = sacrebleu.corpus_bleu(translations, references).score
    chrf = sacrebleu.corpus_chrf(translations, references).score
    exact = exact_match(result_of(run), run.corpus.heldout)
    assert scored[25] == pytest.approx((bleu, chrf, exact))
    assert chrf > 5


def test_a_loss_far_above_guessing_stops_the_run_and_no_epoch_that_ends_so_is_kept():
    wild = dataclasses.replace(TRAINING, learning_rate=0.9, warmup=0, epochs=40)
    run = new_run(wild, norm="post")
    with pytest.raises(TrainingError, match=r"The loss has grown to \d+\.\d at update \d+; try a"):
        losses(run)
    assert all(math.isfinite(progress.loss) for progress in run.curve)
    bound = 3 * max(run.curve[0].loss, math.log(len(run.model.tgt_tokenizer)))
    ends = {point.epoch: point.loss for point in run.curve}
    assert max(ends.values()) > bound
    assert (run.last_good() is None) == (run.good_epoch == 0)
    assert all(ends[epoch] > bound for epoch in ends if epoch > run.good_epoch)


def test_after_a_failure_the_weights_of_the_last_whole_epoch_are_there():
    run = new_run()
    reports = run.reports()
    assert run.last_good() is None
    while run.epoch == 1:
        next(reports)
    good = {name: value.detach().clone() for name, value in run.model.network.named_parameters()}
    next(reports)
    with torch.no_grad():
        run.model.network.output.weight.fill_(torch.nan)
    with pytest.raises(TrainingError):
        next(reports)
    kept = run.last_good()
    assert kept is not None
    assert not kept.network.training
    for name, value in kept.network.named_parameters():
        assert torch.equal(value, good[name])


def test_the_gradient_norm_is_told_before_clipping():
    run, twin = new_run(dropout=0.0), new_run(dropout=0.0)
    report = next(run.reports())
    assert report.gradient_norm == pytest.approx(first_gradient_norm(twin), rel=1e-4)


def first_gradient_norm(run: TrainingRun) -> float:
    """Norm of the first batch's gradient, computed apart."""
    batch = make_batch(run.batches(1)[0], CPU)
    logits = run.model.network(batch.src, batch.tgt_in).flatten(0, 1)
    F.cross_entropy(logits, batch.tgt_out.flatten(), ignore_index=PAD_ID).backward()
    gradients = [parameter.grad.flatten() for parameter in run.model.network.parameters()]
    return float(torch.cat(gradients).norm())


def test_a_run_can_be_saved_at_every_report_but_not_while_it_validates():
    run = new_run()
    assert run.whole
    places = [(report is not None, run.whole) for report in run.steps()]
    assert set(places) == {(True, True), (False, False)}
