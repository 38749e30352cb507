#!/usr/bin/env python3
"""Runs `litmus` and, where they are on PATH, herd7 and Dartagnan over the same tests, and prints the ratio of whole-process times and the
verdicts that differ.

The tests are families that grow with a number, written once for this tool (one agent, every thread in a workgroup of its own, scope
`agent`) and once in herd's C; a C11 model is to be compared with `hsa-none`, which has one happens-before for all.

    scripts/compare.py [--runs N] [--litmus PATH] [--herd-model rc11.cat]

Dartagnan is looked for as `dartagnan`, a script that passes its arguments on, and is given `cat/rc11.cat` of $DAT3M_HOME.

Exit codes: 0 all verdicts agree, 1 some differ, 2 `litmus` is not found.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

C_ORDER = {"seq_cst": "memory_order_seq_cst", "acquire": "memory_order_acquire", "release": "memory_order_release",
           "monotonic": "memory_order_relaxed"}


class Test:
    """Threads as lists of (kind, register or value, object, ordering), and registers with values that are asked for."""

    def __init__(self, name, objects, threads, asked):
        self.name, self.objects, self.threads, self.asked = name, objects, threads, asked

    def ours(self):
        lines = [f"litmus {self.name}", "memory {"] + [f"  global {name}: i32 = 0" for name in self.objects] + ["}"]
        for number, thread in enumerate(self.threads):
            lines.append(f"thread P{number} @ agent 0, workgroup {number}, wavefront 0 {{")
            for kind, what, name, order in thread:
                if kind == "load":
                    lines.append(f'  {what} = load atomic i32, {name} syncscope("agent") {order}')
                else:
                    lines.append(f'  store atomic i32 {what}, {name} syncscope("agent") {order}')
            lines.append("}")
        lines.append("exists (" + " /\\ ".join(f"P{t}:{r} = {v}" for t, r, v in self.asked) + ")")
        return "\n".join(lines) + "\n"

    def herd(self):
        lines = [f"C {self.name}", "{" + " ".join(f"[{name}] = 0;" for name in self.objects) + "}"]
        for number, thread in enumerate(self.threads):
            used = sorted({name for _, _, name, _ in thread})
            lines.append(f"P{number} (" + ", ".join(f"atomic_int* {name}" for name in used) + ") {")
            for kind, what, name, order in thread:
                if kind == "load":
                    lines.append(f"  int {what} = atomic_load_explicit({name}, {C_ORDER[order]});")
                else:
                    lines.append(f"  atomic_store_explicit({name}, {what}, {C_ORDER[order]});")
            lines.append("}")
        lines.append("exists (" + " /\\ ".join(f"{t}:{r}={v}" for t, r, v in self.asked) + ")")
        return "\n".join(lines) + "\n"


def families():
    """The tests: rings of store and load buffering, and independent reads by a number of readers."""
    for n in (2, 4, 6, 8, 10):
        names = [f"x{i}" for i in range(n)]
        buffers = [[("store", 1, names[i], "seq_cst"), ("load", "r0", names[(i + 1) % n], "seq_cst")] for i in range(n)]
        yield Test(f"SB-{n}", names, buffers, [(i, "r0", 0) for i in range(n)])
        loads = [[("load", "r0", names[i], "acquire"), ("store", 1, names[(i + 1) % n], "release")] for i in range(n)]
        yield Test(f"LB-{n}", names, loads, [(i, "r0", 1) for i in range(n)])
    for n in (2, 4, 6, 8):
        writers = [[("store", 1, name, "seq_cst")] for name in "xy"]
        readers = [[("load", "r0", "xy"[i % 2], "seq_cst"), ("load", "r1", "yx"[i % 2], "seq_cst")] for i in range(n)]
        asked = [(i + 2, register, value) for i in range(n) for register, value in (("r0", 1), ("r1", 0))]
        yield Test(f"IRIW-{n}", ["x", "y"], writers + readers, asked)
    for order in ("seq_cst", "monotonic"):
        reader, writer = ("acquire", "release") if order == "seq_cst" else (order, order)
        passing = [[("store", 1, "x", "monotonic"), ("store", 1, "y", writer)],
                   [("load", "r0", "y", reader), ("load", "r1", "x", "monotonic")]]
        yield Test(f"MP-{writer}", ["x", "y"], passing, [(1, "r0", 1), (1, "r1", 0)])


def timed(command, runs):
    """The median of whole-process times, and what the last run printed."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        times.append(time.perf_counter() - start)
    return statistics.median(times), done.stdout + done.stderr


def states_of_ours(text):
    """How many states are allowed, and nothing where it was not decided."""
    return len(re.findall(r"\sallowed\s*$", text, re.M)) or None


def states_of_herd(text):
    found = re.search(r"^States (\d+)", text, re.M)
    return int(found.group(1)) if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--litmus", default="target/release/litmus")
    parser.add_argument("--herd-model", default="rc11.cat")
    args = parser.parse_args()
    litmus = shutil.which(args.litmus)
    if litmus is None:
        print(f"no {args.litmus}: cargo build --release", file=sys.stderr)
        return 2
    herd, dartagnan = shutil.which("herd7"), shutil.which("dartagnan")
    for tool, found in (("herd7", herd), ("dartagnan", dartagnan)):
        if found is None:
            print(f"{tool}: skipped, not on PATH")
    differ = []
    print(f"{'test':<12}{'litmus':>10}{'states':>8}{'herd7':>10}{'states':>8}{'ratio':>8}{'dartagnan':>11}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for test in families():
            ours, theirs = os.path.join(folder, test.name + ".litmus"), os.path.join(folder, test.name + ".c.litmus")
            for path, text in ((ours, test.ours()), (theirs, test.herd())):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            spent, said = timed([litmus, "outcomes", "--allowed", "--model", "hsa-none", ours], args.runs)
            states = states_of_ours(said)
            row = f"{test.name:<12}{spent * 1000:>8.1f}ms{states or '?':>8}"
            if herd:
                other, said = timed([herd, "-model", args.herd_model, theirs], args.runs)
                count = states_of_herd(said)
                row += f"{other * 1000:>8.1f}ms{count or '?':>8}{other / spent:>8.1f}"
                if count != states:
                    differ.append(f"{test.name}: {states} states here, {count} of herd7")
            else:
                row += f"{'-':>10}{'-':>8}{'-':>8}"
            if dartagnan:
                _, said = timed([litmus, "check", "--model", "hsa-none", ours], 1)
                allowed = "allowed by" in said
                model = os.path.join(os.environ.get("DAT3M_HOME", "."), "cat", "rc11.cat")
                other, said = timed([dartagnan, model, "--target=c11", theirs], args.runs)
                reached = re.search(r"^Condition.*\n(Ok|No)", said, re.M)
                row += f"{other * 1000:>9.1f}ms{other / spent:>8.1f}"
                if reached is None or (reached.group(1) == "Ok") != allowed:
                    verdict = reached.group(1) if reached else "no verdict"
                    differ.append(f"{test.name}: {'allowed' if allowed else 'forbidden'} here, {verdict} of dartagnan")
            else:
                row += f"{'-':>11}{'-':>8}"
            print(row, flush=True)
    for line in differ:
        print("DIFFERS " + line)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
