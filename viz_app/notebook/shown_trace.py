"""A translation in a notebook: its computation, picture, values and file."""

from __future__ import annotations

import locale
import operator
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from model.arrays import frozen
from model.checkpoint.header import read_checksum
from model.messages import Message, SourceError, UserError
from model.traces.head_measures import aligned_head, first_place
from model.traces.interventions import Interventions
from model.traces.trace import KINDS, DecodeStep, Kind, PlaceCandidates, Trace
from viz_app.cli.terminal import has_display
from viz_app.html.attention import KindWeights, attention_html, trace_pictures
from viz_app.notebook.given_weights import (
    Layers,
    TokenLayers,
    WeightsError,
    given_weights,
    token_attentions,
)
from viz_app.storage.library import Library, name_of
from viz_app.storage.session import (
    SUFFIX,
    SavedBranch,
    SavedModel,
    Session,
    SessionError,
    load_session,
    save_session,
)
from viz_app.storage.settings import load_settings, settings_path
from viz_app.texts.visible_token import safe

if TYPE_CHECKING:
    from model.arrays import FloatArray
    from model.decoding.trained import TrainedModel

# ------------------------------------------------------------------------------------------ window


class HeadlightWarning(UserWarning):
    """A request that was fulfilled differently, or could not be understood."""


class WindowError(UserError):
    """The window cannot open here."""


def check_display() -> None:
    """Raise WindowError where no window can open."""
    if not has_display():
        raise WindowError(
            "No display: a window cannot open here. Open the saved file elsewhere with "
            "headlight open."
        )


def open_in_window(path: Path) -> None:
    """Start the window with a file or folder, without waiting; raises WindowError."""
    check_display()
    subprocess.Popen([sys.executable, "-m", "viz_app", "open", str(path)], start_new_session=True)


# ---------------------------------------------------------------------------------------- pictures


ALL = "all"

_LANGUAGES = {"en": "en", "zh": "zh_CN", "zh_CN": "zh_CN"}


class AttentionPicture:
    """All heads small, one large with values on its cells; a notebook displays it.

    Layers and heads count from 1, as in the window.

    Attributes:
        kinds: of the attention that it shows.
    """

    def __init__(
        self,
        pictures: Sequence[KindWeights],
        *,
        title: str = "",
        chosen: tuple[str, int, int] | None = None,
        language: str | None = None,
    ) -> None:
        """``chosen``: kind, layer and head that are large at first, the last two from 0.

        ``language``: ``en`` or ``zh``; None = as in the window.
        """
        self.kinds = tuple(picture.kind for picture in pictures)
        self._pictures, self._title, self._chosen = tuple(pictures), title, chosen
        self._language = _known_language(language)

    def show(
        self,
        kind: str = ALL,
        *,
        layer: int | None = None,
        head: int | None = None,
        language: str | None = None,
    ) -> AttentionPicture:
        """One head large, of the first kind; without ``layer`` and ``head`` all of them.

        Args:
            kind: one of :attr:`kinds`; ``all``: every one of them.
            layer: from 1, as in the window.
            head: likewise.
            language: ``en`` or ``zh``; by default that of this picture.

        Raises:
            WeightsError: there is no such kind, layer, head or language.
        """
        language = language or self._language
        pictures = [picture for picture in self._pictures if kind in {ALL, picture.kind}]
        if not pictures:
            raise _no_kind(kind, (*self.kinds, ALL))
        if layer is None and head is None:
            return AttentionPicture(pictures, title=self._title, language=language)
        first = pictures[0]
        n_layers, n_heads = first.weights.shape[:2]
        place = _counted("layer", layer, n_layers), _counted("head", head, n_heads)
        chosen = (first.kind, *place)
        return AttentionPicture(pictures, title=self._title, chosen=chosen, language=language)

    def _repr_html_(self) -> str:
        return attention_html(
            self._pictures,
            chosen=self._chosen,
            title=self._title,
            language=self._language or _settings_language(),
        )

    def __repr__(self) -> str:
        """Kinds and sizes: ``<headlight attention: cross 3 × 8 heads, 6 × 7 tokens>``."""
        each = (
            "{} {} × {} heads, {} × {} tokens".format(picture.kind, *picture.weights.shape)
            for picture in self._pictures
        )
        return f"<headlight attention: {'; '.join(each)}>"


def view(
    weights: Any,
    *,
    query_tokens: Sequence[str] | None = None,
    key_tokens: Sequence[str] | None = None,
    kind: str = "attention",
    language: str | None = None,
) -> AttentionPicture:
    """Show anybody's attention weights; a notebook displays the result.

    Of square matrices, cells after the diagonal are taken for masked where no head has any weight.

    Example::

        out = bert(**tokenizer("I have a cat.", return_tensors="pt"), output_attentions=True)
        headlight.view(out.attentions, query_tokens=tokenizer.tokenize("I have a cat."))

    Args:
        weights: numpy arrays or tensors on any device: ``[layers, heads, query, key]``,
            ``[heads, query, key]``, ``[query, key]``; or as Hugging Face gives them: a tuple of
            layers ``[1, heads, query, key]``, or of ``generate`` a tuple of tokens of layers.
        query_tokens: labels of the rows; without them, rows are counted from 1.
        key_tokens: labels of the columns; by default those of the rows, where there are as many.
        kind: ``encoder``, ``decoder`` or ``cross``, for their colours; or any name.
        language: of the picture's words, ``en`` or ``zh``; by default that of the window.

    Raises:
        WeightsError: these are no weights, too many, the tokens do not fit, or there is no such
            language.
    """
    given = given_weights(weights, query_tokens=query_tokens, key_tokens=key_tokens, kind=kind)
    return AttentionPicture([given], language=language)


def _no_kind(kind: str, kinds: Sequence[str]) -> WeightsError:
    return WeightsError(
        "There is no attention {kind!r} here. Kinds: {kinds}.", kind=kind, kinds=", ".join(kinds)
    )


def _counted(name: str, number: int | None, count: int) -> int:
    """Index from 0 of a layer or head counted from 1; by default the first."""
    if number is None:
        return 0
    index = -1 if isinstance(number, bool) or not hasattr(number, "__index__") else number
    if not 1 <= operator.index(index) <= count:
        raise WeightsError(
            "There is no {name} {number!r}: numbers run from 1 to {count}, as in the window.",
            name=name,
            number=number,
            count=count,
        )
    return operator.index(number) - 1


def _known_language(language: str | None) -> str | None:
    """Name of its texts; raises WeightsError if there are none."""
    if language is None:
        return None
    if language not in _LANGUAGES:
        raise WeightsError(
            "Unknown language {language!r}. Languages: {known}.",
            language=language,
            known=", ".join(_LANGUAGES),
        )
    return _LANGUAGES[language]


def _settings_language() -> str:
    """``en`` or ``zh_CN``, from the user's settings or the system."""
    settings, notice = load_settings(settings_path())
    if notice is not None:
        warnings.warn(str(notice), HeadlightWarning, stacklevel=2)
    if settings.language != "system":
        return settings.language
    system = (locale.getlocale()[0] or "").lower()
    return "zh_CN" if system.startswith(("zh", "chinese")) else "en"


# ------------------------------------------------------------------------------------- shown trace


class ShownTrace:
    """Everything recorded of one translation; a notebook shows its interactive picture.

    Large in it is the head whose cross-attention is most aligned, as in the window.

    Made by :func:`headlight.translate` and :func:`headlight.load`. Arrays are numpy's, float32 and
    read-only; ``torch.from_numpy(array.copy())`` makes a tensor of one. Arrays count from 0;
    :meth:`show` counts layers and heads from 1, as the window does.

    Attributes:
        trace: the whole record, :class:`model.traces.trace.Trace`.
        interventions: those that it was computed under.
        model: the name of the model.
    """

    def __init__(self, session: Session) -> None:
        """Of the current branch; raises SessionError if nothing was translated."""
        shown = [branch for branch in session.branches if branch.id == session.current]
        if not shown:
            raise SessionError("This session has no translation: there is no trace to show.")
        self._session = session
        self.trace: Trace = shown[0].trace
        self.interventions: Interventions = shown[0].interventions
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
        """Tokens of the encoder, ``</s>`` included: keys of cross-attention."""
        return self.trace.source_tokens

    @property
    def target_tokens(self) -> tuple[str, ...]:
        """Predicted tokens, one a step; the last is ``</s>``."""
        return self.trace.predicted_tokens

    @property
    def fed_tokens(self) -> tuple[str, ...]:
        """Input token of each step, ``<s>`` first: queries of decoder and cross-attention."""
        return self.trace.fed_tokens

    @property
    def steps(self) -> tuple[DecodeStep, ...]:
        """One for each target token: ``token``, ``probability``, ``entropy``, ``candidates`` …."""
        return self.trace.steps

    @property
    def places(self) -> tuple[PlaceCandidates, ...]:
        """Candidates of an encoder-only model at each token that it read; else empty."""
        return self.trace.places

    @property
    def encoder_attentions(self) -> Layers:
        """One array a layer, ``[1, heads, source, source]``.

        As ``encoder_attentions`` of Hugging Face's ``generate(output_attentions=True)``.
        """
        return tuple(frozen(layer[None]) for layer in self.trace.encoder_weights)

    @property
    def decoder_attentions(self) -> TokenLayers:
        """For each generated token one array a layer, ``[1, heads, 1, key]``: keys so far.

        As ``decoder_attentions`` of Hugging Face's ``generate(output_attentions=True)``; the whole
        matrices are ``weights("decoder")``.
        """
        return token_attentions(self.trace, "decoder")

    @property
    def cross_attentions(self) -> TokenLayers:
        """For each generated token one array a layer, ``[1, heads, 1, source]``.

        As ``cross_attentions`` of Hugging Face's ``generate(output_attentions=True)``; the whole
        matrices are ``weights("cross")``.
        """
        return token_attentions(self.trace, "cross")

    def weights(self, kind: Kind) -> FloatArray:
        """All weights of a kind, ``[layers, heads, query, key]``; raises WeightsError."""
        if kind not in KINDS:
            raise _no_kind(kind, KINDS)
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
        """Write a session that :func:`headlight.load` and the window open; returns its path.

        Args:
            path: ``.headlight`` is appended if missing.

        Raises:
            SessionError: it is too large.
            WriteError: the file cannot be written there.
        """
        path = Path(path).expanduser()
        path = path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)
        save_session(path, self._session)
        return path

    def open(self) -> None:
        """Show it in Headlight's window, a separate process.

        Raises:
            WindowError: there is no display.
            WriteError: the session cannot be written for it.
        """
        check_display()
        folder = Path(tempfile.mkdtemp(prefix="headlight-"))
        open_in_window(self.save(folder / f"trace{SUFFIX}"))

    def _picture(self) -> AttentionPicture:
        trace, pictures = self.trace, trace_pictures(self.trace, self.interventions)
        said = f"{safe(trace.source_text)} → {safe(trace.translation)}"
        crossed = any(picture.kind == "cross" for picture in pictures)
        return AttentionPicture(
            pictures,
            title=" · ".join((said, *map(str, self.interventions))),
            chosen=("cross", *aligned_head(trace)) if crossed else None,
        )

    def _repr_html_(self) -> str:
        return self._picture()._repr_html_()

    def __repr__(self) -> str:
        """``<headlight trace: 我有一只猫。 → I have a cat., zh-en, 3 × 8 heads, 6 steps>``."""
        trace = self.trace
        depth = max(map(trace.depth, trace.kinds))
        size = f"{depth} × {trace.n_heads} heads, {len(trace.steps)} steps"
        told = ", ".join(filter(None, (self.model, size)))
        return f"<headlight trace: {trace.source_text} → {trace.translation}; {told}>"


def load(path: str | Path) -> ShownTrace:
    """The trace of a session, saved here or in the window; of several branches the current one.

    Neither the model nor torch is needed for it.

    Args:
        path: of a ``.headlight`` file.

    Raises:
        SessionError: the file is missing, damaged, foreign or of a newer version, or nothing is
            translated in it.
    """
    return ShownTrace(load_session(Path(path).expanduser()))


# ------------------------------------------------------------------------------------- translating


def translate(text: str, *, model: str | Path | None = None, device: str = "auto") -> ShownTrace:
    """Translate a sentence and record the weights of every attention head.

    Example::

        trace = headlight.translate("我有一只猫。", model="zh-en")
        trace.translation                # "I have a cat."
        trace.weights("cross").shape     # (3, 8, 6, 7): [layers, heads, target, source]

    Args:
        text: one sentence.
        model: a name that ``headlight models`` lists, or the path of a checkpoint; without it
            the shipped one that reads the script of the sentence.
        device: where to compute: ``auto``, ``cpu``, ``cuda`` or ``mps``.

    Raises:
        CheckpointError: there is no such model, or it is damaged, foreign or too new.
        DeviceError: there is no device of that name.
        SourceError: the sentence cannot be translated.
    """
    if not isinstance(text, str):
        raise SourceError("A sentence must be text, not {text!r}.", text=text)
    library = Library()
    path = library.find(str(model or library.model_for(text)))
    checksum = read_checksum(path)  # fails at once; torch takes a second to import
    loaded = loaded_model(path, str(device), checksum)
    from model.decoding.greedy import translate as recorded

    trace = recorded(loaded, text)
    for notice in trace.notices:
        warnings.warn(str(notice), HeadlightWarning, stacklevel=2)
    return ShownTrace(session_of(trace, loaded, checksum=checksum))


def loaded_model(path: Path, device: str, checksum: str) -> TrainedModel:
    """The model of a checkpoint; warns of an altered one, and of another device."""
    loaded, notices = _loaded(path, device, checksum)
    for notice in notices:
        warnings.warn(str(notice), HeadlightWarning, stacklevel=3)
    return loaded


@lru_cache(maxsize=2)
def _loaded(path: Path, device: str, checksum: str) -> tuple[TrainedModel, tuple[Message, ...]]:
    # Cached for the cells of a notebook; the checksum invalidates it.
    from model.checkpoint.file import load_checkpoint
    from model.network.device_choice import choose_device

    altered, chosen = Library().altered(path, checksum), choose_device(device)
    notices = tuple(said for said in (altered, chosen.notice) if said is not None)
    return load_checkpoint(path, device=chosen.device).named(name_of(path)), notices


def session_of(trace: Trace, model: TrainedModel, *, checksum: str) -> Session:
    from model.decoding.samples import summary_of

    under = model.interventions
    original = SavedBranch(id=0, parent=None, step=0, name="", trace=trace, interventions=under)
    # All steps in view, at the word and in the head that the window would choose.
    layer, head = aligned_head(trace)
    place = {"layer": layer, "head": head, "step": first_place(trace)}
    return Session(
        source_text=trace.source_text,
        branches=(original,),
        bench={"whole": True, "selection": place},
        model=SavedModel(checksum=checksum, summary=summary_of(model)),
    )
