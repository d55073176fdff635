"""The tasks of every lesson: `lesson_07.py` holds `TASKS = {"1": ..., "2a": ...}` for 07.1, 07.2a."""
