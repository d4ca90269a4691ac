"""What a training pays for being watched in a notebook, beside its own updates in the same run."""

import time
from statistics import median

import pytest
import torch
from torch import nn

import headlight
from viz_app.notebook.watching import Watch

pytestmark = [
    pytest.mark.bench,
    pytest.mark.usefixtures("one_torch_thread"),
    pytest.mark.filterwarnings("ignore:enable_nested_tensor is True:UserWarning"),
]

BUDGET = 5
EVERY, BLOCKS = 100, 3


class Translator(nn.Module):
    """``nn.Transformer`` with embeddings and logits."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.embed, self.out = nn.Embedding(500, width), nn.Linear(width, 500)
        self.transformer = nn.Transformer(width, 8, layers, layers, 4 * width, batch_first=True)

    def forward(self, src: torch.Tensor, tgt: torch.Tensor) -> torch.Tensor:
        mask = nn.Transformer.generate_square_subsequent_mask(tgt.shape[1])
        told = self.transformer(self.embed(src), self.embed(tgt), tgt_mask=mask, tgt_is_causal=True)
        return self.out(told)


@pytest.mark.parametrize(
    ("width", "layers", "sentences"), [(64, 2, 16), (128, 3, 16)], ids=["tiny", "small"]
)
def test_watching_every_100_updates(tmp_path, monkeypatch, measured, width, layers, sentences):
    spent = [0.0]
    for name in ("_on_step", "step"):
        monkeypatch.setattr(Watch, name, timed(getattr(Watch, name), spent))
    module = Translator(width, layers)
    optimizer = torch.optim.Adam(module.parameters(), lr=1e-3)
    probes = [([*range(3, 3 + length)],) * 2 for length in (6, 9, 12, 14)]
    with headlight.watch(module, probes, every=EVERY, folder=tmp_path / "run") as watch:

        def share() -> float:
            spent[0], begun = 0.0, time.perf_counter()
            for _ in range(EVERY):
                update(module, optimizer, watch, sentences)
            return spent[0] / (time.perf_counter() - begun - spent[0])

        def run() -> float:
            return 100 * median(share() for _ in range(BLOCKS))

        measured(f"headlight.watch every 100 updates, width {width}", run, budget=BUDGET, unit="%")


def timed(method, spent):
    """The method, the seconds in it added up."""

    def call(*args, **named):
        begun = time.perf_counter()
        try:
            return method(*args, **named)
        finally:
            spent[0] += time.perf_counter() - begun

    return call


def update(module, optimizer, watch, sentences):
    """One update on made-up sentences of 20 tokens."""
    src = torch.randint(3, 500, (sentences, 20))
    loss = nn.functional.cross_entropy(module(src, src).flatten(0, 1), src.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    watch.step(loss=loss)
