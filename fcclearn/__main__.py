"""The command line: ``python -m fcclearn list | benchmark | mechanism | lab | copy | syllabus ...``."""

import argparse
import os
import sys
from pathlib import Path

from .course.command import add_course
from .course.files import refusal
from .formulation.words import suggest
from .parallel.command import add_mechanism

EXAMPLES = """examples:
  python -m fcclearn list
  python -m fcclearn benchmark all
  python -m fcclearn benchmark A02 --windows 4 --bodies reduced
  python -m fcclearn benchmark A01 --dimension 3 --csv pendulum.csv --plot pendulum.png
  python -m fcclearn mechanism --time 1
  python -m fcclearn lab
  python -m fcclearn syllabus --weeks 10"""


INTERRUPTED = 130
"""Exit code of a command that was stopped by Ctrl-C, as shells have it."""


def parser():
    """The command line's grammar."""
    top = argparse.ArgumentParser(prog="python -m fcclearn",
                                  description="Learn multibody dynamics without angles.",
                                  epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="name what can be run").set_defaults(run=list_all)
    bench = commands.add_parser("benchmark", help="run a benchmark, or all, and compare with the references")
    bench.add_argument("name", help="A01 ... A05 (see list), or all for one table of all five")
    bench.add_argument("--bodies", choices=("full", "reduced"),
                       help="kind of the bodies (default: full; with all, both)")
    bench.add_argument("--dimension", type=int, choices=(2, 3),
                       help="planar or spatial model, where both exist")
    bench.add_argument("--windows", type=int, metavar="N", help="number of windows of A02 (default: 2)")
    bench.add_argument("--section", type=float, metavar="M",
                       help="side of A04's square section, 0 for slender rods (default: 0.1 m)")
    bench.add_argument("--duration", type=float, metavar="S",
                       help="simulated time in seconds (default: the benchmark's)")
    bench.add_argument("--tight", action="store_true", help="with the settings that come close to rounding")
    bench.add_argument("--method", help="integration method (default: the benchmark's own)")
    bench.add_argument("--rtol", type=float, help="relative tolerance of an adaptive method")
    bench.add_argument("--step", type=float, metavar="S", help="largest step in seconds")
    bench.add_argument("--csv", metavar="FILE", help="write t, the reported coordinates and the energy")
    bench.add_argument("--plot", metavar="FILE",
                       help="draw the motion, its error and the energy balance (.png, .svg, .pdf)")
    bench.set_defaults(run=run_benchmark)
    add_mechanism(commands)
    add_course(commands)
    return top


def list_all(arguments):
    """Names and titles of the benchmarks and lessons."""
    from .benchmarks import BENCHMARKS
    from .course.syllabus import lessons
    print("benchmarks (python -m fcclearn benchmark NAME):")
    for name, case in BENCHMARKS.items():
        options = "".join(f", --{option} {default}" for option, default in case.options.items())
        where = " or ".join(f"{d}-D" for d in case.dimensions)
        print(f"  {name}  {case.title}, {case.duration:g} s, {where}{options}")
    print("the 4-DOF parallel mechanism (python -m fcclearn mechanism --help)")
    print("lessons (python -m fcclearn lab):")
    for lesson in lessons():
        print(f"  {lesson.number}   {lesson.title}, {lesson.minutes} minutes")


def run_benchmark(arguments):
    """Run one benchmark and print its table, write its history, draw its picture; or run all."""
    from .benchmarks import BENCHMARKS
    if arguments.name.lower() == "all":
        return run_all(arguments, BENCHMARKS.values())
    case = BENCHMARKS.get(arguments.name.upper())
    if case is None:
        raise KeyError(suggest(arguments.name, BENCHMARKS, "benchmark"))
    options = given(arguments, "windows", "section")
    for option in options.keys() - case.options.keys():
        raise ValueError(f"{case.name} has no option --{option}")
    if arguments.dimension not in (None, *case.dimensions):
        raise ValueError(f"{case.name} is a model in {case.dimensions[0]}-D only")
    comparison = case.run(arguments.bodies or "full", arguments.dimension, arguments.duration,
                          arguments.tight, options=options,
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
    """Run all benchmarks, in all dimensions and kinds of bodies unless one is given; print one table."""
    from .benchmarks.case import HEAD
    for name in given(arguments, "windows", "section", "duration", "csv", "plot"):
        raise ValueError(f"--{name} belongs to one benchmark; name it instead of all")
    print(HEAD)
    for case in cases:
        asked = case.dimensions
        if arguments.dimension is not None:
            asked = {arguments.dimension} & set(case.dimensions)
        for dimension in asked:
            for kind in [arguments.bodies] if arguments.bodies else ("full", "reduced"):
                settings = given(arguments, "method", "rtol", "step")
                comparison = case.run(kind, dimension, tight=arguments.tight, **settings)
                print(comparison.row(), flush=True)
                if not comparison.run.complete:
                    return INTERRUPTED


def check_writable(arguments):
    """Raise ValueError before a long run if a file that is asked for could not be written after it."""
    files = given(arguments, "csv", "plot", "html")
    for path in map(Path, files.values()):
        folder = path.resolve().parent
        if not folder.is_dir():
            raise ValueError(f"{path} cannot be written: there is no folder {folder.name!r}")
        if path.is_dir():
            raise ValueError(f"{path} cannot be written: it is a folder; name a file in it")
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise ValueError(f"{path} cannot be written: you have no right to")
    if "plot" in files:
        from matplotlib.backend_bases import FigureCanvasBase
        kinds = sorted(FigureCanvasBase.get_supported_filetypes())
        if Path(files["plot"]).suffix.lower().lstrip(".") not in kinds:
            raise ValueError(f"{files['plot']} cannot be drawn: "
                             f"the name of a picture ends in .{', .'.join(kinds)}")


def given(arguments, *names):
    """The named arguments that the user gave."""
    return {name: value for name in names if (value := getattr(arguments, name, None)) is not None}


def main(argv=None):
    """Run a command; a user's mistake ends in one sentence and exit code 2."""
    argv = sys.argv[1:] if argv is None else argv
    try:
        if argv[:1] == ["lab"]:
            from .course.lab import lab
            return lab(argv[1:])
        arguments = parser().parse_args(argv)
        check_writable(arguments)
        code = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:                                 # the reader has seen enough: list | head -1
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ArithmeticError, KeyError, OSError, ValueError) as error:
        text = (refusal(error) if isinstance(error, OSError)
                else error.args[0] if isinstance(error, KeyError) else error)
        print(f"fcclearn: {text}", file=sys.stderr)
        return 2
    return code or 0


if __name__ == "__main__":
    sys.exit(main())
