"""Templates for every phrase about positions and moves. The web page uses the same table as data.

A phrase is named by what it says; noughts/explain/words.py and the page fill in the {words} in braces.
"""

PHRASES = {
    "verdict.win": "wins in {moves}",
    "verdict.draw": "draws",
    "verdict.loss": "loses in {moves}",
    "outcome.win": "{mover} to move: {mover} {verdict}.",
    "outcome.draw": "{mover} to move: a draw if both sides play their best.",
    "outcome.loss": "{mover} to move: {rival} {verdict}, whatever {mover} does.",
    "over.won": "The game is over: {winner} has won.",
    "over.draw": "The game is over: a draw.",
    "ending.won": "{winner} has won",
    "ending.draw": "it is a draw",
    "line": "{moves}, and {ending}.",
    "best_play": "Best play: {moves}, and {ending}.",
    # What a move does; {cells} are joined by "and", "or" or a space.
    "idea.wins": "wins: it completes {cells}",
    "idea.blocks": "blocks {rival}, who would win there",
    "idea.forks": "forks: it threatens {cells}, and {rival} can stop only one",
    "idea.threatens": "threatens to win on {cells}",
    "idea.stops_fork": "stops {rival}'s fork on {cells}",
    "idea.only_win": "is the only move that wins",
    "idea.only_draw": "is the only move that does not lose",
    "idea.sets_trap": "sets a trap: {count} of {rival}'s {total} replies {lose}",
    "idea.loses_slowly": "sets a trap: only {count} of {rival}'s {total} replies still {win}",
    "idea.none": "is one of the best moves",
    # Why not that move?
    "why.best": "{cell} is the best move: it {verdict}. {line}",
    "why.equal": "{cell} is one of the best moves: it {verdict}. {line}",
    "why.slower": "{cell} {verdict}, but {better} {best}. {line}",
    "why.worse": "{cell} {verdict}, while {better} {best}. Here is how: {line}",
    # What a move did to the outcome: the value of the best move, the value of this move, and whether it is as fast.
    "judgement.1,1,same": "keeps the win",
    "judgement.1,1,other": "wins, but later than it could",
    "judgement.1,0": "misses the win",
    "judgement.1,-1": "turns a win into a loss",
    "judgement.0,0": "keeps the draw",
    "judgement.0,-1": "throws away the draw",
    "judgement.-1,-1,same": "loses, as every move does",
    "judgement.-1,-1,other": "loses sooner than it must",
    "mistake": "Move {number}, {mover} {cell}, {judgement}: {right} {verdict}. Punished by {moves}, and {ending}.",
    # A hint in three steps: the line to look at, the move, the proof.
    "hint.dead": "Look at the line {cells}: nobody can complete it any more.",
    "hint.free": "Look at the line {cells}: it is still free.",
    "hint.yours": "Look at the line {cells}: you need {more} to complete it.",
    "hint.theirs": "Look at the line {cells}: {rival} needs {more} to complete it.",
    "hint.yours.misere": "Look at the line {cells}: you need {more} to complete it, which would lose.",
    "hint.theirs.misere": "Look at the line {cells}: {rival} needs {more} to complete it, which would lose.",
    "hint.no_line": "No line passes through the best cell.",
    "hint.move": "{cell} {ideas}.",
    "hint.best_found": "{cell} is the best move found, looking {plies} ahead.",
    "hint.certain": "Looking {plies} ahead is enough to be certain: this move {verdict}.",
    "hint.no_proof": "There is no proof: the board is still too large to be sure.",
}
