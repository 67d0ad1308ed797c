"""Hard boards: the corpus that ships, and how it is made.

``files`` reads and writes corpora; ``blocking`` builds boards with CP-SAT, ``climbing``
finds them by local search, and ``making`` puts a corpus together and has both engines
decide every board of it.
"""
