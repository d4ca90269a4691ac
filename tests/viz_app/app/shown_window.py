"""What a window shows in a test, put there without a model behind it."""

from PySide6.QtWidgets import QApplication

from tests.viz_app.states import SOURCE, shown, trace_of
from viz_app.app.header_snapshot import resolve_header
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.timeline.room import resolve_timeline
from viz_app.workbench.state import AttentionOptions

OPTIONS = {
    "grid": AttentionOptions(),
    "focus": AttentionOptions(view="focus"),
    "links": AttentionOptions(view="links", combination="mean"),
    "text side by side": AttentionOptions(view="text", side_by_side=True),
}
LONG = ("the", "model", "said", "more", "than", "it", "had", "been", "asked", "to", "say", ".")


def show(window, options=None, target=LONG[:6], *, source=SOURCE, **fields):
    """A translation by 3 layers × 8 heads."""
    trace = trace_of((*target, "</s>"), source=source, layers=3, heads=8)
    state = shown(
        trace=trace.stopped("end of sentence"), attention=options or AttentionOptions(), **fields
    )
    show_state(window, state)


def show_state(window, state):
    window.header.set_snapshot(resolve_header(state))
    window.attention.set_snapshot(resolve_attention(state))
    window.timeline.set_snapshot(resolve_timeline(state))
    settle()


def settle():
    """Let all layouts follow each other."""
    for _ in range(4):
        QApplication.processEvents()
