r"""Constraints in the paper's notation: equation, Jacobian blocks, nu and gamma, as LaTeX for a notebook.

Everything is read off the elements that an equation is made of. The vectors r, u, v, w carry the name of
their body; I is the identity of two or three rows; V and its rate belong to reduced bodies.
"""

import numpy as np


def latex(equations):
    r"""Equations of a constraint as one aligned LaTeX block, without dollar signs.

    Examples
    --------
    >>> from fcclearn import CP, Model, rod
    >>> model = Model(gravity=[0, -9.81])
    >>> bar = model.body("bar", rod(1.0, 3.0))
    >>> print(latex(CP(bar.point("end"), model.ground.point(2, 0)).equations))
    \begin{aligned}
    \Phi &= r_{\text{bar}} + 1.5\,u_{\text{bar}} - (2,\,0) = 0\\
    \Phi_{q_{\text{bar}}} &= [\,I\;\;1.5\,I\;\;0\,]\\
    \nu &= 0\\
    \gamma &= 0
    \end{aligned}
    """
    equations, lines = list(equations), []
    while equations:
        count = _components(equations)
        part, equations = equations[:count], equations[count:]
        if hasattr(part[0], "k"):
            lines.append(rf"\Phi_{'xyz'[part[0].k]} &= (w - u \times v)_{'xyz'[part[0].k]} = 0")
            continue
        shape = _mixed if hasattr(part[0], "dots") else _vector if count > 1 else _scalar
        lines += shape(part)
    return "\\begin{aligned}\n" + "\\\\\n".join(lines) + "\n\\end{aligned}"


def _components(equations):
    """How many of the first equations are the components of one element, ``x = f``: all d of them, or one."""
    first = equations[0]
    part = equations[: first.elements[0].dimension]
    one = [e for e in part if hasattr(e, "y") and e.x is first.elements[0] and not e.y.moving]
    together = len(one) == len(part) and np.array_equal([e.y.at_start() for e in one], np.eye(len(part)))
    return len(part) if together else 1


def _vector(equations):
    """``x - f = 0`` (Paper A, Eqs. (76)-(87))."""
    x, f = equations[0].x, [e.f for e in equations]
    driven = any(map(callable, f))
    given = [(-1.0, r"x^*(t)")] if driven else [(-1.0, numbers(f))] * any(f)
    gamma = [(1.0, r"\ddot x^*")] * driven + bends(x)
    return [rf"\Phi &= {total(terms(x) + given)} = 0", *(rf"{block(b)} &= {C(x, b)}{V(b)}" for b in x.moving),
            r"\nu &= \dot x^*" if driven else r"\nu &= 0", rf"\gamma &= {total(gamma)}"]


def _scalar(equations):
    """``x . y - f = 0`` (Paper A, Eqs. (64)-(75))."""
    (e,) = equations
    driven = callable(e.f)
    bodies, factors = e.x.moving | e.y.moving, ((e.x, "y"), (e.y, "x"))
    gradients = {b: [(1.0, rf"{other}^T {C(z, b)}{V(b)}") for z, other in factors if b in z.terms]
                 for b in bodies}
    both = [(-2.0, r"\dot x^T \dot y")] if e.x.moving and e.y.moving else []
    gamma = [(1.0, r"\ddot f")] * driven + bends(e.x, "y^T ") + bends(e.y, "x^T ") + both
    return [rf"x &= {total(terms(e.x))}", rf"y &= {total(terms(e.y))}",
            rf"\Phi &= {total([(1.0, 'x^T y'), (-1.0, 'f(t)') if driven else (-e.f, '')])} = 0",
            *(rf"{block(b)} &= {total(parts)}" for b, parts in gradients.items()),
            r"\nu &= \dot f" if driven else r"\nu &= 0", rf"\gamma &= {total(gamma)}"]


def _mixed(equations):
    """Products weighted by functions of a phase (module `drivers`; Paper A, Eqs. (88)-(99))."""
    (e,) = equations
    products = [rf"x_{k} &= {total(terms(dot.x))}, \quad y_{k} = {total(terms(dot.y))}"
                for k, dot in enumerate(e.dots, 1)]
    phase = "s(t)" if callable(e.phase) else rf"{_bracket(e.phase.x)}^T {_bracket(e.phase.y)}"
    offset = " - w_0(s)" if e.offset else ""
    return [*products, rf"s &= {phase}", rf"\Phi &= \textstyle\sum_k w_k(s)\, x_k^T y_k{offset} = 0",
            r"\Phi_q &= \textstyle\sum_k w_k\,(x_k^T y_k)_q + \Phi_s\, s_q, \qquad \nu = -\Phi_s\, s_t",
            r"\gamma &= -\textstyle\sum_k (w_k\,h_k + 2 w_k'\,\dot s\,(x_k^T y_k)^{\boldsymbol\cdot})"
            r" - \Phi_{ss}\,\dot s^2 - \Phi_s\,h_s"]


def _bracket(x):
    return rf"\left({total(terms(x))}\right)"


def label(body):
    return rf"\text{{{body.name}}}"


def block(body):
    """Symbol of the Jacobian block of a body."""
    return rf"\Phi_{{q_{{{label(body)}}}}}"


def V(body):
    return rf"\,V_{{{label(body)}}}" if body.kind == "reduced" else ""


def C(x, body):
    """Matrix C of an element for the full coordinates of a body (Paper A, Eqs. (36), (40))."""
    blocks = [total([(value, "I")]) for value in x.terms[body]][: 1 if body.kind == "point" else None]
    return r"[\," + r"\;\;".join(blocks) + r"\,]"


def bends(x, before=""):
    """Terms ``-C Vdot qd`` of reduced bodies in space: acceleration without qdd, where w takes part."""
    return [(-1.0, rf"{before}{C(x, b)}\,\dot V_{{{label(b)}}}\,\dot q_{{{label(b)}}}")
            for b in x.moving if b.kind == "reduced" and b.dimension == 3 and x.terms[b][3]]


def numbers(values):
    return "(" + r",\,".join(f"{value + 0.0:.4g}" for value in values) + ")"


def terms(x):
    """Coefficients and symbols of an element; what is fixed in the ground as numbers."""
    found = [(value, rf"{symbol}_{{{label(b)}}}")
             for b in x.moving for value, symbol in zip(x.terms[b], "ruvw") if value]
    constant = x.constant
    sign = -1.0 if found and np.all(constant <= 0) else 1.0
    return found + [(sign, numbers(sign * constant))] if np.any(constant) else found


def total(parts):
    """A sum of coefficients and symbols, with signs where they belong; "0" for nothing.

    Examples
    --------
    >>> total([(1.0, "a"), (-1.0, "b"), (-0.5, "")])
    'a - b - 0.5'
    """
    text = ""
    for value, symbol in parts:
        if abs(value) < 1e-12:
            continue
        size = f"{abs(value):.4g}" if abs(value) != 1 or not symbol else ""
        sign = ("-" if value < 0 else "") if not text else (" - " if value < 0 else " + ")
        text += sign + size + (r"\," if size and symbol else "") + symbol
    return text or "0"
