#!/usr/bin/env python3
"""Writes the tables of docs/repairs-24.md: the smallest repairs of each unsound row of a release.

    scripts/repairs.py [--litmus PROGRAM] [--release NAME] [OPTION...] > tables.md
    scripts/repairs.py --compiled FILE > table.md

Options are of `litmus table repair`, such as `--events 4 --threads 2`. What it prints stands in the document after its head. The second form prints which
rows a compiler mends, by what `litmus table conform RELEASE --llc PROGRAM --verdicts --format json` has printed into FILE.
"""

import argparse
import collections
import json
import subprocess
import sys

LANGUAGES = {"hsa": "HSA", "opencl": "OpenCL"}


def output(command):
    """What a command prints, if it ends with a verdict."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def edits(repair):
    """The edits of a repair, in words."""
    return " and ".join(" ".join(filter(None, (edit["what"], edit["place"]))) for edit in repair["edits"])


def targets(places):
    return " ".join(sorted({place["target"] for place in places}))


def smallest(row):
    """The repair that does least elsewhere, and how many others are as small; or why there is none."""
    if row["repairs"]:
        others = len(row["repairs"]) - 1
        return edits(row["repairs"][0]) + (f" ({others} others of this size)" if others else "")
    if row["mended"] == 0:
        return "with the rows that it refers to, or another row"
    if row["partial"]:
        one = row["partial"][0]
        return f"none; on {targets(one['places'])} alone {edits(one['repair'])}"
    return "none of two edits"


def elsewhere(row):
    if not row["repairs"]:
        return ""
    repair = row["repairs"][0]
    parts = [f"also {targets(repair['also'])}"] if repair["also"] else []
    for what, key in (("mends", "mended"), ("changes", "sound")):
        lines = [str(other["line"]) for other in repair["others"] if other[key]]
        parts += [f"{what} {', '.join(lines)}"] if lines else []
    return "; ".join(parts)


def section(family, found):
    """The table of a family."""
    summary = found["summary"]
    counts = (
        f"{summary['unsound']} rows are unsound by themselves, {summary['with_others']} more only together with others. One edit repairs {summary['by_one']}, "
        f"two repair {summary['by_two']}, {summary['partly']} have repairs for some targets only, {summary['not_repaired']} have none of two edits, and "
        f"{summary['through_others']} are mended with other rows."
    )
    lines = [f"### {family}", "", counts, ""]
    if found["rows"]:
        lines += ["| row | operation | smallest repairs | elsewhere |", "| --- | --- | --- | --- |"]
    for row in found["rows"]:
        cells = (str(row["line"]), row["operation"], smallest(row), elsewhere(row))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def mended(report):
    """By family and language, the rows of which the compiler's code mends some programs, and those of which it also breaks some."""
    rows = collections.defaultdict(lambda: collections.defaultdict(set))
    for table in report["verdicts"]["tables"]:
        family = table["before"].split(":")[1]
        for change in table["changes"]:
            for effect in change["effects"]:
                rows[family, effect["language"], effect["effect"]][tuple(change["lines"])].add(effect["target"])

    def cell(*key):
        return ", ".join(f"{' and '.join(map(str, lines))} ({' '.join(sorted(on))})" for lines, on in sorted(rows[key].items()))

    lines = ["| family | language | mended | mended and broken |", "| --- | --- | --- | --- |"]
    for family in dict.fromkeys(table["before"].split(":")[1] for table in report["verdicts"]["tables"]):
        for language in LANGUAGES.values():
            cells = (cell(family, language, "fixes"), cell(family, language, "breaks and fixes"))
            lines.append(f"| {family} | {language} | {cells[0]} | {cells[1]} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--litmus", default="litmus")
    parser.add_argument("--release", default="llvm24")
    parser.add_argument("--compiled", metavar="FILE")
    arguments, options = parser.parse_known_args()
    if arguments.compiled:
        with open(arguments.compiled, encoding="utf-8") as report:
            print(mended(json.load(report)), end="")
        return
    tables = output([arguments.litmus, "list", "tables", "--format", "json"])["tables"]
    families = [table["name"].split(":")[1] for table in tables if table["name"].startswith(f"{arguments.release}:")]
    for language, name in LANGUAGES.items():
        print(f"## {name}'s code\n")
        for family in families:
            command = [arguments.litmus, "table", "repair", f"{arguments.release}:{family}", f"--{language}", *options, "--format", "json"]
            print(section(family, output(command)), flush=True)


if __name__ == "__main__":
    main()
