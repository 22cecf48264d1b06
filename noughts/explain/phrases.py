"""Templates for every phrase about positions and moves; Python and the web page fill in the parts in braces."""

PHRASES = {
    "verdict.win": "wins in {moves}",
    "verdict.draw": "draws",
    "verdict.loss": "loses in {moves}",
    "outcome.win": "{mover} to move: {mover} {verdict}.",
    "outcome.draw": "{mover} to move: a draw if both sides play their best.",
    "outcome.loss": "{mover} to move: {rival} {verdict}, whatever {mover} does.",
    "over.won": "The game is over: {winner} has won.",
    "over.draw": "The game is over: a draw.",
    "ending.won": "{winner} wins",
    "ending.draw": "it is a draw",
    "line": "{moves}, and {ending}.",
    "best_play": "Best play: {moves}, and {ending}.",
    # What a move does. The cells in {cells} are joined by "and", and in "idea.stops_fork" by "or".
    "idea.wins": "wins: it completes {line}",
    "idea.blocks": "blocks {rival}, who would win there",
    "idea.forks": "forks: it threatens to win at {cells}, and {rival} can block only one of them",
    "idea.threatens": "threatens to win at {cells}",
    "idea.stops_fork": "stops {rival}'s fork at {cells}",
    "idea.only_win": "is the only move that wins",
    "idea.only_draw": "is the only move that does not lose",
    "idea.sets_trap": "sets a trap: {count} of {rival}'s {total} replies {lose}",
    "idea.loses_slowly": "leaves a chance: only {count} of {rival}'s {total} replies {win}",
    "idea.none": "is one of the best moves",
    # How a move compares with a best move.
    "why.best": "{cell} is the best move: it {verdict}. {line}",
    "why.equal": "{cell} is one of the best moves: it {verdict}. {line}",
    "why.slower": "{cell} {verdict}, but {better} {best}. {line}",
    "why.worse": "{cell} {verdict}, while {better} {best}. Best play with {cell}: {line}",
    "why.fork": "{mover} {cell} {idea}.",
    # What a move did to the outcome. A name gives the value of the best move, the value of this move, and, if both win
    # or both lose, whether the distance is the same.
    "judgement.1,1,same": "keeps the win",
    "judgement.1,1,other": "wins, but later than necessary",
    "judgement.1,0": "misses the win",
    "judgement.1,-1": "turns a win into a loss",
    "judgement.0,0": "keeps the draw",
    "judgement.0,-1": "throws away the draw",
    "judgement.-1,-1,same": "loses, as every move does",
    "judgement.-1,-1,other": "loses sooner than necessary",
    "review": "Move {number}, {mover} {cell}, {judgement}.",
    "review.ideas": " It {ideas}.",
    "mistake": "Move {number}, {mover} {cell}, {judgement}: better was {right}, which {verdict}. With best play "
    "after it: {moves}, and {ending}.",
    "mistake.open": "Move {number}, {mover} {cell}, {judgement}: it does not stop {rival}, who completes {line} at "
    "{goal}. {right} {verdict}.",
    # A hint in three steps: the line to look at, the move, the proof.
    "hint.dead": "Look at {line}: nobody can complete it any more.",
    "hint.free": "Look at {line}: it is still free.",
    "hint.yours": "Look at {line}: you need {more} to complete it.",
    "hint.theirs": "Look at {line}: {rival} needs {more} to complete it.",
    "hint.yours.misere": "Look at {line}: you need {more} to complete it, and completing it loses.",
    "hint.theirs.misere": "Look at {line}: {rival} needs {more} to complete it, and completing it loses.",
    "hint.no_line": "No line passes through the best cell.",
    "hint.move": "{cell} {ideas}.",
    "hint.best_found": "{cell} is the best move found by looking {plies} ahead.",
    "hint.certain": "Looking {plies} ahead is enough to be certain: this move {verdict}.",
    "hint.proved": "{cell} wins: a proof was found.",
    "hint.proof": "No move is better. {proof}",
    "hint.proof.unknown": "A proof was found that no move is better. It does not say how soon the game ends.",
    "hint.no_proof": "There is no proof: with so many free cells, not every continuation can be searched.",
    # Why a value is certain, without solving the position.
    "proof.value.win": "{mover} wins",
    "proof.value.draw": "a draw",
    "proof.value.loss": "{rival} wins",
    "proof.value.unknown": "not known",
    "proof.forcing": "each move of {mover} wins or threatens to win, and {rival} cannot block every threat: {moves}.",
    "proof.no_lines": "each line has marks of both sides, so nobody can complete one any more.",
    "proof.search": "every continuation that matters was searched until its outcome was certain.",
    "proof.unknown": "the search reached its limit before the outcome was certain.",
    "proof.pairing.both": "a pairing. Whenever one side takes a cell with a letter, the other side takes the other "
    "cell with that letter. Each line that can still be completed has some letter twice, so neither side completes "
    "one.",
    "proof.pairing.one": "a pairing. Whenever {mover} takes a cell with a letter, {rival} takes the other cell with "
    "that letter. Each line that {mover} could complete has some letter twice, so {mover} never completes one. A "
    "search showed that {rival} cannot win either.",
    "proof.pairing.misere.both": "a pairing. Whenever one side takes a cell with a letter, the other side can take "
    "the other cell with that letter, so neither side has to take both. Each line that can still be completed has some "
    "letter twice, so nobody has to complete one.",
    "proof.pairing.misere.one": "a pairing. Whenever {rival} takes a cell with a letter, {mover} can take the other "
    "cell with that letter, so {mover} never has to take both. Each line that {mover} could complete has some letter "
    "twice. A search or other pairs showed that {rival} does not have to complete a line either.",
    # The page's search, step by step: the operations of noughts/explain/listings.py. Values are for X.
    "search.enter.max": "X to move. MAX takes the highest value of its moves.",
    "search.enter.min": "O to move. MIN takes the lowest value of its moves.",
    "search.enter.over": "Nobody moves here: this board is finished.",
    "search.if_known.yes": "This board has been searched before.",
    "search.if_known.no": "This board is new.",
    "search.return_known": "The remembered value of this board is {value}.",
    "search.if_over.yes": "The game is over here.",
    "search.if_over.no": "The game is not over here, so the moves are tried one after the other.",
    "search.end.X": "X has won, so the board is worth {value} to X.",
    "search.end.O": "O has won, so the board is worth {value} to X.",
    "search.end.draw": "Nobody has won, so the board is worth {value}.",
    "search.start": "No move has been searched yet. The best value so far is {best}, and any move improves it.",
    "search.next": "The next move is {mover} {cell}.",
    "search.next.none": "All moves have been searched.",
    "search.call": "What is the board after {mover} {cell} worth?",
    "search.update.better": "{value} is better for {mover} than {before}: it is the best value so far.",
    "search.update.same": "{value} is not better for {mover}: the best value so far stays {best}.",
    "search.if_cut.yes.max": "MIN can get {beta} elsewhere, and this board is worth at least {best}: "
    "MIN never chooses it.",
    "search.if_cut.yes.min": "MAX can get {alpha} elsewhere, and this board is worth at most {best}: "
    "MAX never chooses it.",
    "search.if_cut.no.max": "{best} is below beta, {beta}: this board may still matter to MIN.",
    "search.if_cut.no.min": "{best} is above alpha, {alpha}: this board may still matter to MAX.",
    "search.if_cut.no.open.max": "beta is {beta}, because MIN has no other value yet: nothing can be cut.",
    "search.if_cut.no.open.min": "alpha is {alpha}, because MAX has no other value yet: nothing can be cut.",
    "search.return_cut.max": "Cut: {skipped} not searched, because MIN can get {beta} elsewhere. "
    "This call returns {value}.",
    "search.return_cut.min": "Cut: {skipped} not searched, because MAX can get {alpha} elsewhere. "
    "This call returns {value}.",
    "search.return_cut.none": "No move is left to skip here. This call returns {value}.",
    "search.window.max": "alpha is {alpha}: MAX is sure of at least this value.",
    "search.window.min": "beta is {beta}: MIN is sure of at most this value.",
    "search.remember": "The value of this board is remembered: {value}.",
    "search.return_best.max": "MAX takes the highest value: {value}.",
    "search.return_best.min": "MIN takes the lowest value: {value}.",
    "search.done": "The search is over: the board is worth {value} to X. {outcome}",
    "search.at_least": "at least {value}",
    "search.at_most": "at most {value}",
}
