"""``headlight why``, ``sweep`` and ``align``, heads switched off, and activations in files."""

import csv
import json

import numpy as np
import pytest

from model.checkpoint.file import load_checkpoint
from model.decoding.greedy import translate
from model.decoding.sweep import activations, encoded_pairs, sweep_steps
from model.text.corpora import Pair
from model.traces.interventions import Intervention, Site, head_sites, to_json
from model.traces.trace import KINDS
from tests.viz_app.cli.commands import PHRASES, assert_misused, assert_refused

SENTENCE = PHRASES[0][0]


@pytest.fixture
def model(phrases):
    return load_checkpoint(phrases)


def zeroed(model, *sites):
    return model.under([Intervention(site=site, how="zero") for site in sites])


def test_heads_are_switched_off_in_every_command_that_translates(headlight, phrases, model):
    off = zeroed(model, *(site for kind in KINDS for site in head_sites(model.config, kind)))
    expected = translate(off, SENTENCE).translation
    assert expected != translate(model, SENTENCE).translation
    switched = [word for kind in KINDS for word in ("--without", kind)]
    options = ("--model", phrases, "--off", "zero", *switched)
    assert headlight("translate", SENTENCE, *options).out == f"{expected}\n"
    told = json.loads(headlight("translate", SENTENCE, "--json", *options).out)
    assert told["translation"] == expected


def test_a_file_of_interventions_is_read_and_its_errors_named(headlight, phrases, model, tmp_path):
    path = tmp_path / "changes.json"
    sites = head_sites(model.config, "cross")
    path.write_text(json.dumps([to_json(Intervention(site=s, how="zero")) for s in sites]))
    translated = headlight("translate", SENTENCE, "--model", phrases, "--interventions", path)
    assert translated.out == f"{translate(zeroed(model, *sites), SENTENCE).translation}\n"
    z, weights = ({"site": site, "kind": "cross", "layer": 1} for site in ("z", "weights"))
    pattern = {"kind": "decoder", "head": 1, "value": "array", "values": [[0.5, 0.5]]}
    for told, words in (
        ([z | {"layer": 9, "value": "zero"}], "layer 9 does not exist"),
        ("[", "changes.json is not JSON"),
        ([{"site": "zz"}], "site ('zz') must be one of"),
        ([z | {"head": 1, "value": "mean", "values": [1, 2]}], "have the shape [2]; the model has"),
        ([weights | pattern | {"values": [[0.5, 0.6]]}], "is not a distribution: its sum is 1.1"),
        ([weights | pattern], "Row 1 of the weights at weights decoder 1 1 attends to key 2, wh"),
    ):
        path.write_text(told if isinstance(told, str) else json.dumps(told))
        refused = headlight("translate", SENTENCE, "--model", phrases, "--interventions", path)
        assert_refused(refused, words)
    assert_refused(
        headlight("translate", SENTENCE, "--model", phrases, "--interventions", tmp_path / "no"),
        "cannot be read",
    )


def test_wrong_heads_are_bad_usage_or_refused(headlight, phrases):
    for text in ("crosss", "cross:0", "cross:1:2:3", "cross:x"):
        assert_misused(headlight("translate", SENTENCE, "--without", text), text.split(":")[-1])
    refused = headlight("translate", SENTENCE, "--model", phrases, "--without", "cross:1:99")
    assert_refused(refused, "head 99 does not exist")


def test_why_prints_terms_that_sum_to_the_difference_and_writes_them(headlight, phrases, tmp_path):
    path = tmp_path / "why.csv"
    told = headlight("why", SENTENCE, "--model", phrases, "--step", "3", "-o", path)
    assert told.status == 0
    difference = float(told.out.splitlines()[0].rpartition(" = ")[2])
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    direct = [float(row["value"]) for row in rows if row["column_name"].startswith("direct")]
    assert sum(direct) == pytest.approx(difference, abs=1e-3)
    assert direct == sorted(direct, key=abs, reverse=True)
    assert any(row["row_name"].startswith("head encoder") for row in rows)
    unknown = headlight("why", SENTENCE, "--model", phrases, "--token", "zebra")
    assert_refused(unknown, "'zebra' is not a token of")
    assert_refused(headlight("why", SENTENCE, "--model", phrases, "--step", "99"), "no step 99")


def test_sweep_prints_every_head_the_largest_effect_first(headlight, phrases, model, tmp_path):
    pairs, path = tmp_path / "pairs.tsv", tmp_path / "sweep.json"
    pairs.write_text("".join(f"{left}\t{right}\n" for left, right in PHRASES))
    options = ("--model", phrases, "--pairs", pairs, "--off", "zero", "--kind", "cross")
    told = headlight("sweep", *options, "-o", path)
    rows = [line.split() for line in told.out.splitlines()[2:-1]]
    groups = [
        [Site("z", "cross", layer, head)]
        for layer in range(model.config.n_layers)
        for head in range(model.config.n_heads)
    ]
    ids = encoded_pairs(model, [Pair(*pair) for pair in PHRASES])
    effects = list(sweep_steps(model, ids, groups, how="zero"))
    assert [float(row[3]) for row in rows] == pytest.approx(
        sorted((effect.loss for effect in effects), reverse=True), abs=1e-4
    )
    assert len(json.loads(path.read_text())["tables"][0]["rows"]) == len(groups)
    assert_refused(headlight("sweep", "--model", phrases, "--pairs", tmp_path / "no"), "no")


def test_align_prints_pharaoh_links_and_scores_against_gold(headlight, phrases, tmp_path):
    sides = [tmp_path / name for name in ("source.txt", "target.txt")]
    for path, lines in zip(sides, zip(*PHRASES[:2], strict=True), strict=True):
        path.write_text("\n".join(lines))
    told = headlight("align", *sides, "--model", phrases, "--layer", "1", "--head", "2")
    assert len(told.out.splitlines()) == 2
    links = [line.split() for line in told.out.splitlines()]
    assert [link.split("-")[1] for link in links[0]] == ["0", "1", "2", "3", "4"]
    gold = tmp_path / "gold"
    gold.write_text(told.out)
    scored = headlight("align", *sides, "--model", phrases, "--gold", gold)
    assert "0.0000  1.0000     1.0000" in scored.out
    fed = headlight("align", *sides, "--model", phrases, "--gold", gold, "--row", "fed")
    assert fed.status == 0, "by fed rows the last word has none, but gold may link it"
    path = tmp_path / "links"
    headlight("align", *sides, "--model", phrases, "--layer", "1", "--head", "2", "-o", path)
    assert path.read_text() == told.out
    gold.write_text("0-99\n0-0\n")
    wrong = headlight("align", *sides, "--model", phrases, "--gold", gold)
    assert wrong.status == 1
    assert f"{gold}, line 1: The link 0-99 does not fit" in wrong.err
    assert not wrong.out, "nothing is printed before the alignment is read"
    assert_misused(headlight("align", *sides, "--head", "1"), "--head needs --layer")
    assert_refused(headlight("align", sides[0], "one line", "--model", phrases), "2 lines")


def test_activations_are_written_by_site(headlight, phrases, model, tmp_path):
    path = tmp_path / "z.npz"
    sites = ("--site", "z:cross:1:2", "--site", "memory:encoder")
    assert headlight("export", SENTENCE, "--model", phrases, *sites, "-o", path).status == 0
    trace = translate(model, SENTENCE)
    site, memory = Site("z", "cross", 0, 1), Site("memory", "encoder")
    expected = activations(model, trace.source_ids, trace.fed_ids, [site, memory])
    with np.load(path) as written:
        np.testing.assert_array_equal(written["z cross 1 2"], expected[site])
        np.testing.assert_array_equal(written["memory encoder"], expected[memory])
        assert tuple(written["fed_tokens"]) == trace.fed_tokens
    for wrong, words in (("z:cross", "needs a layer"), ("q:cross:1", "'q' is not a site")):
        assert_refused(headlight("export", SENTENCE, "--site", wrong, "-o", path), words)
    csv_file = tmp_path / "z.csv"
    misused = headlight("export", SENTENCE, "--site", "z:cross:1", "-o", csv_file)
    assert_misused(misused, "--site applies to .npz files only")
