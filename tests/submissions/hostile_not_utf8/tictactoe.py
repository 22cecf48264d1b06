# expected: failed
ÿþ x = 1 ÿ
