"""A recorded translation in a notebook: its picture, its numbers, its file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from model.traces.first_look import aligned_head
from model.traces.trace import KINDS, DecodeStep, Kind, PlaceCandidates, Trace
from viz_app.html.attention import trace_pictures
from viz_app.notebook import hugging_face
from viz_app.notebook.given_weights import WeightsError
from viz_app.notebook.pictures import ALL, AttentionPicture
from viz_app.notebook.window import check_display, open_in_window
from viz_app.storage.session.files import load_session, save_session
from viz_app.storage.session.session import SUFFIX, Session, SessionError
from viz_app.texts.isolates import safe

if TYPE_CHECKING:
    from model.arrays import FloatArray


class ShownTrace:
    """Everything recorded of one translation; a notebook shows its interactive picture.

    Large in it is the head whose cross-attention is most aligned, as in the window.

    Made by :func:`headlight.translate` and :func:`headlight.load`. Arrays are numpy's, float32 and
    read-only; ``torch.from_numpy(array.copy())`` makes a tensor of one. Arrays count from 0;
    :meth:`show` counts layers and heads from 1, as the window does.

    Attributes:
        trace: the whole record, :class:`model.traces.trace.Trace`.
        model: the name of the model.
    """

    def __init__(self, session: Session) -> None:
        """Of the branch on screen.

        Raises:
            SessionError: nothing was translated in the session.
        """
        shown = [branch for branch in session.branches if branch.id == session.current]
        if not shown:
            raise SessionError("Nothing is translated in this session: there is no trace to show.")
        self._session = session
        self.trace: Trace = shown[0].trace
        self.model = session.model.summary.name if session.model is not None else ""

    @property
    def source_text(self) -> str:
        """The sentence as it was read."""
        return self.trace.source_text

    @property
    def translation(self) -> str:
        """The target as text."""
        return self.trace.translation

    @property
    def source_tokens(self) -> tuple[str, ...]:
        """What the encoder reads, ``</s>`` included: keys of cross-attention."""
        return self.trace.source_tokens

    @property
    def target_tokens(self) -> tuple[str, ...]:
        """What was predicted, one token a step; ``</s>`` is the last."""
        return self.trace.predicted_tokens

    @property
    def fed_tokens(self) -> tuple[str, ...]:
        """What was fed in at each step, ``<s>`` first: queries of decoder and cross-attention."""
        return self.trace.fed_tokens

    @property
    def steps(self) -> tuple[DecodeStep, ...]:
        """One for each target token: ``token``, ``probability``, ``entropy``, ``candidates`` …."""
        return self.trace.steps

    @property
    def places(self) -> tuple[PlaceCandidates, ...]:
        """What an encoder alone expects at each token that it read; of other models none."""
        return self.trace.places

    @property
    def encoder_attentions(self) -> hugging_face.Layers:
        """One array a layer, ``[1, heads, source, source]``.

        As ``encoder_attentions`` of Hugging Face's ``generate(output_attentions=True)``.
        """
        return hugging_face.encoder_attentions(self.trace)

    @property
    def decoder_attentions(self) -> hugging_face.TokenLayers:
        """For each generated token one array a layer, ``[1, heads, 1, key]``: keys so far.

        As ``decoder_attentions`` of Hugging Face's ``generate(output_attentions=True)``; the whole
        matrices are ``weights("decoder")``.
        """
        return hugging_face.token_attentions(self.trace, "decoder")

    @property
    def cross_attentions(self) -> hugging_face.TokenLayers:
        """For each generated token one array a layer, ``[1, heads, 1, source]``.

        As ``cross_attentions`` of Hugging Face's ``generate(output_attentions=True)``; the whole
        matrices are ``weights("cross")``.
        """
        return hugging_face.token_attentions(self.trace, "cross")

    def weights(self, kind: Kind) -> FloatArray:
        """All weights of a kind, ``[layers, heads, query, key]``.

        Raises:
            WeightsError: there is no such kind.
        """
        if kind not in KINDS:
            raise WeightsError(
                "There is no attention {kind!r} here. Kinds: {kinds}.",
                kind=kind,
                kinds=", ".join(KINDS),
            )
        return self.trace.weights(kind)

    def show(
        self,
        kind: str = ALL,
        *,
        layer: int | None = None,
        head: int | None = None,
        language: str | None = None,
    ) -> AttentionPicture:
        """One head, or all of them.

        Example::

            trace.show(kind="cross", layer=2, head=1)
            trace.show(kind="all")

        Args:
            kind: ``encoder``, ``decoder`` or ``cross``; ``all``: the grids of all three.
            layer: from 1, as in the window.
            head: likewise.
            language: of the picture's words, ``en`` or ``zh``; by default that of the window.

        Raises:
            WeightsError: there is no such kind, layer, head or language.
        """
        return self._picture().show(kind, layer=layer, head=head, language=language)

    def save(self, path: str | Path) -> Path:
        """Write a session that :func:`headlight.load` and the window open; the path it has.

        Args:
            path: ends on ``.headlight``, or that is put behind it.

        Raises:
            SessionError: it is too large.
            WriteError: the file cannot be written there.
        """
        path = Path(path).expanduser()
        path = path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)
        save_session(path, self._session)
        return path

    def open(self) -> None:
        """Show it in Headlight's window, which is another process.

        Raises:
            WindowError: there is no display.
            WriteError: the session cannot be written for it.
        """
        check_display()
        folder = Path(tempfile.mkdtemp(prefix="headlight-"))
        open_in_window(self.save(folder / f"trace{SUFFIX}"))

    def _picture(self) -> AttentionPicture:
        trace, pictures = self.trace, trace_pictures(self.trace)
        crossed = any(picture.kind == "cross" for picture in pictures)
        return AttentionPicture(
            pictures,
            title=f"{safe(trace.source_text)} → {safe(trace.translation)}",
            chosen=("cross", *aligned_head(trace)) if crossed else None,
        )

    def _repr_html_(self) -> str:
        """What Jupyter shows."""
        return self._picture()._repr_html_()

    def __repr__(self) -> str:
        """``<headlight trace: 我有一只猫。 → I have a cat., zh-en, 3 × 8 heads, 6 steps>``."""
        trace = self.trace
        depth = max(map(trace.depth, trace.kinds))
        size = f"{depth} × {trace.n_heads} heads, {len(trace.steps)} steps"
        told = ", ".join(filter(None, (self.model, size)))
        return f"<headlight trace: {trace.source_text} → {trace.translation}; {told}>"


def load(path: str | Path) -> ShownTrace:
    """The trace of a session: saved here, or in the window; of several branches the one on screen.

    Neither the model nor torch is needed for it.

    Args:
        path: of a ``.headlight`` file.

    Raises:
        SessionError: the file is missing, damaged, foreign or of a newer version, or nothing is
            translated in it.
    """
    return ShownTrace(load_session(Path(path).expanduser()))
