"""What a lesson's "Now read it" shows."""

from fcclearn.course.source import show_source
from fcclearn.engine.state import State
from fcclearn.formulation.coordinates import C_point, V
from fcclearn.formulation.elements import Vector


def test_a_function_is_shown_with_its_file_and_its_whole_text():
    text = show_source(C_point).data
    assert text.startswith("`fcclearn/formulation/coordinates.py`, line ")
    assert "```python\ndef C_point(c):\n" in text
    assert text.endswith("return np.kron([1.0, *c], np.eye(len(c)))\n```")


def test_methods_and_properties_start_at_the_left_margin():
    assert "\n@once\ndef gamma(self):" in show_source(State.gamma).data
    assert "\n@property\ndef local(self):" in show_source(Vector.local).data


def test_several_things_follow_each_other():
    text = show_source(C_point, V).data
    assert text.index("def C_point") < text.index("def V(")
