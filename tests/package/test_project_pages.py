"""SECURITY.md, CHANGELOG.md and the issue templates keep to their forms, and what they name exists."""

from __future__ import annotations

import re

import pytest

from tests.package.pages import ROOT, in_a_checkout

TEMPLATES = ROOT / ".github" / "ISSUE_TEMPLATE"
SECURITY = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


@in_a_checkout
def test_every_promise_about_security_names_what_holds_it():
    rows = re.findall(r"^\| (?!promise|---)(.*) \| (.*) \|$", SECURITY, re.MULTILINE)
    assert len(rows) >= 8
    for promise, held in rows:
        paths = re.findall(r"`((?:tests|fuzz)/[\w/.]+)`", held)
        assert paths, promise
        assert [path for path in paths if not (ROOT / path.rstrip("/")).exists()] == []


def test_security_reports_go_the_private_way_and_to_no_address():
    assert "*Report a vulnerability*" in SECURITY
    assert "@" not in SECURITY


def test_the_changelog_has_the_form_of_keep_a_changelog():
    headings = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert headings
    assert [each for each in headings[1:] if each == "[Unreleased]"] == []
    form = re.compile(r"\[Unreleased\]|\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d( \[YANKED\])?")
    assert [each for each in headings if not form.fullmatch(each)] == []
    assert set(re.findall(r"^### (.*)$", CHANGELOG, re.MULTILINE)) <= KINDS
    assert "https://keepachangelog.com/" in CHANGELOG


@pytest.mark.skipif(not TEMPLATES.exists(), reason="an sdist carries no templates")
@pytest.mark.parametrize("name", ["bug", "wrong-bytes", "feature"])
def test_an_issue_template_is_a_form_with_distinct_ids(name):
    yaml = pytest.importorskip("ruamel.yaml", reason="ruamel.yaml is not installed here")
    form = yaml.YAML(typ="safe").load((TEMPLATES / f"{name}.yml").read_text(encoding="utf-8"))
    assert form.keys() == {"name", "description", "labels", "body"}
    ids = [field["id"] for field in form["body"] if field["type"] != "markdown"]
    assert len(ids) == len(set(ids)) > 1
    assert all(field["attributes"].get("label") for field in form["body"] if field["type"] != "markdown")
    assert any(field.get("validations", {}).get("required") for field in form["body"])
