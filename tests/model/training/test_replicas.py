"""Sharing out a batch, and what goes wrong with the others."""

from contextlib import nullcontext

import pytest
import torch
import torch.distributed as dist
from hypothesis import given
from hypothesis import strategies as st

from model.messages import TrainingError
from model.training.replicas import ReplicaError, Replicas, joined_replicas
from tests.model.builders import untrained_model

CPU = torch.device("cpu")


@given(st.lists(st.integers()), st.integers(1, 9))
def test_the_parts_are_everything_each_item_once(items: list[int], count: int):
    parts = [Replicas(rank, count).share(items) for rank in range(count)]
    assert sorted(item for part in parts for item in part) == sorted(items)
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert [Replicas(rank, count).first for rank in range(count)] == [True] + [False] * (count - 1)


def test_alone_nothing_is_exchanged(monkeypatch):
    for name in ("all_reduce", "broadcast"):
        monkeypatch.delattr(dist, name)
    network = untrained_model().network
    before = [weights.clone() for weights in network.parameters()]
    alone = Replicas()
    alone.same_weights(network)
    alone.sum_gradients(network.parameters())
    assert all(map(torch.equal, network.parameters(), before))
    assert all(weights.grad is None for weights in network.parameters())
    assert alone.told_by_first([1.5, float("inf")]) == [1.5, float("inf")]
    assert torch.equal(alone.summed(torch.ones(2)), torch.ones(2))


def test_gradients_are_summed_in_one_exchange_also_where_there_is_none(monkeypatch):
    exchanged = []

    def doubled(values: torch.Tensor) -> None:
        exchanged.append(values)
        values.mul_(2)

    monkeypatch.setattr(dist, "all_reduce", doubled)
    network = untrained_model().network
    first, second, *others = network.parameters()
    first.grad, second.grad = torch.full_like(first, 3.0), torch.full_like(second, -1.5)
    Replicas(1, 2).sum_gradients(network.parameters())
    assert [values.shape for values in exchanged] == [
        (sum(w.numel() for w in network.parameters()),)
    ]
    assert torch.equal(first.grad, torch.full_like(first, 6.0))
    assert torch.equal(second.grad, torch.full_like(second, -3.0))
    assert all(torch.equal(weights.grad, torch.zeros_like(weights)) for weights in others)


def test_all_take_over_what_the_first_one_has(monkeypatch):
    sources = []

    def from_first(values: torch.Tensor, *, src: int) -> None:
        sources.append(src)
        values.copy_(torch.arange(values.numel()).view(values.shape))

    monkeypatch.setattr(dist, "broadcast", from_first)
    network = torch.nn.Linear(2, 3)
    Replicas(1, 2).same_weights(network)
    assert network.weight.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert network.bias.tolist() == [0, 1, 2]
    assert Replicas(1, 2).told_by_first([8.0, 8.0]) == [0.0, 1.0]
    assert sources == [0, 0, 0]


def gone(*_, **__) -> None:
    raise RuntimeError("[pair.cc:547] Connection closed by peer [127.0.0.1]:1\nmore of it")


@pytest.mark.parametrize(
    "exchange",
    [
        lambda one: one.told_by_first([1.0]),
        lambda one: one.summed(torch.ones(1)),
        lambda one: one.same_weights(torch.nn.Linear(1, 1)),
        lambda one: one.sum_gradients([torch.nn.Parameter(torch.ones(1))]),
    ],
)
def test_a_lost_process_is_one_sentence(monkeypatch, exchange):
    for name in ("all_reduce", "broadcast"):
        monkeypatch.setattr(dist, name, gone)
    with pytest.raises(ReplicaError) as failure:
        exchange(Replicas(2, 3))
    assert str(failure.value) == (
        "Process 2 of 3 lost contact with the others: [pair.cc:547] Connection closed by "
        "peer [127.0.0.1]:1"
    )
    # the last good model is for runs that went wrong; this one can be gone on with
    assert not isinstance(failure.value, TrainingError)


@pytest.mark.parametrize(
    "environment", [{}, {"RANK": "x"}, {"WORLD_SIZE": "1"}, {"WORLD_SIZE": ""}]
)
def test_without_a_launcher_a_process_is_alone(environment: dict[str, str]):
    with joined_replicas(CPU, environment) as replicas:
        assert replicas == Replicas(0, 1)
        assert not dist.is_initialized()


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"WORLD_SIZE": "x"}, "WORLD_SIZE ('x') in the environment is not a whole number."),
        ({"WORLD_SIZE": "-2"}, "WORLD_SIZE ('-2') in the environment is not a whole number."),
        ({"WORLD_SIZE": "2", "RANK": "²"}, "RANK ('²') in the environment is not a whole number."),
        ({"WORLD_SIZE": "2", "RANK": "1"}, "Process 1 of 2 cannot join the others: "),
    ],
)
def test_a_bad_environment_is_one_sentence(monkeypatch, environment, sentence):
    for name in ("MASTER_ADDR", "MASTER_PORT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(TrainingError) as failure, joined_replicas(CPU, environment):
        pass
    assert str(failure.value).startswith(sentence)
    assert "\n" not in str(failure.value)
    assert not dist.is_initialized()


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_what_is_joined_is_left_at_the_end_whatever_happens(monkeypatch, error):
    """With an engine that asks no other process."""
    told = []
    monkeypatch.setattr(dist, "init_process_group", lambda *a, **k: told.append((a, k)))
    monkeypatch.setattr(dist, "destroy_process_group", lambda: told.append("left"))
    environment = {"WORLD_SIZE": "3", "RANK": "2"}
    with (
        pytest.raises(error) if error else nullcontext(),
        joined_replicas(CPU, environment) as replicas,
    ):
        assert replicas == Replicas(2, 3)
        assert told == [(("gloo",), {"rank": 2, "world_size": 3})]
        if error:
            raise error
    assert told[1:] == ["left"]
