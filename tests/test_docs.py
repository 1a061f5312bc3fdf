"""What the documentation shows is what the program does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "README.zh.md", "docs/model.md", "docs/pages.md")


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.S)


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_console_examples_print_what_is_shown(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from fsm.cli import main

    monkeypatch.chdir(ROOT)
    shown = blocks(page, "console")
    assert shown
    for block in shown:
        command, _, expected = block.partition("\n")
        words = shlex.split(command.removeprefix("$ sheli "))
        assert CliRunner().invoke(main, words).output.rstrip() == expected.rstrip()


@pytest.mark.parametrize("page", ["README.md", "README.zh.md", "docs/pages.md"])
def test_python_examples_run(page: str) -> None:
    run = [b for b in blocks(page, "python") if "import fsm" in b]
    assert run
    for block in run:
        exec(compile(block, page, "exec"), {})


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)]+)\)", text):
        if not link.startswith("http"):
            assert ((ROOT / page).parent / link).exists(), link


def test_the_two_readmes_have_the_same_commands() -> None:
    assert blocks("README.md", "sh") == blocks("README.zh.md", "sh")
