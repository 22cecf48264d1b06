# Submissions that attack the checker. __FOLDER__, __CANARY__ and __MARK__ are filled in for each test run. See README.md for the format.

#: hostile_becomes_root: passed
try:
    import os
    os.setuid(0)
except BaseException:
    pass

#: hostile_catches_everything_in_a_loop: failed
while True:
    try:
        while True:
            pass
    except BaseException:
        pass

#: hostile_changes_the_board_once: failed result
# at the end:
_result, asked = result, set()
def result(board, action):
    key = str((board, action))
    after = _result(board, action)
    if key not in asked:
        asked.add(key)
        board[0][0] = "Z"
    return after

#: hostile_changes_the_clock: passed
try:
    import time
    time.perf_counter = time.monotonic = lambda: 0
except BaseException:
    pass

#: hostile_closes_everything: failed
import os
os.closerange(0, 100)

#: hostile_closes_its_answers: failed
import os
import time
for descriptor in range(3, 10):
    try:
        os.close(descriptor)
    except OSError:
        pass
time.sleep(1000)

#: hostile_connects: passed
try:
    import socket
    socket.create_connection(("127.0.0.1", 9), 1)
except BaseException:
    pass

#: hostile_crashes_the_interpreter: failed minimax
def minimax(board):
    import ctypes
    return ctypes.string_at(0)

#: hostile_deep_list: failed result
def result(board, action):
    nest = []
    for _ in range(1000):
        nest = [nest]
    return nest
def minimax(board):
    return None

#: hostile_eats_memory: failed minimax
def minimax(board):
    return bytearray(8 * 2**30)

#: hostile_eats_memory_when_imported: failed
block = bytearray(8 * 2**30)

#: hostile_endless_actions: failed actions
import itertools
def actions(board):
    return itertools.count()
def result(board, action):
    raise ValueError
def terminal(board):
    return False
def minimax(board):
    return None

#: hostile_endless_line: failed
import os
while True:
    for descriptor in range(3, 20):
        try:
            os.write(descriptor, b"x" * 4096)
        except OSError:
            pass

#: hostile_ends_once: failed
# at the end:
import os
_winner, calls = winner, 0
def winner(board):
    global calls
    calls += 1
    if calls == 700:
        os._exit(3)
    return _winner(board)

#: hostile_equal_to_everything: failed
class Everything:
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0

    def __bool__(self):
        return True
def initial_state():
    return Everything()
def player(board):
    return Everything()
def actions(board):
    return Everything()
def result(board, action):
    return Everything()
def winner(board):
    return Everything()
def terminal(board):
    return Everything()
def utility(board):
    return Everything()
def minimax(board):
    return Everything()

#: hostile_exits_in_minimax: failed minimax
def minimax(board):
    import os
    os._exit(0)

#: hostile_exits_in_winner: failed winner
def winner(board):
    import os
    os._exit(0)
def terminal(board):
    return False
def utility(board):
    return 0
def minimax(board):
    return None

#: hostile_exits_late: passed
try:
    import atexit
    atexit.register(lambda: open("__FOLDER__/__CANARY__", "w"))
except BaseException:
    pass

#: hostile_exits_politely: failed
import sys
sys.exit(0)

#: hostile_exits_when_imported: failed
import os
os._exit(0)

#: hostile_forges_answers: failed
import os
for descriptor in range(3, 20):
    try:
        os.write(descriptor, b'"X"\t\n' * 1000)
    except OSError:
        pass

#: hostile_forks: passed
try:
    import os
    for _ in range(20):
        if os.fork() == 0:
            while True:
                pass
except BaseException:
    pass

#: hostile_huge_number: failed utility
def utility(board):
    return 10**100000
def minimax(board):
    return None

#: hostile_ignores_signals: passed
try:
    import signal
    for number in range(1, 30):
        try:
            signal.signal(number, signal.SIG_IGN)
        except Exception:
            pass
except BaseException:
    pass

#: hostile_int_that_is_equal_to_all: failed utility
class Number(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__
def utility(board):
    return Number(7)
def minimax(board):
    return None

#: hostile_kills_everybody: passed
try:
    import os
    os.kill(-1, 15)
except BaseException:
    pass

#: hostile_kills_its_parent: passed
try:
    import os, signal
    os.kill(os.getppid(), signal.SIGKILL)
except BaseException:
    pass

#: hostile_leaves_an_equal_object: failed terminal
# at the end:
class Equal:
    def __eq__(self, other):
        return True

    __hash__ = None
_terminal = terminal
def terminal(board):
    over = _terminal(board)
    board[1][1] = Equal()
    return over

#: hostile_lies_about_its_class: failed minimax
class Liar:
    __class__ = tuple

    def __iter__(self):
        return iter((0, 0))
def minimax(board):
    return Liar()

#: hostile_list_of_itself: failed result
def result(board, action):
    nest = []
    nest.append(nest)
    return nest
def minimax(board):
    return None

#: hostile_list_that_cannot_be_read: failed result
# at the end:
class Unreadable(list):
    def __iter__(self):
        raise ValueError("as if I had refused")

    __len__ = __getitem__ = __iter__
_result = result
def result(board, action):
    try:
        return _result(board, action)
    except ValueError:
        return Unreadable()

#: hostile_listens: passed
try:
    import socket
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    s.listen()
except BaseException:
    pass

#: hostile_loops_in_minimax: failed minimax
def minimax(board):
    while True:
        pass

#: hostile_loops_in_player: failed player
def player(board):
    while True:
        pass
def result(board, action):
    raise ValueError
def minimax(board):
    return None

#: hostile_loops_when_imported: failed
while True:
    pass

#: hostile_makes_a_folder: passed
try:
    import os
    os.mkdir("__FOLDER__/__CANARY__")
except BaseException:
    pass

#: hostile_makes_a_link: passed
try:
    import os
    os.symlink("/etc/passwd", "__FOLDER__/__CANARY__")
except BaseException:
    pass

#: hostile_moves_cells_between_rows: failed terminal
# at the end:
_terminal = terminal
def terminal(board):
    over = _terminal(board)
    board[0].append(board[1].pop(0))
    return over

#: hostile_overflows_the_stack: failed minimax
import sys
sys.setrecursionlimit(10**9)
def minimax(board):
    return minimax(board)

#: hostile_patches_builtins: failed
import builtins
builtins.isinstance = lambda *args: True
builtins.type = lambda *args: str
builtins.len = lambda x: 3
def winner(board):
    return X
def minimax(board):
    return None

#: hostile_patches_the_answers: failed
import sys
frame = sys._getframe()
while "calls" not in frame.f_globals:
    frame = frame.f_back
frame.f_globals["calls"].written.__globals__["encode"] = lambda value, depth: "right"
frame.f_globals["calls"].SPECIAL["bulk"] = lambda names, words: "all right"

#: hostile_prints_masses: failed
try:
    for _ in range(100000):
        print("x" * 1000)
except BaseException:
    pass

#: hostile_quotes_in_texts: failed result
# at the end:
_result = result
def result(board, action):
    after = _result(board, action)
    if after[0][:2] == [X, O]:
        after[0][:2] = ['X","O']
    return after

#: hostile_raises_generator_exit: failed player
def player(board):
    raise GeneratorExit
def result(board, action):
    raise ValueError
def minimax(board):
    return None

#: hostile_raises_its_limits: passed
try:
    import resource
    for name in ("CPU", "AS", "FSIZE", "NPROC"):
        resource.setrlimit(getattr(resource, "RLIMIT_" + name), (resource.RLIM_INFINITY,) * 2)
except BaseException:
    pass

#: hostile_raises_keyboard_interrupt: failed winner
def winner(board):
    raise KeyboardInterrupt
def terminal(board):
    return False
def utility(board):
    return 0
def minimax(board):
    return None

#: hostile_reads_memory_of_the_parent: passed
try:
    import os
    open(f"/proc/{os.getppid()}/mem", "rb").read(1)
except BaseException:
    pass

#: hostile_reads_secrets: failed
import os
secret = None
for path in ("/etc/passwd", "/etc/shadow", "/proc/1/environ", os.path.expanduser("~/.ssh/id_rsa"), "/proc/self/mounts"):
    try:
        secret = open(path).read()
    except OSError:
        pass
if secret is None:
    raise RuntimeError("nothing could be read")

#: hostile_reads_the_callers_frame: failed
import sys
def player(board):
    frame = sys._getframe()
    while frame:
        if "expected" in frame.f_locals or "right" in frame.f_locals:
            return frame.f_locals.get("expected", frame.f_locals.get("right"))
        frame = frame.f_back
    return None
def winner(board):
    frame = sys._getframe()
    while frame:
        if "expected" in frame.f_locals or "right" in frame.f_locals:
            return frame.f_locals.get("expected", frame.f_locals.get("right"))
        frame = frame.f_back
    return None
def terminal(board):
    frame = sys._getframe()
    while frame:
        if "expected" in frame.f_locals or "right" in frame.f_locals:
            return frame.f_locals.get("expected", frame.f_locals.get("right"))
        frame = frame.f_back
    return None
def utility(board):
    frame = sys._getframe()
    while frame:
        if "expected" in frame.f_locals or "right" in frame.f_locals:
            return frame.f_locals.get("expected", frame.f_locals.get("right"))
        frame = frame.f_back
    return None
def minimax(board):
    return None

#: hostile_reads_the_environment: passed
import os
assert set(os.environ) <= {"PATH", "LANG", "LC_CTYPE", "OPENBLAS_NUM_THREADS"}

#: hostile_removes_a_file: passed
try:
    import os
    os.remove("__FOLDER__/victim")
except BaseException:
    pass

#: hostile_replaces_itself: passed
try:
    import os
    os.execv("/bin/sleep", ["sleep", "__MARK__"])
except BaseException:
    pass

#: hostile_repr_that_raises: failed winner
class Bad(Exception):
    def __str__(self):
        raise SystemExit

    __repr__ = __str__
def winner(board):
    raise Bad
def terminal(board):
    return False
def utility(board):
    return 0
def minimax(board):
    return None

#: hostile_sends_signals_by_fcntl: passed
import fcntl
import os
for descriptor in range(3, 10):
    for command, number in ((fcntl.F_SETOWN, os.getppid()), (fcntl.F_SETSIG, 9), (fcntl.F_SETFL, os.O_ASYNC)):
        try:
            fcntl.fcntl(descriptor, command, number)
        except OSError:
            continue
        raise ValueError("a signal can be sent to whoever checks")

#: hostile_sleeps_when_imported: failed
import time
time.sleep(__MARK__)

#: hostile_starts_a_daemon: passed
try:
    import os
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            import time
            time.sleep(__MARK__)
except BaseException:
    pass

#: hostile_starts_a_program: passed
try:
    import subprocess
    subprocess.Popen(["sleep", "__MARK__"])
except BaseException:
    pass

#: hostile_starts_threads: passed
try:
    import threading
    for _ in range(50):
        threading.Thread(target=lambda: open("__FOLDER__/__CANARY__", "w")).start()
except BaseException:
    pass

#: hostile_str_that_is_equal_to_all: failed player
class Mark(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__
def player(board):
    return Mark("?")
def minimax(board):
    return None

#: hostile_str_with_other_content: failed player
# at the end:
class Liar(str):
    def __str__(self):
        return self[1:]
_player = player
def player(board):
    return Liar("n" + _player(board))
def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    after = [row[:] for row in board]
    after[action[0]][action[1]] = _player(board)
    return after

#: hostile_strange_text: failed player
def player(board):
    return "\ud800\n\t\0" * 5
def result(board, action):
    raise ValueError
def minimax(board):
    return None

#: hostile_takes_no_questions: failed
import os
import time
for descriptor in range(3, 10):
    try:
        os.write(descriptor, b"loaded\t0\t0\n" + b"x\n" * 3000)
    except OSError:
        pass
time.sleep(1000)

#: hostile_tuple_that_is_equal_to_all: failed minimax
class Move(tuple):
    def __eq__(self, other):
        return True

    __hash__ = tuple.__hash__
def minimax(board):
    return Move((0, 0))

#: hostile_type_named_none: failed winner
Fake = type("n", (), {})
def winner(board):
    return Fake()
def terminal(board):
    return False
def minimax(board):
    return None

#: hostile_writes_a_file: passed
try:
    open("__FOLDER__/__CANARY__", "w").write("x")
except BaseException:
    pass

#: hostile_writes_beside_itself: passed
try:
    open("__CANARY__", "w").write("x")
except BaseException:
    pass

#: hostile_writes_garbage: failed
import os
for descriptor in range(3, 20):
    try:
        os.write(descriptor, bytes(range(256)) * 20)
    except OSError:
        pass

#: hostile_writes_home: passed
try:
    import os
    open(os.path.expanduser("~/__CANARY__"), "w").write("x")
except BaseException:
    pass

#: hostile_wrong_the_first_time: failed winner
# at the end:
_winner, asked = winner, set()
def winner(board):
    key = str(board)
    if key not in asked:
        asked.add(key)
        return None
    return _winner(board)
def terminal(board):
    return _winner(board) is not None or not actions(board)
def utility(board):
    return {X: 1, O: -1}.get(_winner(board), 0)
