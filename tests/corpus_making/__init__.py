"""How the hard boards of ``fixtures/boards`` are made; ``tests/make_corpus.py`` runs it.

``blocking`` builds boards with CP-SAT, ``climbing`` finds them by local search, and ``making``
puts a corpus together and has both engines decide every board of it.
"""
