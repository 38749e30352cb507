#!/usr/bin/env python3
"""Puts load on a server of `litmus serve`, and says how long answers take.

So many clients ask for the verdict of a test of two threads, each a moment after it has the last answer, as people who write do, each test with other
values, so that no answer can be kept. Others ask hostile questions beside. A good question whose answer is not a verdict is lost; then the exit code is 1.
"""

import argparse
import asyncio
import json
import random
import time

TEST = """litmus MP+{number}
memory {{
  global x: i32 = 0
  global flag: i32 = 0
}}
thread P0 @ agent 0, workgroup 0, wavefront 0 {{
  store i32 {value}, x
  store atomic i32 1, flag syncscope("agent") release
}}
thread P1 @ agent 0, workgroup 1, wavefront 0 {{
  r0 = load atomic i32, flag syncscope("agent") acquire
  if r0 == 1 {{
    r1 = load i32, x
  }}
}}
exists (P1:r0 = 1 /\\ P1:r1 = 0)
"""


def slow():
    """A test that takes longer than any server waits."""
    threads = []
    for thread in range(6):
        lines = [f"thread P{thread} @ agent 0, workgroup {thread}, wavefront 0 {{"]
        for at in range(3):
            own, other = ("x", "y") if (thread + at) % 2 == 0 else ("y", "x")
            lines.append(f'  store atomic i32 {1 + 3 * thread + at}, {own} syncscope("agent") seq_cst')
            lines.append(f'  r{at} = load atomic i32, {other} syncscope("agent") seq_cst')
        threads.append("\n".join([*lines, "}"]))
    memory = "memory {\n  global x: i32 = 0\n  global y: i32 = 0\n}"
    return "\n".join(["litmus slow", memory, *threads, "exists (P0:r0 = 0 /\\ P1:r0 = 0)\n"])


def good():
    """A question, another each time."""
    test = TEST.format(number=random.randrange(10**9), value=random.randrange(1, 10**9))
    return "check", {"text": test, "models": ["hsa"]}


def hostile():
    """A question that is meant to do harm."""
    deep = "(" * 20_000 + "x = 0" + ")" * 20_000
    test = TEST.format(number=0, value=1)
    return random.choice(
        [
            ("outcomes", {"text": slow(), "models": ["hsa"]}),
            ("refine", {"text": slow()}),
            ("check", {"text": test.replace("exists (", f"exists ({deep} /\\ ")}),
            ("check", {"text": "x" * 900_000}),
            ("check", {"text": test, "models": ["../../../../etc/passwd"]}),
            ("check", {"text": test, "cat": '"m"\ninclude "/etc/passwd"\n'}),
            ("check", {"text": test, "cat": '"m"\nacyclic ' + "~" * 50_000 + "po as a\n"}),
            ("compiled", {"text": test, "code": "s_nop 0\n" * 50_000, "targets": ["gfx942"]}),
            ("diagnose", {"text": "{" * 200_000, "kind": "hardware"}),
        ]
    )


async def asked(host, port, what, question):
    """The status and the body of an answer."""
    body = json.dumps(question).encode()
    head = f"POST /api/{what} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    head += f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(head.encode() + body)
        text = (await reader.read()).decode(errors="replace")
    finally:
        writer.close()
    return int(text.split(" ", 2)[1]), text


async def client(options, until, found):
    """Asks good questions until the time is over."""
    await asyncio.sleep(random.random() * options.pause)
    while time.monotonic() < until:
        what, question = good()
        start = time.monotonic()
        try:
            status, text = await asked(options.host, options.port, what, question)
        except OSError as error:
            status, text = 0, str(error)
        found["times"].append(time.monotonic() - start)
        if status != 200 or '"forbidden"' not in text or '"end":"done"' not in text:
            found["lost"].append((status, text[-300:]))
        await asyncio.sleep(options.pause * (0.5 + random.random()))


async def attacker(options, until, found):
    """Asks hostile questions until the time is over; of some it does not await the answer."""
    while time.monotonic() < until:
        what, question = hostile()
        found["hostile"] += 1
        try:
            await asyncio.wait_for(asked(options.host, options.port, what, question), random.choice([0.2, 60]))
        except (OSError, asyncio.TimeoutError, IndexError, ValueError):
            pass
        await asyncio.sleep(options.pause)


async def run(options):
    """All clients at once: what was found."""
    until = time.monotonic() + options.seconds
    found = {"times": [], "lost": [], "hostile": 0}
    clients = [client(options, until, found) for _ in range(options.clients)]
    await asyncio.gather(*clients, *(attacker(options, until, found) for _ in range(options.hostile)))
    return found


def main():
    """The command line."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--host", default="127.0.0.1")
    arguments.add_argument("--port", type=int, default=8417)
    arguments.add_argument("--clients", type=int, default=50, help="who ask good questions (50)")
    arguments.add_argument("--hostile", type=int, default=4, help="who ask hostile ones (4)")
    arguments.add_argument("--seconds", type=float, default=60, help="how long (60)")
    arguments.add_argument("--pause", type=float, default=0.5, help="seconds from an answer to the next question (0.5)")
    options = arguments.parse_args()
    found = asyncio.run(run(options))
    times = sorted(found["times"])
    part = lambda per_mille: f"{1000 * times[(len(times) - 1) * per_mille // 1000]:.1f} ms"
    print(f"{len(times)} good questions in {options.seconds:.0f} s by {options.clients} clients, {found['hostile']} hostile ones")
    print(f"p50 {part(500)}, p90 {part(900)}, p99 {part(990)}, p99.9 {part(999)}, longest {part(1000)}")
    print(f"lost: {len(found['lost'])}")
    for status, text in found["lost"][:5]:
        print(f"  {status} {text}")
    raise SystemExit(1 if found["lost"] else 0)


if __name__ == "__main__":
    main()
