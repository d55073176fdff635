"""The command line: tables, files, and one sentence for a mistake."""

import csv
import subprocess
import sys

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


def test_a_run_beyond_the_reference_says_where_it_was_compared(capsys):
    """The error of the first ten seconds is not that of the end of the eleventh."""
    assert main(["benchmark", "A01", "--duration", "11"]) == 0
    printed = capsys.readouterr().out
    assert "m at t = 10 s, where the reference ends" in printed and "simulated           11 s" in printed


def test_all_stops_when_it_is_told_to(capsys, monkeypatch):
    """Ctrl-C in the second case: its row says so, no other follows, and the exit code is a shell's."""
    from fcclearn.simulation import run
    calls, watch = [], run.watch

    def interrupted(*arguments):
        calls.append(arguments)
        for count, moment in enumerate(watch(*arguments)):
            if len(calls) == 2 and count == 300:
                raise KeyboardInterrupt
            yield moment
    monkeypatch.setattr(run, "watch", interrupted)
    assert main(["benchmark", "all", "--dimension", "2"]) == 130
    head, first, second = capsys.readouterr().out.splitlines()
    assert "stopped" not in first and second.endswith(" of 10 s, stopped")


@pytest.mark.parametrize("arguments, sentence", [
    (["A09"], "there is no benchmark 'A09'"),
    (["A01", "--windows", "3"], "A01 has no option --windows"),
    (["A02", "--windows", "0"], "needs a whole number of windows, one or more, not 0"),
    (["A05", "--dimension", "2"], "A05 is a model in 3-D only"),
    (["A04", "--section", "-1"], "must be positive"),
    (["A01", "--method", "projektion"], "did you mean 'projection'"),
    (["A01", "--duration", "-1"], "the duration must be positive"),
    (["all", "--csv", "x.csv"], "--csv belongs to one benchmark"),
    (["A01", "--csv", "no/such/folder.csv"], "cannot be written: there is no folder"),
    (["A01", "--csv", "."], "it is a folder; name a file in it"),
    (["A01", "--plot", "x.xyz"], "the name of a picture ends in ."),
    (["A01", "--plot", "picture"], "the name of a picture ends in .")])
def test_a_mistake_gets_one_sentence(capsys, arguments, sentence):
    assert main(["benchmark", *arguments]) == 2
    printed = capsys.readouterr().err
    assert sentence in printed and printed.startswith("fcclearn: ") and printed.count("\n") == 1


def test_the_syllabus_names_goals_and_minutes(capsys):
    assert main(["syllabus"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("00  Start here")
    assert "(60 minutes; exercise 40 minutes, 7 checked" in printed
    assert "      - build a planar mechanism" in printed


def test_a_reader_who_has_seen_enough_is_no_error():
    """list | head -1"""
    command = [sys.executable, "-m", "fcclearn", "list"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b"" and process.wait() == 1


def test_copy_makes_and_updates_a_students_folder(tmp_path, capsys):
    assert main(["copy", str(tmp_path / "my")]) == 0
    assert "New in my/: exercises/00_start_here.ipynb" in capsys.readouterr().out
    assert (tmp_path / "my" / "notebooks" / "00_start_here.ipynb").exists()
    assert main(["copy", str(tmp_path / "my")]) == 0
    assert capsys.readouterr().out == "Everything in my/ is up to date.\n"


def test_copy_to_where_nothing_can_be_written_is_one_sentence(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["copy", str(tmp_path / "file" / "my")]) == 2
    printed = capsys.readouterr().err
    assert "a part of its path is a file" in printed and printed.count("\n") == 1
