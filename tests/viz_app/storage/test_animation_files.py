"""Animations are read back with the library that wrote them, picture by picture."""

import base64
import itertools
import sys
import weakref
from contextlib import contextmanager
from fractions import Fraction

import av
import numpy as np
import pytest

from model.files import WriteError
from viz_app.storage.animation_files import (
    HELD_SECONDS,
    AnimationError,
    AnimationFile,
    encoding_steps,
)

if sys.platform != "win32":
    import resource

WIDTH, HEIGHT = 480, 320
GREEN, ORANGE, GROUND = (11, 110, 79), (179, 71, 0), (246, 246, 243)


def picture(index):
    """A ramp to green, and an orange box that moves."""
    canvas = np.full((HEIGHT, WIDTH, 3), GROUND, dtype=np.uint8)
    canvas[40:140, 40:440] = np.linspace((255, 255, 255), GREEN, 400).astype(np.uint8)
    canvas[200:240, 40 * index : 40 * index + 40] = ORANGE
    return canvas


def film(path, **fields):
    return AnimationFile(path=path, **{"width": WIDTH, "height": HEIGHT, **fields})


def written(path, *, count=5, **fields):
    """The file, and what writing it reported."""
    file = film(path, **fields)
    return file, list(encoding_steps(file, count=count, picture=picture))


def read(path):
    """All pictures, the time at which each is shown, and the whole duration."""
    with av.open(str(path)) as container:
        frames = list(container.decode(video=0))
        seconds = container.duration / av.time_base
    pictures = [frame.to_ndarray(format="rgb24").astype(int) for frame in frames]
    return pictures, [float(frame.pts * frame.time_base) for frame in frames], seconds


each_kind = pytest.mark.parametrize("suffix", [".gif", ".mp4"])


@each_kind
@pytest.mark.parametrize("fps", [Fraction(2), Fraction(1, 2), Fraction(7, 3), Fraction(25)])
def test_every_picture_is_shown_for_as_long_as_the_speed_says(tmp_path, suffix, fps):
    file, _ = written(tmp_path / f"a{suffix}", fps=fps)
    pictures, times, seconds = read(file.path)
    held = round(HELD_SECONDS * fps)
    assert len(pictures) == 5 + held
    assert seconds == pytest.approx((5 + held) / fps, abs=0.011)  # a GIF counts in 1/100 s
    assert times == pytest.approx([index / fps for index in range(5 + held)], abs=0.011)


@each_kind
def test_the_colours_are_those_that_were_painted(tmp_path, suffix):
    file, _ = written(tmp_path / f"a{suffix}")
    pictures, *_ = read(file.path)
    for index, shown in enumerate(pictures):
        wanted = picture(min(index, 4)).astype(int)
        error = np.abs(shown - wanted)
        assert error.mean() < 1.5
        assert error.max() <= (4 if suffix == ".gif" else 40)  # H.264 has colours of 2 × 2 pixels
        for place in ((10, 10), (90, 42), (90, 430), (220, 40 * min(index, 4) + 20)):
            assert error[place].max() <= 4


def test_an_mp4_is_one_that_browsers_play(tmp_path):
    file, _ = written(tmp_path / "a.mp4")
    with av.open(str(file.path)) as container:
        stream = container.streams.video[0]
        context = stream.codec_context
        assert (context.name, context.pix_fmt) == ("h264", "yuv420p")
        bt709, limited = 1, 1
        tags = (context.colorspace, context.color_primaries, context.color_trc)
        assert (*tags, context.color_range) == (bt709, bt709, bt709, limited)
        assert stream.average_rate == file.fps
    data = file.path.read_bytes()
    assert 0 < data.index(b"moov") < data.index(b"mdat")


def test_a_gif_begins_again_and_has_one_table_of_colours(tmp_path):
    file, _ = written(tmp_path / "a.gif")
    data = file.path.read_bytes()
    loop = data.index(b"NETSCAPE2.0") + len(b"NETSCAPE2.0")
    assert data[loop : loop + 4] == b"\x03\x01\x00\x00"  # for ever
    assert data[10] & 0x80
    pictures, *_ = read(file.path)
    assert len({tuple(shown[10, 10]) for shown in pictures}) == 1


@each_kind
def test_the_same_pictures_are_the_same_bytes_and_progress_rises_to_their_number(tmp_path, suffix):
    one, reports = written(tmp_path / f"a{suffix}")
    other, _ = written(tmp_path / f"b{suffix}")
    assert one.path.read_bytes() == other.path.read_bytes()
    assert reports == sorted(reports)
    assert set(reports) >= {1, 2, 3, 4, 5}
    assert reports[-1] == 5
    single, _ = written(tmp_path / f"c{suffix}", count=1)
    assert len(read(single.path)[0]) == 1 + single.held


@each_kind
def test_a_long_animation_is_never_in_memory(tmp_path, suffix):
    alive, most = weakref.WeakSet(), 0

    class Canvas(np.ndarray):
        """One that can be counted, which arrays themselves cannot."""

        __hash__ = object.__hash__

    def counted(index):
        nonlocal most
        canvas = picture(index % 10).view(Canvas)
        alive.add(canvas)
        most = max(most, len(alive))
        return canvas

    for _ in encoding_steps(film(tmp_path / f"a{suffix}"), count=60, picture=counted):
        pass
    assert most <= 3


@each_kind
def test_no_picture_is_kept_back_to_be_encoded_at_the_end(tmp_path, suffix):
    noise = np.random.default_rng(0).integers(0, 256, (6, HEIGHT, WIDTH, 3), dtype=np.uint8)
    steps = encoding_steps(film(tmp_path / f"a{suffix}"), count=6, picture=lambda at: noise[at])
    next(done for done in steps if done == 6)
    (part,) = tmp_path.iterdir()
    written_by_now = part.stat().st_size
    steps.close()
    assert written_by_now > 3 * WIDTH * HEIGHT  # noise has a byte a pixel, whatever encodes it


def test_what_nobody_can_play_or_read_is_a_sentence(tmp_path):
    for name, fields, why in (
        ("a.avi", {}, r"a\.avi must end in \.gif or \.mp4\."),
        ("a", {}, r"a must end in \.gif or \.mp4\."),
        ("a.gif", {"fps": Fraction(0)}, "^0 frames per second is out of range"),
        ("a.gif", {"fps": Fraction(-1)}, "^-1 frames per second is out of range"),
        ("a.mp4", {"fps": Fraction(51)}, "^51 frames per second is out of range"),
        ("a.gif", {"width": 479}, "^479x320 is too small or too large"),
        ("a.gif", {"height": 2161}, "^480x2161 is too small or too large"),
        ("a.mp4", {"width": 481}, "^481x320 is not a valid MP4 size: width and height must be"),
    ):
        with pytest.raises(AnimationError, match=why):
            written(tmp_path / name, **fields)
    assert not list(tmp_path.iterdir())


def test_a_gif_may_have_an_odd_size(tmp_path):
    canvas = np.zeros((321, 481, 3), dtype=np.uint8)
    file = film(tmp_path / "a.GIF", width=481, height=321)
    list(encoding_steps(file, count=2, picture=lambda _: canvas))
    assert read(file.path)[0][0].shape == canvas.shape


@each_kind
@pytest.mark.parametrize("steps", [1, 3, 8])
def test_giving_up_leaves_what_was_there(tmp_path, suffix, steps):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"old")
    encoding = encoding_steps(film(path), count=10, picture=picture)
    assert len(list(itertools.islice(encoding, steps))) == steps
    encoding.close()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"old"


@each_kind
def test_an_error_in_a_picture_leaves_what_was_there(tmp_path, suffix):
    def broken(index):
        raise ZeroDivisionError(index)

    with pytest.raises(ZeroDivisionError):
        list(encoding_steps(film(tmp_path / f"a{suffix}"), count=3, picture=broken))
    assert not list(tmp_path.iterdir())


@contextmanager
def files_no_larger_than(size):
    """The system refuses more, as where a disk is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
@each_kind
@pytest.mark.parametrize("size", [0, 500, 3000])
def test_a_full_disk_is_a_sentence(tmp_path, suffix, size):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"old")
    said = "cannot be written: File too large"
    with pytest.raises(WriteError, match=said), files_no_larger_than(size):
        written(path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
@each_kind
def test_giving_up_on_a_full_disk_is_no_error(tmp_path, suffix):
    encoding = encoding_steps(film(tmp_path / f"a{suffix}"), count=10, picture=picture)
    next(encoding)
    with files_no_larger_than(0):
        encoding.close()
    assert not list(tmp_path.iterdir())


@each_kind
def test_a_folder_that_takes_no_files_is_a_sentence(readonly_folder, tmp_path, suffix):
    for folder in (readonly_folder, tmp_path / "missing"):
        with pytest.raises(WriteError, match=r"cannot be written: .*\. Choose another folder\."):
            written(folder / f"a{suffix}")


# ------------------------------------------------------------------------------ in a browser

PLAYER = """
(async () => {
  const video = document.querySelector("video");
  const seen = [];
  await new Promise((done, failed) => {
    video.onloadeddata = done;
    video.onerror = () => failed(new Error(video.error.message));
    video.load();
  });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const pen = canvas.getContext("2d");
  for (let index = 0; index < 5; index += 1) {
    await new Promise((done) => { video.onseeked = done; video.currentTime = index / 2 + 0.25; });
    pen.drawImage(video, 0, 0);
    seen.push([...pen.getImageData(40 * index + 20, 220, 1, 1).data].slice(0, 3));
  }
  return [video.videoWidth, video.videoHeight, video.duration, seen];
})()
"""


def test_a_browser_plays_an_mp4_in_its_colours(browser, tmp_path):
    file, _ = written(tmp_path / "a.mp4")
    packed = base64.b64encode(file.path.read_bytes()).decode()
    page = tmp_path / "page.html"
    page.write_text(f'<video muted src="data:video/mp4;base64,{packed}"></video>')
    browser.open(page)
    width, height, seconds, seen = browser.run(PLAYER)
    assert (width, height, seconds) == (WIDTH, HEIGHT, (5 + file.held) / 2)
    assert np.abs(np.array(seen) - ORANGE).max() <= 4
