"""The generated blocks of docs/performance.md, and the chart beside it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from bench import chart, contenders, document
from bench.contenders import SIGNALS
from bench.document import MarkersMissing, replaced
from bench.figures import Case, Run

PAGE = "Before.\n\n<!-- begin timings -->\nold\n<!-- end timings -->\n\n## What was tried\n\nBy hand.\n"

SHAPES = {"spans": ["minimal", "genai"], "metrics": ["sums"], "logs": ['a<b & "c"']}
RUN = Run(
    {},
    [
        Case(signal, shape, 512, mode, 10, {"ours": 1.0}, {"reference": (40.0, 50.0, 60.0)})
        for signal, shapes in SHAPES.items()
        for shape in shapes
        for mode in ("warm", "fresh")
    ],
)


def test_only_what_stands_between_the_markers_is_replaced():
    page = replaced(PAGE, "timings", "new\n")
    assert page == PAGE.replace("\nold\n", "\n\nnew\n\n")
    assert replaced(page, "timings", "new") == page


@pytest.mark.parametrize(
    "page",
    ["nothing", "<!-- begin timings -->", "<!-- end timings --><!-- begin timings -->", PAGE + PAGE],
    ids=["none", "one", "turned round", "twice"],
)
def test_a_page_without_one_pair_of_markers_is_refused(page):
    with pytest.raises(MarkersMissing, match="begin timings"):
        replaced(page, "timings", "new")


def test_the_page_of_this_project_has_a_place_for_each_block():
    page = document.PAGE.read_text(encoding="utf-8")
    for block in ("means", "timings", "end-to-end", "instructions"):
        assert "new content" in replaced(page, block, "new content")
    assert "new content" in replaced(document.README.read_text(encoding="utf-8"), "means", "new content")


def _block(page: str) -> str:
    return page.partition("<!-- begin means -->")[2].partition("<!-- end means -->")[0]


def test_the_readme_has_the_means_of_the_page_on_performance():
    pages = [path.read_text(encoding="utf-8") for path in (document.README, document.PAGE)]
    assert _block(pages[0]) == _block(pages[1]), "run `make bench`, which writes both"


def test_the_table_of_means_has_every_dataset_and_its_speed_up_is_the_ratio():
    rows = re.findall(
        r"^\| (\w+: \w+) \| 512 \| ([\d.,]+) µs \| ([\d.,]+) µs \| ([\d.]+) times \|$",
        _block(document.README.read_text(encoding="utf-8")),
        re.MULTILINE,
    )
    names = [f"{signal}: {shape}" for signal in SIGNALS for shape in contenders.dataset(signal).NAMES]
    assert [row[0] for row in rows] == names
    for _, *figures in rows:
        ours, reference, ratio = (float(figure.replace(",", "")) for figure in figures)
        assert reference / ours == pytest.approx(ratio, rel=0.02)


def test_means_are_shown_for_fresh_batches_that_both_have_measured():
    case = Case("logs", "logging", 512, "fresh", 10, {}, {}, {"ours": 2e-6, "reference": 4e-5})
    others = [
        Case("logs", "logging", 512, "warm", 10, {}, {}, {"ours": 1.0, "reference": 1.0}),
        Case("logs", "logging", 100, "fresh", 10, {}, {}, {"ours": 1.0, "reference": 1.0}),
        Case("logs", "lone", 512, "fresh", 10, {}, {}, {"ours": 1.0}),
    ]
    text = document.means(Run({"date": "2026-12-01", "protobuf": "7"}, [*others, case]))
    assert "| logs: logging | 512 | 2.00 µs | 40.0 µs | 20.0 times |" in text
    assert "| **logs**, geometric mean | 512 |  |  | **20.0 times** |" in text
    assert text.count("\n| ") == 3
    assert text.endswith("<sub>2026-12-01, protobuf 7</sub>")


def test_writing_keeps_the_hand_written_part(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(PAGE, encoding="utf-8")
    document.write("timings", document.timings(RUN), path)
    text = path.read_text(encoding="utf-8")
    assert text.endswith("## What was tried\n\nBy hand.\n")
    assert "Spans, batch of 512" in text
    assert "old" not in text


def test_the_chart_is_well_formed_and_has_two_bars_a_shape():
    root = ElementTree.fromstring(chart.svg(RUN, 512))
    bars = root.findall("{http://www.w3.org/2000/svg}rect")
    assert len(bars) == 2 * sum(len(shapes) for shapes in SHAPES.values())
    assert {bar.get("width") for bar in bars} == {bars[0].get("width")}
    texts = [text.text for text in root.findall("{http://www.w3.org/2000/svg}text")]
    assert 'a<b & "c"' in texts
    assert "spans — geometric mean 50 warm, 50 fresh" in texts


def test_all_of_the_chart_is_within_its_frame():
    root = ElementTree.fromstring(chart.svg(RUN, 512))
    width, height = float(root.get("width")), float(root.get("height"))
    for bar in root.findall("{http://www.w3.org/2000/svg}rect"):
        assert float(bar.get("x")) + float(bar.get("width")) < width
        assert float(bar.get("y")) + float(bar.get("height")) < height


def _luminance(colour: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in re.findall("..", colour[1:]))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("background", ["#ffffff", "#0d1117"], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "least"), [(chart.TEXT, 3.9), *((colour, 3.0) for colour in chart.WARM.values())])
def test_text_and_bars_stand_out_from_light_and_dark_pages(colour, least, background):
    lighter, darker = sorted((_luminance(colour), _luminance(background)), reverse=True)
    assert (lighter + 0.05) / (darker + 0.05) >= least
