"""The stages in words: on their buttons and in a heading; and the names of their formulas."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from model.lessons.one_head.anatomy_record import HeadAnatomy
from viz_app.panels.one_head.state import STAGES, OneHeadState, Stage

translate = QCoreApplication.translate


def stage_name(stage: Stage) -> str:
    """As on its button."""
    names: dict[Stage, str] = {
        "project": "q, k, v",
        "product": "q · k",
        "scale": "÷ √d_k",
        "mask": translate("one_head", "mask"),
        "softmax": "softmax",
        "values": "· V",
        "concatenate": translate("one_head", "concat"),
        "output": "· W^O",
        "add": translate("one_head", "add"),
    }
    return names[stage]


def stage_sign(stage: Stage) -> str:
    """The formula that stands on its button in place of its name, or empty."""
    signs: dict[Stage, str] = {"scale": "one_head_divided", "output": "one_head_projected"}
    return signs.get(stage, "")


def stage_tip(stage: Stage) -> str:
    """What happens there, in a line."""
    tips: dict[Stage, str] = {
        "project": translate("one_head", "Project tokens to queries, keys and values"),
        "product": translate("one_head", "Compare the query with every key"),
        "scale": translate("one_head", "Divide by the root of their width"),
        "mask": translate("one_head", "Rule out what may not be seen"),
        "softmax": translate("one_head", "Turn scores into shares of 1"),
        "values": translate("one_head", "Mix the values by these shares"),
        "concatenate": translate("one_head", "Put all heads side by side"),
        "output": translate("one_head", "Project back to the model's width"),
        "add": translate("one_head", "Add to the residual stream"),
    }
    return tips[stage]


def stage_heading(stage: Stage) -> str:
    """``Stage 3 of 9: divide by the root of their width``."""
    return translate("one_head", "Stage {number} of {count}: {what}").format(
        number=STAGES.index(stage) + 1, count=len(STAGES), what=stage_tip(stage)
    )


def stage_formula(choices: OneHeadState, anatomy: HeadAnatomy | None) -> str:
    """The name of the formula that the stage computes."""
    if choices.stage == "project":
        return f"one_head_{choices.projection}"
    if choices.stage == "output":
        return "one_head_share" if choices.share == "head" else "one_head_output"
    if choices.stage == "add":
        return f"one_head_add_{'pre' if anatomy is None else anatomy.norm}"
    return f"one_head_{choices.stage}"
