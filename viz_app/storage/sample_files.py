"""What a run made of its probes, as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from model.traces.probe import SampleTranslations
from viz_app.storage.run_errors import reading


def samples_bytes(samples: Sequence[SampleTranslations]) -> bytes:
    """A list, oldest first."""
    values = [dataclasses.asdict(sample) for sample in samples]
    return (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode()


def read_samples(path: Path) -> tuple[SampleTranslations, ...]:
    """Inverse of :func:`samples_bytes`.

    Raises:
        RunError: the file is missing, damaged or holds something else.
    """
    with reading(path):
        return tuple(
            SampleTranslations(
                update=int(values["update"]),
                epoch=int(values["epoch"]),
                translations=tuple(str(text) for text in values["translations"]),
            )
            for values in json.loads(path.read_text(encoding="utf-8"))
        )
