"""The command line: tables, files, and one sentence for a mistake."""

import csv

import pytest
from PIL import Image

from fcclearn.__main__ import main


def test_list_names_benchmarks_and_lessons(capsys):
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert "A03  Andrews' squeezer, 0.05 s, 2-D or 3-D" in printed
    assert "A04  Bricard's mechanism, 10 s, 3-D, --section 0.1" in printed
    assert "lessons" in printed


def test_benchmark_prints_its_table(capsys):
    assert main(["benchmark", "a01", "--bodies", "reduced", "--duration", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("A01 simple pendulum\n")
    for line in ("coordinates         4", "energy balance", "largest error", "final error"):
        assert line in printed


@pytest.mark.parametrize("name, duration, columns", [
    ("A01", "0.2", ["x", "y"]), ("A02", "0.2", ["B0x", "B0y"]), ("A03", "0.001", ["Fx", "Fy"]),
    ("A04", "0.2", ["P3x", "P3y", "P3z"]), ("A05", "0.02", ["s"])])
def test_history_has_the_reported_coordinates_and_the_energy(tmp_path, name, duration, columns):
    file = tmp_path / "history.csv"
    assert main(["benchmark", name, "--duration", duration, "--csv", str(file)]) == 0
    with file.open() as lines:
        head, *rows = csv.reader(lines)
    assert head == ["t", *columns, "energy"]
    assert float(rows[0][0]) == 0 and float(rows[-1][0]) == float(duration)


def test_picture_is_written(tmp_path):
    file = tmp_path / "picture.png"
    assert main(["benchmark", "A01", "--duration", "0.5", "--plot", str(file)]) == 0
    assert min(Image.open(file).size) > 500


def test_all_prints_one_line_for_each_model(capsys):
    assert main(["benchmark", "all", "--dimension", "2"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert "error [m]" in head
    assert [line.split()[0] for line in lines] == ["A01", "A01", "A02", "A02", "A03", "A03"]


@pytest.mark.parametrize("arguments, sentence", [
    (["A09"], "there is no benchmark 'A09'"),
    (["A01", "--windows", "3"], "A01 has no option --windows"),
    (["A02", "--windows", "0"], "needs a whole number of windows, one or more, not 0"),
    (["A05", "--dimension", "2"], "A05 is a model in 3-D only"),
    (["A04", "--section", "-1"], "must be positive"),
    (["A01", "--method", "projektion"], "did you mean 'projection'"),
    (["A01", "--duration", "-1"], "the duration must be positive"),
    (["all", "--csv", "x.csv"], "--csv belongs to one benchmark"),
    (["A01", "--duration", "0.1", "--csv", "no/such/folder.csv"], "cannot be written: there is no folder")])
def test_a_mistake_gets_one_sentence(capsys, arguments, sentence):
    assert main(["benchmark", *arguments]) == 2
    printed = capsys.readouterr().err
    assert sentence in printed and printed.startswith("fcclearn: ") and printed.count("\n") == 1


def test_the_syllabus_names_goals_and_minutes(capsys):
    assert main(["list", "--syllabus"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("00  Start here") and "(45 minutes)" in printed
    assert "      - build a planar mechanism" in printed
