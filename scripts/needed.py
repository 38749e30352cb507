#!/usr/bin/env python3
"""Deletes every wait and cache instruction from compiled programs by which `litmus table audit` shows instructions of a table needed.

    scripts/needed.py TABLE LLC [--json AUDIT] [--machine-ir] [--keep DIR]

compiles each such program with LLC for the target on which the audit shows it, and judges the code without each of its waits and cache
instructions. An instruction that is needed is found missing where the code without it, or without one that waits for its counter besides others, is
not sound; what is not found is printed. `--json` is what the audit said before, `--keep` writes programs and assembly that tests/needed.rs judges: one for each
target, instruction and kind of operation. `LITMUS=PATH` names the program, `cargo run --release` is the default."""

import argparse
import collections
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

LITMUS = shlex.split(os.environ.get("LITMUS", "cargo run --quiet --release --"))
ORDER = re.compile(r"^\s+(s_wait|buffer_(inv|wb|gl)|global_(inv|wb))", re.IGNORECASE)
# Waits for counters that count nothing which is modelled.
NOT_COUNTED = re.compile(r"s_wait_(exp|sample|bvh)cnt", re.IGNORECASE)


def litmus(*arguments):
    return subprocess.run([*LITMUS, *map(str, arguments)], capture_output=True, text=True)


def verdict(*arguments):
    """The verdict of one test for one target, with its reason."""
    done = litmus("llvm", "check", *arguments, "--format", "json")
    report = json.loads(done.stdout)
    cells = [cell for test in report["tests"] for cell in test["cells"]]
    if not cells:
        return "error", json.dumps(report["errors"])
    return cells[0]["verdict"], cells[0].get("reason") or ""


def words(instruction):
    """The counters that it waits for, or its name."""
    text = instruction.lower().replace("_soft", "")
    found = set(re.findall(r"(?:load|store|ds|lgkm|km|async|vm|vs)cnt", text))
    # gfx6 has one instruction where tables have two.
    return found or {text.split()[0].removesuffix("_vol")}


def needed(report):
    """By target and program the instructions that the program shows needed, in HSA's code."""
    found = collections.OrderedDict()
    for table in report["tables"]:
        for instruction in table["instructions"]:
            if instruction["kind"] != "instruction":
                continue
            for by in instruction["needed"]:
                if by["language"] == "HSA":
                    rows = found.setdefault((by["target"], by["program"]), [])
                    rows.append((instruction["instr"], instruction["operation"], instruction["row"]))
    return found


def main():
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("table")
    reader.add_argument("llc")
    reader.add_argument("--json")
    reader.add_argument("--machine-ir", action="store_true")
    reader.add_argument("--keep", type=pathlib.Path)
    asked = reader.parse_args()
    text = open(asked.json).read() if asked.json else litmus("table", "audit", asked.table, "--format", "json").stdout
    report = json.loads(text)
    ir = ["--machine-ir"] if asked.machine_ir else []
    ending = "mir" if ir else "s"
    counts, kept = collections.Counter(), set()
    for (target, number), rows in needed(report).items():
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            test = folder / f"{target}-{number}.litmus"
            test.write_text(report["programs"][number])
            whole, why = verdict(test, "--llc", asked.llc, "--target", target, "--save", folder / "code", *ir)
            if whole != "sound":
                counts[f"compiled {whole}"] += 1
                print(f"{target} {number}: compiled {whole}: {why}")
                continue
            [code] = (folder / "code").rglob(f"*.{ending}")
            lines = code.read_text().split("\n")
            missed = []
            for at, line in enumerate(lines):
                if not ORDER.match(line) or NOT_COUNTED.search(line):
                    continue
                without = folder / f"without.{ending}"
                without.write_text("\n".join(lines[:at] + lines[at + 1 :]))
                found, _ = verdict(test, "--assembly", without, "--target", target)
                counts[f"deletion {found}"] += 1
                if found != "sound":
                    missed.append(line.strip())
            for instruction, operation, row in rows:
                is_found = any(words(instruction) & words(line) for line in missed)
                counts["found" if is_found else "not found"] += 1
                if not is_found:
                    print(f"{target} {number}: not found: {instruction} of {operation}, line {row}")
            kinds = {(target, instruction, operation.split("|")[0].strip()) for instruction, operation, _ in rows}
            if asked.keep and kinds - kept:
                kept |= kinds
                folder = asked.keep / target
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copy(code, folder / f"{number}.{ending}")
                listed = "; ".join(f"{instruction} ({row})" for instruction, _, row in rows)
                program = report["programs"][number].replace("\n", f'\n"{asked.table} needs {listed}"\n', 1)
                (folder / f"{number}.litmus").write_text(program)
    for what, count in sorted(counts.items()):
        print(f"{what}: {count}")
    return 0 if counts["not found"] == 0 else 1


sys.exit(main())
