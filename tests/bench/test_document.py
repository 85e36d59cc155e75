"""The generated blocks of docs/performance.md, and the chart beside it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from bench import chart, document
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
    for block in ("timings", "instructions"):
        assert "new content" in replaced(page, block, "new content")


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
