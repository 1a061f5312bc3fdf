"""The command `sheli`.  Subcommands are imported only when they are called, so that help comes at once."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

import click

COMMANDS: Mapping[str, str] = {
    "rites": "What rites there are. 有哪些禮",
    "words": "Ids and names a script of a rite may use. 可用的詞",
    "show": "The score as text: clause | phrase | act. 經與儀對照",
    "check": "Check a script against a rite. 查驗腳本",
    "next": "What may be done now, and why the rest may not. 下一步",
    "template": "An empty form for a script, to fill in. 空白表格",
    "perform": "Write a legal performance. 依禮演一遍",
    "draw": "Draw a rite. 繪圖",
    "explain": "Explain a code, a clause, a dispute or a term. 釋例",
    "gaps": "Acts that the model supplies, and on whose word. 補經之處",
    "coverage": "Which clauses of the classic are covered. 經文涵蓋",
    "lint": "Prove that the rite can always be finished. 驗模型",
    "export": "Write a rite as data. 輸出資料",
}
"""Subcommand -> its help in a line; those without a module are not there."""


class LazyGroup(click.Group):
    """A group whose subcommands live in modules of the same name, each with a `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(f"{__name__}.{name}") is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f".{cmd_name}", __name__).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], known, 2, 0.5)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"There is no command {args[0]!r}.{hint} Commands are: {', '.join(known)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def main(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        from .console import prepare

        prepare()
        return super().main(*args, **kwargs)  # type: ignore[call-overload]


def _version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from .version import version_text

        click.echo(version_text())
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version, and whether the package imported is this one.",
)  # fmt: skip
def main() -> None:
    """Check, explain and perform the archery rites of ancient China.

    儀禮射禮與禮記投壺：查驗、解說、演禮。

    \b
    sheli check touhu game.txt          check a script
    sheli check touhu game.xlsx -o findings.xlsx   a copy of the workbook with what was found
    sheli template --format xlsx -o form.xlsx      an empty form to fill in
    sheli perform touhu --format text   a legal performance to begin from
    sheli explain SH601                 what a message means
    """
