"""Through the real window: a caption says what its picture shows, and of what it is."""

import pytest
from PySide6.QtCore import Qt

from tests.every import every
from tests.viz_app.app.take_along.tabs import SENTENCE, TABS
from tests.viz_app.application import press, settle
from tests.viz_app.recorded_runs import history, with_runs
from viz_app.app.app_state import room_slot
from viz_app.app.panels import TRAINING
from viz_app.app.picture_export import main_picture, picture_around, whole_view
from viz_app.workbench.changes.selection import option_picked, step_chosen

pytestmark = pytest.mark.window


@pytest.fixture
def said(window, exporter):
    """The parts of a picture's caption; by default those of the main one."""

    def parts(view=None):
        taken = main_picture(window) if view is None else picture_around(window, view)
        return exporter.caption(taken).split("  ·  ")

    return parts


def looked_at(qtbot, application, **options):
    for name, value in options.items():
        application.bench.apply(option_picked, name, value)
    settle(qtbot, application)


@every(
    ("heads", "phrase"),
    [
        ((), "head {head}"),
        (tuple(range(8)), "all 8 heads"),
        ((0, 2, 4), "heads 1, 3 and 5"),
        ((3,), "head 4"),
    ],
)
def test_links_say_whose_they_are(qtbot, application, window, said, heads, phrase):
    looked_at(qtbot, application, view="links", heads=heads)
    head = application.screen.now.selection.head + 1
    assert phrase.format(head=head) in said(window.attention.pictures.current())
    looked_at(qtbot, application, view="focus")
    assert f"head {head}" in said(window.attention.focus), "whatever was chosen"
    press(qtbot, window.timeline.slider, Qt.Key.Key_Home)
    assert said(window.timeline) == [*SENTENCE, "step 1 of 6"]


@pytest.mark.parametrize("view", ["mosaic", "focus"])
def test_what_was_merged_hidden_or_not_decoded_is_said(qtbot, application, window, said, view):
    view = getattr(window.attention, view)
    before = said(view)
    looked_at(qtbot, application, words=True, special="renormalised", scale="log")
    application.screen.apply(step_chosen, 0)
    settle(qtbot, application)
    new = [part for part in said(view) if part not in before]
    assert new == [
        "special tokens hidden, rows renormalised",
        "subwords merged",
        f"up to row 1 of {len(application.screen.now.trace.steps)}",
        "logarithmic scale",
    ]


@every(
    ("tab", "expected"),
    [
        ("embedding", [*SENTENCE, "Nearest tokens", "Source"]),
        ("forcing", [*SENTENCE, "Teacher forcing"]),
        ("positions", [*SENTENCE, "Positional encodings"]),
        ("scaling", ["Softmax of factor × q·k", "random vectors, seed 0", "d_k = 64"]),
        ("bleu", [*SENTENCE, "Matching n-grams", "n = 1", "reference: I have a cat."]),
        ("training", ["reverse-1"]),
        (
            "time_lapse",
            [
                *("reverse-1, update 40, epoch 4", "Cross attention", "all 2 × 2 heads"),
                *("linear scale", "coloured by kind", "a b c → c b a </s>"),
            ],
        ),
    ],
)
def test_a_caption_says_of_what_it_is(in_front, said, tab, expected):
    assert said(in_front(tab)) == expected


def test_a_table_of_any_size_is_of_no_model(qtbot, application, window, in_front, said):
    table = in_front("positions")
    size_of = window.tabs.page().panel.size_choice.size_of
    size_of.button("any").click()
    settle(qtbot, application)
    assert said(table) == ["Positional encodings", "d_model = 256"]
    size_of.button("model").click()
    settle(qtbot, application)
    assert said(table) == [*SENTENCE, "Positional encodings"]


def test_the_other_run_is_named(qtbot, application, in_front, said):
    both = history(layers=2, heads=2), history("copy-1", layers=2, heads=2)
    room_slot(application.store, TRAINING).apply(with_runs, *both, compared=True)
    charts = in_front("training").charts
    settle(qtbot, application)
    assert said(charts["loss"])[-1] == "compared with copy-1"


def test_captions_are_chinese_in_chinese(qtbot, application, window, in_front, exporter):
    application.preferences.pick("language", "zh_CN")
    known = {*SENTENCE, "reverse-1", "d_k = 64", "n = 1", "a b c → c b a </s>"}
    for tab in TABS:
        view = in_front(tab)
        settle(qtbot, application)
        own = exporter.caption(picture_around(window, view)).split("  ·  ")
        for part in {*own, *exporter.caption(whole_view(window)).split("  ·  ")} - known:
            assert any("\u4e00" <= char <= "\u9fff" for char in part), (tab, part)
