"""Trace a function of a student's file on one position: record its calls, and find the first wrong call and its lines.

record              one call, or several equal calls, as the worker noted them
root                the record of the call that is traced, usually of minimax
child               a call inside another call, made by it directly; for a search, also through helper functions
rule function       player, actions, result, winner, terminal or utility
search function     another function that calls itself, directly or through others, or a caller of one with a board;
                    if no function calls itself, every helper that got a board
score               the number in a search function's result that says what the board is worth
view                whose point of view the scores are from: X's, O's, the mover's or the opponent's
first wrong call    a call whose result is wrong although all calls that it made returned right results
suspect             a call that may be the first wrong one
finding             the first wrong call, and the lines that may be wrong
"""
