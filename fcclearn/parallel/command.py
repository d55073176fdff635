"""The command line's part for the mechanism: ``python -m fcclearn mechanism ...``.

Modules that compute or draw are imported when a command runs, so that the command line starts fast.
"""

import argparse
import csv
import math

ABOUT = """The 4-degree-of-freedom parallel mechanism of Paper B: lengths L, velocities V, accelerations A and
forces F of its four actuators, in closed form and from the Cartesian model of 30 bodies and 42 joints, and
their difference. Lengths in mm, forces in N. The sizes are chosen test data, NOT those of the paper, whose
tables are not public."""

EXAMPLES = """examples:
  python -m fcclearn mechanism --time 1 --moment-unit N.mm
  python -m fcclearn mechanism --motion fast --moment-unit none --bodies reduced --csv history.csv --until 0.3
  python -m fcclearn mechanism --pose 10 0 110 0.3
  python -m fcclearn mechanism workspace --plot workspace.png
  python -m fcclearn mechanism stiffness --alpha 30 --plot stiffness.png
  python -m fcclearn mechanism validation
  python -m fcclearn mechanism animate --html mechanism.html"""


def add_mechanism(commands):
    """Add the grammar of ``mechanism`` to the command line's subparsers."""
    top = commands.add_parser("mechanism",
                              help="the 4-DOF parallel mechanism: closed form against the Cartesian model",
                              description=ABOUT, epilog=EXAMPLES,
                              formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--time", type=float, default=0.0, metavar="S",
                     help="instant of the motion in seconds (default: 0)")
    top.add_argument("--motion", choices=("paper", "fast"), default="paper",
                     help="the paper's motion, or 3 Hz where inertia matters (default: paper)")
    top.add_argument("--pose", type=float, nargs=4, metavar=("X", "Y", "Z", "ALPHA"),
                     help="rest at this pose instead (mm, rad)")
    top.add_argument("--moment-unit", choices=("N.m", "N.mm", "none"), default="N.m",
                     help="how to read the moment 25 of the paper's load (25, 25, 50 N, 25 N m as "
                     "printed); none: no load at all")
    top.add_argument("--bodies", choices=("full", "reduced"), default="full",
                     help="kind of bodies of the Cartesian model")
    top.add_argument("--csv", metavar="FILE", help="write a time history of both models")
    top.add_argument("--until", type=float, default=2.0, metavar="S",
                     help="end of the history in seconds (default: 2)")
    top.add_argument("--samples", type=int, default=41, metavar="N",
                     help="number of its instants (default: 41)")
    top.set_defaults(run=run_comparison)
    inner = top.add_subparsers(metavar="workspace | stiffness | validation | animate")
    work = inner.add_parser("workspace",
                            help="volume of the workspace, beside the numbers in the paper's text")
    work.add_argument("--step", type=float, default=1.0, metavar="MM", help="edge of a cell (default: 1)")
    work.add_argument("--plot", metavar="FILE", help="draw slices of the workspace")
    work.set_defaults(run=run_workspace)
    stiff = inner.add_parser("stiffness", help="the paper's stiffness index, and one that sees singularity")
    stiff.add_argument("--alpha", type=float, default=15.0, metavar="DEG",
                       help="orientation of the map in degrees (default: 15)")
    stiff.add_argument("--height", type=float, default=110.0, metavar="MM",
                       help="height Z of the map (default: 110)")
    stiff.add_argument("--actuator", type=float, default=1.0, metavar="K",
                       help="stiffness of each actuator in N/mm (default: 1)")
    stiff.add_argument("--plot", metavar="FILE", help="draw maps of both over X and Y")
    stiff.set_defaults(run=run_stiffness)
    validation = inner.add_parser("validation", help="what a comparison of forces can see, and what not")
    validation.set_defaults(run=run_validation)
    moving = inner.add_parser("animate", help="draw the mechanism in motion")
    moving.add_argument("--motion", choices=("paper", "fast"), default="paper")
    moving.add_argument("--html", metavar="FILE", help="an animation that opens in any browser")
    moving.add_argument("--plot", metavar="FILE", help="a strip of poses")
    moving.set_defaults(run=run_animation)


def _motion(arguments):
    """The motion asked for, and its name."""
    import numpy as np

    from .simulation import fast_motion, paper_motion
    if getattr(arguments, "pose", None) is None:
        motions = {"paper": (paper_motion, "the paper's motion"), "fast": (fast_motion, "the fast motion")}
        return motions[arguments.motion]
    pose = np.array(arguments.pose)

    def rest(t):
        chi = np.broadcast_to(pose, (*np.shape(t), 4))
        return chi, 0 * chi, 0 * chi
    return rest, "rest"


def run_comparison(arguments):
    """Print L, V, A, F of both models and their difference at one instant, or write a history."""
    import numpy as np

    from .comparison import check_motion, compare
    from .position import check_pose
    from .simulation import paper_load
    from .singularity import describe
    end = arguments.until if arguments.csv else arguments.time
    if not (math.isfinite(end) and end >= 0):
        raise ValueError(f"the {'end of the history' if arguments.csv else 'time'} must be a number of "
                         f"seconds from 0 on, not {end:g}")
    motion, name = _motion(arguments)
    check_pose(motion(0.0)[0])
    check_motion(motion, end)
    f = paper_load(arguments.moment_unit)
    if arguments.csv:
        return write_history(arguments, motion, f)
    chi, found = motion(end)[0], compare(motion, np.array([end]), f, kind=arguments.bodies)
    print(f"{name}, t = {end:g} s: X, Y, Z = {chi[0]:.8g}, {chi[1]:.8g}, {chi[2]:.8g} mm, "
          f"alpha = {chi[3]:.8g} rad")
    print(f"load delivered by the platform: {f[0]:g}, {f[1]:g}, {f[2]:g} N, {f[3]:g} N mm; bodies of the "
          f"Cartesian model: {arguments.bodies}")
    print(describe(chi), end="\n\n")
    print(found.table())


def write_history(arguments, motion, f):
    """Write t, the pose, and L, V, A, F of both models."""
    import numpy as np

    from .comparison import QUANTITIES, compare
    if arguments.samples < 2 or arguments.until == 0:
        raise ValueError(f"a history needs two or more instants and an end after 0, not {arguments.samples} "
                         f"until {arguments.until:g} s")
    found = compare(motion, np.linspace(0.0, arguments.until, arguments.samples), f, kind=arguments.bodies)
    heads = [f"{name}{i} {unit} {model}" for model in ("closed", "Cartesian")
             for name, unit in QUANTITIES.items() for i in (1, 2, 3, 4)]
    rows = np.concatenate([found.t[:, None], motion(found.t)[0], *found.closed, *found.cartesian], axis=1)
    with open(arguments.csv, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["t s", "X mm", "Y mm", "Z mm", "alpha rad", *heads])
        writer.writerows([map(repr, row) for row in rows.tolist()])
    print(f"history written to {arguments.csv}; largest relative difference of the two models: "
          + ", ".join(f"{name} {x:.0e}" for name, x in zip(QUANTITIES, found.relative())))


def run_workspace(arguments):
    """Print volumes beside the paper's numbers; draw slices."""
    from .workspace import compare_with_paper
    if not 0.2 <= arguments.step <= 4:
        raise ValueError(f"the step must be between 0.2 and 4 mm, not {arguments.step:g}")
    print(f"{'':<33}{'unit':<5}{'Paper B':>12}{'here':>12}  remark")
    for quantity, unit, paper, here, remark in compare_with_paper(arguments.step):
        print(f"{quantity:<33}{unit:<5}{'' if paper is None else f'{paper:.6g}':>12}{here:>12.6g}  {remark}")
    if arguments.plot:
        from .pictures import workspace_slices
        save(workspace_slices(), arguments.plot)


def run_stiffness(arguments):
    """Print both indices on the axis; draw maps."""
    import numpy as np

    from .stiffness import paper_index, weakest
    k = arguments.actuator
    poses = {Z: [[0.0, 0.0, Z, np.deg2rad(a)] for a in (0, 15, 30, 45)] for Z in (110.0, 126.0, 142.0)}
    rows = {Z: zip(paper_index(chi, k), np.maximum(weakest(chi, k), 0.0)) for Z, chi in poses.items()}
    print(f"on the axis, actuators of {k:g} N/mm: S_tl = tr(K)/4 of Eq. (35) (mixed units) / "
          f"weakest stiffness in N/mm")
    print(f"{'Z mm':<8}" + "".join(f"{f'alpha = {a} deg':>20}" for a in (0, 15, 30, 45)))
    for Z, both in rows.items():
        print(f"{Z:<8g}" + "".join(f"{f'{index:.4g} / {least:.3f}':>20}" for index, least in both))
    print("S_tl is not zero at alpha = 0, where the mechanism is singular; the weakest stiffness is.")
    if arguments.plot:
        from .pictures import stiffness_maps
        save(stiffness_maps(np.deg2rad(arguments.alpha), arguments.height, k), arguments.plot)


def run_validation(arguments):
    """Print by how much the forces change when part of the model is missing or misprinted."""
    from .validation import what_the_test_sees
    print(f"{'motion':<8}{'moment':<8}{'change':<30}{'N':>10}{'% of peak':>11}{'Eq. (67), %':>13}")
    for motion, unit, change, newton, percent, sigma in what_the_test_sees():
        print(f"{motion:<8}{unit:<8}{change:<30}{newton:>10.3f}{percent:>11.3f}{sigma:>13.3f}")
    print("The paper reports 0.91 % by Eq. (67) between its forces and the commercial code's: a change below "
          "that would have passed.")


def run_animation(arguments):
    """Write an animation or a strip of poses."""
    import numpy as np

    from .animation import animate, poses
    if not (arguments.html or arguments.plot):
        raise ValueError("say where to write: --html FILE for an animation, --plot FILE for a strip of poses")
    motion, _ = _motion(arguments)
    times = np.linspace(0.0, 2.0 if arguments.motion == "paper" else 1 / 3, 61)
    if arguments.html:
        animate(motion, times, speed=1.0 if arguments.motion == "paper" else 0.25).save(arguments.html)
        print(f"animation written to {arguments.html}; drawn as (x, -y, -z), half a turn about x, so "
              f"that the base is on top")
    if arguments.plot:
        save(poses(motion, times), arguments.plot)


def save(picture, path):
    """Write a figure, print what it shows in words."""
    figure, alt = picture
    figure.savefig(path)
    print(f"picture written to {path}: {alt}")
