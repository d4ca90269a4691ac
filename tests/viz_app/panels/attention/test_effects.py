"""Effects of heads through the window: measured, marked, stopped; files of pairs."""

import dataclasses
from itertools import islice

import numpy as np
import pytest
import torch

from model.decoding.sweep import SAMPLE_SEED, encoded_pairs
from model.text.tasks import task_pairs
from model.traces.interventions import Effect, Site, every_head
from tests.viz_app.application import choose, click
from viz_app.panels.attention.jobs import effect_steps, pairs_steps
from viz_app.panels.attention.room import resolve_attention
from viz_app.texts.measures import effect_note, head_sentence
from viz_app.workbench.changes.selection import (
    effect_source_picked,
    effect_value_picked,
    measuring_ended,
    option_picked,
    sweep_arrived,
)
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.snapshots.attention import known_sweep
from viz_app.workbench.state import PairFile, SweepQuestion


def inputs_of(model, pairs):
    """What W_O reads in each attention over all pairs, by kind and layer: ``[row, d_model]``."""
    read = {}
    hooks = []
    for kind, layer, block in blocks(model):
        kept = read.setdefault((kind, layer), [])
        keep = lambda _, args, kept=kept: kept.append(args[0][0])  # noqa: E731
        hooks.append(block.w_o.register_forward_pre_hook(keep))
    for pair in pairs:
        loss(model, pair)
    for hook in hooks:
        hook.remove()
    return {place: torch.cat(rows) for place, rows in read.items()}


def blocks(model):
    for layer, block in enumerate(model.network.encoder_layers):
        yield "encoder", layer, block.attention
    for layer, block in enumerate(model.network.decoder_layers):
        yield "decoder", layer, block.attention
        yield "cross", layer, block.cross


def loss(model, pair):
    src, tgt = torch.tensor([pair.src]), torch.tensor([pair.tgt])
    with torch.no_grad():
        logits = model.network(src, tgt[:, :-1])[0]
    return float(-logits.log_softmax(-1).gather(1, tgt[0, 1:, None]).double().sum())


def own_effects(model, pairs, how):
    """The increase of the loss per token without each head, in a loop of hooks."""
    tokens = sum(len(pair.tgt) - 1 for pair in pairs)
    before = sum(loss(model, pair) for pair in pairs)
    inputs, size, found = inputs_of(model, pairs), model.config.d_model // model.config.n_heads, {}
    for kind, layer, block in blocks(model):
        for head in range(model.config.n_heads):
            own = slice(head * size, (head + 1) * size)
            value = inputs[kind, layer][:, own].mean(dim=0) * (how == "mean")

            def put(_, args, own=own, value=value):
                changed = args[0].clone()
                changed[..., own] = value
                return (changed,)

            hook = block.w_o.register_forward_pre_hook(put)
            after = sum(loss(model, pair) for pair in pairs)
            hook.remove()
            found[kind, layer, head] = (after - before) / tokens
    return found


@pytest.fixture
def measured(qtbot, application, window):
    """The finished sweep, once heads are marked with their effects."""

    def wait():
        qtbot.waitUntil(lambda: known() is not None and known().finished)
        return known()

    def known():
        return known_sweep(application.bench.now)

    window.menus.attention.action("tint_effect").trigger()
    return wait


@pytest.mark.window
def test_effects_in_the_window_are_those_of_a_loop_of_hooks(window, measured, tiny_model):
    pairs = encoded_pairs(tiny_model, task_pairs("reverse", 50, seed=SAMPLE_SEED))
    for how in ("mean", "zero"):
        window.attention.effects.how.button(how).click()
        sweep, own = measured(), own_effects(tiny_model, pairs, how)
        assert len(sweep.effects) == len(own) == 12
        for effect in sweep.effects:
            (site,) = effect.sites
            assert effect.loss == pytest.approx(own[site.kind, site.layer, site.head], abs=1e-4)
            assert effect.n == len(pairs) == 50
        mosaic = window.attention.shown().mosaic
        for place, value in np.ndenumerate(mosaic.measures):
            assert value == pytest.approx(own["cross", *place], abs=1e-4)
        assert f"50 pairs of reverse · heads replaced by {'their mean' * (how == 'mean')}" in (
            effect_note(mosaic).replace("zeros", "")
        )


@pytest.mark.window
def test_a_known_result_is_there_at_once_and_another_sentence_has_its_own(
    qtbot, application, window, measured
):
    sample = measured()
    bar = window.attention.effects
    choose(qtbot, bar.pairs, "The sentence on screen")
    sentence = measured()
    assert sentence is not sample
    assert all(effect.n == 1 and np.isnan(effect.standard_error) for effect in sentence.effects)
    assert "one sentence: no standard error" in effect_note(window.attention.shown().mosaic)
    assert not any(window.attention.shown().mosaic.is_pale(*at) for at in np.ndindex(2, 2))
    choose(qtbot, bar.pairs, "50 pairs of reverse")
    assert known_sweep(application.bench.now) is sample
    assert bar.button.isHidden()


@pytest.mark.window
def test_a_stopped_sweep_keeps_its_effects_and_goes_on_with_the_others(
    qtbot, application, window, tiny_model
):
    cache = ModelCache()
    question = SweepQuestion(model_key=application.bench.now.model_key, how="mean")
    every = SweepQuestion(model_key=cache.put(tiny_model), how="mean")
    *_, whole = effect_steps(cache, every, first="cross")
    assert [effect.sites[0].kind for effect in whole.effects[:4]] == ["cross"] * 4
    some = dataclasses.replace(whole, question=question, effects=whole.effects[:5])
    application.bench.apply(option_picked, "tint", "effect")
    application.bench.apply(measuring_ended)
    application.bench.apply(sweep_arrived, some)
    bar = window.attention.effects
    assert known_sweep(application.bench.now).effects == some.effects
    assert (bar.button.text(), bar.sentence.text()) == ("Measure", "5 of 12 heads measured")
    click(qtbot, bar.button)
    qtbot.waitUntil(lambda: known_sweep(application.bench.now).finished)
    found = known_sweep(application.bench.now).effects
    assert found[:5] == some.effects
    assert {effect.sites: effect for effect in found} == {
        effect.sites: effect for effect in whole.effects
    }


@pytest.mark.window
def test_pairs_of_a_file_are_measured_and_a_bad_file_changes_nothing(
    qtbot, application, window, measured, file_dialogs, tmp_path
):
    sample = measured()
    bar = window.attention.effects
    bad, good = tmp_path / "bad.tsv", tmp_path / "good.tsv"
    bad.write_text("a b c; c b a\n")
    good.write_text("".join(f"{text}\t{text[::-1]}\n" for text in ("a b c", "d e", "f g h i")))
    before = application.bench.now.importance
    file_dialogs += [bad, good]
    choose(qtbot, bar.pairs, "Pairs of a file…")
    qtbot.waitUntil(lambda: application.bench.now.notice is not None)
    notice = str(application.bench.now.notice.message)
    assert "line 1: no tab between source and target: “a b c; c b a”" in notice
    assert application.bench.now.importance == before
    assert known_sweep(application.bench.now) is sample
    choose(qtbot, bar.pairs, "Pairs of a file…")
    qtbot.waitUntil(lambda: application.bench.now.importance.file is not None)
    sweep = measured()
    assert (bar.pairs.currentText(), sweep.effects[0].n) == ("good.tsv", 3)
    assert str(sweep.sample) == "3 pairs of good.tsv"


def test_a_file_with_some_bad_lines_says_which_are_left_out(tmp_path):
    path = tmp_path / "some.tsv"
    path.write_text("a\tb\nno tab\nc\td\n")
    (read,) = pairs_steps(path)
    assert read.file == PairFile("some.tsv", (("a", "b"), ("c", "d")))
    assert "the first is line 2" in str(read.report)


def test_after_a_session_was_opened_nothing_is_measured_unasked(application):
    bench = dataclasses.replace(
        application.bench.now,
        attention=dataclasses.replace(application.bench.now.attention, tint="effect"),
    )
    shown = resolve_attention(bench).effects
    assert (shown.measuring, shown.can_measure, shown.sweep) == (False, True, None)
    for change, *given in (
        (option_picked, "tint", "effect"),
        (effect_source_picked, "sentence"),
        (effect_value_picked, "zero"),
    ):
        assert resolve_attention(change(bench, *given)).effects.measuring
    recorded = dataclasses.replace(bench, recorded=True)
    assert not resolve_attention(recorded).effects.can_measure


def test_heads_below_two_standard_errors_are_pale_and_sorted_like_the_others(application):
    bench = option_picked(application.bench.now, "tint", "effect")
    question = SweepQuestion(model_key=bench.model_key, how="mean")
    *_, sweep = islice(effect_steps(application.services.model_cache, question, first="cross"), 1)
    losses = {("cross", 0, 0): (0.3, 0.1), ("cross", 0, 1): (0.2, 0.11), ("cross", 1, 0): (-1, 0.2)}
    effects = tuple(
        Effect(sites=(Site("z", *place),), loss=value, standard_error=error, n=9)
        for place, (value, error) in losses.items()
    )
    bench = sweep_arrived(bench, dataclasses.replace(sweep, effects=effects))
    mosaic = resolve_attention(option_picked(bench, "sorted_by_tint", True)).mosaic
    assert not mosaic.is_sorted, "heads stay in their places while effects arrive"
    assert [mosaic.is_pale(*at) for at in np.ndindex(2, 2)] == [False, True, False, False]
    assert "standard error 0.1100: below two standard errors" in head_sentence(
        mosaic, layer=0, head=1
    )
    stopped = option_picked(measuring_ended(bench), "sorted_by_tint", True)
    assert resolve_attention(stopped).mosaic.is_sorted
    assert len(every_head(bench.model.config)) == sweep.heads == 12
