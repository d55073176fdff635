"""Grade the submissions of a class: python -m fcclearn grade FOLDER --lesson 05 --out grades.csv

A submission is a stranger's program. It is collected (`collect`), its given cells are put back (`restore`),
and it is run in a process of its own (`child`) behind walls (`sandbox`), where neither the tasks nor the
solutions can be reached. Answers come out as plain data of limited size (`data`); they are judged here
(`judge`), by the same tasks that `check` asks. One bad submission costs its own row (`grade`).

What is not promised: hidden answers (the package is public), who wrote a submission, and safety against
faults of the operating system. Use it for coursework of low weight.
"""
