"""Name the mistake in a wrong numerical answer.

Answers and expected values come as lists of arrays: one array for a value, one for each call of a function.
A diagnosis is given only if it explains all of them.
"""

import numpy as np

# What is said, and what a student with this slip would have got instead of e. The first that fits is said.
PLAIN = (
    ("The sign is wrong throughout. Which way does it point, and on which side of the equation does it "
     "stand?", np.negative),
    ("This is transposed: rows and columns are exchanged.", np.transpose),
    ("This is zero, and should not be.", np.zeros_like),
)
SLIPS = (
    ("This is twice too large: a factor 1/2 is missing, or something is counted twice.", lambda e: 2 * e),
    ("This is half of what it should be: a factor 2 is missing, or one of two equal parts.", lambda e: e / 2),
    ("This is in degrees; radians are expected.", np.degrees),
    ("This is in radians; degrees are expected.", np.radians),
    ("This is 1000 times too large. Look at the units: mm for m, or g for kg?", lambda e: 1000 * e),
    ("This is 1000 times too small. Look at the units: m for mm, or kg for g?", lambda e: e / 1000),
    ("The order of the rows or entries is reversed: the first comes last.",
     lambda e: e[::-1] if e.ndim else e),
)
IGNORED = ("Your function returns the same for all arguments: does it use numbers from outside, instead of "
           "its arguments?")

LONGEST = 100       # rows that are compared with all others


def close(answer, target, rtol, atol=None):
    """
    Say whether two arrays have the same shape and agree entry by entry.

    Without `atol` an entry may also be off by rtol/1000 of the largest entry, so that a zero with rounding
    errors passes. Where units are mixed in one array, give `atol`, or ask for its parts one by one.
    """
    return answer.shape == target.shape and not differs(answer, target, rtol, atol).any()


def differs(answer, target, rtol, atol=None):
    """Return True for every entry that is not close; the shapes are equal."""
    if atol is None:
        atol = 1e-3 * rtol * (np.abs(target).max(initial=0.0) or 1.0)
    return np.abs(answer - target) > rtol * np.abs(target) + atol


def plain(answers, expected, rtol, atol=None):
    """Return a sentence on what is plainly wrong with all numbers at once, or None."""
    for sentence, slip in PLAIN:
        if fits(answers, [slip(e) for e in expected], rtol, atol):
            return sentence
    ignored = len(answers) > 1 and all(np.array_equal(a, answers[0]) for a in answers)
    return IGNORED if ignored and not fits(expected[1:], expected[:1] * len(expected), rtol, atol) else None


def fits(answers, targets, rtol, atol=None):
    """Say whether all answers are close to their targets."""
    return all(close(a, t, rtol, atol) for a, t in zip(answers, targets))


def diagnose(answers, expected, rtol, atol=None):
    """
    Return one sentence on what is wrong, or None if nothing fits.

    Parameters
    ----------
    answers, expected : list of numpy.ndarray
        They differ, have the same shapes, and all entries are finite.
    rtol, atol : float
        See `close`.
    """
    for sentence, slip in SLIPS:
        if fits(answers, [slip(e) for e in expected], rtol, atol):
            return sentence
    if all(e.ndim and permuted(a, e, rtol, atol) for a, e in zip(answers, expected)):
        return f"The {'rows are' if expected[0].ndim > 1 else 'entries are'} right, but not their order."
    if same_columns(answers, expected, rtol, atol):
        return "The columns are right, but not their order."
    if fits([np.abs(a) for a in answers], [np.abs(e) for e in expected], rtol, atol):
        return "The sizes are right, but some signs are wrong."
    near = max(0.02, min(10 * rtol, 0.03))                  # farther off nothing was rounded
    if fits(answers, expected, near, None if atol is None else 10 * atol):
        return "This is close, but not close enough: was a number rounded on the way?"
    if common_factor(answers, expected, rtol, atol):
        return "This is right up to one common factor. Which constant is missing, or is there once too often?"
    return None


def kind(array):
    """Return the words for a number or for an array of some shape."""
    return "a single number" if array.ndim == 0 else f"an array of shape {array.shape}"


def permuted(answer, target, rtol, atol):
    """Say whether an answer has the rows (or entries) of the target in another order; not for long ones."""
    if len(target) > LONGEST:
        return False
    left = list(target)
    for row in answer:
        same = (k for k, other in enumerate(left) if close(np.asarray(row), np.asarray(other), rtol, atol))
        match = next(same, None)
        if match is None:
            return False
        del left[match]
    return True


def same_columns(answers, expected, rtol, atol):
    """Say whether all answers are matrices with the expected columns in another order."""
    return all(e.ndim == 2 and permuted(a.T, e.T, rtol, atol) for a, e in zip(answers, expected))


def common_factor(answers, expected, rtol, atol):
    """Say whether all answers are the same multiple of what is expected; one size alone does not count."""
    a, e = (np.concatenate([x.ravel() for x in arrays]) for arrays in (answers, expected))
    sizes = np.abs(e[e != 0])
    if not a.any() or not sizes.size or np.ptp(sizes) <= rtol * sizes.max():
        return False
    return close(a, (a @ e) / (e @ e) * e, rtol, atol)


def first_difference(answers, expected, rtol, atol=None):
    """Return how many entries of the first wrong array are right, and where the first wrong one is."""
    a, e = next((a, e) for a, e in zip(answers, expected) if not close(a, e, rtol, atol))
    if e.ndim == 0:
        return ""
    wrong = np.argwhere(differs(a, e, rtol, atol))
    entry = ", ".join(map(str, wrong[0]))
    return f"{e.size - len(wrong)} of {e.size} entries are right; look at entry [{entry}]."
