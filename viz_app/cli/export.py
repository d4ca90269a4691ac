"""``headlight export``: a sentence's tokens and all weights as a file for other programs."""

from __future__ import annotations

from argparse import Namespace

from viz_app.cli.destination import check_writable
from viz_app.cli.loading import load_model, translated
from viz_app.cli.terminal import DONE, show
from viz_app.storage.trace_files import write_trace


def export_sentence(options: Namespace) -> int:
    """Translate, write, print the path.

    Raises:
        UserError: the file cannot be written, the model not be loaded, or the sentence not be
            translated.
    """
    check_writable(options.output)
    model = load_model(options)
    trace = translated(model, options.sentence)
    write_trace(options.output, trace, model=model.name)
    show(str(options.output))
    return DONE
