"""What the user chooses for good."""

from __future__ import annotations

import dataclasses
from typing import Any

from viz_app.workbench.state.workbench import Workbench


def settings_changed(bench: Workbench, /, **values: Any) -> Workbench:
    """Other values of fields of :class:`Settings`."""
    return dataclasses.replace(bench, settings=dataclasses.replace(bench.settings, **values))
