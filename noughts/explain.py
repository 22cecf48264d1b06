"""What the search knows, in words: who wins and how soon, what a move does, and why another is worse."""

from __future__ import annotations

from dataclasses import dataclass

from noughts import notation, search
from noughts.rules import FREE, Cell, Game, Mark, Position, other, put
from noughts.search import Analysis, Verdict

COLOURS = {1: "\x1b[32m", 0: "\x1b[33m", -1: "\x1b[31m"}
PLAIN = "\x1b[0m"


def to_json(analysis: Analysis) -> dict[str, object]:
    """The analysis as plain data."""
    game = analysis.game

    def pairs(cells: tuple[Cell, ...]) -> list[list[int]]:
        return [list(notation.to_pair(game, cell)) for cell in cells]

    return {
        "game": game.name,
        "position": analysis.position,
        "to_move": analysis.to_move,
        "winner": analysis.winner,
        "value": analysis.value,
        "distance": analysis.distance,
        "moves": [
            {"cell": pairs((cell,))[0], "value": verdict.value, "distance": verdict.distance, "words": verdict.words}
            for cell, verdict in analysis.moves.items()
        ],
        "best": pairs(analysis.best),
        "line": pairs(analysis.line),
    }


def tell(analysis: Analysis, colour: bool = False) -> str:
    """All of it for a person to read."""
    parts = [board(analysis, colour), outcome(analysis)]
    if analysis.moves:
        parts += [best_words(analysis), groups(analysis, colour), line_words(analysis)]
    return "\n\n".join(parts)


def board(analysis: Analysis, colour: bool = False) -> str:
    """The board, every free cell with its verdict, rows and columns numbered."""
    game, width = analysis.game, 13
    head = "  " + " ".join(str(column).center(width) for column in range(game.columns)).rstrip()
    lines = [head]
    for row in range(game.rows):
        cells = []
        for column in range(game.columns):
            cell = notation.from_pair(game, (row, column))
            verdict = analysis.moves.get(cell)
            text = verdict.words.removesuffix(" moves").removesuffix(" move") if verdict else analysis.position[cell]
            text = "" if text == FREE else f"[{text}]" if cell in analysis.best else text
            cells.append(painted(text.center(width), verdict, colour))
        lines += [f"{row} " + "|".join(cells).rstrip(), "  " + "+".join(["-" * width] * game.columns)]
    return "\n".join(lines[:-1])


def painted(text: str, verdict: Verdict | None, colour: bool) -> str:
    """The text in the colour of the verdict."""
    return f"{COLOURS[verdict.value]}{text}{PLAIN}" if colour and verdict else text


def outcome(analysis: Analysis) -> str:
    """Who wins, and how soon."""
    if analysis.to_move is None:
        return f"The game is over: {analysis.winner} has won." if analysis.winner else "The game is over: a tie."
    mover, rival = analysis.to_move, other(analysis.to_move)
    if analysis.value == 0:
        return f"{mover} to move: a draw, if both sides play their best."
    assert analysis.value is not None
    words = Verdict(1, analysis.distance).words
    return (
        f"{mover} to move: {mover} {words}."
        if analysis.value > 0
        else f"{mover} to move: {rival} {words}, whatever {mover} does."
    )


def groups(analysis: Analysis, colour: bool = False) -> str:
    """The moves by what they are worth, best first."""
    found: dict[Verdict, list[Cell]] = {}
    for cell, verdict in analysis.moves.items():
        found.setdefault(verdict, []).append(cell)
    lines = []
    for verdict in sorted(found, key=search.rank, reverse=True):
        cells = "  ".join(notation.cell_text(analysis.game, cell) for cell in found[verdict])
        lines.append(f"{painted(verdict.words.ljust(16), verdict, colour)}  {cells}")
    return "\n".join(lines)


def line_words(analysis: Analysis) -> str:
    """The line of best play, and how it ends."""
    game, position = analysis.game, analysis.position
    for cell in analysis.line:
        position = game.after(position, cell)
    assert analysis.to_move is not None
    moves = notation.moves_text(game, analysis.to_move, analysis.line)
    return f"Best play: {moves}, and {ending(game, position)}."


def ending(game: Game, position: Position) -> str:
    """How a finished position ended, in half a sentence."""
    winner = game.winner(position)
    return f"{winner} has won" if winner else "it is a tie"


def best_words(analysis: Analysis) -> str:
    """Each best move with what it does; moves that are turns or reflections of each other are told once."""
    game, position = analysis.game, analysis.position
    lines = []
    for cells in folded(game, position, list(analysis.best)):
        name = notation.cell_text(game, cells[0])
        likewise = ", ".join(notation.cell_text(game, cell) for cell in cells[1:])
        does = "; ".join(ideas(game, position, cells[0])) or "keeps the balance"
        lines.append(f"Best: {name}{f' (likewise {likewise})' if likewise else ''} {does}.")
    return "\n".join(lines)


def folded(game: Game, position: Position, cells: list[Cell]) -> list[list[Cell]]:
    """The moves, those together that lead to turns or reflections of the same position."""
    mover = game.to_move(position)
    found: dict[Position, list[Cell]] = {}
    for cell in cells:
        found.setdefault(game.representative(put(position, cell, mover)), []).append(cell)
    return list(found.values())


def winning_cells(game: Game, position: Position, mark: Mark) -> list[Cell]:
    """The free cells on which that side would complete a line."""
    found = []
    for line in game.lines:
        free = [cell for cell in line if position[cell] == FREE]
        if len(free) == 1 and all(position[cell] in (mark, FREE) for cell in line) and free[0] not in found:
            found.append(free[0])
    return sorted(found)


def forking_cells(game: Game, position: Position, mark: Mark) -> list[Cell]:
    """The free cells that would give that side two cells to win on at once."""
    return [cell for cell in game.free(position) if len(winning_cells(game, put(position, cell, mark), mark)) >= 2]


def ideas(game: Game, position: Position, cell: Cell) -> list[str]:
    """What a move does, each in a few words; every one is true of the position, not a guess."""
    found = [] if game.misere else line_ideas(game, position, cell)
    if not (found and found[0].startswith("wins")):
        found += value_ideas(game, position, cell)
    return found


def line_ideas(game: Game, position: Position, cell: Cell) -> list[str]:
    """What a move does to the lines: wins, blocks, forks, threatens, stops a fork."""
    mover = game.to_move(position)
    rival, after = other(mover), put(position, cell, mover)
    complete = game.complete_lines(after, mover)
    if complete:
        return [f"wins: it completes {' '.join(notation.cell_text(game, c) for c in complete[0])}"]
    found = []
    if cell in winning_cells(game, position, rival):
        found.append(f"blocks {rival}, who would win there")
    threats = winning_cells(game, after, mover)
    targets = " and ".join(notation.cell_text(game, c) for c in threats)
    can_answer = winning_cells(game, after, rival)
    if len(threats) >= 2 and not can_answer:
        found.append(f"forks: it threatens {targets}, and {rival} can stop only one")
    elif threats and not can_answer:
        found.append(f"threatens to win on {targets}")
    forks = [] if winning_cells(game, position, rival) else forking_cells(game, position, rival)
    left = [c for c in forking_cells(game, after, rival) if len(threats) == 0 or threats == [c]]
    if forks and not left and len(threats) < 2:
        found.append(f"stops {rival}'s fork on {' or '.join(notation.cell_text(game, c) for c in forks)}")
    return found


def value_ideas(game: Game, position: Position, cell: Cell) -> list[str]:
    """What a move does to the outcome: the only one of its worth, a trap."""
    mover = game.to_move(position)
    rival, moves = other(mover), search.verdicts(game, position, mover)
    value, found = moves[cell].value, []
    if len(moves) > 1 and value >= 0 and all(v.value < value for c, v in moves.items() if c != cell):
        found.append(f"is the only move that {'wins' if value > 0 else 'does not lose'}")
    replies = search.verdicts(game, put(position, cell, mover), rival)
    losing = sum(reply.value < 0 for reply in replies.values())
    holding = sum(reply.value > 0 for reply in replies.values())
    if value == 0 and losing:
        found.append(f"sets a trap: {losing} of {rival}'s {len(replies)} replies lose{'s' if losing == 1 else ''}")
    elif value < 0 and holding < len(replies):
        found.append(
            f"sets a trap: only {holding} of {rival}'s {len(replies)} replies still win{'s' if holding == 1 else ''}"
        )
    return found


@dataclass(frozen=True)
class Why:
    """What becomes of a move next to the best one: a sentence, and the line that shows it."""

    cell: Cell
    verdict: Verdict
    best: Verdict
    line: tuple[Cell, ...]
    sentence: str


def why(game: Game, position: Position, cell: Cell) -> Why:
    """Why not that move? The shortest line that punishes it, or that it is as good as any."""
    mover = game.to_move(position)
    moves = search.verdicts(game, position, mover)
    verdict, best_cell = moves[cell], search.best_of(moves)[0]
    best, name = moves[best_cell], notation.cell_text(game, cell)
    line = search.best_line(game, position, cell)
    end = position
    for step in line:
        end = game.after(end, step)
    shown = f"{notation.moves_text(game, mover, line)}, and {ending(game, end)}."
    better = f"{notation.cell_text(game, best_cell)} {best.words}"
    if search.rank(verdict) == search.rank(best):
        rank = "the best move" if len(search.best_of(moves)) == 1 else "as good as any move"
        sentence = f"{name} is {rank}: it {verdict.words}. {shown}"
    elif verdict.value == best.value:
        sentence = f"{name} {verdict.words}, but {better}. {shown}"
    else:
        sentence = f"{name} {verdict.words}, where {better}. Here is how: {shown}"
    return Why(cell, verdict, best, line, sentence)
