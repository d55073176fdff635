"""Interactive explorers: move something and see what follows, one class per lesson.

The pattern, with `body_point.BodyPoint` as the model to copy:

* a subclass of `base.Explorer` builds its figure once and keeps the artists that will move;
* its sliders come from `base.slider`, which sends a value when the hand lets go, not on the way;
* `update` computes with plain functions of the package, moves the artists, and returns two strings:
  the numbers beside the picture (HTML) and the picture in words (its alt text);
* a notebook cell displays `explorer.widget`; beside it stands a static figure, for readers without a kernel.

A test needs no browser: set `explorer.angle.value = 90` and read the data of the artists.
"""
