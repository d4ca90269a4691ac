"""Effects of heads through the window: measured, marked, stopped; files of pairs."""

import dataclasses
import threading
from contextlib import contextmanager
from functools import partial
from itertools import islice

import numpy as np
import pytest
import torch

from model.decoding import sweep
from model.decoding.greedy import length_limit
from model.decoding.sweep import SAMPLE_SEED, encoded_pairs
from model.special_tokens import BOS_ID, EOS_ID
from model.text.corpora import Corpus, Pair
from model.text.tasks import task_pairs
from model.traces.interventions import Effect, Site, every_head
from tests.viz_app.application import choose, click
from tests.viz_app.painted import area_colours, painted
from viz_app.app.picture_export import Taken
from viz_app.design.theme import dark_theme, light_theme
from viz_app.panels.attention.jobs import sweep_steps
from viz_app.panels.attention.pictures.effects import pruning_plot
from viz_app.panels.attention.room import resolve_attention, resolve_effects
from viz_app.texts.measures import effect_note, head_sentence
from viz_app.workbench.changes.selection import (
    effects_asked,
    option_picked,
    pairs_read,
    sweep_arrived,
)
from viz_app.workbench.jobs import ModelCache
from viz_app.workbench.snapshots.attention import known_sweep
from viz_app.workbench.state import Cell, SweepQuestion


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


@contextmanager
def without(model, inputs, sites):
    """Heads at the mean of what W_O has read of them."""
    size, hooks = model.config.d_model // model.config.n_heads, []
    for kind, layer, block in blocks(model):
        for head in (site.head for site in sites if (site.kind, site.layer) == (kind, layer)):
            own = slice(head * size, (head + 1) * size)
            value = inputs[kind, layer][:, own].mean(dim=0)

            def put(_, args, own=own, value=value):
                changed = args[0].clone()
                changed[..., own] = value
                return (changed,)

            hooks.append(block.w_o.register_forward_pre_hook(put))
    yield
    for hook in hooks:
        hook.remove()


def greedy(model, text):
    """Token by token with the whole forward pass, without a cache."""
    src = torch.tensor([model.prepared(text).ids])
    ids = [BOS_ID]
    while ids[-1] != EOS_ID and len(ids) <= length_limit(src.size(1), model.config.max_len):
        with torch.no_grad():
            ids.append(int(model.network(src, torch.tensor([ids]))[0, -1].argmax()))
    return model.tgt_tokenizer.decode(ids[1:])


def loss(model, pair):
    src, tgt = torch.tensor([pair.src]), torch.tensor([pair.tgt])
    with torch.no_grad():
        logits = model.network(src, tgt[:, :-1])[0]
    return float(-logits.log_softmax(-1).gather(1, tgt[0, 1:, None]).double().sum())


def own_effects(model, pairs, how):
    """The increase of the loss per token without each head, in a loop of hooks."""
    tokens = sum(len(pair.tgt) - 1 for pair in pairs)
    before = sum(loss(model, pair) for pair in pairs)
    inputs, found = inputs_of(model, pairs), {}
    if how == "zero":
        inputs = {place: torch.zeros_like(rows) for place, rows in inputs.items()}
    for site in every_head(model.config):
        with without(model, inputs, [site]):
            after = sum(loss(model, pair) for pair in pairs)
        found[site.kind, site.layer, site.head] = (after - before) / tokens
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
        found, own = measured(), own_effects(tiny_model, pairs, how)
        assert len(found.effects) == len(own) == 12
        for effect in found.effects:
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
def test_a_sweep_can_be_stopped_and_begun_again(qtbot, application, window, monkeypatch):
    computed, going = sweep.sweep_steps, threading.Semaphore(5)

    def slow_steps(*args, **kwargs):
        for effect in computed(*args, **kwargs):
            going.acquire(timeout=20)
            yield effect

    monkeypatch.setattr(sweep, "sweep_steps", slow_steps)
    window.menus.attention.action("tint_effect").trigger()
    bar = window.attention.effects
    qtbot.waitUntil(lambda: bar.sentence.text() == "5 of 12 heads measured")
    assert (bar.progress.value(), bar.progress.maximum(), bar.button.text()) == (5, 12, "Stop")
    click(qtbot, bar.button)
    assert (bar.button.text(), bar.sentence.text()) == ("Measure", "5 of 12 heads measured")
    assert np.isfinite(window.attention.shown().mosaic.measures).sum() == 4  # cross comes first
    going.release(100)
    click(qtbot, bar.button)
    qtbot.waitUntil(bar.button.isHidden)


@pytest.mark.window
def test_pairs_of_a_file_are_measured_and_a_bad_file_changes_nothing(
    qtbot, application, window, measured, file_dialogs, tmp_path
):
    sample = measured()
    bar = window.attention.effects
    bad, good = tmp_path / "bad.tsv", tmp_path / "good.tsv"
    bad.write_text("a b c; c b a\n")
    pairs = "".join(f"{text}\t{text[::-1]}\n" for text in ("a b c", "d e", "f g h i"))
    good.write_text(f"{pairs}no tab\n")
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
    found = measured()
    assert (bar.pairs.currentText(), found.effects[0].n) == ("good.tsv", 3)
    assert str(found.sample) == "3 pairs of good.tsv"
    assert "1 of 4 lines were skipped" in str(application.bench.now.notice.message)


def test_after_a_session_was_opened_nothing_is_measured_unasked(application):
    bench = dataclasses.replace(
        application.bench.now,
        attention=dataclasses.replace(application.bench.now.attention, tint="effect"),
    )
    shown = resolve_attention(bench).effects
    assert (shown.measuring, shown.can_measure, shown.sweep) == (False, True, None)
    for change, *given in (
        (option_picked, "tint", "effect"),
        (effects_asked, "source", "sentence"),
        (effects_asked, "how", "zero"),
    ):
        assert resolve_attention(change(bench, *given)).effects.measuring
    recorded = dataclasses.replace(bench, recorded=True)
    assert not resolve_attention(recorded).effects.can_measure


def test_heads_below_two_standard_errors_are_pale_and_sorted_like_the_others(application):
    bench = option_picked(application.bench.now, "tint", "effect")
    question = SweepQuestion(model_key=bench.model_key, how="mean")
    (begun,) = islice(sweep_steps(application.services.model_cache, question), 1)
    losses = {("cross", 0, 0): (0.3, 0.1), ("cross", 0, 1): (0.2, 0.11), ("cross", 1, 0): (-1, 0.2)}
    effects = tuple(
        Effect(sites=(Site("z", *place),), loss=value, standard_error=error, n=9)
        for place, (value, error) in losses.items()
    )
    bench = sweep_arrived(bench, dataclasses.replace(begun, effects=effects))
    mosaic = resolve_attention(option_picked(bench, "sorted_by_tint", True)).mosaic
    assert not mosaic.is_sorted, "heads stay in their places while effects arrive"
    assert [mosaic.is_pale(*at) for at in np.ndindex(2, 2)] == [False, True, False, False]
    assert "standard error 0.1100: below two standard errors" in head_sentence(
        mosaic, layer=0, head=1
    )
    stopped = option_picked(effects_asked(bench, "measuring", False), "sorted_by_tint", True)
    assert resolve_attention(stopped).mosaic.is_sorted
    assert len(every_head(bench.model.config)) == begun.heads == 12


# ---------------------------------------------------------------------------------- table, pruning


@pytest.fixture(scope="module")
def own_pairs(tiny_model):
    """Strings with the model's own output: all of it is exact while no head is off."""
    texts = (pair.source for pair in task_pairs("reverse", 100, seed=3))
    made = (Pair(text, greedy(tiny_model, text)) for text in texts)
    return Corpus("own.tsv", tuple(islice((p for p in made if len(p.target) < 40), 16)))


def test_scores_of_the_pruned_model_are_those_of_a_loop_of_hooks(tiny_model, own_pairs):
    cache = ModelCache()
    question = SweepQuestion(
        model_key=cache.put(tiny_model), how="mean", file=own_pairs, prunes=True
    )
    *_, found = (each for each in sweep_steps(cache, question) if each is not None)
    assert found.finished
    ordering, scoring = own_pairs.pairs[::2], own_pairs.pairs[1::2]
    pairs = encoded_pairs(tiny_model, ordering)
    effects, inputs = own_effects(tiny_model, pairs, "mean"), inputs_of(tiny_model, pairs)
    order = sorted(every_head(tiny_model.config), key=lambda s: effects[s.kind, s.layer, s.head])
    assert [effect.n for effect in found.effects] == [8] * 12
    given = {point.removed: point for point in found.points if point.order == 0}
    assert sorted(given) == list(range(13))
    for removed in (0, 1, 4, 12):
        with without(tiny_model, inputs, order[:removed]):
            exact = [greedy(tiny_model, pair.source) == pair.target for pair in scoring]
        assert given[removed].exact == np.mean(exact)
    assert given[0].exact == 1
    plot = pruning_plot(found, "exact")
    assert plot.x.tolist() == [12 - removed for removed in range(13)]
    np.testing.assert_allclose(plot.curves[-1], [100 * given[n].exact for n in range(13)])
    assert "8 pairs of own.tsv; scored on others: 8 pairs of own.tsv" in plot.note
    assert plot.say(Cell(2, 12)).startswith("0 of 12 heads left")
    (table,) = plot.tables()
    assert table.columns == ("random order 1", "random order 2", "least important first")


@pytest.mark.window
def test_the_table_is_sorted_and_saved_and_a_row_picks_its_head(
    qtbot, application, window, measured, file_dialogs, tmp_path
):
    known = measured()
    click(qtbot, window.attention.effects.details)
    dialog = application.work.effects.dialog
    qtbot.waitExposed(dialog)
    keys = {"effect": "loss", "error": "standard_error"}
    for name, field in keys.items():
        dialog.sorts.button(name).click()
        values = [getattr(effect, field) for effect in dialog.table.picture.effects]
        assert values == sorted((getattr(each, field) for each in known.effects), reverse=True)
    dialog.sorts.button("layer").click()
    sites = [effect.sites[0] for effect in dialog.table.picture.effects]
    assert sites == sorted(sites, key=str)
    for theme in (light_theme(), dark_theme()):
        shown = dialog.table.picture
        image, rows = painted(partial(shown.paint, theme=theme), theme=theme)
        for row, each in enumerate(shown.effects):
            ink = theme.soft_text if each.pale else theme.text
            assert ink.lower() in area_colours(image, rows.row_rect(row))
    effect = dialog.table.picture.effects[5]
    dialog.table.picked.emit(5)
    selection, (site,) = application.screen.now.selection, effect.sites
    assert (selection.kind, selection.layer, selection.head) == (site.kind, site.layer, site.head)
    assert f"{effect.loss:.4f}".replace("-", "−") in dialog.table.picture.say(5)
    file_dialogs.append(tmp_path / "effects.csv")
    application.work.taking.exporter.save_numbers(Taken(dialog.table, dialog))
    qtbot.waitUntil((tmp_path / "effects.csv").exists)
    lines = (tmp_path / "effects.csv").read_text().splitlines()
    assert len(lines) == 1 + 3 * 12
    assert str(effect.loss) in "".join(lines)


@pytest.mark.window
def test_pruning_is_live_and_can_be_stopped(qtbot, application, window, own_pairs, monkeypatch):
    computed, going = sweep.pruning_steps, threading.Semaphore(7)

    def slow_steps(*args, **kwargs):
        for point in computed(*args, **kwargs):
            while point is not None and not going.acquire(timeout=0.01):
                yield None
            yield point

    monkeypatch.setattr(sweep, "pruning_steps", slow_steps)
    application.bench.apply(pairs_read, own_pairs)
    window.menus.action("head_effects").trigger()
    dialog = application.work.effects.dialog
    assert application.bench.now.attention.tint == "effect"
    click(qtbot, dialog.prune)
    qtbot.waitUntil(lambda: dialog.plot.picture is not None and len(dialog.plot.picture.x) == 2)
    assert dialog.scores.current() == "exact"
    assert dialog.plot.picture.curves[:, 0].tolist() == [100] * 3
    click(qtbot, dialog.scores.button("bleu"))
    assert dialog.plot.picture.curves[:, 0].tolist() == pytest.approx([100] * 3)
    assert (dialog.prune.text(), dialog.progress.isVisible()) == ("Stop", True)
    click(qtbot, dialog.prune)
    assert (dialog.prune.text(), dialog.progress.isVisible()) == ("Prune until it breaks", False)
    assert len(dialog.plot.picture.x) == 2
    going.release(1000)
    click(qtbot, dialog.prune)
    qtbot.waitUntil(lambda: not resolve_effects(application.bench.now).pruning)
    assert dialog.plot.picture.x.tolist()[-1] == 0
