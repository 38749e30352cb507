#!/usr/bin/env python3
"""Writes the regression tests of tests/llvm-tests: LLVM IR with a function for each operation, and what llc makes of it in comments.

    scripts/llvm-test-fixtures.py [DIR]

Needs llc-19 and llc-22. Assembly is of -O0, as LLVM's own tests of the memory model have it; machine IR is that after si-memory-legalizer.
"""

import os
import re
import subprocess
import sys

SPACES = {"flat": "", "global": " addrspace(1)", "local": " addrspace(3)"}
PASS = "si-memory-legalizer"
LEGALIZER = f"-stop-after={PASS}"


def scoped(scope):
    return f' syncscope("{scope}")' if scope else ""


def function(name, args, body):
    head = f"define amdgpu_kernel void @{name}({args}) {{"
    return name, [head], ["entry:"] + ["  " + line for line in body] + ["  ret void", "}"]


def operations(space, scopes):
    """The functions of one address space."""
    pointer = "ptr" + SPACES[space]
    for scope in scopes:
        of = f"{space}_{(scope or 'system').replace('-', '_')}"
        at = scoped(scope)
        for order in ["monotonic", "acquire", "seq_cst"]:
            body = [f"%val = load atomic i32, {pointer} %in{at} {order}, align 4", f"store i32 %val, {pointer} %out"]
            yield function(f"{of}_{order}_load", f"{pointer} %in, {pointer} %out", body)
        for order in ["monotonic", "release", "seq_cst"]:
            body = [f"store atomic i32 %in, {pointer} %out{at} {order}, align 4"]
            yield function(f"{of}_{order}_store", f"i32 %in, {pointer} %out", body)
        for order in ["monotonic", "acquire", "release", "acq_rel", "seq_cst"]:
            body = [f"%val = atomicrmw volatile xchg {pointer} %out, i32 %in{at} {order}"]
            yield function(f"{of}_{order}_atomicrmw", f"{pointer} %out, i32 %in", body)
            body += [f"store i32 %val, {pointer} %out, align 4"]
            yield function(f"{of}_{order}_ret_atomicrmw", f"{pointer} %out, i32 %in", body)
        for success, failure in [("monotonic", "acquire"), ("release", "monotonic"), ("acq_rel", "seq_cst")]:
            body = [
                f"%gep = getelementptr i32, {pointer} %out, i32 4",
                f"%val = cmpxchg volatile {pointer} %gep, i32 %old, i32 %in{at} {success} {failure}",
            ]
            yield function(f"{of}_{success}_{failure}_cmpxchg", f"{pointer} %out, i32 %in, i32 %old", body)
    for flag, tail in [("volatile", ""), ("nontemporal", ", !nontemporal !0")]:
        word = "volatile " if flag == "volatile" else ""
        body = [f"%val = load {word}i32, {pointer} %in, align 4{tail}", f"store i32 %val, {pointer} %out"]
        yield function(f"{space}_{flag}_load", f"{pointer} %in, {pointer} %out", body)
        yield function(f"{space}_{flag}_store", f"i32 %in, {pointer} %out", [f"store {word}i32 %in, {pointer} %out, align 4{tail}"])


def fences(scopes, tag):
    for scope in scopes:
        for order in ["acquire", "release", "acq_rel", "seq_cst"]:
            name = f"{(scope or 'system').replace('-', '_')}_{order}_fence"
            yield function(name, "", [f"fence{scoped(scope)} {order}"])
            for number, space in enumerate(["global", "local"], 1):
                yield function(f"{name}_{space}", "", [f"fence{scoped(scope)} {order}, !mmra !{number}"])


def bodies(text):
    """The functions of machine IR: names and bodies."""
    return re.findall(r"^name: +(\S+)$.*?^body: +\|\n(.*?)\n\.\.\.", text, re.M | re.S)


def compiled(llc, ir, processor, features, extra):
    """What a compiler makes of each function: its lines."""
    attributes = [f"-mattr={features}"] if features else []
    command = [llc, "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={processor}", *attributes, *extra, "-o", "-"]
    text = subprocess.run(command, input=ir, capture_output=True, text=True, check=True).stdout
    if LEGALIZER in extra:
        return {name: ("name: " + name, body.splitlines()) for name, body in bodies(text)}
    parts = re.findall(r"^(\w+): +; @\w+\n(.*?)\n\.Lfunc_end", text, re.M | re.S)
    code = {}
    for name, body in parts:
        lines = [line for line in body.splitlines() if not re.match(r"\s*(\.|; %bb|;)|\.", line)]
        code[name] = (name + ":", ["; %bb.0: ; %entry"] + [line.expandtabs() for line in lines])
    return code


def comments(prefix, label, lines):
    yield f"; {prefix}-LABEL: {label}"
    for number, line in enumerate(lines):
        text = line.strip("\n")
        if not text.strip():
            text = " {{  $}}"
        yield f"; {prefix}{'-NEXT:' if number else ':     '} {text}".rstrip()


def write(path, llc, runs, functions, tags):
    metadata = nodes(tags)
    ir = "\n".join("\n".join(head + body) for _, head, body in functions) + "\n" + "\n".join(metadata) + "\n"
    out = []
    codes = []
    for prefix, processor, features, extra in runs:
        attributes = f" -mattr={features}" if features else ""
        out.append(f"; RUN: llc -mtriple=amdgcn-amd-amdhsa {' '.join(extra)} -mcpu={processor}{attributes} < %s | FileCheck -check-prefixes={prefix} %s")
        codes.append((prefix, compiled(llc, ir, processor, features, extra)))
    for name, head, body in functions:
        out += ["", *head]
        for prefix, code in codes:
            out += comments(prefix, *code[name])
        out += body
    with open(path, "w") as file:
        file.write("\n".join(out + ["", *metadata, ""]))


def write_machine(path, llc, run, functions, tags):
    """A test of the memory legalizer alone, of machine IR as it is before that pass."""
    prefix, processor, features, _ = run
    attributes = [f"-mattr={features}"] if features else []
    command = [llc, "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={processor}", *attributes]
    ir = "\n".join("\n".join(head + body) for _, head, body in functions) + "\n" + "\n".join(nodes(tags)) + "\n"
    before = subprocess.run([*command, "-stop-before=si-memory-legalizer", "-simplify-mir", "-o", "-"], input=ir, capture_output=True, text=True, check=True).stdout
    module = before[: before.index("\n...\n")]
    functions = [f"name: {name}\ntracksRegLiveness: true\nbody: |\n{body}" for name, body in bodies(before)]
    before = "\n...\n---\n".join([module, *functions]) + "\n...\n"
    with open(f"{path}.before", "w") as file:
        file.write(before)
    after = subprocess.run([*command, f"-run-pass={PASS}", "-simplify-mir", "-x", "mir", f"{path}.before", "-o", "-"], capture_output=True, text=True, check=True).stdout
    os.remove(f"{path}.before")
    codes = {name: body.splitlines() for name, body in bodies(after)}
    out = [f"# RUN: {' '.join(['llc', *command[1:]])} -run-pass={PASS} -o - %s | FileCheck -check-prefix={prefix} %s", ""]
    name = None
    for line in before.splitlines():
        name = line.split(":")[1].strip() if line.startswith("name:") else name
        out.append(line)
        if line.startswith("body:"):
            out += ["  " + comment for comment in comments(prefix, f"name: {name}", codes[name])]
    with open(path, "w") as file:
        file.write("\n".join(out + [""]))


def nodes(tags):
    return ["!0 = !{i32 1}"] + [f'!{number} = !{{!"{tags}", !"{space}"}}' for number, space in enumerate(["global", "local"], 1)]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "tests/llvm-tests"
    scopes = ["", "agent", "workgroup", "workgroup-one-as"]
    fewer = ["agent", "workgroup", "agent-one-as"]
    plain = ["-O0"]
    processors = {
        "llc-19": [("GFX90A", "gfx90a", ""), ("GFX942", "gfx942", ""), ("GFX10-CU", "gfx1030", "+cumode"), ("GFX12-WGP", "gfx1200", "")],
        "llc-22": [("GFX90A-TGSPLIT", "gfx90a", "+tgsplit"), ("GFX942", "gfx942", ""), ("GFX11-CU", "gfx1100", "+cumode"), ("GFX12-WGP", "gfx1200", "")],
    }
    for llc, names in processors.items():
        tags = "amdgpu-as" if llc == "llc-19" else "amdgpu-synchronize-as"
        release = llc.replace("llc-", "llvm")
        for space in SPACES:
            runs = [(*name, plain) for name in names if not (space == "local" and "tgsplit" in name[2])]
            write(f"{folder}/{release}-{space}.ll", llc, runs, list(operations(space, scopes if space == "global" else fewer)), tags)
            if space != "flat":
                write_machine(f"{folder}/{release}-{space}-{runs[1][1]}.mir", llc, runs[1], list(operations(space, ["agent", "workgroup"])), tags)
        runs = [(*name, [*plain, LEGALIZER]) for name in names]
        write(f"{folder}/{release}-fence.ll", llc, runs, list(fences(scopes, tags)), tags)


main()
