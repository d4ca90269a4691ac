"""Write the logits of ``reverse`` with one head at zero, by nnsight, to a file.

A program of its own: nnsight gives every object a method ``save`` and replaces torch's
``backward``.
"""

import sys
import warnings

import numpy as np
import torch

from model.checkpoint.file import load

SOURCE, TARGET = (4, 5, 6, 7, 2), (1, 7, 6, 5)


def main() -> None:
    # imported here, for the test takes the sentence from this file
    from nnsight import NNsight

    # our network has a module of this name, nnsight one attribute of each module
    warnings.filterwarnings("ignore", "Module 'model' has a submodule named 'output'")
    with load("reverse").evaluating() as network, torch.no_grad():
        envoy = NNsight(network)
        with envoy.trace(torch.tensor([SOURCE]), torch.tensor([TARGET])):
            envoy.decoder_layers[1].cross.at_z.output[:, 3] = 0
            logits = envoy.output.save()
    np.save(sys.argv[1], logits.numpy())


if __name__ == "__main__":
    main()
