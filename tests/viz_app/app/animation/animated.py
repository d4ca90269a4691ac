"""Workbenches and runs to animate, and the words that a picture says."""

from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from tests.viz_app.painted import THEMES
from tests.viz_app.recorded_runs import history, with_runs
from tests.viz_app.states import summary, trace_of
from viz_app.app.animation.frame_painter import paint_frame
from viz_app.panels.training.state.training import TrainingState
from viz_app.workbench.room import Room
from viz_app.workbench.state.attention_options import AttentionOptions
from viz_app.workbench.state.selection import Selection
from viz_app.workbench.state.workbench import Workbench

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
    buffer = QBuffer()
    svg = QSvgGenerator()
    svg.setOutputDevice(buffer)
    svg.setViewBox(QRectF(0, 0, width, height))
    svg.setSize(QSize(width, height))
    with QPainter(svg) as painter:
        paint_frame(painter, QRectF(0, 0, width, height), frame, theme)
    root = ElementTree.fromstring(bytes(buffer.data()))
    return ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
