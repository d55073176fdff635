"""The pictures of the parallel mechanism: python docs/mechanism_pictures.py"""

from pathlib import Path

import numpy as np

from fcclearn.parallel.animation import poses
from fcclearn.parallel.pictures import required_orientations, stiffness_maps, workspace_slices
from fcclearn.parallel.simulation import fast_motion
from fcclearn.show.figures import png

HERE = Path(__file__).parent / "mechanism"
PICTURES = {
    "poses": lambda: poses(fast_motion, np.linspace(0.0, 0.25, 25)),
    "workspace": workspace_slices,
    "required_orientations": required_orientations,
    "stiffness": lambda: stiffness_maps(np.deg2rad(15)),
}

if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        (HERE / f"{name}.png").write_bytes(png(draw()[0]))
