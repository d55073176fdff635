"""What the mechanism is made of: lengths, solids, limits, and one reference set.

Units in this folder: mm, kg, s, N, rad. The base frame {B} has z pointing down; limb i lives in a vertical
plane whose x axis (frame {C_i}, origin C_i = R_i3) points AWAY from the platform.
"""
from dataclasses import dataclass, fields
from math import pi
from typing import NamedTuple

import numpy as np

# 1 kg mm/s2 = 1e-3 N and 1 kg mm2/s2 = 1e-3 N mm: the only place where the two systems of units meet
FORCE_UNIT = 1e-3
STEEL = 7.801e-6    # kg/mm3, Paper B, section 6
HEAVIEST_DENSITY = 2.3e-5   # kg/mm3 (osmium); more means the density was not given in kg/mm3


class PoseError(ValueError):
    """A pose that the mechanism cannot take."""


class SingularPose(ValueError):
    """A pose where the actuators do not determine the motion of the platform."""


class Solid(NamedTuple):
    """Mass (kg) and principal moments of inertia Ixx, Iyy, Izz about the centre of mass (kg mm2)."""

    mass: float
    inertia: tuple


def box(x, y, z, density=STEEL):
    """A rectangular bar with edges x, y, z (mm).

    Examples
    --------
    >>> box(2.0, 1.0, 1.0, density=6e-6).inertia[0] == 12e-6 * (1 + 1) / 12
    True
    """
    m = _density(density) * x * y * z
    return Solid(m, (m * (y**2 + z**2) / 12, m * (x**2 + z**2) / 12, m * (x**2 + y**2) / 12))


def cylinder(radius, length, density=STEEL):
    """A solid cylinder (or disc) with its axis along z, radius and length in mm.

    Examples
    --------
    >>> disc = cylinder(2.0, 1.0)
    >>> disc.inertia[2] == disc.mass * 2.0**2 / 2
    True
    """
    m = _density(density) * pi * radius**2 * length
    across = m * (3 * radius**2 + length**2) / 12
    return Solid(m, (across, across, m * radius**2 / 2))


def _density(density):
    if not 0 < density < HEAVIEST_DENSITY:
        raise ValueError(f"density = {density:g} kg/mm3 is not between 0 and {HEAVIEST_DENSITY:g}: "
                         "steel is 7.801e-6 kg/mm3 (was it given in kg/m3?)")
    return density


class Link(NamedTuple):
    """A moving link of a limb; its centre of mass in the limb plane is (x0, 0) + k2 e2 + k3 e3 + k4 e4.

    e2, e3, e4 are the unit vectors along the upper link, the lower link and the actuator; the link turns with
    e_`along`. `limbs` are its limbs, numbered from 0; number 3 is the plane of limb 1 seen by actuator 4.
    """

    name: str
    solid: Solid
    limbs: slice
    x0: float
    k2: float
    k3: float
    k4: float
    along: int


@dataclass(frozen=True)
class Parameters:
    """Every constant of the mechanism; `dataclasses.replace(REFERENCE, l2=70.0)` gives a new, validated set.

    Lengths in mm (Paper B, Fig. 4 and 10): bar l1 = R_i1 R_i5 with l10 = R_i4 R_i5, upper link l2,
    lower link l3, actuator points l20 and l30, centres of mass l21, l31, l41, l42, base circle r0,
    platform circle r. Strokes and the clearance plane Z >= Z_min in mm, gravity g in N/kg along +z.
    Couplers are massless, as in the paper.

    Raises
    ------
    ValueError
        A value that is not finite or not positive, probably in metres, out of order,
        or links that cannot close.

    Examples
    --------
    >>> REFERENCE.bar                     # l1 - l10, the base of the triangle R_i1 R_i2 R_i4
    60.0
    """

    l1: float
    l10: float
    l2: float
    l3: float
    l20: float
    l30: float
    l21: float
    l31: float
    l41: float
    l42: float
    r0: float
    r: float
    L_min: tuple
    L_max: tuple
    Z_min: float
    platform: Solid     # axis along z
    base_bar: Solid     # R_i1 R_i5, long axis along x
    upper: Solid        # the other links: long axis along z
    lower: Solid
    barrel: Solid
    piston: Solid
    theta0: tuple = (0.0, 2 * pi / 3, -2 * pi / 3)
    g: float = 9.8

    def __post_init__(self):
        _validate(self)

    @property
    def bar(self):
        """c_i1 = l1 - l10 for i = 1..3, mm: Paper B, Eq. (18)."""
        return self.l1 - self.l10

    @property
    def sides(self):
        """The side c_i1 of each actuator's triangle, mm, beside l20: Paper B, Eq. (18)."""
        return (self.bar, self.bar, self.bar, self.l30)

    @property
    def e0(self):
        """Unit vectors from B to C_i, shape (2, 3): Paper B, Eq. (9)."""
        return np.array([np.cos(self.theta0), np.sin(self.theta0)])

    @property
    def links(self):
        """The 20 moving links of the limbs in 8 kinds, with their centres of mass:
        Paper B, Eqs. (40)-(42)."""
        l11, l12 = self.l1 / 2, self.l1 / 2 - self.l10      # R_i5 side (s = 1) and R_i4 side (s = 2)
        passive, fourth = slice(0, 3), slice(3, 4)
        return (
            Link("upper 1", self.upper, passive, -l11, self.l21, 0, 0, 2),
            Link("upper 2", self.upper, passive, -l12, self.l21, 0, 0, 2),
            Link("lower 1", self.lower, passive, -l11, self.l2, self.l31, 0, 3),
            Link("lower 2", self.lower, passive, -l12, self.l2, self.l31, 0, 3),
            Link("barrel", self.barrel, passive, l11, 0, 0, self.l41, 4),
            Link("piston", self.piston, passive, -l12, self.l20, 0, -self.l42, 4),
            Link("barrel", self.barrel, fourth, -l11, self.l2 - self.l20, 0, self.l41, 4),
            Link("piston", self.piston, fourth, -l11, self.l2, self.l30, -self.l42, 4),
        )

    @property
    def moving_mass(self):
        """Mass of everything that moves, kg."""
        limbs = sum(link.solid.mass * (link.limbs.stop - link.limbs.start) for link in self.links)
        return self.platform.mass + 3 * self.base_bar.mass + limbs


def _validate(p):
    for name in (f.name for f in fields(p)):
        value = getattr(p, name)
        numbers = np.atleast_1d([value.mass, *value.inertia] if isinstance(value, Solid) else value)
        if not np.all(np.isfinite(numbers)):
            raise ValueError(f"{name} = {value} is not finite")
        if name != "theta0" and not np.all(numbers > 0):
            raise ValueError(f"{name} = {value} must be positive")
        if isinstance(value, Solid) and 2 * max(value.inertia) > sum(value.inertia) * (1 + 1e-12):
            raise ValueError(f"{name}: moments of inertia {value.inertia} break the triangle inequality Ixx "
                             f"+ Iyy >= Izz")
        if isinstance(value, Solid) and max(value.inertia) < 0.01 * value.mass:
            raise ValueError(f"{name}: its radius of gyration is less than 0.1 mm; moments of inertia are in "
                             f"kg mm2 (were they given in kg m2?)")
        if name in ("l1", "l2", "l3", "r0", "r") and value < 1:
            raise ValueError(f"{name} = {value:g} mm is less than 1 mm: lengths are in mm (was it given in "
                             f"metres?)")
    if p.g > 100:
        raise ValueError(f"g = {p.g:g} is not in N/kg (was it given in mm/s2?)")
    for name, n in (("L_min", 4), ("L_max", 4), ("theta0", 3)):
        if np.shape(getattr(p, name)) != (n,):
            raise ValueError(f"{name} = {getattr(p, name)} must have {n} values")
    for part, whole in (("l10", "l1"), ("l20", "l2"), ("l30", "l3"), ("l21", "l2"), ("l31", "l3")):
        if not getattr(p, part) < getattr(p, whole):
            raise ValueError(f"{part} = {getattr(p, part):g} mm must be less than {whole} = "
                             f"{getattr(p, whole):g} mm, of which it is a part")
    for i, (side, low, high) in enumerate(zip(p.sides, p.L_min, p.L_max), start=1):
        if not low < high:
            raise ValueError(f"actuator {i}: L_min = {low:g} mm must be less than L_max = {high:g} mm")
        if not abs(side - p.l20) < low or not high < side + p.l20:
            raise ValueError(f"actuator {i}: its triangle with sides {side:g} and {p.l20:g} mm "
                             f"closes only for lengths between {abs(side - p.l20):g} and {side + p.l20:g} "
                             f"mm, not for the stroke {low:g} .. {high:g} mm")
    if not p.Z_min < p.l2 + p.l3:
        raise ValueError(f"Z_min = {p.Z_min:g} mm cannot be reached: the limbs are l2 + l3 = {p.l2 + p.l3:g} "
                         f"mm long")
    if abs(np.exp(1j * np.array(p.theta0)).sum()) > 1e-9:
        raise ValueError(f"theta0 = {p.theta0} rad: the three limbs must be 120 degrees apart")


# Chosen as test data so that the few numbers in the paper's text are met; NOT the paper's tables (which are
# not public) and not a design: the actuators' solids do not telescope over the whole stroke, for one.
REFERENCE = Parameters(
    l1=80.0, l10=20.0, l2=65.0, l3=107.0, l20=30.0, l30=60.0, l21=32.5, l31=53.5, l41=13.0, l42=14.0, r0=85.0,
    r=45.0, L_min=(32.0, 32.0, 32.0, 53.13), L_max=(59.41542951, 59.41542951, 59.41542951, 88.0), Z_min=90.0,
    platform=cylinder(53.0, 10.0), base_bar=box(94.0, 12.0, 14.0), upper=box(10.0, 8.0, 75.0),
    lower=box(10.0, 8.0, 117.0), barrel=cylinder(7.0, 28.0), piston=cylinder(3.5, 30.0),
)
