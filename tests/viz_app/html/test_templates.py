import gc

import jinja2

from tests.viz_app.states import summary, trace_of
from viz_app.engine.collection import many_passing_objects
from viz_app.html.report import ReportedTrace, TranslationReport, report_steps


def write_report(path):
    traces = [ReportedTrace("", trace_of().stopped("end of sentence"))]
    list(report_steps(TranslationReport(traces=traces, model=summary()), path))


def environments():
    """How many there are of what holds the templates: each is a circle.

    By ``type``: ``isinstance`` asks what a weak proxy stands for, and raises where that is gone.
    """
    return sum(issubclass(type(one), jinja2.Environment) for one in gc.get_objects())


def test_all_reports_are_of_templates_that_are_read_once(tmp_path):
    write_report(tmp_path / "first.html")
    with many_passing_objects():
        there = environments()
        write_report(tmp_path / "second.html")
        assert environments() == there
