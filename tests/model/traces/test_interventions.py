"""Interventions: what makes sense where, what is refused with its value, and files."""

import json

import numpy as np
import pytest

from model.messages import ConfigError
from model.traces.interventions import (
    SITES,
    Intervention,
    Site,
    affected_heads,
    check_interventions,
    from_json,
    head_sites,
    hidden_columns,
    hidden_source,
    hidden_toggled,
    to_json,
    toggled,
)
from tests.model.builders import config

Z = Site("z", "cross", 1, 3)
WEIGHTS = Site("weights", "decoder", 0, 0)
FAIR = np.tril(np.ones((3, 3), np.float32)) / np.arange(1, 4, dtype=np.float32)[:, None]


def test_a_site_names_itself_from_1_and_in_the_words_of_transformerlens():
    assert str(Z) == "z cross 2 4"
    assert Z.other_name == "decoder.1.cross_attn.hook_z"
    assert Site("resid_pre", "encoder", 0).other_name == "encoder.0.hook_resid_pre"
    assert Site("embed", "decoder").other_name == "hook_decoder_embed"


def test_wrong_sites_are_refused_with_their_value():
    wrong = {
        ("zz", "cross", 0): "'zz' is not a site; the sites are embed, scores",
        ("memory", "cross"): "The site memory is in encoder, not in 'cross'.",
        ("z", "cross"): "The site z needs a layer.",
        ("embed", "encoder", 1): "The site embed has no layers.",
        ("ff", "encoder", 1, 2): "The site ff has no heads.",
    }
    for parts, sentence in wrong.items():
        with pytest.raises(ConfigError) as refused:
            Site(*parts)
        assert str(refused.value).startswith(sentence)


def test_a_model_that_lacks_a_site_is_named():
    one_stack = config(encoder_layers=0)
    for model, site, sentence in (
        (
            config(),
            Site("z", "cross", 2, 0),
            "z cross 3 1: layer 3 does not exist; the decoder has",
        ),
        (
            config(),
            Site("z", "cross", 0, 4),
            "z cross 1 5: head 5 does not exist; a layer has heads",
        ),
        (one_stack, Site("z", "cross", 0, 0), "z cross 1 1: the model has no cross attention."),
        (one_stack, Site("memory", "encoder"), "memory encoder: the model has no cross attention."),
        (config(decoder_layers=0), Site("ff", "decoder", 0), "ff decoder 1: the model has no"),
    ):
        with pytest.raises(ConfigError) as refused:
            check_interventions([Intervention(site=site, how="scale")], model)
        assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("site", "given", "sentence"),
    [
        (
            WEIGHTS,
            {"how": "zero"},
            "'zero' makes no sense at weights decoder 1 1; allowed",
        ),
        (Z, {"how": "uniform"}, "'uniform' makes no sense at z cross 2 4"),
        (Site("weights", "cross", 0), {"how": "previous"}, "'previous' is defined for self-att"),
        (Z, {"how": "array"}, "'array' at z cross 2 4: values are missing."),
        (Z, {"how": "zero", "values": np.ones(8)}, "'zero' at z cross 2 4 takes no values."),
        (Site("scores", "cross", 0), {"how": "hide"}, "'hide' at scores cross 1: no key is named."),
        (Z, {"how": "array", "values": np.ones(3)}, "The values at z cross 2 4 have the shape [3]"),
        (
            Z,
            {"how": "array", "values": np.ones((3, 4)), "rows": (1,)},
            "3 rows of values at z cross 2 4 are for 1 rows.",
        ),
        (
            WEIGHTS,
            {"how": "array", "values": FAIR * 1.1},
            "Row 1 of the weights at weights decoder 1 1 is not a distribution: its sum is 1.1",
        ),
        (
            WEIGHTS,
            {"how": "array", "values": np.array([[1, 0], [1.5, -0.5]])},
            "Row 2 of the weights at weights decoder 1 1 is not a distribution: its sum is 1, its "
            "smallest weight -0.5.",
        ),
        (
            Z,
            {"how": "array", "values": np.full((1, 8), np.nan)},
            "The values at z cross 2 4 are not",
        ),
    ],
)
def test_a_value_without_meaning_is_refused(site, given, sentence):
    with pytest.raises(ConfigError) as refused:
        Intervention(site=site, **given)
    assert str(refused.value).startswith(sentence)


def test_values_of_another_model_and_two_on_the_same_cells_are_refused():
    unfilled = Intervention(site=Z, how="mean")
    with pytest.raises(ConfigError, match="z cross 2 4: mean: the values of the mean are missing"):
        check_interventions([unfilled], config())
    wide = Intervention(site=Z, how="mean", values=np.ones(9, np.float32))
    with pytest.raises(ConfigError, match=r"shape \[9\]; the model has 4 heads of width 8"):
        check_interventions([wide], config())
    zero = Intervention(site=Z, how="zero", rows=(1, 2))
    whole_layer = Intervention(site=Site("z", "cross", 1), how="scale", rows=(2,))
    with pytest.raises(ConfigError, match="same cells: z cross 2 4: zero and z cross 2: scale 1"):
        check_interventions([zero, whole_layer], config())
    other_rows = Intervention(site=Site("z", "cross", 1), how="scale", rows=(0,))
    check_interventions([zero, other_rows], config())


def test_groups_of_heads():
    assert head_sites(config(), "cross") == (Site("z", "cross", 0), Site("z", "cross", 1))
    assert head_sites(config(), "cross", 1, 3) == (Z,)
    off = [Intervention(site=site, how="zero") for site in head_sites(config(), "cross", 1)]
    assert affected_heads(off, n_heads=2) == {("cross", 1, 0), ("cross", 1, 1)}
    assert {(each.site.kind, each.site.layer) for each in hidden_source(config(), (1,))} == {
        ("encoder", 0),
        ("encoder", 1),
        ("cross", 0),
        ("cross", 1),
    }


def test_heads_are_switched_off_in_any_order_and_on_again():
    sized = config(n_layers=2, n_heads=4)

    def off(how, layer=None, head=None):
        sites = head_sites(sized, "cross", layer, head)
        return tuple(Intervention(site=site, how=how) for site in sites)

    def done(*steps):
        there = ()
        for step in steps:
            there = toggled(there, step, n_heads=4)
        return there

    one, other = off("mean", 1, 3), off("mean", 0, 2)
    assert done(one, other) == done(other, one) == (*other, *one)
    assert done(one, other, one) == other
    assert done(one, off("zero", 1, 3)) == off("zero", 1, 3), "in another way"
    layer = tuple(off("mean", 1, head) for head in range(4))
    assert done(*layer) == done(off("mean", 1)) == off("mean", 1)
    assert {each.site.head for each in done(off("mean", 1), one)} == {0, 1, 2}
    assert done(off("mean"), off("mean")) == ()
    uniform = (Intervention(site=Site("weights", "cross", 1, 3), how="uniform"),)
    assert done(one, uniform) == uniform, "of a head either the output or the weights"
    hidden = hidden_source(sized, (1,))
    assert done(hidden, one, one) == hidden


def test_source_tokens_are_hidden_and_shown_again():
    sized = config(n_layers=2, n_heads=4)
    both = hidden_toggled(hidden_source(sized, (1,)), sized, (3, 4))
    assert both == hidden_source(sized, (1, 3, 4))
    assert hidden_columns(both) == (1, 3, 4)
    assert hidden_toggled(both, sized, (3, 4)) == hidden_source(sized, (1,))
    assert hidden_toggled(hidden_source(sized, (1,)), sized, (1,)) == ()


def test_files_have_every_part_and_count_from_1():
    every = (
        Intervention(site=Z, how="mean", values=np.ones(8, np.float32), origin="50 pairs"),
        Intervention(site=WEIGHTS, how="freeze", values=FAIR, rows=(0, 1, 2)),
        Intervention(site=Site("scores", "cross", 0), how="hide", columns=(2,)),
        Intervention(site=Site("memory", "encoder"), how="scale", factor=0.5),
    )
    told = json.loads(json.dumps([to_json(each) for each in every]))
    assert told[2] == {
        "site": "scores",
        "kind": "cross",
        "layer": 1,
        "value": "hide",
        "columns": [3],
    }
    assert from_json(told) == every
    assert {each.site.name for each in every} < SITES.keys()


def test_damaged_files_are_refused_with_the_value():
    good = {"site": "z", "kind": "cross", "layer": 1, "head": 1, "value": "zero"}
    for change, sentence in (
        ({"site": "heads"}, "intervention.site ('heads') must be one of embed, scores"),
        ({"layer": 0}, "intervention.layer (0) must be a whole number from 1"),
        ({"head": "x"}, "intervention.head ('x') must be a whole number"),
        ({"hook": 1}, "The configuration has an unknown field 'hook'."),
        ({"value": "array", "values": [[1], [1, 2]]}, "The values at z cross 1 1 are not an array"),
    ):
        with pytest.raises(ConfigError) as refused:
            from_json([good | change])
        assert str(refused.value).startswith(sentence)
    with pytest.raises(ConfigError, match="interventions"):
        from_json(3)
