import dataclasses

from tests.every import every
from tests.viz_app.painted import focus
from tests.viz_app.states import shown, trace_of
from viz_app.panels.attention.pictures.text_layout import sentences_of
from viz_app.workbench.snapshots.attention import resolve_focus
from viz_app.workbench.state import AttentionOptions, Selection

EN = ("I", "bought", "a", "book", "##store", ".", "</s>")


def texts(units):
    return [unit.text for unit in units]


def test_cross_has_both_sentences():
    queries, keys = sentences_of(focus(target=EN, source=("我", "买", "书", "</s>")))
    assert (queries.title, keys.title) == ("target (predicted)", "source")
    assert texts(queries.units) == ["I", "bought", "a", "book", "store", ".", "</s>"]
    assert texts(keys.units) == ["我", "买", "书", "</s>"]
    assert [unit.row for unit in queries.units] == list(range(7))
    assert [unit.column for unit in keys.units] == list(range(4))
    assert {unit.column for unit in queries.units} == {unit.row for unit in keys.units} == {None}
    assert (queries.has_keys, keys.has_keys) == (False, True)


@every(("labels", "first"), [("fed", "<s>"), ("predicted", "I"), ("both", "I")])
def test_queries_are_read_as_the_switch_says(labels, first):
    queries, _ = sentences_of(focus(target=EN, row_labels=labels))
    assert queries.units[0].text == first


def test_the_encoder_s_tokens_are_queries_and_keys():
    (sentence,) = sentences_of(focus(kind="encoder", source=("我", "买", "书", "</s>")))
    assert [(unit.row, unit.column) for unit in sentence.units] == [(n, n) for n in range(4)]
    assert sentence.title == ""


def test_a_decoder_s_query_stands_for_what_it_predicts():
    """The key after the one fed in; the last prediction was not fed in, so it is no key."""
    (sentence,) = sentences_of(focus(kind="decoder", target=EN))
    assert texts(sentence.units) == ["<s>", "I", "bought", "a", "book", "store", ".", "</s>"]
    assert [unit.column for unit in sentence.units] == [0, 1, 2, 3, 4, 5, 6, None]
    assert [unit.row for unit in sentence.units] == [None, 0, 1, 2, 3, 4, 5, 6]


def test_or_for_what_was_fed_in():
    (sentence,) = sentences_of(focus(kind="decoder", target=EN, row_labels="fed"))
    assert texts(sentence.units) == ["<s>", "I", "bought", "a", "book", "store", "."]
    assert [(unit.row, unit.column) for unit in sentence.units] == [(n, n) for n in range(7)]


def resolved(kind, labels, **options):
    state = shown(
        step=len(EN) - 1,
        attention=AttentionOptions(**options),
        trace=trace_of(EN),
        selection=Selection(kind=kind, step=len(EN) - 1, row_labels=labels),
    )
    return resolve_focus(state)


@every("kind", ["encoder", "decoder", "cross"])
@every("labels", ["both", "fed", "predicted"])
@every("special", ["shown", "hidden", "renormalised"])
@every("words", [False, True])
def test_every_row_and_column_is_there_once(kind, labels, special, words):
    view = resolved(kind, labels, special=special, words=words)
    units = [unit for sentence in sentences_of(view) for unit in sentence.units]
    rows = [unit.row for unit in units if unit.row is not None]
    columns = [unit.column for unit in units if unit.column is not None]
    assert rows == list(range(len(view.rows)))
    assert columns == list(range(len(view.columns)))


def test_words_and_hidden_tokens_keep_their_places():
    (sentence,) = sentences_of(resolved("decoder", "predicted", special="hidden", words=True))
    assert texts(sentence.units) == ["I", "bought", "a", "bookstore", "."]
    assert [unit.row for unit in sentence.units] == [0, 1, 2, 3, 4]
    assert [unit.column for unit in sentence.units] == [0, 1, 2, 3, 4]


def test_lines_break_at_blanks_and_between_chinese_characters():
    source = ("我", "买", "book", "##s", ",", "猫", "。", "</s>")
    _, keys = sentences_of(focus(source=source))
    assert [unit.breakable for unit in keys.units] == [
        *(True, True, True, False, False, True, False, True)
    ]


def test_without_tokens_there_is_nothing_to_place():
    queries, keys = sentences_of(focus(target=(), source=()))
    assert queries.units == keys.units == ()


def test_both_tokens_of_a_difference_can_be_read():
    compared = focus(target=("I", "like / have", "a b"), source=("我",))
    queries, _ = sentences_of(compared)
    assert texts(queries.units) == ["I", "like / have", "a␣b"]


HOSPITAL = ("我", "在", "医", "院", "。", "</s>")
MEANT = ("I, me", "at, in", "hospital", "hospital", "", "")


@every("kind", ["encoder", "decoder", "cross"])
def test_source_tokens_have_their_glosses(kind):
    glosses = MEANT if kind != "decoder" else ()
    *_, keys = sentences_of(focus(kind=kind, target=EN, source=HOSPITAL, glosses=glosses))
    assert tuple(unit.gloss for unit in keys.units if unit.column is not None)[:6] == (
        MEANT if kind != "decoder" else ("",) * 6
    )
    assert keys.is_glossed == (kind != "decoder")


def test_a_query_whose_key_is_hidden_has_the_gloss_of_its_row():
    state = shown(
        trace=trace_of(EN, source=HOSPITAL),
        selection=Selection(kind="encoder"),
    )
    picture = resolve_focus(state)
    without = dataclasses.replace(
        picture,
        columns=picture.columns[1:],
        glosses=picture.glosses[1:],
        projection=dataclasses.replace(picture.projection, columns=picture.projection.columns[1:]),
    )
    (sentence,) = sentences_of(without)
    assert [unit.gloss for unit in sentence.units] == list(MEANT)
