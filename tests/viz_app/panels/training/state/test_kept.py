"""What a session keeps of the training tab comes back; what nobody could have chosen does not."""

import json

import pytest

from model.messages import ConfigError
from model.runs.experiments import EXPERIMENTS
from viz_app.panels.training.state.kept import KEPT
from viz_app.panels.training.state.training import ExperimentsState

FIRST = EXPERIMENTS[0]
PREDICTED = ((FIRST.name, FIRST.options[-1].name),)


def brought_back(experiments):
    """What a file that was written of it tells."""
    check, plain = KEPT["experiments"]
    return check("experiments", json.loads(json.dumps(plain(experiments))))


@pytest.mark.parametrize("chosen", [None, FIRST.name])
@pytest.mark.parametrize("predictions", [(), PREDICTED])
def test_what_was_chosen_and_what_was_predicted_come_back_each_without_the_other(
    chosen, predictions
):
    experiments = ExperimentsState(chosen=chosen, predictions=predictions)
    assert brought_back(experiments) == experiments


@pytest.mark.parametrize(
    "experiments",
    [
        ExperimentsState(chosen="nobody's"),
        ExperimentsState(predictions=(("nobody's", FIRST.options[0].name),)),
        ExperimentsState(predictions=((FIRST.name, "nobody's"),)),
    ],
)
def test_an_experiment_that_is_none_does_not_come_back(experiments):
    with pytest.raises(ConfigError, match="nobody's"):
        brought_back(experiments)
