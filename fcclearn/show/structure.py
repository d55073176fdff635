"""Pictures of the matrices of a model, labelled block by block."""

from .figures import block_picture


def structure(model, t=0.0):
    """Pictures of Phi_q and M in the initial position; see `Model.show_structure`."""
    system, q = model.system, model.system.layout.start()[0]
    columns = [label.rpartition(".")[0] for label in system.layout.labels]
    rows = [f"{row.owner}: {row.kind}" for row in system.rows]
    mass = block_picture(system.mass(q).toarray(), columns, columns, "mass matrix M")
    if not rows:
        return [mass]
    return [block_picture(system.phi_q(q, t).toarray(), rows, columns, "Jacobian of the constraints"), mass]
