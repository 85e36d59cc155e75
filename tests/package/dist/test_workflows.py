"""The workflows are code: audited, checked against their schemas, pinned, and with no more rights than they use."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.package.dist.making import RELEASE_TOOLS

yaml = pytest.importorskip("ruamel.yaml", reason=RELEASE_TOOLS)
GITHUB = Path(__file__).parents[3] / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
pytestmark = pytest.mark.skipif(not GITHUB.exists(), reason="an sdist carries no workflows")
PINNED = re.compile(r"[\w./-]+@[0-9a-f]{40}")


def tool(name: str) -> str:
    found = shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name)
    return found or pytest.skip(f"{name} is not installed: it comes with the dependency group `release`")


def loaded(path: Path) -> dict:
    return yaml.YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def check(*command: str | Path) -> None:
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_zizmor_finds_nothing_at_its_pedantic_level() -> None:
    check(tool("zizmor"), "--offline", "--persona=pedantic", GITHUB)


def test_zizmor_would_find_an_action_that_is_not_pinned(tmp_path: Path) -> None:
    text = (GITHUB / "workflows" / "release.yml").read_text(encoding="utf-8")
    loose = tmp_path / "release.yml"
    loose.write_text(re.sub(r"@[0-9a-f]{40} # v8.0.1", "@v8", text), encoding="utf-8")
    ran = subprocess.run(
        [tool("zizmor"), "--offline", "--persona=pedantic", loose], capture_output=True, text=True, check=False
    )
    assert ran.returncode != 0
    assert "unpinned-uses" in ran.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
@pytest.mark.parametrize("schema", ["vendor.github-workflows", "custom.github-workflows-require-timeout"])
def test_each_workflow_has_the_form_that_github_reads_and_a_time_limit_on_every_job(path: Path, schema: str) -> None:
    check(tool("check-jsonschema"), "--builtin-schema", schema, path)


def test_dependabot_has_the_form_that_github_reads_and_waits_before_it_updates() -> None:
    check(tool("check-jsonschema"), "--builtin-schema", "vendor.dependabot", GITHUB / "dependabot.yml")
    updates = loaded(GITHUB / "dependabot.yml")["updates"]
    assert {update["package-ecosystem"] for update in updates} == {"github-actions", "cargo", "pip"}
    assert all(update["cooldown"]["default-days"] >= 7 for update in updates)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_to_a_commit_and_no_secret_stays_in_the_checkout(path: Path) -> None:
    for job in loaded(path)["jobs"].values():
        for step in job.get("steps", ()):
            if "uses" in step:
                assert PINNED.fullmatch(step["uses"])
            if step.get("uses", "").startswith("actions/checkout"):
                assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_rights_are_given_a_job_at_a_time_and_only_publishing_may_sign(path: Path) -> None:
    workflow = loaded(path)
    assert workflow["permissions"] == {}
    assert "concurrency" in workflow
    writers = {
        (name, right)
        for name, job in workflow["jobs"].items()
        for right, level in job["permissions"].items()
        if level == "write"
    }
    signed = {("publish", "id-token"), ("publish", "attestations"), ("announce", "contents")}
    assert writers == (signed if path.name == "release.yml" else set())


def test_publishing_waits_for_the_checks_and_for_a_person() -> None:
    jobs = loaded(GITHUB / "workflows" / "release.yml")["jobs"]
    assert jobs["publish"]["needs"] == "wheels"
    assert jobs["publish"]["environment"]["name"] == "pypi"
    assert jobs["publish"]["if"] == "github.event_name == 'push' && github.ref_type == 'tag'"
    inspected = loaded(GITHUB / "workflows" / "wheels.yml")["jobs"]["inspect"]
    assert set(inspected["needs"]) == set(loaded(GITHUB / "workflows" / "wheels.yml")["jobs"]) - {"inspect"}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_step_that_may_run_on_windows_names_the_shell_that_its_variables_are_written_for(path: Path) -> None:
    on_windows = [job for job in loaded(path)["jobs"].values() if "windows" in str(job)]
    for step in [step for job in on_windows for step in job["steps"]]:
        if "$" in re.sub(r"\$\{\{.*?\}\}", "", step.get("run", "")):
            assert step.get("shell") == "bash", step["run"]


def test_every_job_that_is_waited_for_exists() -> None:
    for path in WORKFLOWS:
        jobs = loaded(path)["jobs"]
        for job in jobs.values():
            needs = job.get("needs", [])
            assert set([needs] if isinstance(needs, str) else needs) <= set(jobs)
