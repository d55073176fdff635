"""How results are looked at: `figures` and `poses` (static), `player` (animation);
lessons and mechanisms are unknown here.

A `scene` is the common language between them.  Nothing is imported here, so that each costs only what it
needs.
"""
