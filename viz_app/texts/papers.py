"""Where ideas come from: papers that a reader can open, and the place in them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """Authors with the year, as papers are cited everywhere, and its address."""

    name: str
    link: str


VASWANI = Paper("Vaswani et al. 2017", "https://arxiv.org/abs/1706.03762")
BA = Paper("Ba et al. 2016", "https://arxiv.org/abs/1607.06450")
XIONG = Paper("Xiong et al. 2020", "https://arxiv.org/abs/2002.04745")
XU = Paper("Xu et al. 2019", "https://arxiv.org/abs/1911.07013")
SZEGEDY = Paper("Szegedy et al. 2016", "https://arxiv.org/abs/1512.00567")
RAFFEL = Paper("Raffel et al. 2020", "https://arxiv.org/abs/1910.10683")
ZHANG = Paper("Zhang and Sennrich 2019", "https://arxiv.org/abs/1910.07467")
PRESS = Paper("Press and Wolf 2017", "https://arxiv.org/abs/1608.05859")
WILLIAMS = Paper("Williams and Zipser 1989", "https://doi.org/10.1162/neco.1989.1.2.270")
PAPINENI = Paper("Papineni et al. 2002", "https://aclanthology.org/P02-1040")
CHEN = Paper("Chen and Cherry 2014", "https://aclanthology.org/W14-3346")
POST = Paper("Post 2018", "https://arxiv.org/abs/1804.08771")


def cited(*places: tuple[Paper, str]) -> str:
    """A line for each paper, with the place in it if that is not empty, then its address."""
    lines = []
    for paper, place in places:
        lines.append(f"{paper.name}, {place}" if place else paper.name)
        lines.append(paper.link)
    return "\n".join(lines)
