"""The shipped lessons: answers that can be computed, the same in both languages, true claims."""

import dataclasses
import re
from functools import cache
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from pypdf import PdfReader

from model.checkpoint.locations import SHIPPED_FOLDER
from model.decoding.sweep import means_of, switched_off
from model.lessons.by_hand import EXAMPLE, PUZZLES, hand_record
from model.lessons.questions import computed, judged, offered
from model.messages import UserError
from model.traces.interventions import every_head
from model.traces.trace import KINDS
from tests.every import every
from viz_app.app.lesson_state import check_lesson
from viz_app.cli.lesson import evidence_with, worksheet
from viz_app.panels.one_head.room import STAGES
from viz_app.panels.training.runs.jobs import recorded_steps
from viz_app.storage.lessons import ORDER, head_group, read_lesson, shipped_path
from viz_app.storage.library import Library

LANGUAGES = ("en", "zh")
NAMES = [name for name in ORDER if shipped_path(name, "en").exists()]
TEXTS = {"title", "note", "line", "question"}
"""What of a scene is translated, or is elsewhere in the file."""


@cache
def model(name):
    from model.checkpoint.file import load_checkpoint

    return load_checkpoint(SHIPPED_FOLDER / f"{name}.safetensors")


@cache
def evidence(name, number):
    scene = read_lesson(shipped_path(name, "en")).scenes[number - 1]
    return evidence_with(model(scene.model) if scene.text else None, scene)


def decoded(name, number):
    return evidence(name, number).shown


@cache
def recorded():
    *_, found = recorded_steps()
    return found.run


@pytest.fixture(autouse=True)
def _one_thread(one_torch_thread):
    pass


def test_there_is_a_tour_and_every_lesson_takes_five_to_eight_minutes():
    for language in LANGUAGES:
        tour, *lessons = (read_lesson(shipped_path(name, language)) for name in NAMES)
        assert (tour.name, tour.minutes) == ("tour", 1)
        assert all(5 <= lesson.minutes <= 8 for lesson in lessons)
        assert all(5 <= len(lesson.scenes) <= 8 for lesson in lessons)
        assert all(sum(s.question is not None for s in each.scenes) >= 3 for each in lessons)


@every("name", NAMES)
def test_both_languages_show_and_ask_the_same(name):
    english, chinese = (read_lesson(shipped_path(name, language)) for language in LANGUAGES)
    assert english.minutes == chinese.minutes
    for one, other in zip(english.scenes, chinese.scenes, strict=True):
        kept = [f.name for f in dataclasses.fields(one) if f.name not in TEXTS]
        assert [getattr(one, field) for field in kept] == [getattr(other, field) for field in kept]
        assert len(one.note) == len(other.note)
        asked = [scene.question for scene in (one, other)]
        assert [each and (each.kind, each.answer, each.of, [*each.choices]) for each in asked] == [
            asked[0] and (asked[0].kind, asked[0].answer, asked[0].of, [*asked[0].choices])
        ] * 2


@every("name", NAMES)
def test_every_answer_can_be_computed_and_chosen(name, tmp_path):
    lesson = read_lesson(shipped_path(name, "en"))
    check_lesson(lesson, Library(tmp_path))
    for number, scene in enumerate(lesson.scenes, start=1):
        question = scene.question
        if question is None:
            continue
        found = evidence(name, number)
        answer = computed(question.expression, found)
        assert question.right[-1] == question.wrong[-1] == "."  # not cut off at a YAML comment
        texts = offered(question, found)
        right = [each for each in texts if judged(question, each, found).right]
        assert len(right) == bool(texts), (name, number, answer)
        if question.kind == "cell":
            assert judged(question, answer.cell, found).right


def test_masks_are_as_the_lesson_says():
    finished = decoded("masks", 1)
    assert finished.translation == "The cat bit the dog."
    assert [step.token for step in finished.steps[:3]] == ["The", "cat", "bit"]
    # "all 24 heads of the decoder", "the upper right half is hatched", "is always 0"
    weights = finished.decoder_weights
    assert weights.shape[0] * weights.shape[1] == 24
    assert not np.triu(weights, 1).any()
    assert np.array_equal(finished.mask("decoder"), np.tri(7, dtype=bool))
    # the row "bit → the" is the fourth
    assert (finished.steps[3].fed, finished.steps[3].token) == ("bit", "the")
    assert decoded("masks", 5).translation == "The dog bit the dog."
    assert finished.steps[6].token == "</s>"
    assert decoded("masks", 6).predicted_tokens == finished.predicted_tokens


def test_words_and_positions_are_as_the_lesson_says():
    assert decoded("words", 2).source_tokens == (*"狗咬了猫。", "</s>")
    vocabulary = model("zh-en").src_tokenizer
    tokens = [token for token in map(vocabulary.token, range(len(vocabulary))) if token[0] >= "一"]
    assert sum(map(len, tokens)) < 1.1 * len(tokens)  # "mostly one Chinese character"
    record = evidence("words", 4).embedding
    assert record.source.d_model == 256
    near = record.target.near[record.target.tokens.index("cat")]
    assert sum(each.token.startswith("##") for each in near) >= 3  # "pieces of words in the list"
    scene = read_lesson(shipped_path("words", "en")).scenes[3]
    assert record.target.tokens[scene.step - 1] == "cat"  # whose neighbours the tab shows
    texts = {each.how: each.text for each in evidence("words", 6).altered.translations}
    assert texts == {
        None: "The dog bit the cat.",
        "removed": "The dog bit the dog.",
        "shuffled": "The cat bit the dog.",
    }
    from model.lessons.with_torch.positions import altered_steps

    *_, other = altered_steps(model("zh-en"), "猫咬了狗。", side="source", seed=0)
    assert {each.how: each.text for each in other.translations}["removed"] == texts["removed"]


def test_the_head_by_hand_has_the_numbers_of_the_lesson():
    record = hand_record(EXAMPLE)
    assert (EXAMPLE.q[1], EXAMPLE.k[1]) == ((0, 1, 0.5, 0), (0, 1, 0, 0.5))
    assert record.scores[1].round(3).tolist() == [0.25, 0.5, 0.25]
    assert record.weights[1].round(2).tolist() == [0.3, 0.39, 0.3]
    assert record.weights[0].round(2).tolist() == [0.41, 0.28, 0.32]
    assert [row[0] for row in EXAMPLE.v] == [0.5, 0, 0]
    assert record.output[0, 0] == pytest.approx(0.41 * 0.5, abs=0.005)
    assert np.exp(3) / (np.exp(3) + 2) > 0.9  # "nearly all … larger by 3 or more"
    for name, (matrix, row) in {"attend": ("q", 2), "popular": ("k", 2)}.items():
        assert PUZZLES[name].free == {matrix: (row,)}
    assert PUZZLES["attend"].goal == 0.9
    assert model("passive").config.d_k == 16
    assert decoded("one-head", 7).steps[2].token == "was"
    assert len(STAGES) == 9  # "The nine buttons"


def test_heads_do_what_the_lesson_says():
    whole = decoded("heads", 1)
    assert whole.translation == "The dog was chased by the cat."
    assert whole.cross_weights[1, 1, 6].max() > 0.95  # "nearly all of its weight"
    assert len(every_head(model("passive").config, KINDS)) == 72
    assert len(every_head(model("passive").config, ("cross",))) == 24
    expected = {2: whole.translation, 3: whole.translation, 5: whole.translation}
    expected |= {6: "The dog is chased by the cat.", 7: "Freve was done by him."}
    for number, text in expected.items():
        assert decoded("heads", number).translation == text
    was, chased = 2, whole.source_tokens.index("chased")
    for head in ("cross 3 3", "cross 3 7"):
        _, layer, place = head_group(head)
        assert whole.cross_weights[layer, place, was, chased] > 0.95


@pytest.mark.slow
def test_of_all_heads_a_single_one_changes_the_sentence():
    from model.decoding.greedy import translate

    passive = model("passive")
    means = means_of(passive)
    text = "The cat chased the dog."
    changing = [
        str(site)
        for site in every_head(passive.config)
        if translate(passive.under(means.filled(switched_off([site], "mean"))), text).translation
        != "The dog was chased by the cat."
    ]
    assert changing == ["z cross 3 3"]


def test_the_recorded_run_learns_as_the_lesson_says():
    run = recorded()
    lowest = {m.update: float(m.numbers["cross", "diagonality"].min()) for m in run.moments}
    # "nothing for 45 updates, and at update 128 the line is there"; "no line yet" at 64
    assert min(low for update, low in lowest.items() if update <= 45) > -0.2
    assert lowest[64] > -0.5
    assert lowest[128] < -0.7
    assert run.moments[0].numbers["cross", "entropy"].min() > 0.8 * np.log2(7)  # "spreads"
    # "Most of its fall is in the first few hundred updates, the same in which the heads …"
    losses = {point.update: point.loss for point in run.curve}
    spikes = [update for update, loss in losses.items() if update > 500 and loss > 2]
    assert spikes  # "single batch"
    assert all(losses[at - 1] < 0.5 * losses[at] > losses[at + 1] for at in spikes)
    early, late = (np.mean([losses[u] for u in range(at, at + 20)]) for at in (1, 362))
    assert (early - late) / early > 0.8
    assert min(low for update, low in lowest.items() if update <= 400) < -0.85


def test_the_reversing_model_is_right_up_to_sixteen_letters():
    right, wrong = decoded("learning", 5), decoded("learning", 6)
    assert right.translation.replace(" ", "") == "thgildaeh"
    assert right.source_tokens[int(right.cross_weights[1, 1, 2].argmax())] == "g"
    assert wrong.steps[0].token == "q"
    looks = int(wrong.cross_weights[1, 1, 0].argmax())
    assert (looks, wrong.source_tokens[looks]) == (15, "p")
    from model.decoding.samples import summary_of

    assert summary_of(model("reverse")).lengths == range(1, 17)
    # "trained on the same task, for longer"
    assert model("reverse").record["updates"] > recorded().curve[-1].update


@every("name", NAMES)
def test_a_worksheet_is_one_page_a4_that_asks_with_room_to_write_and_does_not_tell(name, qapp):
    for language in LANGUAGES:
        lesson = read_lesson(shipped_path(name, language))
        (page,) = PdfReader(BytesIO(worksheet(lesson))).pages
        assert [*map(float, page.mediabox)] == [0, 0, 595, 842]
        text = without_blanks(page.extract_text())
        asked = [scene for scene in lesson.scenes if scene.question is not None]
        places = []
        for scene in asked or lesson.scenes:
            places.append(text.index(without_blanks(scene.title)))
            if scene.question is not None:
                for part in (scene.question.ask, *scene.question.choices.values()):
                    assert without_blanks(part) in text[places[-1] :]
                assert without_blanks(scene.question.right) not in text
        for start, end in pairwise([*places, None]):
            assert re.search("_{30,}", text[start:end]), (name, language)


def without_blanks(text):
    return "".join(text.split())


def test_a_worksheet_for_more_than_a_page_is_refused(qapp):
    lesson = read_lesson(shipped_path("masks", "en"))
    with pytest.raises(UserError, match="does not fit on one page: 160 lines"):
        worksheet(dataclasses.replace(lesson, scenes=lesson.scenes[:2] * 40))
