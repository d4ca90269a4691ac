"""Options of ``headlight render`` and ``headlight animate``."""

from __future__ import annotations

import argparse
import mimetypes
from argparse import Namespace
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from model.traces.trace import KINDS
from viz_app.cli import arguments as given
from viz_app.cli.arguments import VIEWS
from viz_app.storage.animation_files import FPS, SIZE, SUFFIXES
from viz_app.storage.settings import COLOUR_MAPS, Language
from viz_app.workbench.state import SCALES, AttentionOptions, View
from viz_app.workbench.state import VIEWS as LOOKS

# ---------------------------------------------------------------------------------- render options
# Options of ``headlight render``: pictures, appearance, destination.


FORMATS = ("png", "svg", "pdf")
DEFAULT_RATIO, MOST_RATIO = 2, 8

_ONE_HEAD = ("layer", "head", "step")
_OF_ATTENTION = (*_ONE_HEAD, "view", "scale", "map", "words")


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

    theme: Literal["light", "dark"] = "light"
    language: Language = "en"
    attention: AttentionOptions = field(default_factory=AttentionOptions)
    head: tuple[int, int] | None = None
    step: int | None = None
    captioned: bool = True
    ratio: int = DEFAULT_RATIO


def add_render_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("sentence", metavar="SENTENCE")
    command.add_argument(
        "-o",
        "--output",
        metavar="DIR|FILE",
        type=Path,
        required=True,
        help="folder for all pictures, or file for one picture (.png, .svg or .pdf)",
    )
    command.add_argument(
        "--views",
        type=given.view_list,
        metavar="NAME,…",
        help=f"pictures to draw: {','.join(VIEWS)} (default: all)",
    )
    command.add_argument(
        "--kind", choices=KINDS, help="kind of attention (default: all; for a single file: cross)"
    )
    _add_attention(command)
    command.add_argument("--theme", choices=("light", "dark"), default="light", dest="figure_theme")
    add_language(command)
    command.add_argument(
        "--caption",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="write a caption below each picture (default: yes)",
    )
    command.add_argument(
        "--format", choices=FORMATS, help="format of pictures in a folder (default: png)"
    )
    command.add_argument(
        "--ratio",
        type=partial(given.whole_number, smallest=1, largest=MOST_RATIO),
        metavar="N",
        help=f"PNG pixels per screen pixel, up to {MOST_RATIO} (default: {DEFAULT_RATIO})",
    )


def add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang",
        choices=given.LANGUAGES,
        default="en",
        dest="figure_language",
        help="language of titles and captions (default: en)",
    )


def _add_attention(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("attention, as in the window")
    group.add_argument(
        "--view",
        choices=LOOKS,
        help="view of the heads (default: grid; with --layer, --head or --step: focus)",
    )
    group.add_argument("--layer", type=given.counted, metavar="N", help="layer of the head, from 1")
    group.add_argument(
        "--head",
        type=given.counted,
        metavar="N",
        help="head, from 1 (default: the best-aligned head)",
    )
    group.add_argument(
        "--step",
        type=given.counted,
        metavar="N",
        help="step whose row is marked, from 1 (default: the first real word)",
    )
    add_colouring(group)


def add_colouring(group: Any) -> None:
    group.add_argument("--scale", choices=SCALES, help="colour scale (default: linear)")
    group.add_argument(
        "--map", choices=COLOUR_MAPS, help="colour map (default: the colour of the kind)"
    )
    group.add_argument(
        "--words",
        action="store_true",
        default=None,
        help="merge the subwords of a word into one row",
    )


def wrong_together(options: Namespace) -> str | None:
    asked = [f"--{name}" for name in _OF_ATTENTION if getattr(options, name) is not None]
    views, file = chosen_views(options), file_of(options)
    others = [view for view in views if view not in KINDS]
    if options.kind and options.views:
        return "--kind and --views cannot be combined"
    if options.step is not None and "encoder" in views and not {"decoder", "cross"} & {*views}:
        return "--step applies to decoder and cross only; the encoder has no steps"
    if asked and len(others) == len(views):
        return f"{asked[0]} applies to attention only, not to {' and '.join(others)}"
    return wrong_head(options) or _wrong_view(options) or _wrong_file(options, views, file)


def wrong_head(options: Namespace) -> str | None:
    if (options.layer is None) != (options.head is None):
        return "--layer and --head must be given together"
    return None


def _wrong_view(options: Namespace) -> str | None:
    heads = [f"--{name}" for name in _ONE_HEAD if getattr(options, name) is not None]
    if heads and options.view == "grid":
        return f"{heads[0]} cannot be combined with --view grid, which shows all heads"
    if options.map is not None and options.view == "links":
        return "--map cannot be combined with --view links"
    return None


def chosen_views(options: Namespace) -> tuple[str, ...]:
    # An option for attention selects the views of attention alone.
    if options.views or options.kind:
        return tuple(options.views or (options.kind,))
    if file_of(options) is not None:
        return ("cross",)
    asked = any(getattr(options, name) is not None for name in _OF_ATTENTION)
    return KINDS if asked else VIEWS


def file_of(options: Namespace) -> Path | None:
    """The path of a single file; None = a folder was given."""
    path: Path = options.output
    is_file = path.suffix.lower().removeprefix(".") in FORMATS and not path.is_dir()
    return path if is_file else None


def suffix_of(options: Namespace) -> str:
    """Without its dot."""
    file = file_of(options)
    return (options.format or "png") if file is None else file.suffix.lower().removeprefix(".")


def look_of(options: Namespace) -> Look:
    one = any(getattr(options, name) is not None for name in _ONE_HEAD)
    return Look(
        theme=options.figure_theme,
        language=options.figure_language,
        attention=attention_of(options, "focus" if one else "grid"),
        head=head_of(options),
        step=None if options.step is None else options.step - 1,
        captioned=options.caption,
        ratio=options.ratio or DEFAULT_RATIO,
    )


def head_of(options: Namespace) -> tuple[int, int] | None:
    """Layer and head, from 0; None if not given."""
    return None if options.layer is None else (options.layer - 1, options.head - 1)


def attention_of(options: Namespace, otherwise: View) -> AttentionOptions:
    """Attention options in the window's terms; ``otherwise``: the view if none was given."""
    default = AttentionOptions()
    return AttentionOptions(
        view=options.view or otherwise,
        words=bool(options.words),
        scale=options.scale or default.scale,
        colour_map=options.map or default.colour_map,
    )


def _wrong_file(options: Namespace, views: tuple[str, ...], file: Path | None) -> str | None:
    path = options.output
    kind, _ = mimetypes.guess_type(path.name)
    if file is None and (kind or "").startswith(("image/", "video/")) and not path.is_dir():
        return f"{path} must end in .png, .svg or .pdf, or be a folder"
    if file is not None and len(views) > 1:
        return f"{path} can hold only one picture, but {len(views)} were requested; give a folder"
    if file is not None and options.format not in {None, suffix_of(options)}:
        return f"--format {options.format} does not match {path}"
    if options.ratio is not None and suffix_of(options) != "png":
        return f"--ratio applies to PNG only; {suffix_of(options).upper()} has no pixels"
    return None


# --------------------------------------------------------------------------------- animate options
# Options of ``headlight animate``: subject, pictures, speed and size.


def add_animate_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "subject",
        metavar="SENTENCE|RUN",
        help="name or folder of a run; anything else is taken as a sentence",
    )
    command.add_argument(
        "--run", action="store_true", help="treat the argument as a run, not as a sentence"
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=given.animation_path,
        required=True,
        help=f"output file ({' or '.join(SUFFIXES)}); an existing file is overwritten",
    )
    _add_animated_attention(command)
    command.add_argument(
        "--probe",
        type=given.counted,
        metavar="N",
        help="number of the recorded sentence of the run, from 1 (default: 1)",
    )
    command.add_argument(
        "--fps", type=given.fps, default=FPS, help=f"frames per second (default: {FPS})"
    )
    command.add_argument(
        "--size",
        type=given.picture_size,
        default=SIZE,
        metavar="WxH",
        help=f"size in pixels (default: {'x'.join(map(str, SIZE))})",
    )
    command.add_argument("--theme", choices=("light", "dark"), default="light", dest="figure_theme")
    add_language(command)


def _add_animated_attention(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("attention, as in the window")
    group.add_argument("--kind", choices=KINDS, default="cross", help="kind (default: cross)")
    for name in ("layer", "head"):
        words = "numbered from 1; give both or none (default: the best-aligned head)"
        group.add_argument(f"--{name}", type=given.counted, metavar="N", help=words)
    group.add_argument("--view", choices=LOOKS, help="all heads, or one head (default: grid)")
    add_colouring(group)
