"""Makes the pictures of docs/serve.md."""

from pathlib import Path

from page import NARROW, answered, browser, field, opened, served

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
WEAK = """litmus MP+flag
"A flag that says that x is written."
memory {
  global x: i32 = 0
  global flag: i32 = 0
}
thread P0 @ agent 0, workgroup 0, wavefront 0 {
  store atomic i32 1, x syncscope("agent") monotonic
  store atomic i32 1, flag syncscope("agent") release
}
thread P1 @ agent 0, workgroup 1, wavefront 0 {
  r0 = load atomic i32, flag syncscope("agent") acquire
  r1 = load atomic i32, x syncscope("agent") monotonic
}
exists (P1:r0 = 1 /\\ P1:r1 = 0)
expect hsa, opencl: forbidden
"""


def shot(page, name):
    """Keeps what the page shows."""
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def main():
    """All pictures: verdicts, final states with an execution, targets with code, a narrow screen."""
    with served() as address, browser() as started:
        page = opened(started, address)
        answered(page)
        shot(page, "serve")
        page.get_by_role("tab", name="Final states").click()
        page.get_by_role("button", name="forbidden").first.click()
        page.wait_for_selector("#detail img")
        shot(page, "serve-states")
        page.get_by_role("tab", name="Targets").click()
        page.get_by_role("button", name="sound").last.click()
        page.wait_for_selector("#detail table")
        shot(page, "serve-targets")
        narrow = opened(started, address, size=NARROW, scheme="dark")
        field(narrow).fill(WEAK.replace("acquire\n", "aquire\n"))
        narrow.wait_for_selector("#problems li")
        answered(narrow)
        shot(narrow, "serve-narrow")


if __name__ == "__main__":
    main()
