"""Mechanisms to try the package on, each with quantities that its motion must keep."""
