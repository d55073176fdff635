"""The command line's part for the course: lab, copy, syllabus and what a lecturer needs.

Modules that read notebooks or start processes are imported when a command runs, so that the command line
starts fast.
"""

from pathlib import Path


def add_course(commands):
    """Add the grammar of the course to the command line's subparsers."""
    commands.add_parser(
        "lab", help="open the course in JupyterLab (lab --my DIR: in another folder)", add_help=False
    )
    copy = commands.add_parser("copy", help="make or update a student's folder without opening JupyterLab")
    copy.add_argument(
        "folder", metavar="DIR", type=Path, help="the student's folder; it is made when it is missing"
    )
    copy.set_defaults(run=run_copy)
    plan = commands.add_parser("syllabus", help="the lessons with goals, minutes and points")
    plan.add_argument("--weeks", type=int, metavar="N", help="spread the lessons over a term of N weeks")
    plan.add_argument("--lessons", metavar="NN-NN,NN", help="only these, for example 00-05,12 (default: all)")
    plan.set_defaults(run=run_syllabus)
    add_exercises(commands)
    add_grade(commands)
    slides = commands.add_parser("slides", help="make lessons into slides that need no network")
    slides.add_argument(
        "lessons", metavar="NN", nargs="*", help="for example 05; all lessons if none is named"
    )
    slides.add_argument(
        "--out", default="slides", metavar="DIR", help="the folder to write (default: slides)"
    )
    slides.set_defaults(run=run_slides)
    book = commands.add_parser("book", help="make a static book of all lessons and exercises, with search")
    book.add_argument("--out", default="site", metavar="DIR", help="the folder to write (default: site)")
    book.set_defaults(run=run_book)


def add_exercises(commands):
    """Add the grammar of ``exercises``."""
    hand = commands.add_parser("exercises",
                               help="one exercise for each student of a class, with numbers of the own")
    hand.add_argument("lesson", metavar="NN", help="for example 05")
    hand.add_argument("--roster", required=True, metavar="FILE",
                      help="the class: a CSV file with a column id")
    hand.add_argument("--out", default="handout", metavar="DIR",
                      help="the folder to write (default: handout)")
    hand.set_defaults(run=run_exercises)


def add_grade(commands):
    """Add the grammar of ``grade``."""
    grade = commands.add_parser(
        "grade", help="grade a folder of submissions (runs strangers' code, behind walls)"
    )
    grade.add_argument(
        "folder", metavar="FOLDER", help="the submissions; ids are found in the names of files and folders"
    )
    grade.add_argument("--lesson", required=True, metavar="NN", help="the exercise, for example 05")
    grade.add_argument(
        "--out", required=True, metavar="FILE", help="the table to write, for example grades.csv"
    )
    grade.add_argument("--roster", metavar="FILE", help="the class: a CSV file with a column id")
    grade.add_argument(
        "--due", metavar="TIME", help="later files get a remark, for example '2026-05-04 23:59'"
    )
    grade.add_argument(
        "--jobs", type=int, default=2, metavar="N", help="submissions at the same time (default: 2)"
    )
    grade.add_argument(
        "--seconds", type=float, default=120, metavar="S", help="time for one submission (default: 120)"
    )
    grade.add_argument(
        "--memory", type=float, default=3, metavar="GB", help="memory for one submission (default: 3)"
    )
    grade.add_argument(
        "--sandbox",
        choices=("auto", "bubblewrap", "unshare", "none"),
        default="auto",
        help="auto: the strongest walls that stand a test; none: your rights for everybody (default: auto)",
    )
    grade.set_defaults(run=run_grade)


def run_exercises(arguments):
    """Write the handout of an exercise."""
    from .grading.grade import exercise_of
    from .handout import hand_out
    path = exercise_of(arguments.lesson)
    count = hand_out(path, arguments.lesson, arguments.roster, arguments.out)
    secret = Path(arguments.roster).with_suffix(".secret")
    table = Path(arguments.out, "numbers.csv")
    print(f"{count} exercises are in {Path(arguments.out)}; who has which numbers is in {table}")
    print(f"The numbers follow from {secret}: keep it, grading needs it.")


def run_grade(arguments):
    """Grade submissions."""
    from .grading.grade import run

    run(arguments)


def run_slides(arguments):
    """Write slides."""
    from .slides import make

    for page in make(arguments.lessons, arguments.out):
        print(f"wrote {page}")


def run_book(arguments):
    """Write the book; links that lead nowhere are named, and make the command fail."""
    from .book import make

    broken = make(arguments.out)
    print("\n".join([f"wrote {arguments.out}/index.html", *broken]))
    return 1 if broken else 0


def run_copy(arguments):
    """Bring the course into a folder; a notebook that was changed there is kept."""
    from .files import COURSE
    from .student import prepare

    print(prepare(COURSE, arguments.folder))


def run_syllabus(arguments):
    """Print the lessons, or a plan for a term."""
    from .syllabus import chosen, lessons, plan, syllabus

    every = lessons() if arguments.lessons is None else chosen(lessons(), arguments.lessons)
    print(syllabus(every) if arguments.weeks is None else plan(every, arguments.weeks))
