"""Examples of each task: what their notes say is true of the shipped models."""

import numpy as np
import pytest

from model.checkpoint.locations import SHIPPED_FOLDER
from model.text.examples import EXAMPLES, example_of, right_translation
from model.text.tasks import known_reference
from model.traces.head_measures import aligned_head

SHIPPED = [task for task in EXAMPLES if (SHIPPED_FOLDER / f"{task}.safetensors").exists()]

ALIGNED = {
    "桌子上有三本书。": (("three", "三"), ("books", "书"), ("table", "桌")),
    "他把门关上了。": (("closed", "关"), ("door", "门")),
    "我昨天买的书很有意思。": (("book", "书"), ("bought", "买"), ("yesterday", "昨")),
    "昨天他没有来学校。": (("didn't", "没"), ("come", "来"), ("yesterday", "天")),
    "The small dog chased my two black cats in the garden.": (
        ("cats", "cats"),
        ("dog", "dog"),
        ("garden", "garden"),
    ),
}
"""Words of the translation, and what the head that is shown first attends to most from each."""


@pytest.fixture(params=SHIPPED)
def task(request):
    return request.param


@pytest.fixture
def model(task, one_torch_thread):
    from model.checkpoint.file import load_checkpoint

    return load_checkpoint(SHIPPED_FOLDER / f"{task}.safetensors")


def translated(model, text):
    from model.decoding.greedy import translate

    return translate(model, text)


def is_mistake(example):
    return example.shows.template.startswith("a mistake of the model")


def test_there_are_six_of_each_shipped_model_and_it_knows_their_words(model, task):
    from model.decoding.samples import sample_sentences

    texts = tuple(example.text for example in EXAMPLES[task])
    assert len(set(texts)) == 6
    assert sample_sentences(model) == texts


def test_the_model_is_right_but_for_the_one_mistake(model, task):
    wrong = [
        one for one in EXAMPLES[task] if translated(model, one.text).translation != one.reference
    ]
    assert wrong == [one for one in EXAMPLES[task] if is_mistake(one)]
    assert len(wrong) == 1
    if task == "zh-en":
        assert translated(model, wrong[0].text).translation == "My last name is a horse."
        assert "horse" in wrong[0].shows.template


def test_where_words_change_places_the_head_shown_first_shows_it(model, task):
    shown = [one.text for one in EXAMPLES[task] if one.text in ALIGNED]
    assert EXAMPLES[task][0].text in shown
    for text in shown:
        trace = translated(model, text)
        layer, head = aligned_head(trace)
        keys = trace.cross_weights[layer, head].argmax(axis=-1)  # [target]
        places = [trace.predicted_tokens.index(word) for word, _ in ALIGNED[text]]
        attended = [trace.source_tokens[keys[place]] for place in places]
        assert attended == [key for _, key in ALIGNED[text]], text
        assert places == sorted(places)
        assert np.any(np.diff(keys[places]) < 0), "somewhere it goes back in the source"


def test_an_example_is_known_by_its_sentence_however_it_is_typed():
    first = EXAMPLES["zh-en"][0]
    assert example_of("zh-en", f" {first.text}\n") is first
    assert example_of("zh-en", "桌子上有三本书｡") is first
    assert example_of("zh-en", "猫猫猫猫。") is None
    assert example_of("my.tsv", first.text) is None


def test_examples_of_passive_say_what_the_grammar_says():
    from model.text.passive import fault_of, unknown_words

    for example in EXAMPLES["passive"]:
        assert known_reference("passive", example.text) in ("", example.reference)
        unknown = ("Zork",) if "Zork" in example.text else ()
        if not is_mistake(example):
            assert (fault_of(example.text), unknown_words(example.text)) == (None, unknown)


def test_right_translations_are_those_of_examples_and_of_the_tasks():
    assert right_translation("zh-en", "我姓马。") == "My last name is Ma."
    assert right_translation("zh-en", "我有一只猫。") == "I have a cat."
    assert right_translation("reverse", "a b") == "b a"
    assert right_translation("my.tsv", "我姓马。") == ""
