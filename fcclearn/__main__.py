"""The command line: ``python -m fcclearn list | benchmark | lab``."""

import argparse
import sys

from .formulation.body import suggest

EXAMPLES = """examples:
  python -m fcclearn list
  python -m fcclearn benchmark A02 --windows 4 --bodies reduced
  python -m fcclearn benchmark A01 --dimension 3 --csv pendulum.csv
  python -m fcclearn lab"""


def parser():
    """The command line's grammar."""
    top = argparse.ArgumentParser(prog="python -m fcclearn", description="Learn multibody dynamics without angles.",
                                  epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True, metavar="list | benchmark | lab")
    commands.add_parser("list", help="name what can be run").set_defaults(run=list_all)
    bench = commands.add_parser("benchmark", help="run a benchmark and compare it with its reference")
    bench.add_argument("name", help="A01, A02, ... (see list)")
    bench.add_argument("--bodies", choices=("full", "reduced"), default="full", help="kind of the bodies (default: full)")
    bench.add_argument("--dimension", type=int, choices=(2, 3), help="planar or spatial model, where both exist")
    bench.add_argument("--windows", type=int, metavar="N", help="number of windows of A02 (default: 2)")
    bench.add_argument("--duration", type=float, metavar="S", help="simulated time in seconds (default: the benchmark's)")
    bench.add_argument("--method", default="projection", help="integration method (default: projection)")
    bench.add_argument("--rtol", type=float, help="relative tolerance of an adaptive method (default: 1e-9)")
    bench.add_argument("--step", type=float, metavar="S", help="largest step in seconds")
    bench.add_argument("--csv", metavar="FILE", help="write t, the reported coordinates and the energy")
    bench.set_defaults(run=run_benchmark)
    lab = commands.add_parser("lab", help="open the course in JupyterLab", add_help=False)
    lab.set_defaults(run=None)
    return top


def list_all(arguments):
    """Names and titles of the benchmarks and lessons."""
    from .benchmarks import BENCHMARKS
    from .course.syllabus import lessons
    print("benchmarks (python -m fcclearn benchmark NAME):")
    for name, case in BENCHMARKS.items():
        options = "".join(f", --{option} {default}" for option, default in case.options.items())
        print(f"  {name}  {case.title}, {case.duration:g} s, {' or '.join(f'{d}-D' for d in case.dimensions)}{options}")
    print("lessons (python -m fcclearn lab):")
    for lesson in lessons():
        print(f"  {lesson.number}   {lesson.title}, {lesson.minutes} minutes")


def run_benchmark(arguments):
    """Run one benchmark, print its table, write its history."""
    from .benchmarks import BENCHMARKS
    case = BENCHMARKS.get(arguments.name.upper())
    if case is None:
        raise KeyError(suggest(arguments.name, BENCHMARKS, "benchmark"))
    build_options = {"windows": arguments.windows} if arguments.windows is not None else {}
    unknown = set(build_options) - set(case.options)
    if unknown:
        raise ValueError(f"{case.name} has no option --{unknown.pop()}")
    if arguments.dimension not in (None, *case.dimensions):
        raise ValueError(f"{case.name} is a model in {case.dimensions[0]}-D only")
    settings = {name: value for name in ("rtol", "step") if (value := getattr(arguments, name)) is not None}
    comparison = case.run(arguments.bodies, arguments.dimension, arguments.duration, arguments.method,
                          progress=True, build_options=build_options, **settings)
    print(comparison.table())
    if arguments.csv:
        comparison.to_csv(arguments.csv)
        print(f"history written to {arguments.csv}")


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
