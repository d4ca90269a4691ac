"""The page of a translation: what is in it, in both languages, in a browser and without one."""

import dataclasses
import re
from importlib.metadata import version

import numpy as np
import pytest
from PySide6.QtCore import QTranslator

from model.checkpoint.header import read_header
from model.checkpoint.locations import SHIPPED_FOLDER
from model.files import WriteError
from model.traces.interventions import Intervention, Site
from model.traces.trace import KINDS
from tests.viz_app.full_disk import full_disk
from tests.viz_app.html.pages import EVIL, HOSTILE, StrictPage, weak_words
from tests.viz_app.states import summary, trace_of
from viz_app.design.colours import DARK, LIGHT
from viz_app.html.report import HEIGHT, WIDTH, ReportedTrace, TranslationReport, report_steps
from viz_app.html.templates import TRANSLATIONS, words_in
from viz_app.texts.field_names import CHOICES, FIELDS

TRACE = trace_of().stopped("end of sentence")
RECORD = {
    "loss": 0.5535805520046962,
    "curve": [[1, 0.6], [2, 0.5]],
    "corpus": {"name": EVIL, "pairs": 93550},
    "validation": [{"epoch": 1, "bleu": 9.0}, {"epoch": 2, "bleu": 62.5}],
    "base": {"training": {"epochs": 30}},
    "long": "x" * 5000,
}


def model(**fields):
    return dataclasses.replace(summary(), **{"record": RECORD, **fields})


def reported(**fields):
    """A report of one translation, unless said otherwise."""
    return TranslationReport(**{"traces": [ReportedTrace("", TRACE)], "model": model(), **fields})


@pytest.fixture
def write(tmp_path):
    """Writes a report; its path."""

    def run(report):
        path = tmp_path / "page.html"
        list(report_steps(report, path))
        return path

    return run


@pytest.fixture
def opened(write, browser):
    """Writes a report and opens it."""

    def run(report):
        browser.open(write(report))
        return browser

    return run


def test_the_page_is_well_formed_and_has_landmarks_and_headings(write):
    text = write(reported(traces=[ReportedTrace("", TRACE), ReportedTrace(EVIL, TRACE)]))
    page = StrictPage(text.read_text(encoding="utf-8"))
    assert len(page.ids) == len(set(page.ids))
    assert all(page.all(name) for name in ("header", "nav", "main", "footer", "h1", "h2", "h3"))
    assert len(page.all("h1")) == 1
    links = [link["href"].removeprefix("#") for link in page.all("a")]
    assert set(links) == {one for one in page.ids if not one.startswith("curve-")}
    assert all("scope" in cell for cell in page.all("th"))
    assert any(EVIL in words for words in page.words)


@pytest.mark.parametrize("text", HOSTILE)
def test_the_sentence_is_text(opened, text):
    page = opened(reported(traces=[ReportedTrace("", trace_of(source=(text, "</s>")))]))
    assert page.run("document.title") == f"{' '.join(text.split())} – Headlight"
    assert page.run("document.querySelector('h1 > bdi').textContent") == text
    assert page.run("document.querySelectorAll('img[onerror]').length") == 0
    assert page.complaints() == []


def test_nothing_is_asked_for_anywhere(write):
    text = write(reported()).read_text(encoding="utf-8")
    assert not re.findall(r"https?:|@import|url\(", text)
    policy, *_ = StrictPage(text).all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert policy["content"].startswith("default-src 'none'; img-src data:; ")


def test_what_is_slipped_into_the_page_does_not_run(write, browser):
    path = write(reported())
    text = path.read_text(encoding="utf-8")
    slipped = text.replace("</main>", "<script>document.title = 'evil'</script></main>")
    path.write_text(slipped, encoding="utf-8")
    browser.open(path)
    assert browser.run("document.title") == f"{TRACE.source_text} – Headlight"
    assert any("Content Security Policy" in said for said in browser.complaints())


def test_without_javascript_all_is_there(opened, browser):
    browser.without_javascript()
    page = opened(reported())
    names = ["Encoder self-attention", "Decoder self-attention", "Cross-attention"]
    assert [name for name in names if name in page.text()] == names
    numbers = page.run(
        "[...document.querySelectorAll('.hl-numbers table')].map(t => [...t.tBodies[0].rows]"
        ".map(r => [...r.cells].slice(1).map(c => parseFloat(c.textContent) || 0)))"
    )
    heads = [head for kind in KINDS for layer in TRACE.weights(kind) for head in layer]
    for read, weights in zip(numbers, heads, strict=True):
        np.testing.assert_allclose(read, weights, atol=0.50001e-4)
    cells = "[...document.querySelectorAll('.hl-numbers tbody td')].map(c => c.textContent)"
    hidden = np.sum(~TRACE.mask("decoder")) * len(heads) // 3
    assert page.run(cells).count("masked") == hidden > 0
    seen = "[...document.images].filter(i => i.checkVisibility()).length"
    assert page.run(seen) == len(heads)
    assert page.run("document.querySelectorAll('.hl-head:enabled').length") == 0


def test_many_tokens_have_no_tables_of_every_head(write):
    for count, there in ((30, True), (70, False)):
        tokens = [f"token{n}" for n in range(count)]
        trace = trace_of(tokens, source=tokens)
        text = write(reported(traces=[ReportedTrace("", trace)])).read_text(encoding="utf-8")
        assert ("Measures of every head" in text) is there


@pytest.mark.parametrize("theme", ["system", "dark"])
def test_paper_is_light_and_has_every_kind(opened, browser, theme):
    browser.prefer(color_scheme="dark")
    page = opened(reported(theme=theme))
    panel = "getComputedStyle(document.querySelector('.headlight')).getPropertyValue('--panel')"
    assert page.run(panel) == DARK.panel
    browser.prefer(media="print", color_scheme="dark")
    assert page.run(panel) == LIGHT.panel
    seen = "[...document.querySelectorAll('.hl-picture')].filter(p => p.checkVisibility()).length"
    assert page.run(seen) == 3


def test_sentence_steps_with_candidates_and_the_model_with_its_record(opened):
    page = opened(reported())
    assert page.run("document.querySelector('h1').textContent") == TRACE.source_text
    assert TRACE.translation in page.text()
    rows = page.run(
        "[...document.querySelectorAll('.steps tbody tr')].map(r => [...r.cells]"
        ".map(c => c.innerText.split(/\\s+/).filter(Boolean)))"
    )
    assert len(rows) == len(TRACE.steps)
    for step, (number, fed, predicted, probability, candidates) in zip(
        TRACE.steps, rows, strict=True
    ):
        assert number == [str(step.index + 1)]
        assert (fed, predicted) == ([step.fed], [step.token])
        assert probability == [f"{step.probability:.4f}"]
        wanted = [(one.token, f"{one.probability:.4f}") for one in step.candidates]
        assert candidates == [part for pair in wanted for part in pair]
    width = "getComputedStyle(document.querySelector('.bar')).backgroundImage"
    assert "50%" in page.run(width)
    values = dict(
        page.run(
            "[...document.querySelectorAll('.report:not(.steps, .losses) tbody tr')]"
            ".map(r => [...r.cells].map(c => c.textContent.trim()))"
        )
    )
    assert values["Parameters"] == "6,214,312"
    config = summary().config.to_json()
    named = {"positions": "sinusoidal", "norm": "pre-norm", "activation": "ReLU"}
    for name, value in config.items():
        switch = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else None
        assert values[FIELDS[name].caption] == named.get(name, switch or str(value)), name
    assert values["loss"] == "0.553581"
    assert values["corpus · pairs"] == "93550"
    assert values["corpus · name"] == EVIL
    assert values["learning curve"] == "2 values, in the model's file"
    assert values["validation (last) · BLEU"] == "62.5"
    assert values["base model · training · epochs"] == "30"
    assert values["torch"] == version("torch")
    assert len(values["long"]) < 400
    assert not page.run("[...document.querySelectorAll('details')].some(d => d.open)")


def test_every_kind_of_every_branch_says_its_values(opened):
    other = trace_of(("He", "has", "</s>")).stopped("end of sentence")
    page = opened(
        reported(traces=[ReportedTrace("", TRACE), ReportedTrace("He", other)], chosen=(1, 1))
    )
    read = page.run(
        "[...document.querySelectorAll('.hl-cells')].map(t => [...t.tBodies[0].rows]"
        ".map(r => [...r.cells].slice(1).map(c => parseFloat(c.textContent) || 0)))"
    )
    wanted = [trace.weights(kind)[1, 1] for trace in (TRACE, other) for kind in KINDS]
    for numbers, weights in zip(read, wanted, strict=True):
        np.testing.assert_allclose(numbers, weights, atol=0.50001e-4)
    page.hover("section:nth-of-type(2) .hl-picture:not([hidden]) .hl-cells tbody td")
    said = page.run("document.querySelectorAll('.headlight')[1].innerText")
    assert f"{other.weights('cross')[1, 1, 0, 0]:.4f} · Layer 2 · head 2" in said
    assert page.complaints() == []
    assert [url for url in page.requested()[1:] if not url.startswith("data:")] == []


def test_a_chinese_report_has_no_english_keys_and_choices(write):
    names = {"R-Drop", "BLEU", "chrF", "Python", "torch", "tokenizers"}
    english = {"True", "False", "None", "yes", "no", *(key for key in CHOICES if key != "")}
    for path in (SHIPPED_FOLDER / f"{name}.safetensors" for name in ("zh-en", "reverse")):
        header = read_header(path)
        shipped = model(record=header.record, config=header.config)
        page = write(reported(model=shipped, language="zh_CN", words=words_in("zh_CN")))
        told = re.findall(r'<th scope="row"><bdi>(.*?)</bdi></th>', page.read_text("utf-8"))
        assert len(told) > 40
        parts = {part for name in told for part in name.split(" · ")}
        assert {part for part in parts if not re.search("[\u4e00-\u9fff]", part)} <= names
        values = set(re.findall(r"<td><bdi>(.*?)</bdi></td>", page.read_text("utf-8")))
        assert values & english == set()
        assert {"前归一化", "正弦"} <= values


def test_an_imported_model_says_where_it_came_from(write):
    record = {"family": "T5", "source": "my <b>t5</b>"}
    page = write(reported(model=model(task="imported", record=record))).read_text(encoding="utf-8")
    assert "Imported from</th><td><bdi>my &lt;b&gt;t5&lt;/b&gt;</bdi> (T5)</td>" in page
    assert "Origin" in page
    assert "Training record" not in page
    assert "Imported from" not in write(reported()).read_text(encoding="utf-8")


def test_a_record_of_thousands_of_values_and_points_is_cut(write):
    points = [[n, 1.0] for n in range(100_000)] + [[100_000, 0.5]]
    many = {**{f"field{n}": n for n in range(5000)}, "curve": points}
    page = write(reported(model=model(record=many))).read_text(encoding="utf-8")
    assert page.count("field") < 200
    assert len(page) < 200_000
    assert '>100,000</td><td class="number">0.5</td>' in page  # the last point stays


CURVE = {
    "curve": [[1, 4.0], [50, 2.0], [100, 1.0]],
    "validation": [{"update": 50, "loss": 2.5, "epoch": 1}, {"update": 100, "loss": 1.25}],
}


def test_a_branch_says_its_interventions_and_masks_what_they_hide(write):
    hidden = tuple(
        Intervention(site=Site("scores", "cross", layer), how="hide", columns=(1,))
        for layer in range(2)
    )
    off = (*hidden, Intervention(site=Site("z", "cross", 0, 1), how="mean"))
    branch = ReportedTrace("b", TRACE, off, f"without {EVIL}")
    pages = [
        StrictPage(write(reported(traces=traces)).read_text(encoding="utf-8"))
        for traces in ([ReportedTrace("", TRACE)], [ReportedTrace("", TRACE), branch])
    ]
    plain, changed = (" ".join(page.words) for page in pages)
    assert f"without {EVIL}" in changed
    assert "Interventions" not in plain
    titles = [button["title"] for button in pages[1].all("button") if "title" in button]
    assert [title for title in titles if "replaced" in title] == [
        "Layer 1 · head 2 · replaced by an intervention"
    ]
    masked = [len(page.all("td", **{"class": "hl-masked"})) for page in pages]
    assert masked[1] == 2 * masked[0] + len(TRACE.steps)


def test_the_learning_curve_is_drawn_named_and_told_in_numbers(opened):
    page = opened(reported(model=model(record=CURVE)))
    page.run("document.querySelector('.curve').scrollIntoView()")
    places = page.run(
        "[...document.querySelectorAll('.curve circle')].map(c => [c.cx, c.cy].map("
        "at => at.baseVal.value))"
    )
    line = page.run("[...document.querySelector('.curve .training').points].map(p => [p.x, p.y])")
    assert [x for x, _ in line] == sorted(x for x, _ in line)
    assert line[-1][0] == places[-1][0] > places[0][0]
    heights = [y for _, y in (*line, *places)]
    losses = [4.0, 2.0, 1.0, 2.5, 1.25]
    assert np.corrcoef(heights, losses)[0, 1] < -0.999
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in (*line, *places))
    box = page.run(
        "(b => [b.width, b.height])(document.querySelector('.curve svg').getBoundingClientRect())"
    )
    assert box[0] > 300
    assert page.run(
        "document.querySelector('.curve svg').ariaLabelledByElements"
        "?.map(e => e.textContent).join() ?? 'Learning curve,Loss by update'"
    ).startswith("Learning curve,Loss by update")
    rows = page.run(
        "[...document.querySelectorAll('.curve + table tbody tr')].map("
        "r => r.innerText.split('\\t'))"
    )
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["Training", "100", "1"],
        ["Validation", "100", "1.25"],
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_of_the_curve_stand_out(opened, theme):
    page = opened(reported(model=model(record=CURVE), theme=theme))
    colours = {
        page.run(f"getComputedStyle(document.querySelector('{part}')).{what}")
        for part, what in (
            (".curve svg", "backgroundColor"),
            (".curve .training", "stroke"),
            (".curve circle", "fill"),
        )
    }
    assert len(colours) == 3


@pytest.mark.parametrize(
    "curve",
    [
        None,
        [],
        [[1, 2.0]],
        "text",
        [[1], [1, 2, 3], ["a", 1.0], [1, "b"], [True, 1], [2, float("nan")], [3, -1.0]],
        [[float("inf"), 1.0], [10**400, 1.0], {"update": 1}],
    ],
)
def test_what_is_no_curve_is_not_drawn(write, curve):
    record = {"curve": curve, "validation": [{"update": EVIL, "loss": EVIL}, 7]}
    page = write(reported(model=model(record=record))).read_text(encoding="utf-8")
    assert "<svg" not in page


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_words_and_language_of_the_page(opened, language):
    words, qt = words_in(language), QTranslator()
    assert qt.load(f"headlight_{language}", str(TRANSLATIONS)) is (language != "en")

    def translate(context, text):
        return qt.translate(context, text) or text

    page = opened(reported(language=language, words=words, chosen=(0, 1)))
    assert page.run("document.documentElement.lang") == language.replace("_", "-")
    assert page.run("document.querySelector('.headlight').lang") == language.replace("_", "-")
    for text in ("Translation", "Steps", "Model", "Versions", "Cross-attention"):
        assert translate("html", text) in page.text()
    page.hover(".hl-picture:not([hidden]) .hl-cells tbody td")
    said = page.run("document.querySelector('.hl-picture:not([hidden]) .hl-told').textContent")
    place = words["place"].format(layer=1, head=2)
    assert f"{TRACE.weights('cross')[0, 1, 0, 0]:.4f} · {place}" in said


def test_who_hears_chinese_hears_it_as_chinese(opened):
    page = opened(reported(language="en"))
    spoken = "e => e.closest('[lang]').lang"
    assert page.run(f"({spoken})(document.querySelector('h1'))") == "zh"
    assert page.run(f"({spoken})(document.querySelector('.target'))") == "en"
    keys = f"[...document.querySelectorAll('.hl-cross .hl-cells thead bdi')].map({spoken})"
    assert set(page.run(keys)) == {"zh"}


@pytest.mark.parametrize("source", ["ذهب (1) الولد.", "שלום (1)."])
def test_what_is_read_from_the_right_is_so_in_its_place_alone(opened, source):
    trace = dataclasses.replace(TRACE, source_text=source)
    page = opened(reported(traces=[ReportedTrace(source, trace)]))
    direction = "e => getComputedStyle(e).direction"
    assert page.run(f"({direction})(document.querySelector('h1 bdi'))") == "rtl"
    assert page.run(f"({direction})(document.querySelector('h1'))") == "ltr"
    assert page.run(f"({direction})(document.querySelector('.target bdi'))") == "ltr"


def test_before_the_first_step_there_is_the_encoder_alone_and_without_a_model_no_card(opened):
    page = opened(reported(traces=[ReportedTrace("", trace_of(()))], model=None))
    assert "Nothing was decoded." in page.text()
    assert page.run("document.querySelectorAll('.hl-picture').length") == 1
    assert "Parameters" not in page.text()


def test_twelve_tokens_and_3_by_8_heads_are_under_5_mb(write):
    tokens = [f"token{n}" for n in range(12)]
    trace = trace_of(tokens, source=tokens, layers=3, heads=8)
    assert write(reported(traces=[ReportedTrace("", trace)])).stat().st_size < 5_000_000


def test_a_phone_shows_all_of_it(opened, browser):
    browser.resize(390, 800)
    page = opened(reported())
    assert page.run("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize(
    ("theme", "scheme"),
    [("system", "light"), ("system", "dark"), ("light", "dark"), ("dark", "light")],
)
def test_words_stand_out_from_what_is_under_them(opened, browser, theme, scheme):
    browser.prefer(color_scheme=scheme)
    page = opened(reported(theme=theme))
    dark = "dark" in (theme, scheme) and theme != "light"
    colour = "getComputedStyle(document.querySelector('.headlight')).getPropertyValue('--panel')"
    assert page.run(colour) == (DARK if dark else LIGHT).panel
    assert weak_words(page, "a, h1, h2, h3, p, td, th, code, summary, li") == []


def test_progress_comes_before_each_picture(tmp_path):
    path = tmp_path / "page.html"
    steps = report_steps(reported(), path)
    said = []
    for progress in steps:
        assert not path.exists()
        said.append(tuple(progress))
    assert said == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert path.exists()


def test_who_stops_or_has_a_full_disk_keeps_the_file_that_was_there(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("mine")
    steps = report_steps(reported(), path)
    next(steps)
    steps.close()
    with full_disk(), pytest.raises(WriteError, match=re.escape(str(path))):
        list(report_steps(reported(), path))
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]
    assert path.read_text() == "mine"
