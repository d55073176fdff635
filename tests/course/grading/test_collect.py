"""Submissions are found, whoever named the files; the roster is read with care."""

import os
from datetime import datetime
from pathlib import Path

import pytest
from a_class import RIGHT, STEM, answered, exercise, solution

from fcclearn.course import notebook
from fcclearn.course.files import COURSE
from fcclearn.course.grading.collect import collect, owner
from fcclearn.course.grading.roster import read_roster
from fcclearn.course.student import prepare


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "handed in"


def hand_in(folder, name, nb=None):
    notebook.write(nb or solution(), folder / name)


def found(folder, ids=(), **options):
    return {s.id: s for s in collect(folder, exercise(), ids, **options)}


@pytest.mark.parametrize(
    "name",
    [
        f"ab12/{STEM}.ipynb",
        "AB12/x.ipynb",
        "ab12.ipynb",
        "Anna Berg_4711_ab12_assignsubmission_file/05.ipynb",
        "05-ab12-final.ipynb",
        "tutorial A/ab12/deep/er/05.ipynb",
    ],
)
def test_the_id_is_found_in_the_name(folder, name):
    hand_in(folder, name)
    assert found(folder, ["ab1", "ab12", "b12"])["ab12"].cells is not None


def test_the_longest_id_counts_and_two_ids_are_a_doubt():
    assert owner(Path("ab12-2.ipynb"), ["ab12", "ab12-2"]) == ("ab12-2", "")
    assert (
        owner(Path("ab12/cd34.ipynb"), ["ab12", "cd34"])[1] == "the name of cd34.ipynb holds the id cd34 too"
    )
    assert owner(Path("ab123.ipynb"), ["ab12"]) == ("ab123.ipynb", "")


def test_without_a_roster_the_names_are_the_ids(folder):
    hand_in(folder, "anna/05.ipynb")
    hand_in(folder, "bert.ipynb")
    assert sorted(found(folder)) == ["anna", "bert"]


def test_the_class_is_complete_and_strangers_come_last(folder):
    hand_in(folder, "s2/05.ipynb")
    hand_in(folder, "who/05.ipynb")
    submissions = collect(folder, exercise(), ["s1", "s2"])
    assert [s.id for s in submissions] == ["s1", "s2", "who"]
    assert submissions[0].notes == ("nothing handed in",) and submissions[2].notes == ("not in the roster",)


def test_the_lesson_is_known_by_what_is_in_it(folder):
    for number in ("01", "04"):
        path = next((Path(__file__).parents[3] / "solutions").glob(f"{number}_*.ipynb"))
        hand_in(folder, f"s1/{number}.ipynb", notebook.read(path))
    assert "no notebook of this exercise among: 01.ipynb, 04.ipynb" in found(folder, ["s1"])["s1"].notes[0]
    hand_in(folder, "s1/homework.ipynb")
    assert found(folder, ["s1"])["s1"].path.name == "homework.ipynb"


@pytest.mark.parametrize("number", ["00", "05"])
def test_a_whole_folder_may_be_handed_in(tmp_path, number):
    """A lesson beside the exercise asks a check too, and is not taken for the exercise."""
    prepare(COURSE, tmp_path / "in" / "s1" / "my")
    path = next((COURSE / "exercises").glob(f"{number}_*.ipynb"))
    (submission,) = collect(tmp_path / "in", notebook.read(path), ["s1"])
    assert submission.path.parts[-2:] == ("exercises", path.name) and submission.notes == ()


def test_the_newest_counts_and_late_is_said(folder):
    hand_in(folder, "s1/old.ipynb", answered(RIGHT))
    hand_in(folder, "s1/new.ipynb")
    os.utime(folder / "s1" / "old.ipynb", (1000, 1000))
    os.utime(folder / "s1" / "new.ipynb", (10_000, 10_000))
    submission = found(folder, ["s1"], due=datetime.fromtimestamp(10_000 - 3700))["s1"]
    assert submission.path.name == "new.ipynb"
    assert submission.notes == ("2 notebooks; the newest was graded, new.ipynb", "late by 1 h 1 min")
    assert found(folder, ["s1"], due=datetime.fromtimestamp(10_001))["s1"].notes == submission.notes[:1]


def test_checkpoints_and_hidden_files_are_no_submission(folder):
    hand_in(folder, "s1/.ipynb_checkpoints/05-checkpoint.ipynb")
    hand_in(folder, "s1/.05.ipynb")
    assert found(folder, ["s1"])["s1"].notes == ("nothing handed in",)


@pytest.mark.parametrize(
    "text, ids",
    [
        ("id,name\ns1,Anna\ns2,Bert\n", ["s1", "s2"]),
        ("\ufeffName;ID\nAnna;s1\n\n", ["s1"]),
        ("id\ns1\n", ["s1"]),
        ("id\na@b.edu\n", ["a@b.edu"]),
    ],
)
def test_a_roster(tmp_path, text, ids):
    (tmp_path / "r.csv").write_text(text, encoding="utf-8")
    assert read_roster(tmp_path / "r.csv") == ids


@pytest.mark.parametrize(
    "text, words",
    [
        ("name\nAnna\n", "no column named id"),
        ("", "no column named id"),
        ("id\n", "names nobody"),
        ("id\ns1\nS1\n", "line 3: the id S1 is there twice"),
        ("id\n../x\n", "line 2: '../x' is no id"),
        ("id,name\n,Anna\n", "line 2: '' is no id"),
        ("id\n=1+1\n", "is no id"),
    ],
)
def test_a_faulty_roster_names_the_line(tmp_path, text, words):
    (tmp_path / "r.csv").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="r.csv") as error:
        read_roster(tmp_path / "r.csv")
    assert words in str(error.value)
