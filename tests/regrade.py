"""Compute a grade from the rubric and the facts, independently of noughts.course, to compare the two.

It reads the report of the checker, and knows from the generator how a file was handed in. docs/course.md has the rules.
"""

import tomllib
from statistics import fmean

FUNCTIONS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")


def points_of(rubric_text, report, facts):
    """Return the points of a submission; `report` is its JSON, None if there was no program to check."""
    rubric = tomllib.loads(rubric_text)
    worth, rules, deadline = rubric["points"], rubric["grading"], rubric["deadline"]
    total = sum(worth.values())
    points = 0.0
    if report is not None:
        for name in FUNCTIONS:
            points += round(worth[name] * share_of(name, report["functions"][name]), 2)
        points += round(worth["comments"] * facts["commented"] / facts["functions"], 2)
        for fault in ("wrong_name", "wrong_place", "compressed", "extra_files"):
            points -= rules[f"{fault}_deduction"] * (fault in facts["faults"])
    points -= rules["second_deduction"] * facts["is_second"]
    points -= rubric["similarity"]["deduction"] * facts["is_copy"]
    late = facts["days_late"]
    points -= total if late > deadline["days_max"] else late * deadline["day_deduction"]
    return round(max(0.0, points), 2)


def share_of(name, function):
    """Return the share of its points that a function earns."""
    if function["status"] == "passed":
        return 1.0
    by_group = {}
    for tally in function["kinds"]:
        by_chance = tally["chance"]
        beyond = (tally["right"] / tally["of"] - by_chance) / (1 - by_chance)
        by_group.setdefault(tally["group"], []).append(max(0.0, beyond))
    group = {key: fmean(values) for key, values in by_group.items()}
    if not group:
        return 0.0
    if name == "result":
        share = group["moves"] * (0.5 + 0.5 * group["refusals"])
    elif name == "minimax":
        share = group["moves"] * (0.9 + 0.1 * group.get("finished", 1.0))
    elif name == "actions":
        share = fmean(group.values())
    else:
        constant = 1 / len(group)
        share = max(0.0, (fmean(group.values()) - constant) / (1 - constant))
    return min(share, 0.99)
