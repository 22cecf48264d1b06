"""Checks before the questions about positions: signatures, constants, initial_state, and malformed actions."""

import ast
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from noughts.check.codec import encode_board, readable, without_signs
from noughts.check.findings import finding
from noughts.check.questions import INITIAL_STATE, MALFORMED, PARAMETERS
from noughts.check.report import MISSING, Counterexample, Report, Status
from noughts.check.rulings import Ruling, RulingKind, rule
from noughts.check.sandbox.clock import Loss
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.rules import CLASSIC

CONSTANTS = {"X": '"X"', "O": '"O"', "EMPTY": "n"}


def rule_signatures(report: Report, line: str, defined: Mapping[str, ast.FunctionDef]) -> None:
    """Rule on the eight signatures and the three constants in the worker's line; `defined` are the file's functions."""
    described = dict(word.split(":", 1) for word in line.split(" ") if ":" in word)
    for name in FUNCTION_NAMES:
        head = described.get(name, "missing")
        if head != "missing" and name in defined and defined[name].decorator_list:
            head = declared_head(defined[name].args)  # a decorator often hides the parameters behind *args
        if fault := parameter_fault(name, head):
            kind = MISSING if head == "missing" else RulingKind.WRONG_VALUE
            report.fail(name, "G2", Counterexample(None, name, signature(name), fault, kind=kind))
            report.functions[name].is_broken = not can_be_called(name, head)
            if head != "missing":
                report.diagnoses.append(finding("parameters", function=name, expected=signature(name), got=fault))
        elif (names := head.partition(":")[0].replace(",", ", ")) not in (", ".join(PARAMETERS[name]), "unknown"):
            report.remarks.append(finding("parameter_names", function=name, names=names, expected=signature(name)))
    for constant, expected in CONSTANTS.items():
        given = described.get(constant, "missing")
        if given != expected:
            report.clauses["G2"] = Status.FAILED
            got = given if given == "missing" else readable(given)
            report.reason = finding("wrong_constant", name=constant, expected=readable(expected), got=got)
    if missing := [name for name in FUNCTION_NAMES if described.get(name, "missing") == "missing"]:
        matches = {match for name in missing for match in get_close_matches(name, defined, 1, 0.8)}
        similar = ", ".join(sorted(matches - set(FUNCTION_NAMES)))
        report.reason = finding("lacks_functions", functions=", ".join(missing), similar=similar)
    if report.clauses["G2"] != Status.FAILED:
        report.clauses["G2"] = Status.PASSED


def signature(name: str) -> str:
    """Return a function's signature in the exercise."""
    return f"{name}({', '.join(PARAMETERS[name])})"


def parameter_fault(name: str, head: str) -> str | None:
    """Return a wrong signature, or words for what is wrong; None if the parameters are right or unknown."""
    if head == "missing":
        return "there is no such function"
    if head == "unknown":
        return None
    given, extra, defaults = parse_head(head)
    if len(given) != len(PARAMETERS[name]) or extra:
        words = [f"{word}=..." if index >= len(given) - defaults else word for index, word in enumerate(given)]
        return f"{name}({', '.join([*words, '...'] if extra else words)})"
    if name == "result" and given == ["action", "board"]:
        return "result(action, board): the parameters are in the wrong order"
    return None


def parse_head(head: str) -> tuple[list[str], bool, int]:
    """Split a signature like "board,k:0:1" into names, whether there are other parameters, and number of defaults."""
    parameters, extra, defaults = [*head.split(":"), "", ""][:3]
    number = int(defaults) if defaults.isascii() and defaults.isdigit() and len(defaults) < 4 else 0
    return [word for word in parameters.split(",") if word], extra not in ("0", ""), number


def declared_head(parameters: ast.arguments) -> str:
    """Return a signature in the source as the worker writes signatures (sandbox/calls.py)."""
    names = [parameter.arg for parameter in [*parameters.posonlyargs, *parameters.args]]
    others = len(parameters.kwonlyargs) + bool(parameters.vararg or parameters.kwarg)
    return f"{','.join(names)}:{others}:{len(parameters.defaults)}"


def can_be_called(name: str, head: str) -> bool:
    """Return whether a function can be called with the expected number of arguments."""
    given, extra, defaults = parse_head(head)
    expected = len(PARAMETERS[name])
    return head != "missing" and len(given) - defaults <= expected and (expected <= len(given) or extra)


def rule_initial_state(report: Report, line: str, loss: Loss | None) -> None:
    """Rule on the boards that many calls of initial_state returned: each must be new and empty, and keep its marks.

    The line has the distinct new boards, a tab, and the distinct boards after marks were put on them. It is empty if
    the worker was lost before it answered.
    """
    report.functions["initial_state"].asked = 1
    if not line and (loss is None or not loss.is_own_doing):
        report.functions["initial_state"].not_reached = 1
        return
    new, _, marked = without_signs(line).partition("\t")
    empty, with_marks = encode_board(CLASSIC.start), encode_board("X...O...X")
    marking = "board = initial_state(); board[0][0], board[1][1], board[2][2] = X, O, X; "
    if marked == encode_board("XOXXOXXOX"):
        report.diagnoses.append(finding("one_row_list", function="initial_state"))
    other_boards = [text for text in new.split(";") if text != empty]
    if not line and loss:
        fail_initial_state(report, "initial_state()", empty, Ruling(RulingKind.NO_ANSWER, loss=loss))
    elif other_boards:
        call = f"{marking if empty in new.split(';') else ''}initial_state()"
        if with_marks in new.split(";"):
            report.diagnoses.append(finding("same_board", function="initial_state"))
        fail_initial_state(report, call, empty, rule(INITIAL_STATE, other_boards[0]))
    elif marked != with_marks:
        got = next(text for text in marked.split(";") if text != with_marks)
        if got == empty:
            report.diagnoses.append(finding("same_board", function="initial_state"))
        call = f"{marking}{'other = initial_state(); ' if ';' in marked or got == empty else ''}board"
        fail_initial_state(report, call, with_marks, Ruling(RulingKind.WRONG_VALUE, got))
    else:
        report.clauses["E2"] = Status.PASSED


def fail_initial_state(report: Report, call: str, expected: str, ruling: Ruling) -> None:
    """Mark initial_state as failed, with a counterexample; `expected` is a board as the worker writes it."""
    example = Counterexample(
        None, call, readable(expected), ruling.got, kind=ruling.kind, error=ruling.error, source_line=ruling.line
    )
    report.functions["initial_state"].wrong = 1
    report.fail("initial_state", "E2", example)


def remark_on_actions(report: Report, answers: Sequence[str]) -> None:
    """Remark on malformed actions that result accepts, and on rows that the new board shares with the old one."""
    accepted = [action for action, answer in zip(MALFORMED, answers, strict=False) if answer != "!"]
    if accepted:
        report.remarks.append(finding("malformed_actions", function="result", actions=", ".join(accepted)))
    if answers[-1] == "shared":
        report.remarks.append(finding("shares_rows", function="result"))
