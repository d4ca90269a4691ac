import numpy as np
import pytest

from model.traces.trace import KINDS
from tests.viz_app.painted import EN, ZH, focus, zeros
from tests.viz_app.probes import marked_language
from tests.viz_app.states import trace_of
from viz_app.texts import sentences
from viz_app.texts.sentences import (
    axes_sentence,
    cell_sentence,
    focus_sentence,
    head_title,
    heads_phrase,
    keys_sentence,
    kind_explanation,
    legend_entries,
    picture_sentence,
    row_text,
    strip_caption,
)
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
IN = "Having read “book”, before choosing “in”: "


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


def test_a_cell_has_value_tokens_and_place_or_says_why_it_has_none():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.54213), layer=1, head=0)
    assert plain(cell_sentence(shown, Cell(4, 1))) == (
        "0.5421 · “book” → “in” attends to “昨” · cross, layer 2, head 1"
    )
    shown = focus(kind="decoder")
    sentence = plain(cell_sentence(shown, Cell(1, 3)))
    assert sentence.startswith("masked: “I” → “bought” may not attend to “a” · decoder self")
    assert plain(cell_sentence(focus(decoded_rows=4), Cell(4, 0))).endswith("is not decoded yet")


@pytest.mark.parametrize(
    ("labels", "row"), [("both", "“book” → “in”"), ("fed", "“book”"), ("predicted", "“in”")]
)
def test_rows_are_named_as_the_switch_says(labels, row):
    assert plain(row_text(RowLabel("book", "in"), labels)) == row
    shown = focus(zeros(ROWS, COLUMNS), row_labels=labels)
    assert f"· {row} attends" in plain(cell_sentence(shown, Cell(4, 1)))


def test_weights_that_are_not_numbers_are_said_to_be_none():
    shown = focus(zeros(ROWS, COLUMNS, r4c1=np.nan, r4c2=0.5), layer=1, head=0)
    assert plain(cell_sentence(shown, Cell(4, 1))) == (
        "not a number · “book” → “in” attends to “昨” · cross, layer 2, head 1"
    )
    assert legend_entries(shown) == [("masked", "masked or NaN")]
    assert sentences.best_keys(shown, 4, count=1) == [2]
    shown = focus(np.full((ROWS, COLUMNS), np.nan, np.float32), cell=None)
    assert focus_sentence(shown) == keys_sentence(shown) == "The weights of this row are NaN"


def test_the_best_two_keys_are_named_unless_they_are_hardly_there():
    weights = zeros(ROWS, COLUMNS, r4c1=0.54, r4c3=0.42, r4c4=0.04, r0c0=1.0)
    assert plain(focus_sentence(focus(weights, marked_row=4))) == (
        f"{IN}layer 2 head 1 looks mostly at “昨” (54 %), then at “在” (42 %)"
    )
    weights = zeros(ROWS, COLUMNS, r4c1=0.98, r4c3=0.02)
    sentence = plain(focus_sentence(focus(weights, marked_row=4)))
    assert sentence == f"{IN}layer 2 head 1 looks mostly at “昨” (98 %)"
    weights = zeros(ROWS, COLUMNS, r4c1=0.31, r4c3=0.24, r4c4=0.2, r4c5=0.25)
    assert plain(focus_sentence(focus(weights, marked_row=4))) == (
        f"{IN}layer 2 head 1 looks most at “昨” (31 %), then at “店” (25 %)"
    )


def test_focus_sentence_of_the_encoder_follows_the_cursor():
    weights = zeros(COLUMNS, COLUMNS, r0c5=1.0, r2c3=0.7, r2c4=0.3)
    shown = focus(weights, kind="encoder")
    assert (
        plain(focus_sentence(shown))
        == "While reading “我”, layer 2 head 1 looks mostly at “店” (100 %)"
    )
    shown = focus(weights, kind="encoder", cell=Cell(2, 0))
    assert plain(focus_sentence(shown)) == (
        "While reading “天”, layer 2 head 1 looks mostly at “在” (70 %), then at “书” (30 %)"
    )


def test_masked_keys_are_never_named_and_without_rows_there_is_no_sentence():
    weights = np.zeros((ROWS, ROWS), dtype=np.float32)
    assert "“<s>”" in plain(focus_sentence(focus(weights, kind="decoder", marked_row=0)))
    shown = focus(kind="cross", target=())
    assert focus_sentence(shown) == ""
    assert shown.query_row is None
    shown = focus(kind="decoder", marked_row=0)
    assert plain(keys_sentence(shown)).endswith("“<s>” → “I” attends 1.00 to “<s>”")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_that_rows_attend_to_columns(kind):
    assert "attends to column" in axes_sentence(kind, "both")
    assert "attend to" in kind_explanation(kind)


def test_axes_legend_and_caption_of_the_strip():
    assert axes_sentence("cross", "both").startswith("row (input → predicted)")
    assert axes_sentence("decoder", "fed").startswith("row (input)")
    assert axes_sentence("decoder", "predicted") == (
        "row (predicted) attends to column (target, input)"
    )
    assert legend_entries(focus()) == []
    kinds = [swatch for swatch, _ in legend_entries(focus(kind="decoder", decoded_rows=4))]
    assert kinds == ["masked", "blank"]
    shown = focus(marked_row=4)
    assert plain(strip_caption(shown, 4)) == (
        "Where the model looks when predicting “in”  ·  mean over the heads of layer 2"
    )
    assert head_title("cross", layer=1, head=0) == "Cross · layer 2 · head 1"


def test_all_words_are_translated(qapp):
    shown = focus(marked_row=4)
    with marked_language():
        for text in (
            head_title("decoder", layer=0, head=0),
            axes_sentence("encoder", "both"),
            cell_sentence(shown, Cell(0, 0)),
            focus_sentence(shown),
            keys_sentence(shown),
            strip_caption(shown, 4),
        ):
            assert text.startswith("«")


def test_the_cursor_s_cell_stands_under_its_head(qapp):
    shown = focus(cell=Cell(4, 1), marked_row=4)
    assert picture_sentence(shown) == cell_sentence(shown, Cell(4, 1))
    shown = focus(marked_row=4)
    assert picture_sentence(shown) == focus_sentence(shown)


@pytest.mark.parametrize(
    ("fields", "phrase"),
    [
        ({"head": 1}, "head 2"),
        ({"head": 1, "heads": (0, 2)}, "head 2"),
        ({"combination": "mean", "heads": (0, 1, 2)}, "mean over all heads"),
        ({"combination": "mean", "heads": (0, 2)}, "mean over heads 1 and 3"),
        ({"combination": "mean", "heads": (2,)}, "head 3"),
        ({"combination": "max", "heads": (1, 2)}, "maximum over heads 2 and 3"),
        ({"combination": "rollout", "heads": (0, 1, 2)}, "attention rollout"),
    ],
)
def test_heads_are_named(fields, phrase):
    assert heads_phrase(focus(**fields)) == phrase


def test_several_heads_are_listed_and_their_cell_says_whose_weight_it_is():
    trace = trace_of(layers=1, heads=8)
    shown = focus(combination="mean", heads=(0, 2, 4, 7), trace=trace)
    assert heads_phrase(shown) == "mean over heads 1, 3, 5 and 8"
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.5), combination="max", heads=(0, 1, 2))
    assert plain(cell_sentence(shown, Cell(4, 1))).endswith(
        "attends to “昨” · cross, layer 2, maximum over all heads"
    )


@pytest.mark.parametrize(
    ("kind", "combination", "sentence"),
    [
        (
            "cross",
            "mean",
            (
                f"{IN}the mean over heads 1 and 2 of layer 2 "
                "looks mostly at “昨” (54 %), then at “在” (42 %)"
            ),
        ),
        (
            "cross",
            "max",
            f"{IN}the maximum over heads 1 and 2 of layer 2 "
            "has its largest weight on “昨” (54 %), then on “在” (42 %)",
        ),
        (
            "cross",
            "rollout",
            "By rollout, 54 % of the prediction of “in” comes from “昨” and 42 % from “在”",
        ),
        (
            "encoder",
            "mean",
            (
                "While reading “在”, the mean over heads 1 and 2 of layer 2 looks mostly at “昨” "
                "(54 %), then at “在” (42 %)"
            ),
        ),
        (
            "encoder",
            "max",
            "While reading “在”, the maximum over heads 1 and 2 of layer 2 has its largest"
            " weight on “昨” (54 %), then on “在” (42 %)",
        ),
        ("encoder", "rollout", "By rollout, 54 % of “在” comes from “昨” and 42 % from “在”"),
    ],
)
def test_where_heads_look_together(kind, combination, sentence):
    rows = COLUMNS if kind == "encoder" else ROWS
    row = 3 if kind == "encoder" else 4
    weights = zeros(rows, COLUMNS, **{f"r{row}c1": 0.54, f"r{row}c3": 0.42})
    shown = focus(weights, kind=kind, combination=combination, heads=(0, 1), marked_row=row)
    assert plain(focus_sentence(shown)) == sentence


@pytest.mark.parametrize("combination", ["mean", "max"])
@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("cross", f"{IN}layer 2 head 3 looks mostly at “昨” (54 %), then at “在” (42 %)"),
        ("decoder", f"{IN}layer 2 head 3 looks back mostly at “I” (54 %), then at “a” (42 %)"),
        (
            "encoder",
            "While reading “书”, layer 2 head 3 looks mostly at “昨” (54 %), then at “在” (42 %)",
        ),
    ],
)
def test_one_head_together_with_none_looks_by_itself(kind, combination, sentence):
    weights = {
        "cross": zeros(ROWS, COLUMNS, r4c1=0.54, r4c3=0.42),
        "decoder": zeros(ROWS, ROWS, r4c1=0.54, r4c3=0.42),
        "encoder": zeros(COLUMNS, COLUMNS, r4c1=0.54, r4c3=0.42),
    }[kind]
    shown = focus(weights, kind=kind, combination=combination, heads=(2,), marked_row=4)
    assert plain(focus_sentence(shown)) == sentence


def test_keys_sentence_names_three_keys_but_none_that_is_0():
    weights = zeros(ROWS, COLUMNS, r4c1=0.91, r4c3=0.04, r4c7=0.03, r4c8=0.02)
    shown = focus(weights, marked_row=4, head=2, row_labels="predicted")
    assert plain(keys_sentence(shown)) == (
        "head 3 of layer 2, cross: “in” attends 0.91 to “昨”, 0.04 to “在”, 0.03 to “了”"
    )
    shown = focus(zeros(ROWS, COLUMNS, r4c1=0.996, r4c3=0.004), marked_row=4)
    assert plain(keys_sentence(shown)).endswith("“book” → “in” attends 1.00 to “昨”")
    assert keys_sentence(focus(target=())) == ""


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0.25, "+0.2500 · “book” → “in” attends more to “昨” than in the comparison"),
        (-0.25, "−0.2500 · “book” → “in” attends less to “昨” than in the comparison"),
        (-0.00001, "0.0000 · “book” → “in” attends to “昨” as in the comparison"),
    ],
)
def test_a_cell_of_a_difference_has_a_sign(value, sentence):
    shown = focus(zeros(ROWS, COLUMNS, r4c1=value), compared=trace_of())
    said = plain(cell_sentence(shown, Cell(4, 1)))
    assert said == f"{sentence} · cross, layer 2, head 1"


def test_sentences_of_a_difference_name_what_differs_most():
    weights = zeros(ROWS, COLUMNS, r4c1=0.2, r4c3=-0.4, r4c4=0.19)
    shown = focus(weights, compared=trace_of(), marked_row=4, row_labels="predicted")
    assert plain(focus_sentence(shown)) == (
        "Having read “book”, relative to the comparison: weight −0.40 on “在” and +0.20 on “昨”"
    )
    assert plain(keys_sentence(shown)) == (
        "head 1 of layer 2, cross: relative to the comparison, “in” attends −0.40 to “在”, "
        "+0.20 to “昨”, +0.19 to “书”"
    )


def test_where_two_branches_do_not_differ_the_reason_is_said():
    other = trace_of(("I", "borrowed", "it"), source=ZH)
    same = zeros(ROWS, COLUMNS)
    before, after = (focus(same, compared=other, marked_row=row) for row in (1, 2))
    assert focus_sentence(before) == (
        "No difference yet: up to this row both branches have the same input tokens"
    )
    assert plain(focus_sentence(after)) == (
        "Having read “bought”, relative to the comparison: weight 0.00 on “我”"
    )
    moved = focus(zeros(ROWS, COLUMNS, r1c1=0.1), compared=other, marked_row=1)
    assert plain(focus_sentence(moved)).endswith("+0.10 on “昨”")
    ended = "The comparison has ended: it has no such step"
    shown = focus(compared=trace_of(("I", "bought")))
    assert focus_sentence(shown) == ended
    assert focus_sentence(focus()) != ended
    encoder = plain(focus_sentence(focus(kind="encoder", compared=trace_of())))
    assert encoder.startswith("“我”, relative to the comparison: weight ")
    with_cursor = focus(compared=trace_of(), cell=Cell(1, 1))
    assert "the comparison · cross" in picture_sentence(with_cursor)
    same = zeros(len(ZH), len(ZH))
    shown = focus(same, kind="encoder", compared=trace_of(source=ZH), marked_row=0)
    assert (
        focus_sentence(shown)
        == "Both branches have the same source, so encoder attention is the same"
    )


def test_a_row_of_two_branches_names_both():
    label = RowLabel("a", "cat / dog")
    assert plain(row_text(label, "both")) == "“a” → “cat / dog”"


@pytest.mark.parametrize(
    ("weight", "words"),
    [(0.0, "0 %"), (0.003, "<1 %"), (0.934, "93 %"), (0.997, ">99 %"), (1.0, "100 %")],
)
def test_a_share_is_nothing_or_all_only_where_it_is(weight, words):
    assert plain(sentences.share(weight)) == words


def test_no_blank_stands_after_a_chinese_full_stop():
    from viz_app.texts.sentences import one_after_another

    assert one_after_another(["分数不除以 √d_k。", "没有偏置。"]) == "分数不除以 √d_k。没有偏置。"
    assert one_after_another(["Not divided.", "No biases."]) == "Not divided. No biases."
