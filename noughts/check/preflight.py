"""Checks before the questions about positions: signatures, constants, new boards, and boards that stay unchanged."""

from noughts.check.codec import encode_board, readable
from noughts.check.findings import finding
from noughts.check.report import MISSING, Counterexample, Report, Status
from noughts.check.rulings import Ruling, RulingKind, parse_error
from noughts.game.exercise import FUNCTION_NAMES

# The parameters of each function as handed out.
PARAMETERS: dict[str, tuple[str, ...]] = dict.fromkeys(FUNCTION_NAMES, ("board",))
PARAMETERS |= {"initial_state": (), "result": ("board", "action")}
CONSTANTS = {"X": '"X"', "O": '"O"', "EMPTY": "n"}


def rule_signatures(report: Report, described: dict[str, str]) -> None:
    """Rule on the parameters of the eight functions and on the three constants, as the worker described them."""
    for name, parameters in PARAMETERS.items():
        head = described.get(name, "missing")
        if fault := parameter_fault(name, head):
            kind = MISSING if head == "missing" else RulingKind.WRONG_VALUE
            expected = f"{name}({', '.join(parameters)})"
            report.fail(name, "G2", Counterexample(None, name, expected, fault, kind=kind))
            report.functions[name].is_broken = not can_be_called(name, head)
        elif head.partition(":")[0] not in (",".join(parameters), "unknown"):
            report.remarks.append(finding("parameter_names", function=name, names=head.partition(":")[0]))
    for constant, right in CONSTANTS.items():
        given = described.get(constant, "missing")
        if given != right:
            report.clauses["G2"] = Status.FAILED
            got = given if given == "missing" else readable(given)
            report.reason = finding("wrong_constant", name=constant, expected=readable(right), got=got)
    if missing := [name for name in FUNCTION_NAMES if described.get(name, "missing") == "missing"]:
        report.reason = finding("lacks_functions", functions=", ".join(missing))
    if report.clauses["G2"] != Status.FAILED:
        report.clauses["G2"] = Status.PASSED


def parameter_fault(name: str, head: str) -> str | None:
    """Return what the file has instead of a function with the right parameters; None if they are right or unknown."""
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
    """Return the parts of a text like "board,k:0:1": the parameters, whether it has others, the number of defaults."""
    parameters, extra, defaults = [*head.split(":"), "", ""][:3]
    number = int(defaults) if defaults.isascii() and defaults.isdigit() and len(defaults) < 4 else 0
    return [word for word in parameters.split(",") if word], extra not in ("0", ""), number


def can_be_called(name: str, head: str) -> bool:
    """Return whether a function can be called with the expected number of arguments."""
    given, extra, defaults = parse_head(head)
    expected = len(PARAMETERS[name])
    return head != "missing" and len(given) - defaults <= expected and (expected <= len(given) or extra)


def rule_initial_state(report: Report, line: str) -> None:
    """Rule on four boards of initial_state: each must be new and empty.

    The line has five texts: the first board, the same board after marks were put on it, and the other three boards.
    """
    report.functions["initial_state"].asked = 1
    empty, marked = encode_board("........."), encode_board("X...O...X")
    boards = [*line.split("\t"), "", "", "", "", ""][:5]
    marking = "board = initial_state(); board[0][0], board[1][1], board[2][2] = X, O, X; "
    calls = ["initial_state()", f"{marking}board", *[f"{marking}initial_state()"] * 3]
    if boards[1] == encode_board("XOXXOXXOX"):
        report.diagnoses.append(finding("one_row_list", function="initial_state"))
    for board, expected, call in zip(boards, (empty, marked, empty, empty, empty), calls, strict=True):
        if board != expected:
            ruling = parse_error(board) or Ruling(RulingKind.WRONG_VALUE if board else RulingKind.NO_ANSWER, board)
            got = ruling.got or "no answer"
            example = Counterexample(None, call, readable(expected), got, None, ruling.kind, ruling.error, ruling.line)
            return report.fail("initial_state", "E2", example)
    report.clauses["E2"] = Status.PASSED


def rule_chain(report: Report, line: str) -> None:
    """Rule on whether boards that result returned earlier stay unchanged."""
    parts = line.split("\t")
    if len(parts) == 4 and parts[:2] != parts[2:]:
        changed = 0 if parts[0] != parts[2] else 1
        call = "a = result(initial_state(), (0, 0)); b = result(a, (1, 1)); result(b, (2, 2))"
        expected, got = (f"{'ab'[changed]} is {readable(parts[index])}" for index in (changed, changed + 2))
        report.fail("result", "E6", Counterexample(None, call, expected, got, kind=RulingKind.CHANGED_BOARD))
