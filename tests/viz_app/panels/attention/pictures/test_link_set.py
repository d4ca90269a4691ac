import dataclasses

import numpy as np
import pytest

from model.lessons.alignment import GoldLinks
from model.traces.trace import KINDS
from tests.viz_app.listening import plain
from tests.viz_app.painted import EN, THEMES, ZH, focus, zeros
from tests.viz_app.probes import marked_language
from viz_app.design.colour_map import head_stroke
from viz_app.panels.attention.pictures.captions import focus_title
from viz_app.panels.attention.pictures.link_set import (
    LinkEnd,
    LinkList,
    end_sentence,
    heads_of_layer,
    layer_names,
    links_hint,
    links_of,
    mass_text,
    most_text,
    side_titles,
    strokes_of,
    token_weights,
)
from viz_app.texts.sentences import axes_sentence
from viz_app.workbench.snapshots.alignment import WordAlignment

LIGHT = THEMES["light"]
ROWS, COLUMNS = len(EN), len(ZH)


def cells(links):
    """Layer, row and column of each link."""
    return set(zip(*(x.tolist() for x in (links.layers, links.rows, links.columns)), strict=True))


def test_links_are_the_heaviest_that_reach_the_mass():
    weights = zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=0.3, r4c3=0.15, r4c4=0.05)
    assert cells(links_of(focus(weights, mass=0.8)).every()) == {(0, 4, 1), (0, 4, 2)}
    assert cells(links_of(focus(weights, mass=0.9)).every()) == {(0, 4, 1), (0, 4, 2), (0, 4, 3)}


@pytest.mark.parametrize(("mass", "left_out"), [(0.5, 3), (0.9, 1), (1.0, 0)])
def test_it_is_known_how_many_are_left_out(mass, left_out):
    weights = zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=0.3, r4c3=0.15, r4c4=0.05)
    assert links_of(focus(weights, mass=mass)).n_left_out == left_out


def test_masked_links_are_never_there():
    shown = focus(np.full((ROWS, ROWS), 1 / ROWS, np.float32), kind="decoder")
    links = links_of(dataclasses.replace(shown, mass=1.0)).every()
    assert (links.columns <= links.rows).all()
    assert len(links) == ROWS * (ROWS + 1) / 2


def test_tokens_that_are_not_decoded_have_no_links():
    every = np.full((ROWS, ROWS), 1 / ROWS, np.float32)
    shown = focus(every, kind="decoder", decoded_rows=6, decoded_columns=4)
    links = links_of(shown).every()
    assert set(links.rows.tolist()) == set(range(6))
    assert set(links.columns.tolist()) == set(range(4))


def test_each_chosen_head_has_its_own_links():
    shown = focus(heads=(2, 0), mass=0.5)
    links = links_of(shown).every()
    weights = shown.trace.weights("cross")[1, [2, 0]]
    found = weights[links.layers, links.rows, links.columns]
    assert (found == links.weights).all()
    assert links.n_layers == 2
    sums = np.zeros((2, ROWS))
    np.add.at(sums, (links.layers, links.rows), links.weights)
    assert (sums >= 0.5 - 1e-5).all()


def test_a_token_has_the_links_of_its_row_or_column():
    links = links_of(focus(mass=0.5))
    every = cells(links.every())
    assert len(every) == len(links)
    assert cells(links.at(LinkEnd("query", 3))) == {cell for cell in every if cell[1] == 3}
    assert cells(links.at(LinkEnd("key", 3))) == {cell for cell in every if cell[2] == 3}


@pytest.mark.parametrize("queries", [range(0, 0), range(0, 2), range(3, 6), range(9, 11)])
@pytest.mark.parametrize("keys", [range(0, 0), range(0, 4), range(5, 6), range(12, 16)])
def test_links_in_view_have_an_end_there(queries, keys):
    links = links_of(focus(heads=(0, 1, 2), mass=0.9))
    wanted = {cell for cell in cells(links.every()) if cell[1] in queries or cell[2] in keys}
    found = links.touching(queries, keys)
    assert cells(found) == wanted
    assert len(found) == len(wanted), "each once"


@pytest.mark.parametrize("end", [LinkEnd("query", 3), LinkEnd("key", 3), LinkEnd("key", 8)])
@pytest.mark.parametrize(
    "fields",
    [{"heads": (2, 0)}, {"decoded_rows": 5}, {"kind": "decoder", "decoded_columns": 4}],
    ids=["heads", "not decoded", "masked"],
)
def test_a_token_s_weights_are_those_of_all_its_links(fields, end):
    shown = focus(mass=1.0, **fields)
    links = links_of(shown).at(end)
    others = links.columns if end.side == "query" else links.rows
    found = token_weights(shown, end)
    assert np.count_nonzero(found) == len(links)
    assert (found[links.layers, others] == links.weights).all()


def test_of_a_difference_a_token_has_less_and_more():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=-0.25))
    compared = dataclasses.replace(shown, compared=shown.trace)
    less, more = token_weights(compared, LinkEnd("query", 4))
    assert (less[2], more[1]) == (0.25, 0.5)
    assert less.sum() + more.sum() == 0.75


def test_levels_follow_the_scale():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.25))
    assert links_of(shown).every().levels.tolist() == [0.25]
    assert links_of(dataclasses.replace(shown, scale="sqrt")).every().levels.tolist() == [0.5]


def test_a_difference_has_links_for_more_and_for_less():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=-0.25))
    compared = dataclasses.replace(shown, compared=shown.trace, heads=(0, 1), mass=1.0)
    links = links_of(compared).every()
    assert cells(links) == {(1, 4, 1), (0, 4, 2)}
    assert sorted(links.weights.tolist()) == [-0.25, 0.5]
    assert sorted(links.levels.tolist()) == [0.25, 0.5]


def test_one_head_has_the_kind_s_colour_and_several_have_their_own():
    assert [s.colour for s in strokes_of(focus(kind="decoder"), LIGHT)] == [LIGHT.decoder]
    several = focus(heads=(0, 2))
    assert several.has_several
    assert strokes_of(several, LIGHT) == (head_stroke(LIGHT, 0), head_stroke(LIGHT, 2))
    mean = dataclasses.replace(several, combination="mean")
    assert [s.colour for s in strokes_of(mean, LIGHT)] == [LIGHT.cross]
    compared = dataclasses.replace(several, compared=several.trace)
    assert [s.colour for s in strokes_of(compared, LIGHT)] == [LIGHT.negative, LIGHT.positive]


@pytest.mark.parametrize("sizes", [((), ZH), (EN, ()), ((), ())])
def test_without_tokens_there_are_no_links(sizes):
    target, source = sizes
    assert len(links_of(focus(target=target, source=source))) == 0


NOISE = np.random.default_rng(0)


@pytest.fixture
def links():
    layers, rows, columns = NOISE.integers(0, (3, 9, 7), size=(50, 3)).T.astype(np.int32)
    weights = NOISE.uniform(-1, 1, 50).astype(np.float32)
    return LinkList(
        layers=layers,
        rows=rows,
        columns=columns,
        weights=weights,
        levels=np.abs(weights),
        n_layers=3,
    )


def as_tuples(links):
    arrays = (links.layers, links.rows, links.columns, links.weights, links.levels)
    return list(zip(*(array.tolist() for array in arrays), strict=True))


@pytest.mark.parametrize("keys", [range(0, 0), range(2, 5), range(5, 90)])
@pytest.mark.parametrize("queries", [range(0, 0), range(0, 3), range(7, 90)])
def test_listed_links_in_view_have_an_end_there(links, queries, keys):
    wanted = [link for link in as_tuples(links) if link[1] in queries or link[2] in keys]
    assert as_tuples(links.touching(queries, keys)) == wanted


def test_some_links_are_taken_by_place_or_by_mask(links):
    every = as_tuples(links)
    assert as_tuples(links.taken(np.array([4, 1]))) == [every[4], every[1]]
    heavy = links.taken(links.levels > 0.5)
    assert as_tuples(heavy) == [link for link in every if link[4] > 0.5]
    assert heavy.n_layers == 3


def test_heaviest_come_first_whatever_their_sign(links):
    sizes = np.abs(links.weights[links.by_weight()])
    assert (np.diff(sizes) <= 0).all()
    assert sorted(links.by_weight().tolist()) == list(range(50))


# ------------------------------------------------------------------------------ test link sentences


QUERY, KEY = LinkEnd("query", 4), LinkEnd("key", 1)


def said(shown, end):
    return plain(end_sentence(shown, end))


def with_heads(*heads, **weights):
    """Several heads of one trace; of ``h2r4c1=0.5`` the head counts from 0."""
    shown = focus(heads=heads)
    matrices = np.zeros((2, 3, ROWS, COLUMNS), np.float32)
    for name, weight in weights.items():
        head, cell = name[1:].split("r")
        row, column = cell.split("c")
        matrices[1, int(head), int(row), int(column)] = weight
    steps = [
        dataclasses.replace(step, cross_rows=matrices[:, :, step.index])
        for step in shown.trace.steps
    ]
    trace = dataclasses.replace(shown.trace, steps=tuple(steps))
    return dataclasses.replace(shown, trace=trace, weights=matrices[1, heads[0]])


def test_a_query_s_heaviest_keys_are_named():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9, r4c4=0.04, r4c5=0.03, r4c6=0.02))
    assert said(shown, QUERY) == (
        "Head 1 of layer 2, cross: “book” → “in” attends 0.90 to “昨”, 0.04 to “书”, 0.03 to “店”"
    )


def test_a_key_s_heaviest_queries_are_named():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9, r1c1=0.2), row_labels="predicted")
    assert said(shown, KEY) == (
        "Head 1 of layer 2, cross: “昨” receives 0.90 from “in”, 0.20 from “bought”"
    )


def test_what_would_be_zero_is_not_named():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.996, r4c2=0.004))
    assert said(shown, QUERY).endswith("attends 1.00 to “昨”")
    faint = focus(zeros(ROWS, COLUMNS, r4c1=0.004, r4c2=0.003))
    assert said(faint, QUERY).endswith("attends 0.00 to “昨”")


def test_of_several_heads_each_weight_says_whose_it_is():
    shown = with_heads(0, 2, h0r4c1=0.5, h2r4c3=0.9)
    assert said(shown, QUERY) == (
        "Heads 1 and 3 of layer 2, cross: “book” → “in” attends 0.90 to “在” (head 3),"
        " 0.50 to “昨” (head 1)"
    )
    assert said(shown, KEY).endswith("“昨” receives 0.50 from “book” → “in” (head 1)")


def test_who_has_no_links_says_so():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9))
    assert said(shown, LinkEnd("query", 3)).endswith("“a” → “book” attends to nothing")
    assert said(shown, LinkEnd("key", 3)).endswith("nothing attends to “在”")


def test_where_nothing_differs_says_so_and_not_that_nothing_is_attended_to():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.9))
    shown = dataclasses.replace(shown, compared=shown.trace)
    assert said(shown, LinkEnd("query", 3)) == (
        "No difference yet: up to this row both branches have the same input tokens"
    )
    assert said(shown, LinkEnd("key", 3)).endswith("“在” is the same as in the comparison")


def test_what_is_not_decoded_says_so():
    shown = focus(kind="decoder", decoded_rows=4, decoded_columns=4)
    assert said(shown, LinkEnd("query", 4)) == "“book” → “in” is not decoded yet"
    assert said(shown, LinkEnd("key", 4)) == "“book” is not decoded yet"


def test_masked_keys_are_not_named():
    shown = focus(kind="decoder")
    assert said(shown, LinkEnd("query", 0)).endswith("attends 1.00 to “<s>”")


def test_differences_have_signs():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.31, r4c2=-0.2))
    shown = dataclasses.replace(shown, compared=shown.trace)
    assert said(shown, QUERY).endswith(
        "difference from the comparison: “book” → “in”, +0.31 to “昨”, −0.20 to “天”"
    )
    assert layer_names(shown) == ("less than in the comparison", "more than in the comparison")


@pytest.mark.parametrize(
    ("fields", "heads"),
    [
        ({}, "head 1 of layer 2"),
        ({"heads": (0, 2)}, "heads 1 and 3 of layer 2"),
        ({"heads": (0, 1, 2)}, "all 3 heads of layer 2"),
        ({"heads": (0, 2), "combination": "mean"}, "mean over heads 1 and 3 of layer 2"),
        ({"heads": (0, 1, 2), "combination": "mean"}, "mean over all heads of layer 2"),
        ({"combination": "rollout"}, "rollout up to layer 2"),
    ],
)
def test_it_is_said_what_of_the_heads_is_shown(fields, heads):
    assert heads_of_layer(focus(**fields)) == heads


def test_the_title_names_several_heads():
    assert focus_title(focus(heads=(0, 2)), each=True) == "Cross · layer 2 · heads 1 and 3"
    assert focus_title(focus(), each=True) == "Cross · layer 2 · head 1"
    assert layer_names(focus(heads=(0, 2))) == ("head 1", "head 3")
    assert layer_names(focus()) == ()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("labels", ["both", "fed", "predicted"])
def test_titles_of_the_sides_are_the_words_of_the_axes(kind, labels):
    """What stands in brackets there: source, fed in, predicted; queries first."""
    queries, keys = side_titles(kind, labels)
    of_row, of_column = axes_sentence(kind, labels).split(" attends to ")
    inside = of_row.split("(")[1]
    assert queries.rstrip(")").endswith(inside.rstrip(")"))
    assert keys.replace(" (", ", ").rstrip(")") == of_column.split("(")[1].rstrip(")")


def test_what_is_left_out_is_said():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5, r4c2=0.3, r4c3=0.2), mass=0.5)
    expected = "strongest 50% of each row; 2 weaker links hidden"
    assert mass_text(shown, links_of(shown)) == expected
    every = dataclasses.replace(shown, mass=1.0)
    assert mass_text(every, links_of(every)) == "all links"
    assert most_text(2000) == "only the 2,000 strongest in view are drawn"


def test_everything_is_translated(qapp):
    with marked_language():
        shown = focus(heads=(0, 2))
        texts = (
            end_sentence(shown, QUERY),
            end_sentence(shown, KEY),
            focus_title(shown, each=True),
            mass_text(shown, links_of(shown)),
            links_hint(),
            *side_titles("cross", "both"),
        )
        assert all(text.startswith("«") for text in texts)


def aligned(gold=None, **fields):
    links = frozenset({(0, 0), (2, 1)})
    return focus(alignment=WordAlignment("predicted", (links,), gold), **fields)


GOLD = GoldLinks(frozenset({(0, 0)}), frozenset({(0, 0), (3, 1)}))


def test_an_alignment_has_its_links_then_sure_and_possible_right_ones_all_drawn_alike():
    every = links_of(aligned(GOLD)).every()
    assert cells(every) == {(0, 0, 0), (0, 1, 2), (1, 0, 0), (2, 1, 3)}
    assert every.even
    assert set(every.weights[every.layers > 0].tolist()) == {0}
    assert cells(links_of(aligned(GOLD, decoded_rows=1)).every()) == {(0, 0, 0), (1, 0, 0)}
    assert cells(links_of(aligned()).every()) == {(0, 0, 0), (0, 1, 2)}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_right_links_are_dashed_in_the_colour_of_text_and_the_legend_names_them(theme):
    own, sure, possible = strokes_of(aligned(GOLD), theme)
    assert (own.dashes, own.colour) == ((), theme.kind_colour("cross"))
    assert {sure.colour, possible.colour} == {theme.text}
    assert len({own.dashes, sure.dashes, possible.dashes}) == 3, "told apart in grey print, too"
    assert layer_names(aligned(GOLD)) == (
        *("links of the attention", "right links (gold)", "possible links (gold)"),
    )
    assert layer_names(aligned()) == ()
    several = dataclasses.replace(aligned(GOLD), heads=(0, 2))
    assert layer_names(several)[:2] == ("head 1", "head 3")


def test_an_alignment_says_the_words_of_both_and_what_a_link_is():
    shown = aligned(GOLD)
    assert "the row that predicts it" in mass_text(shown, links_of(shown))
    start = f"{plain(heads_of_layer(shown)).capitalize()}, cross: "
    first, second = (plain(end_sentence(shown, LinkEnd("query", row))) for row in (0, 1))
    assert first.startswith(start)
    assert f"is linked to “{ZH[0]}”" in first
    assert second.endswith(f"is linked to “{ZH[2]}” (gold: “{ZH[3]}”)")
    assert plain(end_sentence(shown, LinkEnd("key", 4))).endswith(
        "linked to nothing (gold: nothing)"
    )
    assert "gold" not in end_sentence(aligned(), LinkEnd("query", 0))
