"""Interventions in words."""

import dataclasses

from model.decoding.samples import summary_of
from model.decoding.sweep import means_of, switched_off
from model.messages import Message
from model.traces.interventions import Intervention, Site, hidden_source, parsed_site
from tests.viz_app.states import trace_of
from viz_app.texts.interventions import interventions_text, replaced_text

TRACE = trace_of(layers=2, heads=3)
SAMPLE = Message("{count} pairs of {task}", {"count": 50, "task": "passive"})


def at(text, how, **fields):
    return Intervention(site=parsed_site(text), how=how, **fields)


def test_a_run_is_named_by_what_is_put_in_place(tiny_model):
    for interventions, text in (
        ((), ""),
        ([at("z:cross:2:3", "mean")], "without cross 2·3"),
        ([at("z:cross:2:3", "mean"), at("z:cross:1:1", "mean")], "without cross 2·3, 1·1"),
        (
            [at("z:cross:2:3", "zero"), at("z:cross:1:1", "mean")],
            "without cross 2·3 (zero); without cross 1·1",
        ),
        ([at("z:encoder:2", "mean")], "without encoder layer 2"),
        ([at("z:cross:1", "mean"), at("z:cross:2", "mean")], "without all cross heads"),
        (
            [at("weights:cross:2:3", "uniform"), at("z:decoder:1:1", "zero")],
            "uniform attention in cross 2·3; without decoder 1·1 (zero)",
        ),
        ([at("z:cross:2:3", "scale", factor=0.5)], "cross 2·3 × 0.5"),
        ([at("ff:decoder:2", "zero")], "ff decoder 2: zero"),
    ):
        assert interventions_text(tuple(interventions), TRACE) == text


def test_hidden_words_are_quoted():
    hidden = tuple(
        Intervention(site=Site("scores", kind, layer), how="hide", columns=(1,))
        for kind in ("encoder", "cross")
        for layer in range(2)
    )
    name = f"“{TRACE.source_tokens[1]}”"
    assert interventions_text(hidden, TRACE) == f"{name} hidden"
    braces = dataclasses.replace(TRACE, source_tokens=("{heads}",) * len(TRACE.source_tokens))
    assert "{heads}" in interventions_text(hidden, braces)


def test_of_a_head_it_is_said_what_is_in_its_place(tiny_model):
    mean, here, elsewhere = "switched off: mean of its output", ("cross", 1, 2), ("cross", 0, 2)
    for intervention, text in (
        (at("z:cross:2:3", "mean"), f"{mean} over 50 pairs of passive"),
        (at("z:cross:2", "mean", origin="three pairs"), f"{mean} over three pairs"),
        (at("z:cross:2:3", "zero", rows=(0, 2)), "switched off: zeros in place of its output"),
        (at("weights:cross:2:3", "uniform"), "uniform attention in cross 2·3"),
        (at("out:cross:2", "zero"), "out cross 2: zero"),
    ):
        said = replaced_text((intervention,), TRACE, here, SAMPLE)
        assert said.startswith(text)
        assert not replaced_text((intervention,), TRACE, elsewhere, SAMPLE)
        assert said.endswith(" in rows 1, 3") == (intervention.rows is not None)
    assert replaced_text((at("z:cross:2:3", "mean"),), TRACE, here) == mean
    assert not replaced_text(hidden_source(tiny_model.config, (1,)), TRACE, elsewhere, SAMPLE)


def test_the_sample_that_a_summary_names_is_the_one_that_means_are_over(tiny_model):
    (filled,) = means_of(tiny_model).filled(switched_off([Site("z", "cross", 0, 1)], "mean"))
    assert filled.origin == str(summary_of(tiny_model).sample)
