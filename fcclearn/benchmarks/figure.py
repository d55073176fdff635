"""A picture of a benchmark: the motion on its reference, the error and the energy balance."""

from matplotlib import rc_context
from matplotlib.figure import Figure

from ..show.figures import STYLE, plot_series


def comparison_figure(comparison):
    """Reported coordinates with the reference as dots, their errors, and the energy balance.

    Parameters
    ----------
    comparison : Comparison

    Returns
    -------
    matplotlib Figure
    """
    run, reference, reported = comparison.run, comparison.reference, comparison.reported()
    with rc_context(STYLE):
        figure = Figure(figsize=(8.5, 9))
        motion, error, energy = figure.subplots(3, 1, sharex=True)
        plot_series(run.t, reported, "coordinate [m]", "", motion)
        known = reference["t"] <= run.t[-1] * (1 + 1e-12)
        for name in reported:
            dots, = motion.plot(reference["t"][known], reference[name][known], ".",
                                color="#222", markersize=5, zorder=3)
        dots.set_label("reference")
        motion.legend(loc="center left", bbox_to_anchor=(1, 0.5))
        motion.set_title(f"{comparison.benchmark.name} {comparison.benchmark.title}: "
                         f"{run.model.dimension}-D, {run.model.kind} bodies")
        plot_series(reference["t"][known], comparison.errors(), "error [m]", "", error)
        plot_series(run.t, {"balance": run.energy_balance()},
                    f"E(t) - E(0) - W(t) [J]\nof {run.energy_exchanged():.3g} J exchanged", axes=energy)
    return figure
