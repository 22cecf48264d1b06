"""The checker agrees with an independent oracle on mutants of right solutions. `python -m bench.mutants` tries many more."""

from __future__ import annotations

import mutants
import oracle
import pytest

from noughts.check.asking import Options
from noughts.check.examination import check
from noughts.check.export import report_text

pytestmark = pytest.mark.exhaustive


def test_there_are_many_mutants_of_different_solutions():
    every = mutants.all_mutants()
    assert len({mutant.solution for mutant in every}) >= 5
    assert len(every) > 500


@pytest.mark.parametrize("number", range(2))
def test_checker_and_oracle_agree(tmp_path, number):
    fast = [each for each in mutants.sample(60) if each.solution == "negamax" and each.function != "Rules"]
    mutant = fast[number]
    path = tmp_path / "tictactoe.py"
    path.write_text(mutant.source)
    report = check(path, Options())
    failed = {name for name, function in report.functions.items() if function.status == "failed"}
    assert failed == set(oracle.judge(path)), f"{mutant.function}: {mutant.change}\n{report_text(report)}"
