"""The package as people use it; run by `python -m unittest discover python/tests` where it is installed."""

import os
import signal
import threading
import time
import unittest
from pathlib import Path

import gfx_litmus as g

ROOT = Path(__file__).parents[2]
MP = """litmus MP
memory {
  global x: i32 = 0
  global flag: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store i32 1, x
  store atomic i32 1, flag syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, flag syncscope("agent") acquire
  if r0 == 1 {
    r1 = load i32, x
  }
}
exists (P1:r0 = 1 /\\ P1:r1 = 0)
expect hsa: forbidden
"""
WEAK = MP.replace("release", "monotonic").replace("expect hsa: forbidden", "expect hsa: racy")


class Verdicts(unittest.TestCase):
    def test_a_test_is_checked(self):
        checked = g.check(MP)
        self.assertTrue(checked.ok)
        (row,) = checked.verdicts
        self.assertEqual((row["model"], row["verdict"], row["line"]), ("hsa", "forbidden", 16))
        self.assertFalse(g.check(MP.replace("expect hsa: forbidden", "expect hsa: allowed")).ok)

    def test_states_are_rows(self):
        found = g.outcomes(MP, models=[g.Model("hsa")])
        self.assertTrue(found.complete)
        by_state = {(row["P1:r0"], row["P1:r1"]): row["hsa"] for row in found.states}
        self.assertEqual(by_state, {("0", None): "allowed", ("1", "1"): "allowed", ("1", "0"): "forbidden"})
        self.assertEqual(found.races, [])
        named = g.outcomes(MP.replace("flag", "hsa"), models=["hsa"]).states[0]
        self.assertEqual((named["hsa"], named["by hsa"]), ("1", "allowed"))
        racy = g.outcomes(WEAK, models="hsa")
        self.assertEqual([row["model"] for row in racy.races], ["hsa"])
        self.assertIn("<td>racy</td>", racy._repr_html_())

    def test_code_is_refined(self):
        test = g.Test.read(ROOT / "litmus/message-passing/MP+rel+acq+agent.litmus")
        refined = g.refine(test, ["gfx12,cu", "gfx90a"], table="llvm24")
        targets = [row["target"] for row in refined.results]
        self.assertEqual(targets, ["gfx12,cu", "gfx90a,notgsplit", "gfx90a,tgsplit"])
        self.assertEqual({row["verdict"] for row in refined.results}, {"sound"})
        self.assertEqual(refined.on(g.Target("gfx12,cu")), "sound")
        self.assertEqual(refined.on(g.Target("gfx12")), "sound")
        with self.assertRaises(KeyError):
            refined.on("gfx6")

    def test_sides_are_compared(self):
        same = g.compare("hsa", "hsa", events=3)
        self.assertFalse(same.differ)
        self.assertTrue(same.decided)
        found = g.compare("hsa", "opencl", events=4)
        self.assertTrue(found.differ)
        (first, *_) = found.programs
        self.assertIn("litmus generated", str(first))
        self.assertTrue(g.outcomes(first, ["hsa", "opencl"]).states)

    def test_pictures_are_svg(self):
        found = g.outcomes(MP, ["hsa"], pictures=True)
        self.assertEqual(found.pictures[0].verdict, "forbidden")
        self.assertEqual(found.pictures[0].by, "hsa")
        self.assertTrue(found.pictures[0]._repr_svg_().startswith("<svg"))

    def test_names_are_listed(self):
        self.assertIn(g.Model("hsa"), g.models())
        self.assertIn(g.Target("gfx12,cu"), g.targets())
        self.assertIn("llvm24", g.tables())


class Errors(unittest.TestCase):
    def test_errors_have_places(self):
        with self.assertRaises(g.LitmusError) as raised:
            g.check(g.Test(MP.replace("load i32, x", "load i33, x"), "mine.litmus"))
        error = raised.exception
        self.assertEqual((error.file, error.line), ("mine.litmus", 13))
        self.assertIn("i33", str(error))

    def test_names_that_are_not_known(self):
        for ask in (
            lambda: g.outcomes(MP, ["hsb"]),
            lambda: g.refine(MP, ["gfx42"]),
            lambda: g.refine(MP, ["gfx12"], table="llvm99"),
            lambda: g.refine(MP, ["gfx12"], assume=["nothing"]),
            lambda: g.compare("hsa", "hsb"),
            lambda: g.compare("hsa", "opencl", events=99),
            lambda: g.check(MP, seconds=-1),
        ):
            with self.assertRaises(g.LitmusError):
                ask()

    def test_what_is_no_test_is_of_the_wrong_type(self):
        for given in (5, None, b"litmus"):
            with self.assertRaises(TypeError):
                g.check(given)

    def test_what_takes_too_long_is_unknown(self):
        checked = g.check(MP, seconds=0)
        self.assertEqual(checked.status, "unknown")


class Lock(unittest.TestCase):
    # So long a comparison takes minutes.
    LONG = {"events": 7, "threads": 4}

    def test_other_threads_go_on_and_a_signal_ends_work(self):
        ticks = 0
        done = threading.Event()

        def tick():
            nonlocal ticks
            while not done.is_set():
                ticks += 1
                time.sleep(0.01)

        ticking = threading.Thread(target=tick)
        ticking.start()
        threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        begun = time.monotonic()
        try:
            with self.assertRaises(KeyboardInterrupt):
                g.compare("hsa", "hsa-literal", **self.LONG)
        finally:
            done.set()
            ticking.join()
        self.assertGreater(ticks, 20)
        self.assertLess(time.monotonic() - begun, 60)


if __name__ == "__main__":
    unittest.main()
