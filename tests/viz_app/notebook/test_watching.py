"""A training that is watched is the same training, and its run can be replayed."""

import errno

import numpy as np
import pytest
import torch
from torch import nn

import headlight
from headlight import UserError
from model.files import WriteError
from tests.viz_app.notebook.modules import IDS, OwnLayers, Reader, Translator
from viz_app.notebook import shown_trace, watching
from viz_app.notebook.watched_run import recorded_weights
from viz_app.storage.run_folder import RunFolder, is_locked, read_card
from viz_app.storage.runs import Runs

PROBE = ([3, 4, 5, 6], [1, 6, 5, 4])

pytestmark = pytest.mark.filterwarnings("ignore:enable_nested_tensor is True:UserWarning")


def trained(module, optimizer, *, updates, watch=None):
    """Learns to turn ids round, with dropout; the loss of every update."""
    losses = []
    for _ in range(updates):
        src = torch.randint(3, IDS, (8, 6))
        tgt = torch.cat([torch.ones(8, 1, dtype=torch.long), src.flip(1)], 1)
        out = module(src, tgt[:, :-1])
        loss = nn.functional.cross_entropy(out.flatten(0, 1), tgt[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if watch is not None:
            watch.step(loss=loss)
    return losses


def adam(module):
    return torch.optim.Adam(module.parameters(), lr=1e-3)


def folder_of(watch):
    return RunFolder(watch.folder, read_card(watch.folder))


def first_trace(module, probes, folder, **options):
    """That of the first probe before any update."""
    with headlight.watch(module, probes, folder=folder, **options) as watch:
        pass
    return folder_of(watch).read_moment(0).traces[0]


# ---------------------------------------------------------------------------- the same training


def test_a_training_is_the_same_to_the_last_bit(tmp_path):
    ends = []
    for watched in (False, True):
        torch.manual_seed(3)
        module = Translator()
        optimizer = adam(module)
        if watched:
            with headlight.watch(module, [PROBE], every=3, folder=tmp_path / "run") as watch:
                losses = trained(module, optimizer, updates=10, watch=watch)
        else:
            losses = trained(module, optimizer, updates=10)
        ends.append((losses, [value.clone() for value in module.parameters()], torch.rand(4)))
    (alone, values, drawn), (watched, same_values, same_drawn) = ends
    assert alone == watched
    assert all(torch.equal(one, other) for one, other in zip(values, same_values, strict=True))
    assert torch.equal(drawn, same_drawn)


def test_nothing_is_left_on_the_module():
    module = Translator()
    optimizer = adam(module)
    with headlight.watch(module, [PROBE], every=2):
        trained(module, optimizer, updates=2)
    assert not any(part._forward_hooks or part._forward_pre_hooks for part in module.modules())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(watching, "recorded_weights", None)  # would be called by a hook left behind
        trained(module, optimizer, updates=2)
    assert module.training


# ------------------------------------------------------------------------------- what is recorded


def test_moments_are_the_weights_of_their_updates(tmp_path):
    torch.manual_seed(0)
    module = Translator()
    optimizer = adam(module)
    src, tgt = (torch.tensor([side]) for side in PROBE)
    kept = {}

    def keep(update):
        kept[update] = recorded_weights(module, lambda: module(src, tgt))

    with headlight.watch(module, [PROBE], every=4, folder=tmp_path / "run") as watch:
        for update in range(11):
            keep(update)
            trained(module, optimizer, updates=1)
        keep(11)
    folder = folder_of(watch)
    assert folder.moment_updates() == (0, 4, 8, 11)
    for update in folder.moment_updates():
        moment = folder.read_moment(update)
        (trace,) = moment.traces
        for kind, weights in kept[update].items():
            np.testing.assert_array_equal(trace.weights(kind), weights)
        assert not np.isnan(moment.numbers["cross", "entropy"]).any()


def test_the_run_stands_among_those_of_the_window():
    module = Translator()
    with headlight.watch(module, [PROBE], every=5, name="turned round") as watch:
        assert is_locked(watch.folder)
        trained(module, adam(module), updates=5, watch=watch)
    (card,) = Runs().cards()
    assert watch.folder == Runs().folder / card.run_id
    assert (card.name, card.module, card.status) == ("turned-round-1", "Translator", "finished")
    assert (card.model.n_layers, card.model.n_heads, card.model.d_model) == (2, 4, 32)
    assert (card.update, card.updates, card.has_model) == (5, 5, False)
    assert card.n_parameters == sum(value.numel() for value in module.parameters())
    assert not is_locked(watch.folder)
    assert Runs().unfinished() == ()


@pytest.mark.parametrize(
    ("module", "probe", "tokens", "said"),
    [
        (
            Translator(),
            PROBE,
            [(["我", "有", "猫", "</s>"], ["<s>", "I", "have", "cats", "</s>"])],
            ("我 有 猫 </s>", "<s> I have cats", "I have cats </s>"),
        ),
        (Reader(), [3, 4, 5], None, ("3 4 5", "", "")),
        (Reader(causal=True), [3, 4, 5], None, ("", "3 4 5", "4 5 …")),
        (
            nn.TransformerEncoderLayer(8, 2, 8, batch_first=True),
            torch.randn(1, 2, 8),
            None,
            ("1 2", "", ""),
        ),
    ],
)
def test_labels_ids_or_positions_stand_on_the_axes(tmp_path, module, probe, tokens, said):
    trace = first_trace(module, [probe], tmp_path / "run", tokens=tokens)
    axes = trace.source_tokens, trace.fed_tokens, trace.predicted_tokens
    assert tuple(map(" ".join, axes)) == said
    one_kind = ("encoder",) if said[0] else ("decoder",)
    assert trace.kinds == (("encoder", "decoder", "cross") if all(said) else one_kind)
    assert trace.source_text == (said[0] or said[1])


def test_a_decoder_without_an_encoder_has_two_kinds(tmp_path):
    trace = first_trace(OwnLayers(), [PROBE], tmp_path / "run")
    assert trace.kinds == ("decoder", "cross")
    assert trace.looks_ahead


def test_sequence_first_and_a_call_of_ones_own(tmp_path):
    module = Translator(batch_first=False)
    asked = []

    def call(given, src, tgt):
        asked.append((given, src, tgt))
        return given(torch.tensor(src)[:, None], torch.tensor(tgt)[:, None])

    own = first_trace(module, [PROBE], tmp_path / "own", call=call)
    plain = first_trace(module, [PROBE], tmp_path / "plain")
    assert asked == [(module, *PROBE)]
    np.testing.assert_array_equal(own.weights("cross"), plain.weights("cross"))


def test_a_compiled_module_is_watched_inside(tmp_path):
    module = torch.compile(Reader(), backend="eager")
    module(torch.tensor([[3, 4]]))
    with headlight.watch(module, [[3, 4]], folder=tmp_path / "run") as watch:
        pass
    assert folder_of(watch).card.module == "Reader"


@pytest.mark.filterwarnings("default")  # the compiler's own
def test_a_loop_that_is_compiled_with_its_optimizer_is_counted_by_step(tmp_path):
    module = Reader()
    optimizer = adam(module)

    @torch.compile(backend="eager")
    def learn(ids):
        loss = module(ids).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss

    with headlight.watch(module, [[3, 4]], every=2, folder=tmp_path / "run") as watch:
        for _ in range(4):
            watch.step(loss=learn(torch.tensor([[3, 4]])))
    assert watch.updates == 4
    assert folder_of(watch).moment_updates() == (0, 2, 4)


def test_a_module_that_compiles_itself_is_not_compiled_anew(tmp_path):
    module, ids, compiled = Reader(), torch.tensor([[3, 4]]), []
    module.compile(backend=lambda graph, _: compiled.append(graph) or graph.forward)
    module(ids)
    before = len(compiled)
    assert before
    with headlight.watch(module, [[3, 4]], folder=tmp_path / "run") as watch:
        module(ids)
    assert len(compiled) == before
    assert folder_of(watch).read_moment(0).traces[0].kinds == ("encoder",)


# -------------------------------------------------------------------------------------- counting


def test_optimizers_of_other_modules_do_not_count_and_one_may_take_anothers_place(tmp_path):
    module, other = Translator(), Translator()
    with headlight.watch(module, [PROBE], folder=tmp_path / "run") as watch:
        trained(other, adam(other), updates=3)
        assert watch.updates == 0
        trained(module, adam(module), updates=3, watch=watch)
        trained(module, adam(module), updates=3, watch=watch)
        assert watch.updates == 6


def test_two_optimizers_step_once_in_each_update(tmp_path):
    module = Translator()
    first = torch.optim.SGD(module.transformer.parameters(), lr=0.1)
    second = torch.optim.SGD(module.out.parameters(), lr=0.1)
    with headlight.watch(module, [PROBE], folder=tmp_path / "run") as watch:
        for _ in range(3):
            module(*(torch.tensor([side]) for side in PROBE)).sum().backward()
            first.step()
            second.step()
        assert watch.updates == 3


def test_step_counts_where_no_optimizer_does(tmp_path):
    module = Translator()
    with headlight.watch(module, [PROBE], every=2, folder=tmp_path / "run") as watch:
        for loss in (4.0, 2.0, 1.0):
            watch.step(loss=loss)
    folder = folder_of(watch)
    assert folder.moment_updates() == (0, 2, 3)
    assert [(point.update, point.loss) for point in folder.read_curve()] == [(2, 3.0), (3, 1.0)]


def test_the_curve_has_the_mean_loss_and_the_optimizers_rate(tmp_path):
    module = Translator()
    with headlight.watch(module, [PROBE], every=3, folder=tmp_path / "run") as watch:
        losses = trained(module, adam(module), updates=6, watch=watch)
    assert watch.updates == 6  # the optimizer counts by itself, and step does not count again
    points = folder_of(watch).read_curve()
    assert [point.update for point in points] == [3, 6]
    assert points[1].loss == pytest.approx(np.mean(losses[3:]), rel=1e-6)
    assert points[1].learning_rate == 1e-3
    assert points[1].gradient_norm > 0
    assert folder_of(watch).card.loss == points[1].loss


def test_a_loss_is_one_number_and_one_that_is_not_finite_has_no_point(tmp_path):
    with headlight.watch(Reader(), [[3, 4]], every=1, folder=tmp_path / "run") as watch:
        for loss in (float("nan"), 2.0, np.float32(0.5), torch.tensor([0.25])):
            watch.step(loss=loss)
        for loss, said in ((torch.ones(2, 3), r"not \[2, 3\]"), ("x", "not 'x'")):
            with pytest.raises(UserError, match=said):
                watch.step(loss=loss)
    points = [(point.update, point.loss) for point in folder_of(watch).read_curve()]
    assert points == [(2, 2.0), (3, 0.5), (4, 0.25)]


def test_a_long_training_keeps_every_second_moment(tmp_path, monkeypatch):
    monkeypatch.setattr(watching, "MOST_MOMENTS", 4)
    with headlight.watch(Reader(), [[3, 4]], every=1, folder=tmp_path / "run") as watch:
        for _ in range(9):
            watch.step()
    assert folder_of(watch).moment_updates() == (0, 4, 8, 9)


# ------------------------------------------------------------------------------------------ ends


@pytest.mark.parametrize(
    ("error", "status", "reason", "moments"),
    [
        (ZeroDivisionError("division by zero"), "failed", "division by zero", (0, 2)),
        (KeyboardInterrupt(), "stopped", "", (0, 2, 3)),
    ],
)
def test_a_training_that_ends_early_leaves_what_was_recorded(
    tmp_path, error, status, reason, moments
):
    with (
        pytest.raises(type(error)),
        headlight.watch(Reader(), [[3, 4]], every=2, folder=tmp_path / "run") as watch,
    ):
        for _ in range(3):
            watch.step()
        raise error
    folder = folder_of(watch)
    assert (folder.card.status, folder.card.reason) == (status, reason)
    assert folder.moment_updates() == moments
    assert not is_locked(folder.path)


def test_a_full_disk_ends_the_watch_and_not_the_training(tmp_path, monkeypatch):
    module = Translator()
    with headlight.watch(module, [PROBE], every=2, folder=tmp_path / "run") as watch:
        trained(module, adam(module), updates=2)
        full = WriteError("{path} cannot be written: {reason}.", path="x", reason=errno.ENOSPC)
        with monkeypatch.context() as patch:
            patch.setattr(RunFolder, "write_moment", _raising(full))
            with pytest.warns(
                headlight.HeadlightWarning, match="Training continues without recording"
            ):
                losses = trained(module, adam(module), updates=4)
    assert len(losses) == 4
    assert folder_of(watch).moment_updates() == (0, 2)
    assert folder_of(watch).card.status == "failed"


def test_a_disk_that_is_full_from_the_start_is_said_and_the_folder_let_go(tmp_path, monkeypatch):
    full = WriteError("{path} cannot be written: {reason}.", path="x", reason=errno.ENOSPC)
    monkeypatch.setattr(RunFolder, "write_moment", _raising(full))
    watch = headlight.watch(Reader(), [[3, 4]], folder=tmp_path / "run")
    with pytest.raises(WriteError, match="x cannot be written"), watch:
        pass
    assert not is_locked(tmp_path / "run")
    assert read_card(tmp_path / "run").status == "failed"


def _raising(error):
    def write(*_):
        raise error

    return write


# ------------------------------------------------------------------------------ what is refused


class Halves(nn.Module):
    """An encoder of three layers and a decoder of one."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(IDS, 16)
        self.transformer = nn.Transformer(16, 2, 3, 1, 16, batch_first=True)

    def forward(self, src, tgt):
        return self.transformer(self.embed(src), self.embed(tgt))


REFUSED = {
    "no module": ("a path", [[1]], {}, "needs a torch.nn.Module, not str"),
    "no attention": (nn.Linear(2, 2), [[1]], {}, "Linear has no torch.nn.MultiheadAttention"),
    "no probe": (Reader(), [], {}, "at least one probe"),
    "a pair alone": (
        Reader(),
        ([3, 4], [5]),
        {},
        r"probes must be a list, even of one: probes=\[\(src",
    ),
    "a tensor": (Reader(), torch.tensor([[3, 4]]), {}, "probes must be a list, even of one"),
    "other layers": (Halves(), [PROBE], {}, "encoder 3 × 2, decoder 1 × 2, cross 1 × 2"),
    "words": (Reader(), [["a", "b"]], {}, r"The probe \['a', 'b'\] is not a list of ids"),
    "labels": (Reader(), [[3, 4]], {"tokens": [["a"]]}, "over 2 tokens, but the probe 'a' has 1"),
    "other labels": (Reader(), [[3, 4]], {"tokens": [["a"], ["b"]]}, "it has 1 and 2"),
    "no updates": (Reader(), [[3, 4]], {"every": 0}, r"every \(0\) must be a whole number"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_watched_is_one_sentence_and_leaves_no_folder(tmp_path, case):
    module, probes, options, said = REFUSED[case]
    with (
        pytest.raises(UserError, match=said),
        headlight.watch(module, probes, folder=tmp_path / "run", **options),
    ):
        pass
    assert not (tmp_path / "run").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    for folder in (tmp_path, tmp_path / "mine.txt"):
        with (
            pytest.raises(UserError, match="already exists; use another folder for the run"),
            headlight.watch(Reader(), [[3, 4]], folder=folder),
        ):
            pass
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_watch_is_for_one_training(tmp_path):
    watch = headlight.watch(Reader(), [[3, 4]], folder=tmp_path / "run")
    assert repr(watch) == "<headlight watch of Reader, not started>"
    with pytest.raises(UserError, match="Watching has not started"):
        _ = watch.folder
    with watch:
        assert repr(watch) == (
            f"<headlight watch of Reader: 0 updates, 1 moments, {tmp_path / 'run'}>"
        )
    with pytest.raises(UserError, match="A watch covers one training"), watch:
        pass


def test_the_window_is_opened_with_the_folder(tmp_path, monkeypatch):
    begun = []
    monkeypatch.setattr(shown_trace.subprocess, "Popen", lambda asked, **_: begun.append(asked))
    monkeypatch.setattr(shown_trace, "has_display", lambda: True)
    with headlight.watch(Reader(), [[3, 4]], folder=tmp_path / "run") as watch:
        pass
    watch.open()
    assert begun[0][1:] == ["-m", "viz_app", "open", str(tmp_path / "run")]
