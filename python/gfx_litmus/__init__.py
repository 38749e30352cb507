"""gfx-litmus: what concurrent programs for AMD GPUs may do, by memory models, by code and by hardware.

    import gfx_litmus as g

    test = g.Test.read("litmus/message-passing/MP+rel+acq+agent.litmus")
    g.outcomes(test, models=["hsa"]).states
    g.refine(test, targets=["gfx12,cu"], table="llvm24").results

Results are plain data, lists of dicts that pandas takes, with the whole report in `data` (docs/json.md of the project). Pictures show themselves in
Jupyter. What is wrong is a `LitmusError` with its place and text. Python's lock is released while something is decided, and Ctrl-C ends it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from . import _native
from ._native import LitmusError

__all__ = [
    "Checked",
    "Compared",
    "LitmusError",
    "Model",
    "Outcomes",
    "Picture",
    "Refined",
    "Target",
    "Test",
    "check",
    "compare",
    "compare_tables",
    "models",
    "outcomes",
    "refine",
    "tables",
    "targets",
]


@dataclass(frozen=True)
class Test:
    """A test: its text, in any language that `litmus check` reads, and the name of the file that messages speak of."""

    text: str
    name: str = "test.litmus"

    __test__ = False  # Not one of pytest's.

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Test:
        """The test in a file."""
        with open(path, encoding="utf-8") as file:
            return Test(file.read(), os.fspath(path))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Model:
    """A memory model, by its name or the path of a cat file: `hsa`, `hsa+wider-pairing`, `./mine.cat`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Target:
    """A target in a mode, or in all of its modes: `gfx12,cu`, `gfx90a`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Picture:
    """An execution, or what happens on hardware: the verdict that it shows, of which models or on which target, and the drawing."""

    verdict: str
    by: str
    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the drawing into a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


@dataclass(frozen=True)
class _Given:
    name: str
    text: str
    seconds: float


@dataclass(frozen=True)
class _Code:
    table: str
    opencl: bool
    assume: list[str]


@dataclass(frozen=True)
class _Space:
    events: int
    threads: int
    seconds: float


def _table(rows: list[dict[str, Any]]) -> str:
    """Rows as a table of HTML."""
    names = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{escape(_shown(row[name]))}</td>" for name in names) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return ", ".join(map(_shown, value)) if isinstance(value, list) else str(value)


@dataclass(frozen=True)
class Checked:
    """What a test expects and what is so."""

    data: dict[str, Any] = field(repr=False)

    @property
    def status(self) -> str:
        """`ok`, `failed`, `unknown`, or `unchecked` where nothing is expected."""
        return str(self.data["status"])

    @property
    def ok(self) -> bool:
        """Whether all is as expected."""
        return self.status == "ok"

    @property
    def verdicts(self) -> list[dict[str, Any]]:
        """A row for each condition and model: `model`, `condition`, `verdict`, `expected`, `axioms`, `reason`, `line`."""
        keys = ("condition", "verdict", "expected", "axioms", "reason", "line")
        return [
            {"model": model["model"]} | {key: condition[key] for key in keys}
            for model in self.data["models"]
            for condition in model["conditions"]
        ]

    def _repr_html_(self) -> str:
        return _table(self.verdicts)


@dataclass(frozen=True)
class Outcomes:
    """The final states of a test and what each model says of them."""

    data: dict[str, Any] = field(repr=False)
    pictures: list[Picture] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether no state and no race is missing; `data["reason"]` says why some may be."""
        return self.data["reason"] is None

    @property
    def states(self) -> list[dict[str, Any]]:
        """A row for each final state: what registers and memory hold (`None`: not written), and what each model says of it, by its name, and
        `by NAME` where an object of the test has that name."""
        columns = self.data["columns"]
        models = [f"by {name}" if name in columns else name for name in self.data["models"]]
        return [
            dict(zip(columns, state["values"])) | dict(zip(models, (verdict["verdict"] for verdict in state["models"])))
            for state in self.data["states"]
        ]

    @property
    def races(self) -> list[dict[str, Any]]:
        """A row for each pair of accesses that race: the `model`, and each access as the test has it."""
        return [{"model": model["model"]} | pair for model in self.data["races"] for pair in model["pairs"]]

    def _repr_html_(self) -> str:
        return _table(self.states)


@dataclass(frozen=True)
class Refined:
    """Whether a test's code does on targets only what its source may."""

    data: dict[str, Any] = field(repr=False)
    pictures: list[Picture] = field(default_factory=list)

    @property
    def results(self) -> list[dict[str, Any]]:
        """A row for each target: `target`, `verdict`, `reason`, `assumed`."""
        keys = ("target", "verdict", "reason", "assumed")
        return [{key: cell[key] for key in keys} for cell in self.data["cells"]]

    def on(self, target: Target | str) -> str:
        """The verdict on a target in a mode, or in all of its modes where that is the same."""
        name = str(target)
        verdicts = {cell["target"]: str(cell["verdict"]) for cell in self.data["cells"]}
        found = {mode: verdict for mode, verdict in verdicts.items() if name in (mode, mode.split(",")[0])}
        if len(set(found.values())) == 1:
            return next(iter(found.values()))
        raise KeyError(f"{name}: one of {', '.join(found)}" if found else name)

    def _repr_html_(self) -> str:
        return _table([{key: row[key] for key in ("target", "verdict", "reason")} for row in self.results])


@dataclass(frozen=True)
class Compared:
    """The smallest programs that two sides decide differently."""

    data: dict[str, Any] = field(repr=False)

    @property
    def programs(self) -> list[Test]:
        """Those programs, each a test."""
        return [Test(found["program"], f"program-{at}.litmus") for at, found in enumerate(self.data["programs"], 1)]

    @property
    def differ(self) -> bool:
        """Whether there is one."""
        return bool(self.data["programs"])

    @property
    def decided(self) -> bool:
        """Whether all that was asked could be decided."""
        return self.data["space"]["unknown"] == 0 and not self.data["space"]["interrupted"]


def _names(values: Iterable[Any]) -> list[str]:
    return [str(value) for value in ([values] if isinstance(values, (str, Model, Target)) else values)]


def _given(test: Test | str, seconds: float) -> _Given:
    test = Test(test) if isinstance(test, str) else test
    if not isinstance(test, Test):
        raise TypeError(f"a test is a Test or its text, and this is of type {type(test).__name__}")
    return _Given(test.name, test.text, seconds)


def _pictures(drawn: list[tuple[str, str, str]]) -> list[Picture]:
    return [Picture(*one) for one in drawn]


def check(
    test: Test | str, models: Iterable[Model | str] = (), *, sensitivity: bool = False, seconds: float = 60.0
) -> Checked:
    """Decides what a test expects, by the models that it names, or by these."""
    return Checked(json.loads(_native.check(_given(test, seconds), _names(models), sensitivity)))


def outcomes(
    test: Test | str,
    models: Iterable[Model | str] = (),
    *,
    allowed: bool = False,
    pictures: bool = False,
    seconds: float = 60.0,
) -> Outcomes:
    """Lists the final states of a test, or those alone that some model allows; with pictures of what shows them."""
    report, drawn = _native.outcomes(_given(test, seconds), _names(models), allowed, pictures)
    return Outcomes(json.loads(report), _pictures(drawn))


def refine(
    test: Test | str,
    targets: Iterable[Target | str] = (),
    *,
    table: str | None = None,
    model: Model | str | None = None,
    opencl: bool = False,
    assume: Iterable[str] = (),
    pictures: bool = False,
    seconds: float = 60.0,
) -> Refined:
    """Decides whether a test's code by a table ends on targets only as its source may; on all that the table is for where none is named."""
    code = _Code(table or _native.default_table(), opencl, _names(assume))
    asked = None if model is None else str(model)
    report, drawn = _native.refine_test(_given(test, seconds), _names(targets), code, asked, pictures)
    return Refined(json.loads(report), _pictures(drawn))


def compare(
    first: Model | str, second: Model | str, *, events: int = 5, threads: int = 3, seconds: float = 60.0
) -> Compared:
    """Finds the smallest generated programs that two models decide differently; each may take so many seconds."""
    sides = (str(first), str(second))
    return Compared(json.loads(_native.compare_sides(sides, None, _Space(events, threads, seconds))))


def compare_tables(
    first: str,
    second: str,
    target: Target | str,
    *,
    opencl: bool = False,
    events: int = 4,
    threads: int = 3,
    seconds: float = 60.0,
) -> Compared:
    """Finds the smallest generated programs that the code of two tables decides differently on a target."""
    space = _Space(events, threads, seconds)
    return Compared(json.loads(_native.compare_sides((first, second), (str(target), opencl), space)))


def models() -> list[Model]:
    """The models that come with the package."""
    return [Model(name) for name in _native.names()[0]]


def targets() -> list[Target]:
    """The targets, each in its modes."""
    return [Target(name) for name in _native.names()[1]]


def tables() -> list[str]:
    """The tables of code sequences that come with the package, by release."""
    return list(_native.names()[2])
