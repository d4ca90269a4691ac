import math

import pytest

from viz_app.panels.timeline.pictures import branch_label, branch_title, token_number
from viz_app.texts.labels import log_number
from viz_app.workbench.snapshots.token_axes import BranchRow

MINUS = "\N{MINUS SIGN}"


def row(**fields):
    values = {"id": 1, "parent": 0, "name": "", "text": "dog.", "log_probability": -1.5}
    return BranchRow(**{**values, "given": False, "growing": False, **fields})


@pytest.mark.parametrize(
    ("fields", "title", "label"),
    [
        ({"parent": None}, "Original", "Original · \u2068dog.\u2069"),
        ({}, "… \u2068dog.\u2069", "… \u2068dog.\u2069"),
        ({"given": True}, "Own target", "Own target · \u2068dog.\u2069"),
        ({"name": "me"}, "\u2068me\u2069", "\u2068me\u2069 · … \u2068dog.\u2069"),
        ({"name": "me", "parent": None}, "\u2068me\u2069", "\u2068me\u2069 · \u2068dog.\u2069"),
    ],
)
def test_a_branch_is_called_by_its_name_or_by_what_it_is(fields, title, label):
    assert branch_title(row(**fields)) == title
    assert branch_label(row(**fields)) == label


@pytest.mark.parametrize(
    ("number", "text"),
    [(-1.386, f"{MINUS}1.39"), (0.0, "0.00"), (-0.001, f"{MINUS}0.00"), (-12.0, f"{MINUS}12.00")],
)
def test_log_probabilities_have_two_decimals(number, text):
    assert log_number(number) == text


def test_under_a_token_it_is_said_what_its_number_is():
    assert token_number(math.log(0.25), as_log=False) == "p 0.25"
    assert token_number(math.log(0.25), as_log=True) == f"log p {MINUS}1.39"
