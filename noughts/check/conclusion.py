"""Fill in the report from all answers: counts, clauses, counterexamples, diagnoses and remarks."""

import ast
from collections.abc import Sequence
from dataclasses import replace

from noughts.check import consequences, misconceptions, questions
from noughts.check.asking import NewAsker
from noughts.check.clauses import CLAUSES
from noughts.check.diagnosis import diagnose, is_inconsistent
from noughts.check.findings import finding
from noughts.check.history import Dependence, Search, find_dependence
from noughts.check.kinds import Tally, tallies
from noughts.check.limits import ALIKE_MAX
from noughts.check.misconceptions import Answers
from noughts.check.outcomes import Outcomes
from noughts.check.questions import Question
from noughts.check.report import Counterexample, Fault, Report, Status
from noughts.check.rows import Row
from noughts.check.rulings import Ruling, RulingKind, broken_clause, expected_text, punishment, rule
from noughts.check.source import Inspection, join_names, with_helpers
from noughts.game.rules import CLASSIC, FREE
from noughts.support.text import plural

# A first move that takes longer than this gets a remark.
FIRST_MOVE_SECONDS_MAX = 1.0
# The maximum number of faults that are reported for a function.
FAULTS_MAX = 8
# For each function and kind of fault: how many wrongly answered questions at most are asked again, in new processes.
CONFIRMED_MAX = 2
# The maximum number of earlier calls that are shown with a wrong answer that depends on them.
EARLIER_SHOWN_MAX = 6


def conclude(
    report: Report, outcomes: Outcomes, inspection: Inspection, histories: Sequence[Sequence[Row]], new_asker: NewAsker
) -> None:
    """Fill in the report; `histories` are the rows of each pass, in the order in which workers took them."""
    outcomes.mark_inconsistent()
    if not inspection.is_stateless:
        confirm(outcomes, new_asker)
    count(report, outcomes)
    for name, wrong in outcomes.wrong.items():
        if wrong:
            report.functions[name].faults += find_faults(wrong, outcomes, histories, new_asker)
        if report.functions[name].status != Status.PASSED and name in outcomes.counted_in:
            report.functions[name].kinds = count_kinds(name, outcomes, histories[outcomes.counted_in[name]])
    rule_clauses(report, outcomes)
    rule_hidden_names(report, inspection)
    answers = {question.position: text for question, text in outcomes.minimax_answers.items()}
    add_diagnoses(report, outcomes, answers, inspection, new_asker)
    remark(report, outcomes, answers)


def confirm(outcomes: Outcomes, new_asker: NewAsker) -> None:
    """Ask a few wrongly answered questions of each function and kind of fault again, each in a new process.

    Mark those that are now answered correctly as inconsistent. If all of them are, mark the others of that kind too.
    """
    for wrong in outcomes.wrong.values():
        groups: dict[str, list[Question]] = {}
        for question, ruling in wrong.items():
            if not ruling.is_inconsistent and not ruling.loss:
                groups.setdefault(fault_kind(question, ruling), []).append(question)
        for group in groups.values():
            tried = sorted(group, key=lambda question: question.size)[:CONFIRMED_MAX]
            alone = [Search(new_asker, question, same_board=False).answer([]) for question in tried]
            right = [question for question, answer in zip(tried, alone, strict=True) if answer and answer.is_right]
            # If all that were tried are right alone, assume that the others of this kind depend on earlier calls too.
            for question in group if len(right) == len(tried) else right:
                wrong[question] = replace(wrong[question], is_inconsistent=True)


def add_diagnoses(
    report: Report, outcomes: Outcomes, answers: Answers, inspection: Inspection, new_asker: NewAsker
) -> None:
    """Add the likely causes. For a function that is wrong only because of other functions, name these as the cause."""
    if report.reason and report.reason.id == "wrong_constant":
        return  # the wrong constant is the cause of all other faults
    wrong = outcomes.wrong
    follows = consequences.causes(wrong, new_asker, inspection.tree)
    failing_rules = [name for name in consequences.RULE_FUNCTIONS if wrong[name]]
    own = dict(wrong)
    if wrong["minimax"] and failing_rules:  # judge minimax by its moves with right rules
        texts = consequences.minimax_with(failing_rules, new_asker, in_short="minimax" in follows)
        rulings = {question: rule(question, text) for question, text in texts.items()}
        own["minimax"] = {question: ruling for question, ruling in rulings.items() if not ruling.is_right}
        if own["minimax"]:
            follows.pop("minimax", None)
        elif "minimax" not in follows:  # it is wrong only on larger boards
            small = consequences.SMALL_FREE_CELLS
            own["minimax"] = {q: ruling for q, ruling in wrong["minimax"].items() if q.position.count(FREE) > small}
        answers = {question.position: text for question, text in texts.items()}
    own |= {name: {} for name in follows}
    inconsistent = [name for name in wrong if is_inconsistent(wrong[name])]
    found = diagnose(own, answers if own["minimax"] else {}, questions.positions(), inspection.tree, inconsistent)
    if failing_rules and own["minimax"]:
        roots = [name for name in failing_rules if name not in follows]
        is_explained = any(diagnosis.function == "minimax" for diagnosis in found)
        kind = "own_fault_explained" if is_explained else "own_fault"
        shared = shared_helpers(inspection.tree, roots)
        found.insert(0, finding(kind, function="minimax", causes=" and ".join(roots), helpers=join_names(shared)))
    for name, rulings in wrong.items():
        report.diagnoses += [diagnosis for diagnosis in found if diagnosis.function == name]
        if name in follows:
            report.diagnoses.append(finding("follows", function=name, causes=" and ".join(follows[name])))
        if is_inconsistent(rulings):
            report.diagnoses.append(
                finding("by_chance" if "random" in inspection.imports else "inconsistent", function=name)
            )


def shared_helpers(tree: ast.Module | None, names: Sequence[str]) -> list[str]:
    """Return the helpers that minimax and at least one of the named functions use."""
    if tree is None:
        return []
    others = {helper.name for name in names for helper in with_helpers(tree, name)[1:]}
    return [helper.name for helper in with_helpers(tree, "minimax")[1:] if helper.name in others]


def count(report: Report, outcomes: Outcomes) -> None:
    """Fill in the numbers of questions asked, answered wrongly and not reached, and the symmetry classes affected."""
    for name, function in report.functions.items():
        wrong, not_reached = outcomes.wrong[name], outcomes.not_reached[name]
        function.wrong += len(wrong)
        function.asked = max(function.asked + outcomes.asked[name], function.wrong)
        function.not_reached += len(not_reached)
        if wrong:  # then only questions that no pass asked count as not reached
            total = sum(len(questions.ask(name, position)) for position in questions.positions())
            function.not_reached = max(0, min(function.not_reached, total - function.asked))
        for question in wrong:
            classes = report.classes.setdefault(CLASSIC.representative(question.position), [])
            if name not in classes:
                classes.append(name)
        report.unreached |= {CLASSIC.representative(question.position) for question in not_reached}


def count_kinds(name: str, outcomes: Outcomes, rows: Sequence[Row]) -> list[Tally]:
    """Return the tallies of a function, given the rows of the pass in which its questions are counted.

    Unanswered questions count as wrong. But if the function was no longer called because it gave many wrong answers of
    one kind, only the questions that it answered count.
    """
    asked = [question for row in rows if row.counts_for == name for question in row.questions]
    unanswered = outcomes.unanswered[name]
    if outcomes.stopped.get(name, 0) >= ALIKE_MAX:
        asked = [question for question in asked if question not in unanswered]
    return tallies(asked, outcomes.wrong[name], unanswered)


def find_faults(
    wrong: dict[Question, Ruling], outcomes: Outcomes, histories: Sequence[Sequence[Row]], new_asker: NewAsker
) -> list[Fault]:
    """Return at most FAULTS_MAX faults of a function: its wrong answers grouped by kind, each kind with an example."""
    groups: dict[tuple[str, str], list[Question]] = {}
    is_changing = any(ruling.kind == RulingKind.CHANGED_BOARD for ruling in wrong.values())
    for question, ruling in wrong.items():
        # If calls change the board, that also explains an answer that is wrong only in some orders.
        is_consequence = is_changing and ruling.is_inconsistent
        key = (RulingKind.CHANGED_BOARD, "") if is_consequence else (fault_kind(question, ruling), ruling.error)
        groups.setdefault(key, []).append(question)
    smallest = {
        key: min(group, key=lambda question: (wrong[question].is_inconsistent, question.size))
        for key, group in groups.items()
    }
    faults = []
    for key, question in sorted(smallest.items(), key=lambda item: (item[0][0] == "inconsistent", item[1].size)):
        shown = example(question, wrong[question])
        if key[0] == "inconsistent":
            number, (row_number, _) = next(iter(outcomes.places[question].items()))
            shown = dependent_example(
                find_dependence(new_asker, question, wrong[question], histories[number], row_number)
            )
        faults.append(Fault(key[0], len(groups[key]), shown))
    return faults[:FAULTS_MAX]


def fault_kind(question: Question, ruling: Ruling) -> str:
    """Return the kind of fault that a wrong answer counts as."""
    if ruling.is_inconsistent:
        return "inconsistent"
    if question.action and not question.right and ruling.kind == RulingKind.WRONG_VALUE:
        low, high = min(question.action), max(question.action)
        return "negative_index" if low < 0 else "large_index" if high > 2 else "taken_cell"
    is_none_expected = question.function == "minimax" and questions.is_over(question.position)
    return "not_none" if is_none_expected and ruling.kind == RulingKind.WRONG_VALUE else ruling.kind


def example(question: Question, ruling: Ruling) -> Counterexample:
    """Return a wrong answer as a counterexample."""
    return Counterexample(
        question.position, question.call, expected_text(question), ruling.got, punishment(question, ruling),
        ruling.kind, ruling.error, ruling.line, word=question.word,
    )  # fmt: skip


def dependent_example(found: Dependence) -> Counterexample:
    """Return the counterexample for a wrong answer that depends on earlier calls."""
    earlier = [question.call for question in found.earlier]
    if len(earlier) > EARLIER_SHOWN_MAX:
        hidden = plural(len(earlier) - EARLIER_SHOWN_MAX, "earlier call")
        earlier = [f"... {hidden}", *earlier[-EARLIER_SHOWN_MAX:]]
    other_got = found.other.got if found.other else ""
    shown = example(found.question, found.ruling)
    return replace(shown, kind="inconsistent", earlier=earlier, other_got=other_got)


def rule_hidden_names(report: Report, inspection: Inspection) -> None:
    """Fail G4 if one of the eight functions is wrong and is defined more than once; otherwise, pass G4."""
    hidden = [report.functions[name].status for name in inspection.defined_twice if name in report.functions]
    report.clauses["G4"] = Status.FAILED if Status.FAILED in hidden else Status.PASSED


def rule_clauses(report: Report, outcomes: Outcomes) -> None:
    """Fail the clauses that wrong answers break, and those about functions that cannot be called.

    Pass the other clauses about functions, and E13, if all questions that decide them were asked.
    If the worker was lost and no question explains why, or if the file could not be loaded again, fail G5 too and give
    this as the report's reason, unless the report already has one.
    """
    for wrong in outcomes.wrong.values():
        for question, ruling in wrong.items():
            report.clauses[broken_clause(question, ruling)] = Status.FAILED
            if ruling.error:
                report.clauses["G5"] = Status.FAILED
    for clause in CLAUSES:
        if clause.function and clause.id != "E2":
            function = report.functions[clause.function]
            if function.is_broken:
                report.clauses[clause.id] = Status.FAILED
            elif report.clauses[clause.id] == Status.NOT_REACHED and function.asked and not function.not_reached:
                report.clauses[clause.id] = Status.PASSED
    if report.clauses["E13"] == Status.NOT_REACHED and not any(f.not_reached for f in report.functions.values()):
        report.clauses["E13"] = Status.PASSED
    if outcomes.unexplained or outcomes.failed_load:
        report.clauses["G5"] = Status.FAILED
        ended_once = finding("ended_once", loss=outcomes.unexplained[0].words) if outcomes.unexplained else None
        report.reason = report.reason or outcomes.failed_load or ended_once


def remark(report: Report, outcomes: Outcomes, answers: Answers) -> None:
    """Add the remarks on what the functions did; `answers` has the answers of minimax by position."""
    report.remarks += outcomes.remarks
    for name, number in outcomes.stopped.items():
        if number:
            kind = "asked_no_further" if number >= ALIKE_MAX else "lost_no_further"
            report.remarks.append(finding(kind, function=name, count=number))
    if delayed := misconceptions.delayed_wins(answers):
        report.remarks.append(finding("delays_win", function="minimax", count=delayed))
    if outcomes.first_move_seconds > FIRST_MOVE_SECONDS_MAX:
        seconds = round(outcomes.first_move_seconds, 1)
        report.remarks.append(finding("first_move_seconds", function="minimax", seconds=seconds))
    if outcomes.has_printed:
        report.remarks.append(finding("prints"))
