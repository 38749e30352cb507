"""docs/notebook.ipynb runs from its beginning to its end; what it shows is asserted in it."""

import importlib.util
import sys
import unittest
from pathlib import Path

NOTEBOOK = Path(__file__).parents[2] / "docs/notebook.ipynb"
NEEDED = ["nbclient", "nbformat", "ipykernel"]
MISSING = [name for name in NEEDED if importlib.util.find_spec(name) is None]


class Notebook(unittest.TestCase):
    @unittest.skipIf(MISSING, f"skipped: not installed: {', '.join(MISSING)}")
    def test_it_runs(self):
        kept, run = read(), executed()
        self.assertEqual(*[[shown(cell) for cell in notebook.cells] for notebook in (run, kept)])


def read():
    import nbformat

    return nbformat.read(NOTEBOOK, as_version=4)


def executed():
    import nbclient

    return nbclient.NotebookClient(read(), timeout=600, kernel_name="python3").execute()


def shown(cell):
    """What a cell shows, as far as it is the same each time: its text, or in which forms it is there."""
    outputs = cell.get("outputs", [])
    return [output.get("text") or sorted(output.get("data", {})) for output in outputs]


def keep():
    """Writes what the cells show into the notebook."""
    import nbformat

    notebook = executed()
    for cell in notebook.cells:
        cell.metadata = {}
    nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    keep() if sys.argv[1:] == ["--keep"] else unittest.main()
