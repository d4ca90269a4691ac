import torch

from viz_app.panels.training.runs.texts.configuration import field_texts


def test_label_smoothing_gives_its_share_to_the_right_token_too():
    """As the tip says: the target's distribution is read from the loss's gradient at 0."""
    _, tip = field_texts()["label_smoothing"]
    assert "all tokens, the right one too" in tip
    logits = torch.zeros(1, 5, requires_grad=True)
    torch.nn.functional.cross_entropy(logits, torch.tensor([2]), label_smoothing=0.1).backward()
    asked = torch.softmax(logits.detach(), -1) - logits.grad
    assert torch.allclose(asked, torch.tensor([[0.02, 0.02, 0.92, 0.02, 0.02]]), atol=1e-6)


def test_the_warm_up_says_how_long_it_can_be():
    assert "at most half" in field_texts()["warmup"][1]
