"""Tidy notebooks, and running them again."""

import json
import os
from unittest import mock

import pytest
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from fcclearn.course import notebook, refresh


def noisy():
    """Return a notebook as JupyterLab stores it."""
    view = {notebook.WIDGET: {"model_id": "4f"}, "text/plain": "VBox(children=(FloatSlider(value=0.0),))"}
    return new_notebook(
        metadata={"language_info": {"name": "python", "version": "3.11.7"}, "widgets": {"state": {}}},
        cells=[
            new_markdown_cell("# Title", id="a", metadata={"tags": ["solution"], "editable": True}),
            new_code_cell(
                "explore()",
                id="b",
                execution_count=4,
                metadata={"execution": {"iopub.status.busy": "now"}, "scrolled": True,
                          "slideshow": {"slide_type": "slide"}},
                outputs=[new_output("display_data", view), new_output("stream", text="4 N")],
            ),
        ],
    )


def test_tidy_keeps_content_and_drops_noise():
    nb = noisy()
    tidied = notebook.tidy(nb)
    assert nb == noisy()
    assert tidied.metadata == notebook.KERNEL
    title, code = tidied.cells
    assert (title.id, title.source, title.metadata) == ("a", "# Title", {"tags": ["solution"]})
    assert (code.id, code.execution_count, code.metadata) == ("b", 4, {"slideshow": {"slide_type": "slide"}})
    assert code.outputs[0].data == {"text/plain": notebook.WIDGET_NOTE}
    assert code.outputs[1].text == "4 N"
    assert notebook.tidy(tidied) == tidied


def test_tidy_without_outputs():
    code = notebook.tidy(noisy(), outputs=False).cells[1]
    assert code.outputs == [] and code.execution_count is None


def test_bytes_are_utf8_with_one_newline(tmp_path):
    path = tmp_path / "new" / "a.ipynb"
    nb = new_notebook(cells=[new_markdown_cell("α – β\nγ", id="a")])
    notebook.write(nb, path)
    data = path.read_bytes()
    assert "α – β".encode() in data and data.endswith(b"}\n") and b"\r" not in data
    assert notebook.read(path) == nb and json.loads(data)["cells"][0]["source"] == ["α – β\n", "γ"]


def lesson(folder, *sources):
    path = folder / "98.ipynb"
    notebook.write(new_notebook(cells=[new_code_cell(source, id=f"c{k}")
                                       for k, source in enumerate(sources)]), path)
    return path


def test_execute_stores_results_in_place(tmp_path):
    path = lesson(tmp_path, "import os, sys\nx = 2",
                  "print(x)\nprint(x + 1, flush=True)\nos.path.basename(os.getcwd())", "")
    refresh.execute(path)
    first = path.read_bytes()
    cells = notebook.read(path).cells
    assert [cell.id for cell in cells] == ["c0", "c1", "c2"]
    assert [cell.execution_count for cell in cells][:2] == [1, 2]
    assert cells[1].outputs[0].text == "2\n3\n"
    # the kernel runs in the notebook's folder
    assert cells[1].outputs[1].data["text/plain"] == repr(tmp_path.name)
    refresh.execute(path)
    assert path.read_bytes() == first


def test_a_failing_lesson_is_left_as_it_was(tmp_path, capsys):
    path = lesson(tmp_path, "1 / 0")
    before = path.read_bytes()
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        refresh.execute(path)
    assert path.read_bytes() == before
    with mock.patch.dict(os.environ):
        assert refresh.main([str(path)]) == 1
    assert "98.ipynb failed and is left as it was" in capsys.readouterr().out


def test_an_exercise_is_not_run(tmp_path, capsys):
    path = lesson(tmp_path / "exercises", "answer = ...")
    before = path.read_bytes()
    assert refresh.main([str(path)]) == 2 and "run its solution" in capsys.readouterr().out
    assert path.read_bytes() == before
