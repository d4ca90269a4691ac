import pytest

from tests.viz_app.painted import EN, THEMES, ZH, focus, painted
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.painting.head_painter import paint_head
from viz_app.panels.attention.views.links_view import LinksView
from viz_app.panels.attention.views.text_view import TextView

LIGHT = THEMES["light"]


def picture(snapshot, view, **size):
    image, _ = painted(lambda p, rect: paint_head(p, rect, snapshot, LIGHT, view=view), **size)
    return image


@pytest.mark.parametrize(("view", "widget"), [("links", LinksView), ("text", TextView)])
@pytest.mark.parametrize("step", [0, 10])
def test_it_is_what_the_view_shows(qtbot, view, widget, step):
    snapshot = focus(marked_row=step, decoded_rows=step + 1)
    shown = widget(LIGHT, AttentionIntents())
    qtbot.addWidget(shown)
    shown.resize(700, 500)
    shown.set_snapshot(snapshot)
    wanted, _ = painted(shown.paint_picture, width=700, height=500, theme=LIGHT)
    assert picture(snapshot, view, width=700, height=500) == wanted


@pytest.mark.parametrize("view", ["grid", "focus", "links", "text"])
def test_another_step_is_another_picture(view):
    first, last = (
        picture(focus(marked_row=step, decoded_rows=step + 1), view) for step in (0, len(EN) - 1)
    )
    assert first != last


@pytest.mark.parametrize("view", ["grid", "focus", "links", "text"])
def test_without_rows_there_is_no_row_to_go_to(view):
    nothing = focus(target=(), source=ZH)
    assert not picture(nothing, view).isNull()
