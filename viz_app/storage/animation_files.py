"""Animations as GIF or MP4, encoded frame by frame in constant memory."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from model.files import filled_beside
from model.messages import UserError

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.filter import Graph
    from av.filter.context import FilterContext
    from av.packet import Packet
    from av.video.format import VideoFormat
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

Canvas = npt.NDArray[np.uint8]
"""``[height, width, 3]``: red, green, blue."""

SUFFIXES = (".gif", ".mp4")

SLOWEST, FASTEST = Fraction(1, 10), Fraction(50)
"""Frames per second. A GIF counts in 1/100 s; viewers show frames below 2/100 s for 10/100 s."""

FPS, SIZE = Fraction(2), (1280, 720)
"""Default speed and size."""

SMALLEST, LARGEST = (480, 320), (3840, 2160)
"""Width and height in pixels: where everything can still be read; what every player can show."""

HELD_SECONDS = 2
"""Seconds for which the last frame is shown before the loop restarts."""

MOST_SAMPLED = 8
"""Frames, evenly spread, that determine the colours of a GIF: one table, no flicker."""

_H264 = {"crf": "16", "preset": "medium", "tune": "zerolatency"}
"""Every picture is encoded when it comes: what is kept back would be encoded at the end in one go,
which for large pictures takes seconds in which nobody can stop it."""

_BT709, _LIMITED = 1, 1
"""Colour space of H.264: that of screens, in the range that every player expects."""


class AnimationError(UserError):
    """An animation that cannot be made as requested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimationFile:
    """Destination, size and speed of an animation.

    Attributes:
        path: its suffix determines the format.
        width, height: in pixels.
        fps: frames per second.
    """

    path: Path
    width: int = SIZE[0]
    height: int = SIZE[1]
    fps: Fraction = FPS

    @property
    def held(self) -> int:
        """Number of repetitions of the last frame."""
        return round(HELD_SECONDS * self.fps)

    def check(self) -> None:
        """Raise AnimationError for an unknown suffix, or a size or speed out of range."""
        if self.path.suffix.lower() not in SUFFIXES:
            raise AnimationError("{path} must end in .gif or .mp4.", path=self.path)
        if not SLOWEST <= self.fps <= FASTEST:
            raise AnimationError(
                "{fps} frames per second is out of range: choose 0.1 to 50.",
                fps=f"{float(self.fps):g}",
            )
        values = {"width": self.width, "height": self.height}
        sides = zip((self.width, self.height), SMALLEST, LARGEST, strict=True)
        if not all(least <= side <= most for side, least, most in sides):
            raise AnimationError(
                "{width}x{height} is too small or too large: choose 480x320 to 3840x2160.", **values
            )
        if self.path.suffix.lower() == ".mp4" and (self.width % 2 or self.height % 2):
            raise AnimationError(
                "{width}x{height} is not a valid MP4 size: width and height must be even.", **values
            )


def encoding_steps(
    file: AnimationFile, *, count: int, picture: Callable[[int], Canvas]
) -> Iterator[int]:
    """Write ``picture(0)`` to ``picture(count - 1)``; yields the number of finished frames.

    The file appears at the end, complete; if closed before, an existing one stays.

    Raises:
        AnimationError: as :meth:`AnimationFile.check`.
        WriteError: the folder is missing or read-only, or the disk is full.
    """
    file.check()
    encode = _gif_steps if file.path.suffix.lower() == ".gif" else _mp4_steps
    with filled_beside(file.path) as beside:
        yield from encode(str(beside.name), file, count=count, picture=picture)


def _mp4_steps(
    name: str, file: AnimationFile, *, count: int, picture: Callable[[int], Canvas]
) -> Iterator[int]:
    # H.264 in the profile that every browser plays; the index comes first, for the web.
    from av.video.reformatter import ColorRange, Colorspace, VideoReformatter

    reformatter = VideoReformatter()
    with _container(name, "mp4", movflags="+faststart") as container:
        stream = _stream(container, "libx264", "yuv420p", file)
        for index, pixels in _shown(file, count, picture):
            frame = reformatter.reformat(
                _frame(pixels, index, file),
                format="yuv420p",
                dst_colorspace=Colorspace.ITU709,
                src_color_range=ColorRange.JPEG,
                dst_color_range=ColorRange.MPEG,
            )
            container.mux(stream.encode(frame))
            yield min(index + 1, count)
        container.mux(stream.encode(None))


def _gif_steps(
    name: str, file: AnimationFile, *, count: int, picture: Callable[[int], Canvas]
) -> Iterator[int]:
    # One table of colours, an endless loop; only differences between frames are stored.
    table = yield from _table_steps(file, count=count, picture=picture)
    graph = _colouring(file, table)
    with _container(name, "gif", loop="0") as container:
        stream = _stream(container, "gif", "pal8", file)
        for index, pixels in _shown(file, count, picture):
            container.mux(_coloured(graph, stream, _frame(pixels, index, file)))
            yield min(index + 1, count)
        container.mux([*_coloured(graph, stream, None), *stream.encode(None)])


def _shown(
    file: AnimationFile, count: int, picture: Callable[[int], Canvas]
) -> Iterator[tuple[int, Canvas]]:
    """Every frame with its number; the last one is repeated while it is held."""
    for index in range(count):
        pixels = picture(index)
        yield index, pixels
    for held in range(file.held):
        yield count + held, pixels


@contextmanager
def _container(name: str, kind: str, **options: str) -> Iterator[OutputContainer]:
    # An unfinished file is closed without an error: it is removed anyway.
    import av

    container = av.open(name, "w", format=kind, options=options)
    try:
        yield container
    except BaseException:
        with suppress(OSError):
            container.close()
        raise
    container.close()


def _stream(
    container: OutputContainer, codec: str, pixel_format: str, file: AnimationFile
) -> VideoStream:
    # One thread: the bytes are the same on every machine, and other cores stay free.
    options = _H264 if codec == "libx264" else {}
    stream = cast("VideoStream", container.add_stream(codec, rate=file.fps, options=options))
    stream.width, stream.height, stream.pix_fmt = file.width, file.height, pixel_format
    context = stream.codec_context
    context.thread_count = 1
    if codec == "libx264":
        context.colorspace = context.color_primaries = context.color_trc = _BT709
        context.color_range = _LIMITED
    return stream


def _table_steps(
    file: AnimationFile, *, count: int, picture: Callable[[int], Canvas]
) -> Generator[int, None, VideoFrame]:
    """Compute the colours for a sample of frames; yields 0 for each of them."""
    from av.filter import Graph

    graph = Graph()
    graph.threads = 1
    source, sink = _source(graph, file), graph.add("buffersink")
    graph.link_nodes(source, graph.add("palettegen", reserve_transparent="0"), sink).configure()
    sampled = sorted({round(place) for place in np.linspace(0, count - 1, MOST_SAMPLED)})
    for number, index in enumerate(sampled):
        graph.vpush(_frame(picture(index), number, file))
        yield 0
    graph.vpush(None)
    return graph.vpull()


def _colouring(file: AnimationFile, table: VideoFrame) -> Graph:
    # Without dithering: cells are even areas.
    from av.filter import Graph

    graph = Graph()
    graph.threads = 1
    source, colours = _source(graph, file), _buffer(graph, file, table.format)
    mapping, sink = graph.add("paletteuse", dither="none"), graph.add("buffersink")
    source.link_to(mapping, 0, 0)
    colours.link_to(mapping, 0, 1)
    mapping.link_to(sink)
    graph.configure()
    table.pts, table.time_base = 0, 1 / file.fps
    graph.vpush(table, at=1)
    graph.vpush(None, at=1)
    return graph


def _source(graph: Graph, file: AnimationFile) -> FilterContext:
    from av.video.format import VideoFormat

    return _buffer(graph, file, VideoFormat("rgb24", file.width, file.height))


def _buffer(graph: Graph, file: AnimationFile, form: VideoFormat) -> FilterContext:
    return graph.add_buffer(
        width=form.width, height=form.height, format=form, time_base=1 / file.fps
    )


def _coloured(
    graph: Graph, stream: VideoStream, frame: VideoFrame | None
) -> list[Packet[VideoStream]]:
    """Packets that are ready after a frame, or (None) at the end: the graph may buffer some."""
    graph.vpush(frame, at=0)
    return [packet for ready in _pulled(graph) for packet in stream.encode(ready)]


def _pulled(graph: Graph) -> Iterator[VideoFrame]:
    from av import BlockingIOError, EOFError

    with suppress(BlockingIOError, EOFError):
        while True:
            yield graph.vpull()


def _frame(pixels: Canvas, index: int, file: AnimationFile) -> VideoFrame:
    from av.video.frame import VideoFrame

    frame = VideoFrame.from_ndarray(pixels, format="rgb24")
    frame.pts, frame.time_base = index, 1 / file.fps
    return frame
