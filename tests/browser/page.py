"""A server and a browser with its page, for tests and for the pictures of the documentation."""

import os
import subprocess
from contextlib import contextmanager

from playwright.sync_api import sync_playwright

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 400, "height": 850}
# What an answer may take on a machine with other work, in milliseconds.
PATIENCE = 30_000


@contextmanager
def served():
    """The address of a server that is started and ended."""
    command = [os.environ["LITMUS"], "serve", "--listen", "127.0.0.1:0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().split()[-1]
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()


@contextmanager
def browser():
    """The browser of the system; its sandbox needs rights that containers have not."""
    with sync_playwright() as playwright:
        path = os.environ["BROWSER"]
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield started
        finally:
            started.close()


def opened(started, address, part="", size=WIDE, scheme="light"):
    """A page in a window of its own, as soon as it answers; `faults` has what it complains of."""
    context = started.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda said: said.type == "error" and page.faults.append(said.text))
    page.goto(f"{address}/{part}")
    page.wait_for_selector("body[data-ready]")
    return page


def field(page):
    """The field that a test is written in."""
    return page.get_by_label("Test", exact=True).and_(page.locator("textarea"))


def answered(page):
    """Waits until nothing is being decided."""
    page.wait_for_selector("#answers[aria-busy=false] >> nth=0")
