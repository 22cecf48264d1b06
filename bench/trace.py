"""Measure how often tracing names the function and the line of a mutant, and what recording costs.

python -m bench.trace cost                    a plain search with and without recording, and the size of the trace
python -m bench.trace mutants [COUNT [SEED]]  mutants of right solutions: how often the function and the line are named
python -m bench.trace right                   the right solutions on 100 positions: no fault may be found
"""

import ast
import gzip
import json
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from bench.measure import ROOT, show_progress

sys.path.insert(0, str(ROOT / "tests"))

import mutants

from noughts.check.questions import positions
from noughts.errors import NotTraceable
from noughts.trace import export
from noughts.trace.recording import Runner
from noughts.trace.tracing import Tracer

COUNT = 360
POSITIONS = 100


def owner(mutant):
    """Return the name of the innermost function that contains the changed line; None if no function does."""
    around = [
        node
        for node in ast.walk(ast.parse(mutant.source))
        if isinstance(node, ast.FunctionDef) and node.lineno <= mutant.line <= node.end_lineno
    ]
    return max(around, key=lambda node: node.lineno).name if around else None


def traced(mutant):
    """Return a trace of a position where minimax is wrong; None if there is no such position, text if tracing fails."""
    try:
        tracer = Tracer(Runner(mutant.source))
        position = tracer.wrong_position()
        return None if position is None else tracer.trace(position)
    except NotTraceable as error:
        return str(error)


def measure_mutants(count, seed):
    """Trace mutants; print those whose function or line is missed, and how often each was named."""
    chosen = mutants.sample(count, seed)
    failing = functions = lines = near = first = 0
    with ThreadPoolExecutor(2) as pool:
        for number, (mutant, trace) in enumerate(zip(chosen, pool.map(traced, chosen), strict=True), 1):
            show_progress(f"{number}/{count}")
            if trace is None:
                continue
            failing += 1
            finding = None if isinstance(trace, str) else trace.finding
            named = finding.lines if finding else ()
            has_function = bool(finding) and finding.function == owner(mutant)
            functions += has_function
            lines += mutant.line in named
            first += mutant.line in named[:1]
            near += any(abs(mutant.line - line) <= 1 for line in named)
            if not has_function or mutant.line not in named:
                what = trace if isinstance(trace, str) else finding and (finding.function, finding.lines)
                place = f"{mutant.solution} {owner(mutant)}:{mutant.line} {mutant.change}"
                print(f"{place}: {what}", flush=True)
    show_progress("")
    print(f"{count} mutants, minimax wrong in {failing}: function {functions} ({functions / failing:.0%}), "
          f"line among five {lines} ({lines / failing:.0%}), first {first} ({first / failing:.0%}), "
          f"within one line {near} ({near / failing:.0%})")  # fmt: skip


def measure_right():
    """Trace the right solutions on many positions; print all findings, which are false."""
    chosen = random.Random(0).sample([position for position in positions() if position.count(".") <= 7], POSITIONS)
    false = 0
    for path in mutants.SOLUTIONS:
        tracer = Tracer(Runner(path.read_text()))
        for number, position in enumerate(chosen, 1):
            show_progress(f"{path.stem} {number}/{POSITIONS}")
            tracer.runner.budget.cpu_seconds_max = 10_000
            trace = tracer.trace(position)
            if not trace.is_right or trace.finding:
                false += 1
                print(f"{path.stem} on {position}: {trace.finding}")
    show_progress("")
    print(f"{len(mutants.SOLUTIONS)} right solutions on {POSITIONS} positions each: {false} false findings")


def measure_cost():
    """Print the CPU time of a plain search of the empty board, with and without recording, and its trace's size."""
    path = ROOT / "tests" / "solutions" / "keyed.py"
    # A file that imports random counts as one that keeps state.
    for name, source in (("plain", path.read_text()), ("plain, with state", path.read_text() + "\nimport random\n")):
        names = {}
        exec(compile(source, "plain.py", "exec"), names)
        began = time.process_time()
        names["minimax"](names["initial_state"]())
        bare = time.process_time() - began
        runner = Runner(source)
        recording = runner.record(".........")
        seconds = runner.budget.cpu_seconds
        print(f"{name}: {bare:.1f} CPU s bare, {seconds:.1f} recorded: {seconds / bare:.2f} times; "
              f"{sum(recording.counts):,} calls, {len(recording.records):,} records")  # fmt: skip
        trace = Tracer(Runner(source)).trace(".........")
        data = json.dumps(export.to_json(trace, "plain.py")).encode()
        print(f"  JSON {len(data) / 1e6:.1f} MB, {len(gzip.compress(data)) / 1e3:.0f} kB compressed")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["cost"]:
            measure_cost()
        case ["right"]:
            measure_right()
        case ["mutants", *numbers]:
            count, seed = [*map(int, numbers), *(COUNT, 0)[len(numbers) :]]
            measure_mutants(count, seed)
        case _:
            raise SystemExit(__doc__)
