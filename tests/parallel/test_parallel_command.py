"""python -m fcclearn mechanism ..."""
import csv

import numpy as np
import pytest

from fcclearn.__main__ import main


def run(capsys, *words):
    code = main(["mechanism", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def numbers(line):
    """The four numbers of a line of the table."""
    return [float(word) for word in line.split() if word[0] in "-0123456789"]


def test_table_of_one_instant(capsys):
    """Reference numbers at t = 1 s; L, V, A, F of both models and their difference."""
    code, out, _ = run(capsys, "--time", 1, "--moment-unit", "N.mm")
    lines = out.splitlines()
    rows = {line.split()[0]: k for k, line in enumerate(lines) if line[:1] in "LVAF" and line[1:2] == " "}
    assert code == 0 and list(rows) == ["L", "V", "A", "F"]
    np.testing.assert_allclose(numbers(lines[rows["L"]]), [37.09887265, 33.87400216, 40.0064606, 60.95531521],
                               rtol=1e-9)
    np.testing.assert_allclose(numbers(lines[rows["F"]]),
                               [-174.7734097, -66.61339506, 67.39923479, 180.0008104], rtol=1e-9)
    for k in rows.values():
        assert "Cartesian model" in lines[k + 1] and np.abs(numbers(lines[k + 2])).max() < 1e-9
    assert "condition number 7.4" in out


def test_moment_unit_and_bodies(capsys):
    """f4 = 25 N m as printed is the default; reduced bodies give the same."""
    assert "-2613.930657" in run(capsys, "--bodies", "reduced")[1]
    assert "-2613.930657" in run(capsys)[1]
    assert "2.983102808" in run(capsys, "--moment-unit", "none", "--bodies", "reduced")[1]


def test_history(capsys, tmp_path):
    code, out, _ = run(capsys, "--motion", "fast", "--moment-unit", "none", "--bodies", "reduced", "--until",
                       0.2, "--samples", 3, "--csv", tmp_path / "h.csv")
    rows = list(csv.reader(open(tmp_path / "h.csv", newline="")))
    values = np.array(rows[1:], float)
    assert code == 0 and "largest relative difference" in out
    assert rows[0][:6] == ["t s", "X mm", "Y mm", "Z mm", "alpha rad", "L1 mm closed"]
    assert rows[0][-1] == "F4 N Cartesian"
    assert values.shape == (3, 5 + 32)
    np.testing.assert_allclose(values[:, 5:21], values[:, 21:], rtol=1e-9, atol=1e-8)


def test_pose(capsys):
    code, out, _ = run(capsys, "--pose", 0, 0, 110, 0.01, "--bodies", "reduced")
    assert code == 0 and out.startswith("rest") and "close to a singularity, condition number 130:" in out


@pytest.mark.parametrize("words, sentence", [
    (["--time", 2.7], "the motion meets a singularity (cylinder) at t = 2.59412 s"),
    (["--time", 1e9], "the motion meets a singularity (cylinder) at t = 2.59412 s"),
    (["--time", -1], "the time must be a number of seconds from 0 on, not -1"),
    (["--time", "nan"], "from 0 on, not nan"),
    (["--csv", "h.csv", "--until", "-2"], "the end of the history must be"),
    (["--csv", "h.csv", "--samples", 1], "a history needs two or more instants"),
    (["--pose", 10, 0, 110, 0], "pose (10, 0, 110, 0) is singular: the condition number of J is"),
    (["--pose", -40, 0, 250, 0.1], "limb 1 reach missed by 83.0199 mm"),
    (["--pose", 0, 0, 168, 0.1], "actuator 1 longest missed by 1.98283 mm (limit 59.4154 mm)"),
    (["--pose", 0, 0, 0.11, 0.1], "was the pose given in metres?"),
    (["--pose", 0, 0, 110, 15], "was it given in degrees?"),
    (["--pose", 0, "nan", 110, 0], "component that is not finite"),
    (["workspace", "--step", 0], "the step must be between 0.2 and 4 mm, not 0"),
    (["stiffness", "--actuator", -1], "the stiffness of an actuator must be positive"),
    (["stiffness", "--height", 400, "--plot", "s.png"], "no pose is possible at Z = 400 mm"),
    (["animate"], "say where to write"),
])
def test_bad_input_gets_one_sentence(capsys, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, *words)
    assert code == 2 and err.startswith("fcclearn: ") and sentence in err and err.count("\n") == 1


def test_workspace(capsys, tmp_path):
    code, out, _ = run(capsys, "workspace", "--step", 4, "--plot", tmp_path / "w.png")
    assert code == 0 and "616710" in out and (tmp_path / "w.png").stat().st_size > 10000


def test_stiffness(capsys, tmp_path):
    code, out, _ = run(capsys, "stiffness", "--plot", tmp_path / "s.png")
    assert code == 0 and "23.47 / 0.016" in out and (tmp_path / "s.png").stat().st_size > 10000


def test_validation(capsys):
    code, out, _ = run(capsys, "validation")
    assert code == 0 and out.count("\n") == 24 and "1.244      0.462" in out


def test_animate(capsys, tmp_path):
    code, out, _ = run(capsys, "animate", "--motion", "fast", "--html", tmp_path / "m.html",
                       "--plot", tmp_path / "m.png")
    page = (tmp_path / "m.html").read_text(encoding="utf-8")
    assert code == 0 and "base is on top" in out and "limb 3" in page
    assert (tmp_path / "m.png").stat().st_size > 5000


def test_help_explains(capsys):
    with pytest.raises(SystemExit) as end:
        main(["mechanism", "--help"])
    out = capsys.readouterr().out
    assert end.value.code == 0
    for words in ("Cartesian model", "NOT those of the paper", "--moment-unit",
                  "workspace | stiffness | validation | animate", "examples:"):
        assert words in out
