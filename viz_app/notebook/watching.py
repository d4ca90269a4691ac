"""``headlight.watch``: attention while somebody's own network learns, in their own loop."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from model.config import ModelConfig, check_size
from model.messages import UserError
from model.runs.card import RunCard, RunStatus
from model.runs.presets import TrainingConfig
from model.traces.probe import Probe
from model.traces.trace import Trace
from viz_app.notebook import modules
from viz_app.notebook.module_weights import attentions_in, recorded_weights
from viz_app.notebook.probe_traces import LabelledProbe, labelled_probes, probe_trace
from viz_app.notebook.watched_run import WatchedRun
from viz_app.notebook.window import HeadlightWarning, open_in_window

if TYPE_CHECKING:
    from torch import Tensor, nn
    from torch.optim import Optimizer
    from torch.utils.hooks import RemovableHandle

Call = Callable[[Any, Any, Any], object]
"""Does a forward pass: the module, a probe's source and its target as they were given."""

MOST_MOMENTS = 200
"""Beyond, every second one is let go, and they are recorded half as often."""


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
        """Nothing is recorded or written yet."""
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
        """Of the run; ``headlight open FOLDER`` shows it.

        Raises:
            UserError: it is made when the ``with`` begins.
        """
        return self._begun.folder

    def __enter__(self) -> Watch:
        """Make the folder, record the untrained module, and count from now on.

        Raises:
            UserError: this watch was used before.
        """
        from torch.optim.optimizer import register_optimizer_step_post_hook

        if self._run is not None:
            raise UserError("A watch is for one training; make another one for the next.")
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
        """Record the last moment too, unless the training failed; the module is let go."""
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
            self._losses.append(modules.one_number(loss))
        if not self._counted:
            self._count()
        self._counted = False
        if self.updates % self._every == 0:
            self._note()

    def open(self) -> None:
        """Show the time-lapse in Headlight's window, which is another process.

        Raises:
            UserError: there is no display, or nothing is recorded yet.
        """
        open_in_window(self.folder)

    def __repr__(self) -> str:
        """What it has recorded, and where."""
        name = type(self._model).__name__
        if self._run is None:
            return f"<headlight watch of {name}, not begun>"
        count, folder = len(self._run.moments), self._run.folder
        return f"<headlight watch of {name}: {self.updates} updates, {count} moments, {folder}>"

    @property
    def _begun(self) -> WatchedRun:
        if self._run is None:
            raise UserError("Nothing is watched yet: that begins with “with … as watch:”.")
        return self._run

    def _on_step(self, optimizer: Optimizer, *_: object) -> None:
        """A step of an optimizer that holds a parameter of the module is an update.

        Several optimizers step once in each: the next begins when one of them steps again.
        """
        import torch

        if torch.compiler.is_compiling():  # nothing can be recorded; step() counts for it
            return
        again = any(optimizer is one for one in self._stepped)
        if not again and not modules.holds(optimizer, self._model):
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
        """A disk or a memory that is full ends the watch and not the training."""
        if not self._open:
            return
        try:
            self._begun.write(self.updates, self._traces())
        except (UserError, RuntimeError, MemoryError) as error:
            self._warn(f"{_said(error)} The training goes on unwatched.")
            self._close("failed", _said(error))

    def _traces(self) -> tuple[Trace, ...]:
        return tuple(self._trace(probe) for probe in self._probes)

    def _trace(self, probe: LabelledProbe) -> Trace:
        call = self._call or modules.forward
        return probe_trace(
            probe, recorded_weights(self._model, lambda: call(self._model, probe.src, probe.tgt))
        )

    def _note(self) -> None:
        """The losses since the last time are one point of the curve."""
        losses, self._losses = [float(loss) for loss in self._losses], []
        if losses:
            self._begun.note(
                self.updates,
                losses,
                learning_rate=modules.learning_rate(self._stepped),
                gradient_norm=modules.gradient_norm(self._model),
            )

    def _close(self, status: RunStatus, reason: str = "") -> None:
        """What there is of the run is kept, as far as there is room for it."""
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
    check_size("every", every, largest=10**9)
    module, known = modules.plain_module(model), labelled_probes(probes, tokens)
    where = None if folder is None else Path(folder).expanduser()
    return Watch(module, known, every=every, call=call, folder=where, name=name)


def _sizes(trace: Trace, d_model: int) -> ModelConfig:
    encoder, decoder = trace.depth("encoder"), trace.depth("decoder")
    return ModelConfig(
        n_layers=encoder, decoder_layers=decoder, n_heads=trace.n_heads, d_model=d_model
    )


def _said(error: BaseException) -> str:
    """The error's own words, or its name where it has none."""
    return str(error).strip() or type(error).__name__
