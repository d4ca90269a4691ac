"""``headlight report``: a sentence's page."""

from __future__ import annotations

import sys
from argparse import Namespace

from model.traces.trace import KINDS
from viz_app.cli.destination import check_writable
from viz_app.cli.loading import load_model, translated
from viz_app.cli.progress import follow_pictures
from viz_app.cli.terminal import DONE, show
from viz_app.html.report import ReportedTrace, TranslationReport, report_steps
from viz_app.html.texts import words_in


def report_sentence(options: Namespace) -> int:
    """Translate, write the page, print its path.

    Raises:
        UserError: the file cannot be written, the model not be loaded, or the sentence not be
            translated.
    """
    check_writable(options.output)
    model = load_model(options)
    trace = translated(model, options.sentence)
    from model.decoding.summary import summary_of

    report = TranslationReport(
        traces=(ReportedTrace("", trace),),
        model=summary_of(model),
        language=options.page_language,
        words=words_in(options.page_language),
        theme=options.page_theme,
    )
    pictures = (step.done for step in report_steps(report, options.output))
    follow_pictures(pictures, total=len(KINDS), stream=sys.stderr, is_short=True)
    show(str(options.output))
    return DONE
