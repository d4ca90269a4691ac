"""What nnsight and Captum read and change in our network, by the modules of its sites."""

import subprocess
import sys

import numpy as np
import torch

from model.checkpoint.file import load
from model.decoding.sweep import activations
from model.decoding.trained import TrainedModel
from model.traces.interventions import Intervention, Site
from tests.model.network.in_nnsight import SOURCE, TARGET

SRC, TGT = torch.tensor([SOURCE]), torch.tensor([TARGET])


def logits(model: TrainedModel) -> torch.Tensor:
    with model.evaluating() as network, torch.no_grad():
        return network(SRC, TGT)


def without(model: TrainedModel, head: int) -> torch.Tensor:
    site = Site("z", "cross", 1, head)
    return logits(model.under([Intervention(site=site, how="zero")]))


def test_nnsight_puts_zero_in_the_place_of_a_head(tmp_path):
    command = [sys.executable, "-W", "error", "-m", "tests.model.network.in_nnsight"]
    subprocess.run([*command, str(tmp_path / "logits.npy")], check=True, timeout=120)
    theirs = torch.from_numpy(np.load(tmp_path / "logits.npy"))
    model = load("reverse")
    torch.testing.assert_close(theirs, without(model, 3), atol=1e-4, rtol=0)
    assert (theirs - logits(model)).abs().max() > 1


def test_captum_reads_activations_and_ablates_heads():
    from captum.attr import LayerActivation, LayerFeatureAblation

    model = load("reverse")
    network, heads = model.network.eval(), model.config.n_heads
    at_z = network.decoder_layers[1].cross.at_z
    read = LayerActivation(network, at_z).attribute(SRC, additional_forward_args=TGT)
    own = activations(model, SOURCE, TARGET, [Site("z", "cross", 1)])
    np.testing.assert_allclose(read[0].detach(), own[Site("z", "cross", 1)], atol=1e-5)

    def difference(src: torch.Tensor) -> torch.Tensor:
        return network(src, TGT)[:, 2, 5] - network(src, TGT)[:, 2, 4]

    groups = torch.arange(heads)[None, :, None, None].expand_as(read)
    with torch.no_grad():
        effects = LayerFeatureAblation(difference, at_z).attribute(SRC, layer_mask=groups)
    before = logits(model)
    for head in range(heads):
        lost = (before - without(model, head))[0, 2]
        expected = torch.full_like(effects[0, head], float(lost[5] - lost[4]))
        torch.testing.assert_close(effects[0, head], expected, atol=1e-4, rtol=0)
