"""What somebody does with the page: writes a test, reads its verdict, follows a link, breaks it and reads the message."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from page import NARROW, WIDE, answered, browser, field, opened, served
from pictures import WEAK
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "litmus"
COMPILED = ROOT / "tests" / "compiled"


class Page(unittest.TestCase):
    """A server and a browser for all tests, a window for each."""

    @classmethod
    def setUpClass(cls):
        cls.address = cls.enterClassContext(served())
        cls.browser = cls.enterClassContext(browser())

    def opened(self, part="", size=WIDE):
        page = opened(self.browser, self.address, part, size)
        self.addCleanup(page.context.close)
        self.addCleanup(lambda: self.assertEqual(page.faults, []))
        return page

    def test_a_test_that_is_written_has_its_verdict(self):
        page = self.opened()
        field(page).fill(WEAK)
        rows = page.locator("#answers tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("forbidden")
        # A click on a model asks that one instead.
        page.get_by_role("checkbox", name="rc11").check()
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text("rc11")

    def test_a_link_holds_everything(self):
        page = self.opened()
        field(page).fill(WEAK)
        answered(page)
        page.get_by_role("tab", name="Final states").click()
        page.get_by_role("checkbox", name="opencl").check()
        expect(page.locator("#answers thead")).to_contain_text("opencl")
        answered(page)
        page.wait_for_timeout(500)
        link = page.url
        self.assertLess(len(link), 1000, "it fits into a comment")
        self.assertRegex(link, r"#[\w-]+$")
        other = self.opened(link.removeprefix(f"{self.address}/"))
        self.assertEqual(field(other).input_value(), WEAK)
        expect(other.get_by_role("tab", name="Final states")).to_have_attribute("aria-selected", "true")
        expect(other.locator("#answers thead")).to_contain_text("opencl")
        expect(other.get_by_role("checkbox", name="opencl")).to_be_checked()

    def test_what_is_broken_is_said_where_it_is(self):
        for size in WIDE, NARROW:
            page = self.opened(size=size)
            field(page).fill(WEAK.replace("acquire\n", "aquire\n"))
            problem = page.locator("#problems li")
            expect(problem).to_contain_text("line 12, column 49")
            expect(problem).to_contain_text("did you mean `acquire`?")
            expect(page.locator("pre .wrong")).to_have_text("aquire")
            expect(field(page)).to_have_attribute("aria-invalid", "true")
            page.get_by_role("button", name="line 12, column 49").click()
            at = field(page).evaluate("field => field.value.slice(field.selectionStart, field.selectionStart + 6)")
            self.assertEqual(at, "aquire")
            field(page).fill(WEAK)
            expect(problem).to_have_count(0)
            expect(page.locator("#answers .badge").first).to_have_text("forbidden")

    def test_a_click_shows_an_execution(self):
        page = self.opened()
        page.get_by_role("tab", name="Final states").click()
        page.get_by_role("button", name="forbidden").first.click()
        image = page.locator("#detail img").first
        expect(image).to_be_visible()
        self.assertTrue(image.evaluate("async image => { await image.decode(); return image.naturalWidth > 100; }"))
        steps = page.locator("#detail details[open] li")
        expect(steps.first).to_contain_text("→")
        self.assertGreater(steps.count(), 1)
        page.get_by_text("Relations of the picture").first.click()
        expect(page.locator("#detail details[open] li", has_text="–sw→").first).to_be_visible()

    def test_a_click_on_a_racy_state_shows_the_races(self):
        page = self.opened()
        field(page).fill((ROOT / "tests" / "pictures" / "racy-otherwise.litmus").read_text())
        page.get_by_role("tab", name="Final states").click()
        page.locator("#answers td").get_by_role("button", name="racy").first.click()
        expect(page.locator("#detail h2")).to_have_text("Races by hsa")
        expect(page.locator("#detail")).to_contain_text("–race–")

    def test_targets_are_a_matrix_whose_cells_show_code(self):
        page = self.opened()
        page.get_by_role("tab", name="Targets").click()
        expect(page.locator("#answers th[scope=row]", has_text="gfx12,cu")).to_be_visible()
        page.get_by_text("OpenCL too").click()
        expect(page.locator("#answers thead th")).to_have_count(3)
        answered(page)
        page.locator("#answers tr", has_text="gfx12,cu").get_by_role("button").first.click()
        expect(page.locator("#detail caption").first).to_have_text("P0")
        expect(page.locator("#detail")).to_contain_text("global_store")

    def test_assumptions_are_chosen_and_told(self):
        page = self.opened()
        page.get_by_role("tab", name="Targets").click()
        page.get_by_text("Usual assumptions of the hardware").click()
        chosen = page.get_by_role("group", name="Assume").locator("input").first
        name = chosen.get_attribute("value")
        chosen.check()
        expect(page.get_by_text("1 assumption")).to_be_visible()
        page.get_by_text("what verdicts rest on").click()
        answered(page)
        page.wait_for_timeout(300)
        other = self.opened("#" + page.url.split("#")[1])
        expect(other.get_by_role("group", name="Assume").locator("input").first).to_be_checked()
        self.assertEqual(other.get_by_role("group", name="Assume").locator("input").first.get_attribute("value"), name)

    def test_an_example_is_chosen(self):
        page = self.opened()
        first = page.locator("#examples optgroup").first
        self.assertEqual(first.get_attribute("label"), "message passing")
        page.get_by_label("Example").select_option("SB")
        self.assertTrue(field(page).input_value().startswith("litmus SB\n"))
        expect(page.locator("#answers .badge").first).to_have_text("allowed")
        field(page).fill(WEAK)
        page.get_by_label("Example").select_option("SB")
        self.assertTrue(field(page).input_value().startswith("litmus SB\n"))
        field(page).press("Control+z")
        self.assertEqual(field(page).input_value(), WEAK)

    def test_words_are_completed_by_keyboard(self):
        page = self.opened()
        field(page).fill("litmus a\n")
        field(page).press("End")
        field(page).press_sequentially("cmpx")
        option = page.get_by_role("option", name=re.compile("^cmpxchg"))
        expect(option).to_be_visible()
        field(page).press("Tab")
        self.assertTrue(field(page).input_value().endswith("cmpxchg"))
        expect(page.locator(".words:visible")).to_have_count(0)

    def test_a_model_comes_as_text(self):
        page = self.opened()
        page.get_by_role("tab", name="Model in cat").click()
        model = page.get_by_label("Model in cat", exact=True).and_(page.locator("textarea"))
        model.fill('"coherence"\nacyclic po-loc | rf | co | fr as coherence\n')
        row = page.locator("#answers tr", has_text="given")
        expect(row.locator(".badge")).to_have_text("allowed")

    def linked(self, page):
        """The same in another window, by its link."""
        answered(page)
        page.wait_for_timeout(500)
        return self.opened("#" + page.url.split("#")[1])

    def test_a_link_opens_what_was_open(self):
        page = self.opened()
        field(page).fill(WEAK)
        answered(page)
        page.get_by_role("tab", name="Final states").click()
        page.get_by_role("button", name="forbidden").first.click()
        page.get_by_text("Relations of the picture").first.click()
        title = page.locator("#detail h2").text_content()
        other = self.linked(page)
        expect(other.locator("#detail h2")).to_have_text(title)
        expect(other.locator("#answers [aria-pressed=true]")).to_have_text("forbidden")
        expect(other.locator("#detail details", has_text="Relations of the picture").first).to_have_attribute("open", "")
        # What is written otherwise has nothing open.
        field(other).fill(WEAK.replace("acquire", "monotonic"))
        answered(other)
        other.wait_for_timeout(500)
        last = self.opened("#" + other.url.split("#")[1])
        answered(last)
        expect(last.locator("#detail h2")).to_have_count(0)

    def test_a_link_shows_the_text_and_the_lists_that_were_shown(self):
        page = self.opened()
        page.get_by_role("tab", name="Targets").click()
        page.get_by_role("tab", name="Model in cat").click()
        lists = page.locator("#choices details")
        expect(lists).to_have_count(2)
        lists.last.locator("summary").click()
        expect(lists.last).to_have_attribute("open", "")
        other = self.linked(page)
        expect(other.get_by_role("tab", name="Model in cat")).to_have_attribute("aria-selected", "true")
        expect(other.locator("#pane-cat")).to_be_visible()
        expect(other.locator("#pane-test")).to_be_hidden()
        expect(other.locator("#choices details").last).to_have_attribute("open", "")
        self.assertIsNone(other.locator("#choices details").first.get_attribute("open"))
        # What was closed again is closed, and the first text is the one that links do not name.
        other.locator("#choices details summary").last.click()
        other.get_by_role("tab", name="Test", exact=True).click()
        last = self.linked(other)
        expect(last.locator("#pane-test")).to_be_visible()
        expect(last.locator("#choices details[open]")).to_have_count(0)

    def test_a_link_holds_the_processor_before_there_is_code(self):
        page = self.opened()
        page.get_by_role("tab", name="Compiled code").click()
        page.get_by_label("Processor").select_option("gfx942,notgsplit")
        other = self.linked(page)
        expect(other.get_by_label("Processor")).to_have_value("gfx942,notgsplit")

    def test_a_link_opens_the_code_of_a_target(self):
        page = self.opened()
        page.get_by_role("tab", name="Targets").click()
        page.locator("#answers tr", has_text="gfx12,cu").get_by_role("button").first.click()
        expect(page.locator("#detail caption").first).to_have_text("P0")
        other = self.linked(page)
        expect(other.locator("#detail h2")).to_contain_text("gfx12,cu")
        expect(other.locator("#detail caption").first).to_have_text("P0")

    def test_a_link_says_what_it_cannot_open(self):
        page = self.opened()
        part = page.evaluate(
            "text => import('/link.js').then(({ packed }) => packed({ text, view: 'refine', detail: ['gfx1', 'llvm99'] }))", WEAK
        )
        other = self.opened(f"#{part}")
        expect(other.locator("#notice")).to_contain_text("gfx1, llvm99", timeout=60_000)

    def test_a_link_of_another_shape_is_refused(self):
        page = self.opened()
        for shape in ("[1, 2]", "{ text: 5 }", "{ models: 'hsa' }", "{ models: { hsa: true } }", "{ opencl: 'yes' }"):
            part = page.evaluate(f"import('/link.js').then(({{ packed }}) => packed({shape}))")
            other = self.opened(f"#{part}")
            expect(other.locator("#notice")).to_contain_text("cannot be read", timeout=60_000)

    def test_blank_cells_say_why(self):
        page = self.opened()
        page.get_by_role("tab", name="Targets").click()
        for box in page.get_by_role("group", name="Code of").locator("input").all():
            box.check()
        answered(page)
        self.assertEqual(page.locator("#answers td:empty").count(), 0)
        blank = page.locator("#answers td.blank").first
        expect(blank).to_have_text("no table")
        self.assertRegex(blank.get_attribute("title"), r"^\S+ has no table for gfx")

    def test_words_are_explained(self):
        page = self.opened()
        field(page).fill(WEAK)
        place = page.locator("#pane-test pre span", has_text="acquire").first.bounding_box()
        page.mouse.move(place["x"] + 3, place["y"] + place["height"] / 2)
        tip = page.locator("#pane-test .tip")
        expect(tip).to_contain_text("acquire")
        page.keyboard.press("Escape")
        field(page).focus()
        page.mouse.move(0, 0)
        expect(tip).to_be_hidden()
        # By the keyboard: at the caret.
        field(page).evaluate("(field, at) => field.setSelectionRange(at, at)", WEAK.index("exists") + 1)
        field(page).press("F1")
        expect(tip).to_contain_text("forbidden")

    def test_compiled_code_is_diagnosed_and_shown(self):
        test = (CORPUS / "causality" / "ISA2+wg-ag.litmus").read_text()
        code = (COMPILED / "19.1.7" / "gfx942,notgsplit" / "ISA2+wg-ag.s").read_text()
        page = self.opened()
        field(page).fill(test)
        answered(page)
        page.get_by_role("tab", name="Compiled code").click()
        page.get_by_label("Processor").select_option("gfx942,notgsplit")
        written = page.get_by_label("Compiled code", exact=True).and_(page.locator("textarea"))
        written.fill(code.replace("_load_", "_lood_", 1))
        expect(page.locator("#problems li")).not_to_have_count(0)
        expect(page.locator("#pane-code pre .wrong, #pane-code pre .doubtful").first).to_be_visible()
        written.fill(code)
        expect(page.locator("#problems li")).to_have_count(0)
        page.get_by_role("tab", name="Compiled", exact=True).click()
        answered(page)
        page.locator("#answers td button").click()
        expect(page.locator("#detail caption").first).to_have_text("P0")
        expect(page.locator("#detail")).to_contain_text("s_waitcnt")
        # It is unsound: the steps of the cycle are told, what happens in time is drawn, before what the tables have.
        steps = page.locator("#detail ol.relations li")
        self.assertEqual([step.split("–")[1].split("→")[0] for step in steps.all_text_contents()], ["po", "sw: rf", "po", "sw: rf", "po", "eco: fr"])
        heads = page.locator("#detail h3")
        expect(heads.last).to_contain_text("What llvm24 has for")
        self.assertEqual(heads.all_text_contents()[-2], "What happens in time")
        image = page.locator("#detail img")
        expect(image).to_have_count(1)
        self.assertTrue(image.evaluate("async image => { await image.decode(); return image.naturalWidth > 100; }"))
        # What the tables have stands beside it, with its rows.
        expect(page.locator("#detail h3", has_text="What llvm24 has for gfx942,notgsplit")).to_be_visible()

    def test_it_is_said_whose_model_the_source_is_judged_by(self):
        page = self.opened()
        page.get_by_role("tab", name="Model in cat").click()
        page.get_by_label("Model in cat", exact=True).and_(page.locator("textarea")).fill('"nothing"\nacyclic po\n')
        page.get_by_role("tab", name="Targets").click()
        expect(page.locator("#against")).to_be_visible()
        page.get_by_role("tab", name="Verdicts").click()
        expect(page.locator("#against")).to_be_hidden()

    def test_verdicts_of_another_text_do_not_stay(self):
        page = self.opened()
        answered(page)
        expect(page.locator("#answers .badge").first).to_be_visible()
        page.route("**/api/check", lambda route: route.fulfill(status=200, body='{"end":"busy","seconds":1}\n'))
        field(page).fill(WEAK)
        expect(page.locator("#progress")).to_contain_text("wait already")
        expect(page.locator("#answers .badge")).to_have_count(0)

    def test_a_link_that_is_cut_off_is_said_to_be(self):
        page = self.opened("#garbage")
        expect(page.locator("#notice")).to_contain_text("cannot be read")
        self.assertEqual(page.url, f"{self.address}/#garbage")
        field(page).fill(WEAK)
        expect(page.locator("#notice")).to_be_hidden()

    def test_a_link_names_what_is_not_there(self):
        page = self.opened()
        field(page).fill(WEAK)
        page.wait_for_timeout(500)
        part = page.evaluate("import('/link.js').then(({ packed }) => packed({ text: 'litmus T', tables: ['llvm99'] }))")
        other = self.opened(f"#{part}")
        expect(other.locator("#notice")).to_contain_text("llvm99")

    def test_a_narrow_screen_is_enough(self):
        page = self.opened(size=NARROW)
        for name in "Verdicts", "Final states", "Targets":
            page.get_by_role("tab", name=name).click()
            page.wait_for_selector("#answers table")
            answered(page)
            width = page.evaluate("document.documentElement.scrollWidth")
            self.assertLessEqual(width, NARROW["width"], name)

    def test_everything_has_a_name(self):
        page = self.opened()
        nameless = page.evaluate(
            """() => [...document.querySelectorAll('button, input, select, textarea, img')]
                .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.alt || one.labels?.length))
                .map((one) => one.outerHTML)"""
        )
        self.assertEqual(nameless, [])

    def test_tabs_are_chosen_by_keyboard(self):
        page = self.opened()
        page.get_by_role("tab", name="Verdicts").focus()
        page.keyboard.press("ArrowRight")
        chosen = page.get_by_role("tab", name="Final states")
        expect(chosen).to_be_focused()
        expect(chosen).to_have_attribute("aria-selected", "true")

    def test_nothing_of_a_test_is_run(self):
        page = self.opened()
        page.evaluate("window.ran = 0")
        field(page).fill(WEAK.replace("A flag", "<img src=x onerror='window.ran = 1'><script>window.ran = 1</script>"))
        answered(page)
        page.get_by_role("tab", name="Final states").click()
        page.get_by_role("button", name="allowed").first.click()
        page.wait_for_selector("#detail img")
        self.assertEqual(page.evaluate("window.ran"), 0)

    def test_pictures_that_a_report_has_packed_are_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            whole, packed = Path(folder) / "whole.html", Path(folder) / "packed.html"
            test = CORPUS / "causality" / "ISA2+wg-ag.litmus"
            asked = [test, "--table", "llvm19", "--target", "gfx10-gfx11", "--target", "gfx9"]
            command = [os.environ["LITMUS"], "report", *asked]
            subprocess.run([*command, "--out", whole], check=False, stdout=subprocess.DEVNULL)
            limit = ["--limit", str(whole.stat().st_size - 10_000)]
            said = subprocess.run([*command, *limit, "--out", packed], check=False, stdout=subprocess.PIPE, text=True)
            self.assertIn("packed for want of room", said.stdout)
            page = self.browser.new_page()
            self.addCleanup(page.close)
            pictures = []
            for report in (whole, packed):
                page.goto(f"{report.as_uri()}#all")
                page.wait_for_function("!document.querySelector('[data-packed]')")
                pictures.append(page.locator("svg[role=img]").count())
            self.assertGreater(pictures[0], 2)
            self.assertEqual(pictures[0], pictures[1])

    def test_a_section_of_a_report_is_printed_from_the_first_page_on(self):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.html"
            test = CORPUS / "message-passing" / "MP+chain.litmus"
            asked = [test, "--target", "gfx12,cu", "--out", report]
            subprocess.run([os.environ["LITMUS"], "report", *asked], check=True, stdout=subprocess.DEVNULL)
            page = self.browser.new_page()
            self.addCleanup(page.close)
            page.emulate_media(media="print")
            breaks = """() => [...document.querySelectorAll('main > section')]
                .map((one) => getComputedStyle(one))
                .filter((style) => style.display !== 'none')
                .map((style) => style.breakBefore)"""
            page.goto(f"{report.as_uri()}#t-MP+chain")
            self.assertEqual(page.evaluate(breaks), ["auto"])
            page.goto(f"{report.as_uri()}#all")
            self.assertEqual(page.evaluate(breaks)[:3], ["auto", "page", "page"])


if __name__ == "__main__":
    unittest.main()
