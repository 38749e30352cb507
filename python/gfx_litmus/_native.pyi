"""The part of the package that is compiled: text in, JSON of reports and SVG out."""

from typing import Any

class LitmusError(Exception):
    """What was given is wrong, or a name is not known. The text shows the place."""

    file: str | None
    line: int | None
    column: int | None
    message: str | None
    help: str | None

Picture = tuple[str, str, str]

def check(given: Any, models: list[str], sensitivity: bool) -> str: ...
def outcomes(given: Any, models: list[str], allowed: bool, draw: bool) -> tuple[str, list[Picture]]: ...
def refine_test(
    given: Any, targets: list[str], code: Any, model: str | None, draw: bool
) -> tuple[str, list[Picture]]: ...
def compare_sides(sides: tuple[str, str], code: tuple[str, bool] | None, space: Any) -> str: ...
def names() -> tuple[list[str], list[str], list[str]]: ...
def default_table() -> str: ...
