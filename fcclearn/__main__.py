"""The command line: ``python -m fcclearn list | benchmark | mechanism | lab``."""

import argparse
import sys
from pathlib import Path

from .formulation.words import suggest
from .parallel.command import add_mechanism

EXAMPLES = """examples:
  python -m fcclearn list
  python -m fcclearn benchmark all
  python -m fcclearn benchmark A02 --windows 4 --bodies reduced
  python -m fcclearn benchmark A01 --dimension 3 --csv pendulum.csv --plot pendulum.png
  python -m fcclearn mechanism --time 1
  python -m fcclearn lab"""


def parser():
    """The command line's grammar."""
    top = argparse.ArgumentParser(prog="python -m fcclearn", description="Learn multibody dynamics without angles.",
                                  epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True, metavar="list | benchmark | mechanism | lab")
    listing = commands.add_parser("list", help="name what can be run")
    listing.add_argument("--syllabus", action="store_true", help="print the lessons with their goals and minutes instead")
    listing.set_defaults(run=list_all)
    bench = commands.add_parser("benchmark", help="run a benchmark, or all, and compare with the references")
    bench.add_argument("name", help="A01 ... A05 (see list), or all for one table of all five")
    bench.add_argument("--bodies", choices=("full", "reduced"), help="kind of the bodies (default: full; with all, both)")
    bench.add_argument("--dimension", type=int, choices=(2, 3), help="planar or spatial model, where both exist")
    bench.add_argument("--windows", type=int, metavar="N", help="number of windows of A02 (default: 2)")
    bench.add_argument("--section", type=float, metavar="M", help="side of A04's square section, 0 for slender rods (default: 0.1 m)")
    bench.add_argument("--duration", type=float, metavar="S", help="simulated time in seconds (default: the benchmark's)")
    bench.add_argument("--tight", action="store_true", help="with the settings that come close to rounding")
    bench.add_argument("--method", help="integration method (default: the benchmark's own)")
    bench.add_argument("--rtol", type=float, help="relative tolerance of an adaptive method")
    bench.add_argument("--step", type=float, metavar="S", help="largest step in seconds")
    bench.add_argument("--csv", metavar="FILE", help="write t, the reported coordinates and the energy")
    bench.add_argument("--plot", metavar="FILE", help="draw the motion, its error and the energy balance (.png, .svg, .pdf)")
    bench.set_defaults(run=run_benchmark)
    add_mechanism(commands)
    lab = commands.add_parser("lab", help="open the course in JupyterLab", add_help=False)
    lab.set_defaults(run=None)
    return top


def list_all(arguments):
    """Names and titles of the benchmarks and lessons."""
    from .benchmarks import BENCHMARKS
    from .course.syllabus import lessons, syllabus
    if arguments.syllabus:
        return print(syllabus())
    print("benchmarks (python -m fcclearn benchmark NAME):")
    for name, case in BENCHMARKS.items():
        options = "".join(f", --{option} {default}" for option, default in case.options.items())
        print(f"  {name}  {case.title}, {case.duration:g} s, {' or '.join(f'{d}-D' for d in case.dimensions)}{options}")
    print("the 4-DOF parallel mechanism (python -m fcclearn mechanism --help)")
    print("lessons (python -m fcclearn lab):")
    for lesson in lessons():
        print(f"  {lesson.number}   {lesson.title}, {lesson.minutes} minutes")


def run_benchmark(arguments):
    """Run one benchmark and print its table, write its history, draw its picture; or run all and print one table."""
    from .benchmarks import BENCHMARKS
    if arguments.name.lower() == "all":
        return run_all(arguments, BENCHMARKS.values())
    case = BENCHMARKS.get(arguments.name.upper())
    if case is None:
        raise KeyError(suggest(arguments.name, BENCHMARKS, "benchmark"))
    options = given(arguments, "windows", "section")
    for option in options.keys() - case.options.keys():
        raise ValueError(f"{case.name} has no option --{option}")
    for path in filter(None, (arguments.csv, arguments.plot)):
        if not Path(path).resolve().parent.is_dir():
            raise ValueError(f"{path} cannot be written: there is no folder {Path(path).resolve().parent.name!r}")
    if arguments.dimension not in (None, *case.dimensions):
        raise ValueError(f"{case.name} is a model in {case.dimensions[0]}-D only")
    comparison = case.run(arguments.bodies or "full", arguments.dimension, arguments.duration, arguments.tight, options=options,
                          **given(arguments, "method", "rtol", "step"))
    print(comparison.table())
    if arguments.csv:
        comparison.to_csv(arguments.csv)
        print(f"history written to {arguments.csv}")
    if arguments.plot:
        from .benchmarks.figure import comparison_figure
        comparison_figure(comparison).savefig(arguments.plot)
        print(f"picture written to {arguments.plot}")


def run_all(arguments, cases):
    """Run all benchmarks, in all their dimensions and with both kinds of bodies unless one is given; print one table."""
    from .benchmarks.case import HEAD
    for name in given(arguments, "windows", "section", "duration", "csv", "plot"):
        raise ValueError(f"--{name} belongs to one benchmark; name it instead of all")
    print(HEAD)
    for case in cases:
        for dimension in case.dimensions if arguments.dimension is None else {arguments.dimension} & set(case.dimensions):
            for kind in [arguments.bodies] if arguments.bodies else ("full", "reduced"):
                print(case.run(kind, dimension, tight=arguments.tight, **given(arguments, "method", "rtol", "step")).row(), flush=True)


def given(arguments, *names):
    """The named arguments that the user gave."""
    return {name: value for name in names if (value := getattr(arguments, name)) is not None}


def main(argv=None):
    """Run a command; a user's mistake ends in one sentence and exit code 2."""
    argv = sys.argv[1:] if argv is None else argv
    if argv[:1] == ["lab"]:
        from .course.student import lab
        return lab(argv[1:])
    arguments = parser().parse_args(argv)
    try:
        arguments.run(arguments)
    except (ArithmeticError, KeyError, OSError, ValueError) as error:
        print(f"fcclearn: {error.args[0] if isinstance(error, KeyError) else error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
