"""``headlight.watch``: records attention while the user's own training loop runs."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from model.config import ModelConfig
from model.messages import UserError
from model.runs.presets import TrainingConfig
from model.runs.progress import RunCard, RunStatus
from model.traces.head_measures import Probe
from model.traces.trace import Trace
from model.values import read, within
from viz_app.notebook.given_weights import WeightsError
from viz_app.notebook.shown_trace import HeadlightWarning, open_in_window
from viz_app.notebook.watched_run import (
    LabelledProbe,
    WatchedRun,
    attentions_in,
    labelled_probes,
    probe_trace,
    recorded_weights,
)

if TYPE_CHECKING:
    from torch import Tensor, nn
    from torch.optim import Optimizer
    from torch.utils.hooks import RemovableHandle

# ----------------------------------------------------------------------------------------- modules


def batch_of(model: nn.Module, side: Any) -> Any:
    """A list of ids as a batch of one; it and tensors are on the module's device."""
    import torch

    device = next(model.parameters()).device
    if isinstance(side, torch.Tensor):
        return side.to(device)
    if not isinstance(side, list | tuple):
        return side
    try:
        ids = torch.tensor(side, dtype=torch.long, device=device)
    except (TypeError, ValueError) as error:
        raise WeightsError(
            "The probe {probe!r} is not a list of ids; pass ids, and labels as tokens=[…].",
            probe=side,
        ) from error
    (_, first), *_ = attentions_in(model)
    return ids[None] if first.batch_first else ids[:, None]


def plain_module(model: nn.Module) -> nn.Module:
    """The module inside a compiled or distributed one; raises WeightsError for other types."""
    from torch import nn
    from torch.nn.parallel import DataParallel, DistributedDataParallel

    if not isinstance(model, nn.Module):
        raise WeightsError(
            "headlight.watch needs a torch.nn.Module, not {found}.", found=type(model).__name__
        )
    if isinstance(model, DataParallel | DistributedDataParallel):
        return plain_module(model.module)
    inner = getattr(model, "_orig_mod", None)
    return plain_module(inner) if isinstance(inner, nn.Module) else model


def one_number(loss: Any) -> Tensor | float:
    """A loss detached on its device, without synchronisation; raises WeightsError."""
    try:
        if hasattr(loss, "detach"):
            kept: Tensor = loss.detach().reshape(())
            return kept
        return float(loss)
    except (TypeError, ValueError, RuntimeError) as error:
        found = list(loss.shape) if hasattr(loss, "shape") else repr(loss)
        raise WeightsError("A loss must be one number, not {found}.", found=found) from error


def holds(optimizer: Optimizer, model: nn.Module) -> bool:
    own = {id(parameter) for parameter in model.parameters()}
    groups = optimizer.param_groups
    return any(id(parameter) in own for group in groups for parameter in group["params"])


def learning_rate(optimizers: Sequence[Optimizer]) -> float:
    """Of the first optimizer, clipped to 0 … 1; 0 if unknown."""
    rate = float(optimizers[0].param_groups[0].get("lr", 0.0)) if optimizers else 0.0
    return min(max(rate, 0.0), 1.0)


def gradient_norm(model: nn.Module) -> float:
    """Of all parameters together; 0 without finite gradients."""
    import torch

    gradients = [p.grad.detach() for p in model.parameters() if p.grad is not None]
    norm = float(torch.nn.utils.get_total_norm(gradients)) if gradients else 0.0
    return norm if math.isfinite(norm) else 0.0


def forward(model: nn.Module, src: Any, tgt: Any) -> object:
    return model(*(batch_of(model, side) for side in (src, tgt) if side is not None))


# ---------------------------------------------------------------------------------------- watching


Call = Callable[[Any, Any, Any], object]
"""Does a forward pass of the module on a probe's source and target, as they were given."""

MOST_MOMENTS = 200
"""Beyond this number, every second moment is removed, and recording is half as frequent."""


class Watch:
    """Records a module's attention over its probes; made by :func:`watch`, used in ``with``.

    Attributes:
        updates: done so far.
    """

    def __init__(
        self,
        model: nn.Module,
        probes: Sequence[LabelledProbe],
        *,
        every: int,
        call: Call | None,
        folder: Path | None,
        name: str,
    ) -> None:
        self.updates = 0
        self._model, self._probes, self._every, self._call = model, probes, every, call
        self._wanted, self._name = folder, name
        self._stepped: list[Optimizer] = []  # in the update under way
        self._counted = self._open = False
        self._losses: list[Tensor | float] = []
        self._run: WatchedRun | None = None
        self._handle: RemovableHandle | None = None

    @property
    def folder(self) -> Path:
        """Folder of the run, for ``headlight open FOLDER``.

        Raises:
            UserError: the ``with`` block has not begun.
        """
        return self._begun.folder

    def __enter__(self) -> Watch:
        """Make the folder and record the untrained module; raises UserError on a second use."""
        from torch.optim.optimizer import register_optimizer_step_post_hook

        if self._run is not None:
            raise UserError("A watch covers one training; create a new one for the next.")
        traces = self._traces()
        self._run = WatchedRun(self._card(traces), self._wanted)
        self._open = True
        try:
            self._run.write(0, traces)
        except UserError as error:
            self._close("failed", _said(error))
            raise
        self._handle = register_optimizer_step_post_hook(self._on_step)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Record the last moment, unless the training failed; release the module."""
        if self._handle is not None:
            self._handle.remove()
        stopped = isinstance(error, KeyboardInterrupt)
        if error is None or stopped:
            if self._begun.moments[-1] != self.updates:
                self._record()
            self._note()
            self._close("stopped" if stopped else "finished")
        else:
            self._close("failed", _said(error))

    def step(self, loss: Tensor | float | None = None) -> None:
        """An update is done: note its loss, and count it if no optimizer of torch's did.

        Needed for the curve of the loss, and where the weights change without
        :class:`torch.optim.Optimizer`; else ``step`` need not be called.

        Args:
            loss: of this update; a tensor is not waited for, so no device is held up.

        Raises:
            WeightsError: it is not one number.
        """
        if loss is not None:
            self._losses.append(one_number(loss))
        if not self._counted:
            self._count()
        self._counted = False
        if self.updates % self._every == 0:
            self._note()

    def open(self) -> None:
        """Show the time-lapse in Headlight's window, a separate process.

        Raises:
            UserError: there is no display, or nothing is recorded yet.
        """
        open_in_window(self.folder)

    def __repr__(self) -> str:
        name = type(self._model).__name__
        if self._run is None:
            return f"<headlight watch of {name}, not started>"
        count, folder = len(self._run.moments), self._run.folder
        return f"<headlight watch of {name}: {self.updates} updates, {count} moments, {folder}>"

    @property
    def _begun(self) -> WatchedRun:
        if self._run is None:
            raise UserError("Watching has not started: begin with “with … as watch:”.")
        return self._run

    def _on_step(self, optimizer: Optimizer, *_: object) -> None:
        """A step of an optimizer that has a parameter of the module is an update.

        Of several optimizers, an update ends when one of them steps for the second time.
        """
        import torch

        if torch.compiler.is_compiling():  # nothing can be recorded; step() counts for it
            return
        again = any(optimizer is one for one in self._stepped)
        if not again and not holds(optimizer, self._model):
            return
        self._stepped = [*([] if again else self._stepped), optimizer]
        if len(self._stepped) == 1:
            self._counted = True
            self._count()

    def _count(self) -> None:
        self.updates += 1
        if self.updates % self._every == 0:
            self._record()
            if len(self._begun.moments) > MOST_MOMENTS:
                self._every *= 2
                self._begun.keep(self._every)

    def _record(self) -> None:
        # A full disk or memory ends the watch, not the training.
        if not self._open:
            return
        try:
            self._begun.write(self.updates, self._traces())
        except (UserError, RuntimeError, MemoryError) as error:
            self._warn(f"{_said(error)} Training continues without recording.")
            self._close("failed", _said(error))

    def _traces(self) -> tuple[Trace, ...]:
        call, model = self._call or forward, self._model
        return tuple(
            probe_trace(probe, recorded_weights(model, partial(call, model, probe.src, probe.tgt)))
            for probe in self._probes
        )

    def _note(self) -> None:
        # The losses since the last time are one point of the curve.
        losses, self._losses = [float(loss) for loss in self._losses], []
        if losses:
            self._begun.note(
                self.updates,
                losses,
                learning_rate=learning_rate(self._stepped),
                gradient_norm=gradient_norm(self._model),
            )

    def _close(self, status: RunStatus, reason: str = "") -> None:
        if not self._open:
            return
        self._open = False
        try:
            self._begun.close(status, update=self.updates, reason=reason)
        except UserError as error:
            self._warn(str(error))

    def _warn(self, said: str) -> None:
        warnings.warn(said, HeadlightWarning, stacklevel=2)

    def _card(self, traces: Sequence[Trace]) -> RunCard:
        (_, attention), *_ = attentions_in(self._model)
        trace, name = traces[0], type(self._model).__name__
        parameters = list(self._model.parameters())
        return RunCard(
            run_id="",
            name=self._name or name,
            task=name,
            model=_sizes(trace, attention.embed_dim),
            training=TrainingConfig(),
            device=parameters[0].device.type,
            n_parameters=sum(parameter.numel() for parameter in parameters),
            probes=tuple(Probe(one.source_text, one.translation) for one in traces),
            module=name,
        )


def watch(
    model: nn.Module,
    probes: Sequence[Any],
    *,
    every: int = 100,
    tokens: Sequence[Any] | None = None,
    call: Call | None = None,
    folder: str | Path | None = None,
    name: str = "",
) -> Watch:
    """Record a network's attention over a few sentences while your own loop trains it.

    Works with every ``nn.Module`` that has ``nn.MultiheadAttention`` in it: its own forward pass is
    recorded, in evaluation mode and without gradients; of the training nothing changes, to the last
    bit. The run stands among the runs of the window, which replays it as a time-lapse. Of several
    processes that train together, one watches.

    Example::

        with headlight.watch(model, probes=[(src, tgt)], every=100) as watch:
            for src_batch, tgt_batch in batches:
                loss = loss_of(model(src_batch, tgt_batch[:, :-1]), tgt_batch[:, 1:])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()         # counted by itself
                watch.step(loss=loss)    # only for the curve of the loss
        watch.open()                     # or: headlight open FOLDER, see watch.folder

    Args:
        model: the network; that of ``torch.compile`` or ``DistributedDataParallel`` too.
        probes: a list of pairs of source and target, or of sequences for a model that reads one;
            one sentence each. A list of ids becomes a batch of one on the model's device, ``[1,
            token]`` or, where attention is not batch first, ``[token, 1]``; tensors stay.
        every: updates from one moment to the next; the first is before any, the last at the end.
        tokens: labels of the probes' tokens, in the same places; by default their ids. Those of a
            target may be one more, as ``["<s>", "a", "cat", "</s>"]`` for three ids that are fed
            in: the last one is what the last row predicts.
        call: ``call(model, src, tgt)`` does the forward pass, for a model that needs more than
            ``model(src, tgt)``, such as masks; it gets the probe as it was given.
        folder: where the run is written, a new one; by default among the runs of the window.
        name: of the run; by default the class of the model.

    Raises:
        WeightsError: there is no such attention in the model, or no time-lapse can show it: see
            its sentence.
        WriteError: the folder cannot be written.
    """
    read(within(1, 10**9), every, "every")
    module, known = plain_module(model), labelled_probes(probes, tokens)
    where = None if folder is None else Path(folder).expanduser()
    return Watch(module, known, every=every, call=call, folder=where, name=name)


def _sizes(trace: Trace, d_model: int) -> ModelConfig:
    encoder, decoder = trace.depth("encoder"), trace.depth("decoder")
    return ModelConfig(
        n_layers=encoder, decoder_layers=decoder, n_heads=trace.n_heads, d_model=d_model
    )


def _said(error: BaseException) -> str:
    return str(error).strip() or type(error).__name__
