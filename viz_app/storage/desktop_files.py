"""The desktop entry, file type and icon that make Headlight an application of a desktop.

The files of ``resources/desktop`` go to where the XDG specifications look for those of one user.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import platformdirs

APPLICATION_ID = "local.headlight.headlight"
SOURCES = Path(__file__).resolve().parents[2] / "resources" / "desktop"

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
"""Edges in px that desktops ask for where they show no SVG."""

_PLACES = {
    "desktop": "applications/{id}.desktop",
    "metainfo.xml": "metainfo/{id}.metainfo.xml",
    "mime.xml": "mime/packages/{id}.xml",
    "svg": "icons/hicolor/scalable/apps/{id}.svg",
}
"""By what follows the id in the name of a source: where it belongs."""


def user_data_folder() -> Path:
    """``$XDG_DATA_HOME``, else ``~/.local/share``."""
    return Path(platformdirs.user_data_dir())


def desktop_places(folder: Path) -> list[Path]:
    """Every file that belongs to Headlight below a data folder."""
    names = [place.format(id=APPLICATION_ID) for place in _PLACES.values()]
    names += [f"icons/hicolor/{edge}x{edge}/apps/{APPLICATION_ID}.png" for edge in ICON_SIZES]
    return [folder / name for name in names]


def desktop_files(
    folder: Path, *, program: Sequence[str], pngs: Mapping[int, bytes]
) -> dict[Path, bytes]:
    """Content of each file below the data folder.

    Args:
        folder: the data folder.
        program: command that starts Headlight, with its first arguments.
        pngs: the icon by its edge in px, in all of :data:`ICON_SIZES`.
    """
    contents = [(SOURCES / f"{APPLICATION_ID}.{suffix}").read_bytes() for suffix in _PLACES]
    contents[0] = _starting(contents[0].decode(), program).encode()
    contents += [pngs[edge] for edge in ICON_SIZES]
    return dict(zip(desktop_places(folder), contents, strict=True))


def _starting(entry: str, program: Sequence[str]) -> str:
    command = " ".join(map(_argument, program))
    entry = entry.replace("\nTryExec=headlight", f"\nTryExec={_string(program[0])}")
    return entry.replace("\nExec=headlight ", f"\nExec={command} ")


def _argument(text: str) -> str:
    """Quoted as in a shell, then as a string of a desktop entry; ``%`` is escaped."""
    quoted = re.sub(r'(["`$\\])', r"\\\1", text.replace("%", "%%"))
    return _string(f'"{quoted}"')


def _string(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
