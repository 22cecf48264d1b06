"""Compare the checker with an independent oracle on mutants of right solutions: python -m bench.mutants [COUNT [SEED]]

If they disagree about a mutant, the checker or the oracle is wrong.
"""

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.measure import ROOT, show_progress

sys.path.insert(0, str(ROOT / "tests"))

import mutants
import oracle

from noughts.check.asking import Options
from noughts.check.examination import check

COUNT = 240


def compare(path):
    """Return the functions that the checker calls wrong, those that the oracle calls wrong, and the report."""
    report = check(path, Options())
    return (
        {name for name, function in report.functions.items() if function.status == "failed"},
        oracle.judge(path),
        report,
    )


def main():
    """Compare the checker and the oracle on a sample of mutants, and print each disagreement."""
    count, seed = [*map(int, sys.argv[1:3]), *(COUNT, 0)[len(sys.argv) - 1 :]]
    chosen = mutants.sample(count, seed)
    folder = Path(tempfile.mkdtemp())
    paths = []
    for number, mutant in enumerate(chosen):
        path = folder / f"{number:03}" / "tictactoe.py"
        path.parent.mkdir()
        path.write_text(mutant.source)
        paths.append(path)
    wrong = disagreements = unreached = 0
    with ThreadPoolExecutor(2) as pool:
        for number, (checked, judged, report) in enumerate(pool.map(compare, paths), 1):
            show_progress(f"{number}/{count}")
            wrong += bool(judged)
            unreached += report.verdict == "incomplete"
            if checked != set(judged):
                disagreements += 1
                mutant = chosen[number - 1]
                print(f"{paths[number - 1]}: {mutant.solution} {mutant.function} line {mutant.line}, {mutant.change}")
                print(f"  checker {report.verdict}: {sorted(checked)}; oracle: {judged}", flush=True)
    show_progress("")
    print(f"{count} mutants, {wrong} of them wrong; {disagreements} disagreements, {unreached} not finished")


if __name__ == "__main__":
    main()
