"""What axe-core finds in a page: rules of WCAG 2 A and AA that a machine can check, contrast among them."""

from importlib import resources

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}


def script():
    """Return axe-core's script, or None without the package that brings it."""
    try:
        return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    except ModuleNotFoundError:
        return None


def serious(frame, part="document"):
    """
    Return what is serious or critical in a page or a frame of it, one sentence each.

    Parameters
    ----------
    frame : playwright Page or Frame
    part : str
        A JavaScript expression for what is looked at.
    """
    frame.evaluate(script())
    found = frame.evaluate(f"(rules) => axe.run({part}, rules).then(r => r.violations)", RULES)
    return [
        f"{v['id']} ({v['impact']}): {v['help']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for v in found
        if v["impact"] in ("serious", "critical")
        for node in v["nodes"][:3]
    ]
