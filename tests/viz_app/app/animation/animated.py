"""Workbenches and runs to animate, and the words that a picture says."""

from tests.viz_app.painted import THEMES, svg_texts
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import summary, trace_of
from viz_app.app.animation import paint_frame
from viz_app.panels.training.state import TrainingState
from viz_app.workbench.room import Room
from viz_app.workbench.state import AttentionOptions, Selection, Workbench

LONG = (*(f"word{index}" for index in range(39)), "</s>")


def bench_of(trace=None, *, view="grid", kind="cross", **options):
    """A workbench that looks at the second layer's first head."""
    return Workbench(
        model=summary("zh-en"),
        trace=trace or trace_of(),
        selection=Selection(kind=kind, layer=1, head=0),
        attention=AttentionOptions(view=view, **options),
    )


def run_room(*histories, bench=None, **fields):
    """The room of training with these runs, the first on show."""
    room = Room(TrainingState(), bench or Workbench(attention=AttentionOptions()))
    return with_runs(room, *(histories or (history(**fields),)))


def words_of(frame, *, width=1280, height=720, theme=THEMES["light"]):
    """Everything that is written, read back from an SVG."""
    return svg_texts(
        lambda painter, rect: paint_frame(painter, rect, frame, theme), width=width, height=height
    )
