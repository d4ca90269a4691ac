"""Options of ``headlight render`` and ``headlight animate``."""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from model.traces.trace import KINDS, Kind
from viz_app.cli import arguments as given
from viz_app.cli.arguments import (
    VIEWS,
    PageLanguage,
    Translating,
    argument,
    counted,
    number,
    option,
    output,
    switch,
)
from viz_app.storage.animation_files import FPS, SIZE, SUFFIXES
from viz_app.storage.settings import ColourMap
from viz_app.workbench.state import AttentionOptions, Scale, View

Format = Literal["png", "svg", "pdf"]
PictureTheme = Literal["light", "dark"]

DEFAULT_RATIO, MOST_RATIO = 2, 8

_ONE_HEAD = ("layer", "head", "step")
_OF_ATTENTION = (*_ONE_HEAD, "view", "scale", "map", "words")
_GROUP = "attention, as in the window"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How pictures look.

    Attributes:
        attention: the window's options.
        head: layer and head, from 0; None = the one that the window would show first.
        step: whose row is marked, from 0; None = the one that the window would mark first.
        captioned: whether there is a caption below a picture.
        ratio: pixels of a PNG for one px.
    """

    theme: PictureTheme = "light"
    language: PageLanguage = "en"
    attention: AttentionOptions = field(default_factory=AttentionOptions)
    head: tuple[int, int] | None = None
    step: int | None = None
    captioned: bool = True
    ratio: int = DEFAULT_RATIO


_scaling = partial(option, "colour scale (default: linear)", group=_GROUP)
_colouring = partial(option, "colour map (default: the colour of the kind)", group=_GROUP)
_words = partial(switch, "merge the subwords of a word into one row", group=_GROUP)
_theme = partial(option, default="light")
_language = partial(
    option, "language of titles and captions (default: en)", flags=("--lang",), default="en"
)
_layer_or_head = partial(
    counted, "numbered from 1; give both or none (default: the best-aligned head)", group=_GROUP
)


@dataclass(frozen=True, kw_only=True)
class Pictures(Translating):
    """What both commands have; their help shows it where each of them declares it."""

    view: View | None = None
    layer: int | None = None
    head: int | None = None
    scale: Scale | None = _scaling()
    map: ColourMap | None = _colouring()
    words: bool = _words()
    theme: PictureTheme = _theme()
    language: PageLanguage = _language()

    @property
    def place(self) -> tuple[int, int] | None:
        """Layer and head, from 0; None if not given."""
        return None if self.layer is None or self.head is None else (self.layer - 1, self.head - 1)

    def attention(self, otherwise: View) -> AttentionOptions:
        """In the window's terms; ``otherwise``: the view if none was given."""
        default = AttentionOptions()
        return AttentionOptions(
            view=self.view or otherwise,
            words=self.words,
            scale=self.scale or default.scale,
            colour_map=self.map or default.colour_map,
        )

    def wrong(self) -> str | None:
        if (self.layer is None) != (self.head is None):
            return "--layer and --head must be given together"
        return None


@dataclass(frozen=True, kw_only=True)
class RenderOptions(Pictures):
    """Options of ``headlight render``."""

    run = "render.render_sentence"
    sentence: str = argument("SENTENCE")
    output: Path = output(
        "DIR|FILE", "folder for all pictures, or file for one picture (.png, .svg or .pdf)"
    )
    views: tuple[str, ...] = option(
        f"pictures to draw: {','.join(VIEWS)} (default: all)", "NAME,…", given.view_list, default=()
    )
    kind: Kind | None = option("kind of attention (default: all; for a single file: cross)")
    view: View | None = option(
        "view of the heads (default: grid; with --layer, --head or --step: focus)", group=_GROUP
    )
    layer: int | None = counted("layer of the head, from 1", group=_GROUP)
    head: int | None = counted("head, from 1 (default: the best-aligned head)", group=_GROUP)
    step: int | None = counted(
        "step whose row is marked, from 1 (default: the first real word)", group=_GROUP
    )
    scale: Scale | None = _scaling()
    map: ColourMap | None = _colouring()
    words: bool = _words()
    theme: PictureTheme = _theme()
    language: PageLanguage = _language()
    caption: bool = switch("write a caption below each picture (default: yes)", default=True)
    format: Format | None = option("format of pictures in a folder (default: png)")
    ratio: int | None = number(
        f"PNG pixels per screen pixel, up to {MOST_RATIO} (default: {DEFAULT_RATIO})",
        largest=MOST_RATIO,
    )

    @property
    def chosen_views(self) -> tuple[str, ...]:
        # An option for attention selects the views of attention alone.
        if self.views or self.kind:
            return self.views or (str(self.kind),)
        if self.file is not None:
            return ("cross",)
        return KINDS if self._asked(_OF_ATTENTION) else VIEWS

    @property
    def file(self) -> Path | None:
        """The path of a single file; None = a folder was given."""
        suffix = self.output.suffix.lower().removeprefix(".")
        return self.output if suffix in get_args(Format) and not self.output.is_dir() else None

    @property
    def suffix(self) -> str:
        """Without its dot."""
        if self.file is None:
            return self.format or "png"
        return self.file.suffix.lower().removeprefix(".")

    @property
    def look(self) -> Look:
        return Look(
            theme=self.theme,
            language=self.language,
            attention=self.attention("focus" if self._asked(_ONE_HEAD) else "grid"),
            head=self.place,
            step=None if self.step is None else self.step - 1,
            captioned=self.caption,
            ratio=self.ratio or DEFAULT_RATIO,
        )

    def wrong(self) -> str | None:
        asked, views = self._asked(_OF_ATTENTION), self.chosen_views
        others = [view for view in views if view not in KINDS]
        if self.kind and self.views:
            return "--kind and --views cannot be combined"
        if self.step is not None and "encoder" in views and not {"decoder", "cross"} & {*views}:
            return "--step applies to decoder and cross only; the encoder has no steps"
        if asked and len(others) == len(views):
            return f"{asked[0]} applies to attention only, not to {' and '.join(others)}"
        return super().wrong() or self._wrong_view() or self._wrong_file()

    def _asked(self, names: Sequence[str]) -> list[str]:
        """The flags that were given."""
        return [f"--{name}" for name in names if getattr(self, name) not in {None, False}]

    def _wrong_view(self) -> str | None:
        heads = self._asked(_ONE_HEAD)
        if heads and self.view == "grid":
            return f"{heads[0]} cannot be combined with --view grid, which shows all heads"
        if self.map is not None and self.view == "links":
            return "--map cannot be combined with --view links"
        return None

    def _wrong_file(self) -> str | None:
        path, file, count = self.output, self.file, len(self.chosen_views)
        kind, _ = mimetypes.guess_type(path.name)
        if file is None and (kind or "").startswith(("image/", "video/")) and not path.is_dir():
            return f"{path} must end in .png, .svg or .pdf, or be a folder"
        if file is not None and count > 1:
            return f"{path} can hold only one picture, but {count} were requested; give a folder"
        if file is not None and self.format not in {None, self.suffix}:
            return f"--format {self.format} does not match {path}"
        if self.ratio is not None and self.suffix != "png":
            return f"--ratio applies to PNG only; {self.suffix.upper()} has no pixels"
        return None


@dataclass(frozen=True, kw_only=True)
class AnimateOptions(Pictures):
    """Options of ``headlight animate``."""

    run = "render.animate"
    subject: str = argument(
        "SENTENCE|RUN", "name or folder of a run; anything else is taken as a sentence"
    )
    is_run: bool = switch("treat the argument as a run, not as a sentence", flags=("--run",))
    output: Path = output(
        "FILE",
        f"output file ({' or '.join(SUFFIXES)}); an existing file is overwritten",
        given.animation_path,
    )
    kind: Kind = option("kind (default: cross)", group=_GROUP, default="cross")
    layer: int | None = _layer_or_head()
    head: int | None = _layer_or_head()
    view: View | None = option("all heads, or one head (default: grid)", group=_GROUP)
    scale: Scale | None = _scaling()
    map: ColourMap | None = _colouring()
    words: bool = _words()
    probe: int | None = counted("number of the recorded sentence of the run, from 1 (default: 1)")
    fps: Fraction = option(f"frames per second (default: {FPS})", read=given.fps, default=FPS)
    size: tuple[int, int] = option(
        f"size in pixels (default: {SIZE[0]}x{SIZE[1]})", "WxH", given.picture_size, default=SIZE
    )
