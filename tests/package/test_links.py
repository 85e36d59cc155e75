"""Links between the project's pages lead to files and headings that exist."""

from __future__ import annotations

import pytest

from tests.package import pages


@pytest.mark.parametrize("page", pages.PAGES, ids=pages.name)
def test_every_relative_link_leads_to_a_file_and_its_anchor_to_a_heading(page):
    broken = []
    for link in pages.links(page):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in pages.anchors(target)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", pages.PAGES, ids=pages.name)
def test_links_to_other_sites_are_encrypted_unless_they_show_a_local_address(page):
    plain = [link for link in pages.links(page) if link.startswith("http://")]
    assert [link for link in plain if "localhost" not in link] == []


def test_every_page_of_the_docs_can_be_reached_from_the_readme():
    seen, due = set(), [pages.ROOT / "README.md"]
    while due:
        page = due.pop()
        if page not in seen:
            seen.add(page)
            targets = [(page.parent / link.partition("#")[0]).resolve() for link in pages.links(page)]
            due += [target for target in targets if target in pages.PAGES]
    unreached = {pages.name(page) for page in set(pages.PAGES) - seen if pages.name(page).startswith("docs/")}
    assert unreached == set()
