"""Forces of the parallel mechanism by a colleague's program, for the exercise of lesson 24.

A submission that is graded sees no tasks, so the program stands here. Its error is in `FACTORS`.
"""

from .terms import force_terms

FACTORS = {"M": 1.0, "C": 2.0, "G": 0.9, "f": 1.0}
"""What the colleague takes of each term of the actuators' forces."""


def forces(chi, chi_d, chi_dd):
    """The colleague's forces of the actuators without load, (..., 4) in N.

    Examples
    --------
    >>> from fcclearn.parallel.simulation import swing
    >>> forces(*swing([0.0, 0.1], 2.0)).shape
    (2, 4)
    """
    return sum(FACTORS[term] * part for term, part in force_terms(chi, chi_d, chi_dd).items())
