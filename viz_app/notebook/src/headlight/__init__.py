"""Headlight in a notebook or a script: what every attention head looks at.

- :func:`translate`: a sentence, and the weights of all heads; a notebook shows its picture.
- :func:`load`: the trace of a ``.headlight`` file.
- :func:`view`: anybody's attention weights as a picture.
- :func:`model`: runs of a model under interventions (:func:`at`), their activations, why one token
  rather than another, word alignment; :func:`sweep`: what each head does to the loss.
- :func:`watch`: attention while your own network learns, as a time-lapse.

Neither Qt nor a server is needed; torch is imported only to translate and to watch.
"""

from model.messages import UserError
from viz_app.notebook.model_runs import Model, ModelRun, SitePlace, at, model, sweep
from viz_app.notebook.shown_trace import (
    AttentionPicture,
    HeadlightWarning,
    ShownTrace,
    load,
    translate,
    view,
)
from viz_app.notebook.watching import Watch, watch

__all__ = [
    "AttentionPicture",
    "HeadlightWarning",
    "Model",
    "ModelRun",
    "ShownTrace",
    "SitePlace",
    "UserError",
    "Watch",
    "at",
    "load",
    "model",
    "sweep",
    "translate",
    "view",
    "watch",
]
