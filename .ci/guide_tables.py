"""Tables in the guide that programs write, each between two comments with its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

GUIDE = Path(__file__).resolve().parent.parent / "resources" / "guide"

CHINESE = {
    # speed: headings, rows, and words beside numbers
    "measured": "测量内容",
    "beside it": "对照",
    "ratio": "比值",
    "budget": "预算",
    "decoding a token, all weights recorded": "解码一个词元，记录全部权重",
    "decoding a token, of its bare matrix products": "解码一个词元，相对于其中的矩阵乘法",
    "training on a corpus": "用语料训练",
    "training on the same batches": "用相同的批次训练",
    "memory of a training step": "一次更新的内存",
    "painting 48 heads of 64 tokens": "绘制 64 个词元的 48 个头",
    "painting all weights of 128 tokens": "绘制 128 个词元的全部权重",
    "showing a decoded token in the window": "在窗口里显示一个解码的词元",
    "start: the window": "启动：窗口",
    "start: the first heatmaps": "启动：首批热图",
    "opening *Train*": "打开“训练”",
    "opening *Masks*": "打开“掩码”",
    "tokens/s": "词元/秒",
    "longest": "最长",
    "empty window": "空窗口",
    "made": "创建",
    "painted": "绘制",
    "with answers": "连同答复",
    "missed": "未达到",
    # costs
    "cost of": "工作",
    "over": "增大的量",
    "from … to": "范围",
    "time": "时间",
    "memory": "内存",
    "theory": "理论值",
    "decoding a sentence, all weights recorded": "解码一个句子，记录全部权重",
    "an update of training": "一次训练更新",
    "an epoch": "一轮",
    "tokens of each side": "每端词元数",
    "layers": "层数",
    "heads": "头数",
    "pairs in the corpus": "语料的句对数",
    # below both
    "Measured on ": "测量环境：",
    "cores": "核",
    ", ": "，",
    "; ": "；",
}


def put_table(name: str, rows: Sequence[Sequence[str]], *, below: str) -> None:
    """Put rows, headings first, in the place of the table so named in the page on speed.

    Args:
        name: in the comments around it.
        rows: in English; the Chinese page gets them by :data:`CHINESE`.
        below: the line under the table.
    """
    _put(GUIDE / "speed.en.md", name, rows, below)
    chinese = [[in_chinese(cell) for cell in row] for row in rows]
    _put(GUIDE / "speed.zh.md", name, chinese, in_chinese(below.removesuffix(".")) + "。")


def in_chinese(cell: str) -> str:
    """A whole cell, or the words in it that have a translation."""
    if cell in CHINESE:
        return CHINESE[cell]
    words = sorted(CHINESE, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, words)), lambda found: CHINESE[found[0]], cell)


def _put(page: Path, name: str, rows: Iterable[Sequence[str]], below: str) -> None:
    heads, *others = rows
    lines = [f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *others)]
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    table = "\n".join([begin, "", *lines, "", below, "", end])
    place = re.compile(f"{begin}.*?{end}", re.DOTALL)
    text, found = place.subn(lambda _: table, page.read_text(encoding="utf-8"))
    if found != 1:
        raise SystemExit(f"{page.name} has {found} places for the table {name!r}")
    page.write_text(text, encoding="utf-8")
