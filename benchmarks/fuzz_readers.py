"""Readers of scripts given damaged files of every format: nothing may crash, hang or grow without bound.

    python benchmarks/fuzz_readers.py 100000 [--seed 1] [--seconds 480] [--formats xlsx,eaf] [--slow 2]

Good scripts of each format are damaged at random (workbooks also inside, and packed again), then read; what
can be read is sometimes written in another format and read again, and sometimes annotated.  A crash is any
exception but ScriptError, or a ScriptError or Problem that is not declared.  Prints how many inputs there
were, how many could be read, crashes, the slowest and the peak of memory; exits with 1 after a crash.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import resource
import sys
import time
import traceback
import warnings
import zipfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fsm.actions import Script  # noqa: E402
from fsm.checking import UnreadableScript, Verdict  # noqa: E402
from fsm.costs import COSTS  # noqa: E402
from fsm.loading import load  # noqa: E402
from fsm.reports import ANNOTATED, render  # noqa: E402
from fsm.scripts import ERRORS, PACKED, PROBLEMS, WRITTEN, ScriptError, formats, read, template, write_bytes  # noqa: E402
from fsm.scripts.sheets_writing import packed  # noqa: E402

GOOD = """\
0:00:01-0:00:05 司射 請 >賓、主人 "順投為入" # TH-02-008
0:00:03 賓 坐奠爵興 @篚 ^北
主人 投 投法=順
[三耦射]
0:01:00 upper archer 2: shoot hit=yes
0:01:00 司社 楫 @某處
"""
WORDS = [
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", "\u202e".encode(), b"\r", b"\n\n", b"-->", b"<", b">",
    b"&", b"]]>", b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"&b;", b"<?xml version='1.0' encoding='utf-16'?>",
    b"<![CDATA[", b"<!--", b"&*a", b"*a", b"&a ", b"<<: ", b"!!python/object:os.system ", b"---\n", b"? ", b"[",
    b"{", b"}", b"]", b'"', b"'", b",", b";", b"\t", b"#", b"=1+1", b"1e999", b"-1", b"99999999999999999999",
    b"0:75:00", b"NaN", b"\\ud800", b"\\u0000", b"XFD1048576", b"A1:XFD1048576", b'r="A1"', b't="s"', b't="e"',
    b't="b"', b"<f>1</f>", b'number-rows-repeated="1048576"', b'number-columns-repeated="16384"', b"WEBVTT",
    b"ANNOTATION_REF", b'TIME_VALUE=""', b"PK\x03\x04", "角色".encode(), "動作".encode(), "「".encode(), b"@", b"^",
    b"_x0000_",
]  # fmt: skip


def seeds() -> dict[str, list[bytes]]:
    """Good scripts of every format."""
    script = read(GOOD, input_format="text")
    out: dict[str, list[bytes]] = {}
    for format in WRITTEN:
        form = template(format, "en")
        out[format] = [write_bytes(script, format), form if isinstance(form, bytes) else form.encode()]
    return out


def damaged(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """The data with one to eight random changes."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(out) + 1)
        match chance.randrange(8):
            case 0 if out:
                out[at % len(out)] = chance.randrange(256)
            case 1:
                del out[at : at + chance.choice((1, 2, 5, 40))]
            case 2:
                out[at:at] = chance.choice(WORDS)
            case 3:
                out[at:at] = out[at : at + chance.choice((1, 8, 60))] * chance.choice((2, 2, 5, 300))
            case 4:
                del out[at:]
            case 5:
                other = chance.choice(others)
                begin = chance.randrange(len(other) + 1)
                out[at:at] = other[begin : begin + 80]
            case 6:
                end = at + chance.choice((1, 4, 12))
                out[at:end] = chance.choice(WORDS)
            case _:
                out[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice((1, 3))))
    return bytes(out)


def damaged_inside(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """A packed file with one of its members damaged, renamed or lost."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        members = {name: file.read(name) for name in file.namelist()}
    name = chance.choice(list(members))
    if chance.random() < 0.05:
        del members[name]
    else:
        members[name] = damaged(members[name], chance, [members[each] for each in members])
    return packed(members)


def _declared(condition: bool, error: ScriptError) -> None:
    if not condition:
        raise AssertionError(f"not declared: {error}")


def tried(data: bytes, format: str | None, chance: random.Random, rite: object) -> str:
    """What became of one input: "read" or the code of its error."""
    try:
        script = read(data, input_format=format)
    except ScriptError as error:
        _declared(tuple(error.details) == ERRORS[error.code], error)
        return error.code
    assert all(problem.code in PROBLEMS for problem in script.problems), script.problems
    if chance.random() < 0.1:
        other = chance.choice(WRITTEN)
        try:
            read(write_bytes(script, other, chance.choice(("zh-Hant", "en", "id"))), input_format=other)
        except ScriptError as error:
            # An empty script is no table of subtitles or annotations.
            _declared(error.code in ("no-cues", "no-annotations", "too-large", "bad-table"), error)
    if chance.random() < 0.05:
        _annotated(script, data, chance, rite)
    return "read"


def _annotated(script: Script, data: bytes, chance: random.Random, rite: object) -> None:
    verdict = Verdict(rite, script, (), (), 0, COSTS, True, True)  # type: ignore[arg-type]
    with contextlib.suppress(ScriptError, UnreadableScript):
        render(verdict, chance.choice((*ANNOTATED, "html", "markdown")), "both", data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many")
    parser.add_argument("--formats", default=",".join(WRITTEN))
    parser.add_argument("--slow", type=float, default=2, help="seconds from which an input is called slow")
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    chance, rite = random.Random(asked.seed), load("touhu")
    good = seeds()
    names = asked.formats.split(",")
    every = [data for each in good.values() for data in each]
    outcomes: Counter[str] = Counter()
    crashes: Counter[str] = Counter()
    slowest, slow, done, began = (0.0, ""), 0, 0, time.perf_counter()
    while done < asked.inputs and time.perf_counter() - began < asked.seconds:
        format = names[done % len(names)]
        data = chance.choice(good[format])
        inside = format in ("xlsx", "ods") and chance.random() < 0.85
        data = (damaged_inside if inside else damaged)(data, chance, every)
        if format not in PACKED and chance.random() < 0.7:
            # Damaged texts that are texts still: the others rarely come further than their encoding.
            data = data.decode("utf-8", "replace").encode()
        told = format if chance.random() < 0.8 else chance.choice((None, *formats()))
        start = time.perf_counter()
        try:
            outcomes[tried(data, told, chance, rite)] += 1
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            crash = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}"
            if crashes[crash] == 0:
                print(f"crash, input {done} ({format}, read as {told}): {crash}: {error}\n{data[:400]!r}", flush=True)
                traceback.print_exception(error)
            crashes[crash] += 1
        took = time.perf_counter() - start
        slow += took > asked.slow
        slowest = max(slowest, (took, f"input {done}, {format} read as {told}, {len(data)} bytes"))
        done += 1
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{done} inputs of {len(names)} formats, seed {asked.seed}, {seconds:.0f} s ({done / seconds:.0f} a second)")
    print("  " + ", ".join(f"{code} {count}" for code, count in outcomes.most_common()))
    print(f"  crashes {sum(crashes.values())} {dict(crashes) or ''}; over {asked.slow} s: {slow}")
    print(f"  slowest {slowest[0]:.2f} s ({slowest[1]}); peak memory {peak} MB")
    sys.exit(bool(crashes))


if __name__ == "__main__":
    main()
