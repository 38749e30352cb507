#!/usr/bin/env python3
"""Writes models/mnemonics.toml: which processors have which instructions, as LLVM's assembler has it: those of models/instructions.toml, and of those that begin
as opaque ones do there all that the assembler has.

    scripts/mnemonics.py             # writes the file
    scripts/mnemonics.py --check     # says what of it is not as the assembler has it

Needs llvm-mc-22, and llvm-mc-19 for processors that release 22 has no more. A processor that neither knows is not listed. What the assembler takes as another
name of an instruction counts as the instruction.
"""

import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

ASSEMBLERS = ["llvm-mc-22", "llvm-mc-19"]
MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"
WRITTEN = MODELS / "mnemonics.toml"
WIDTH = 150

HEAD = """\
# Which processors have which of the instructions that models/instructions.toml describes, and which others there are that compute and begin as it says of opaque
# ones. scripts/mnemonics.py writes this file: it is what the assemblers of LLVM 22, and of LLVM 19 for processors that 22 has no more, take, names that they
# have for old ones among them.
#
# processors: those that an assembler knows. Of others, and of targets of your own, nothing is told, so that they may have any instruction.
# on: processors that have the instructions of the names below, and no others have; none where no processor has them.
"""

# What an assembler says of a name that is none, or none of the processor; of one that it has, it misses operands.
NONE = re.compile(r"invalid instruction|instruction not supported on this GPU")
# Some instructions are only ever the second of two that one encodes: these lines have to be taken as they stand.
SECOND = "v_dual_"
LINES = ["v_dual_mov_b32 v4, v5 :: {} v1, v2", "v_dual_mov_b32 v4, v5 :: {} v1, v2, v3"]


def alternatives(name):
    match = re.match(r"([^{]*)\{([^}]*)\}(.*)$", name)
    if not match:
        return [name]
    before, inner, after = match.groups()
    return [before + word + rest for word in inner.split("|") for rest in alternatives(after)]


def read(name):
    return tomllib.loads((MODELS / name).read_text())


def processors():
    """Every name that a compiler may be asked for, in the order of the file."""
    targets = read("targets.toml")
    every = [name for kind in ["target", "variant"] for one in targets[kind] for name in [one["name"], *one.get("processors", [])]]
    return list(dict.fromkeys(every))


def assembled():
    """Every name that may be one of an assembler's: its table of names has each behind its length."""
    names = set()
    for assembler in ASSEMBLERS:
        linked = subprocess.run(["ldd", shutil.which(assembler)], capture_output=True, text=True, check=True).stdout
        libraries = re.findall(r"libLLVM\S* => (\S+)", linked) or [shutil.which(assembler)]
        for found in re.finditer(rb"(?=([\x03-\x40])([sv]_[a-z0-9_]+))", pathlib.Path(libraries[0]).read_bytes()):
            length, word = found[1][0], found[2]
            if len(word) >= length:
                names.add(word[:length].decode())
    return names


def computing(instructions, described):
    """Of those the ones that nothing describes and that begin as opaque ones do."""
    begins = lambda name, words: any(name.startswith(word) for word in instructions[words])
    encodings = tuple(instructions["encodings"] + instructions["lane_encodings"])
    plain = {name for name in assembled() - set(described) if not name.endswith(encodings)}
    return sorted(name for name in plain if begins(name, "opaque") and not begins(name, "not_opaque"))


def refused(assembler, processor, lines):
    """The first that an assembler says against each line; None if it does not know the processor."""
    command = [assembler, "-triple=amdgcn-amd-amdhsa", f"-mcpu={processor}", "-filetype=null"]
    said = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=False).stderr
    if "is not a recognized processor" in said:
        return None
    found = {}
    for line, message in re.findall(r"^<stdin>:(\d+):\d+: error: (.*)$", said, re.M):
        found.setdefault(lines[int(line) - 1], message)
    return found


def had(processor, names):
    """The names that a processor has; None of one that no assembler knows."""
    for assembler in ASSEMBLERS:
        seconds = {name: [line.format(name) for line in LINES] for name in names if name.startswith(SECOND)}
        said = refused(assembler, processor, names + [line for lines in seconds.values() for line in lines])
        if said is not None:
            is_second = lambda name: any(line not in said for line in seconds.get(name, []))
            return frozenset(name for name in names if not NONE.match(said.get(name, "")) or is_second(name))
    return None


def listed(key, words):
    """A list of TOML, in lines that are not too long."""
    lines, line = [], ""
    for word in words:
        item = f'"{word}"'
        if line and len(line) + len(item) + 2 > WIDTH:
            lines.append(line + ",")
            line = ""
        line += (", " if line else "") + item
    lines += [line] if line else []
    if len(lines) <= 1 and len(key) + len(line) + 5 <= WIDTH:
        return f"{key} = [{line}]\n"
    return f"{key} = [\n" + "".join(f"  {line}\n" for line in lines) + "]\n"


def text():
    instructions = read("instructions.toml")
    described = [name for one in instructions["instruction"] for written in one["names"] for name in alternatives(written)]
    others = computing(instructions, described)
    has = {processor: had(processor, described + others) for processor in processors()}
    known = [processor for processor in has if has[processor] is not None]
    groups = {}
    for name in described + others:
        on = tuple(processor for processor in known if name in has[processor])
        if on or name in described:
            groups.setdefault(on, []).append(name)
    parts = [HEAD, listed("processors", known)]
    for on, names in groups.items():
        parts.append("[[mnemonics]]\n" + listed("on", on) + listed("names", names))
    return "\n".join(parts)


def main():
    made = text()
    if "--check" in sys.argv[1:]:
        kept = WRITTEN.read_text()
        if kept != made:
            print("\n".join(difflib.unified_diff(kept.splitlines(), made.splitlines(), "kept", "made", lineterm="")))
            sys.exit("models/mnemonics.toml is not what the assemblers say: scripts/mnemonics.py writes it")
        return
    WRITTEN.write_text(made)


main()
