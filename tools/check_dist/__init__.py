"""The nine checks that a release passes before anything is published: one file a check, one program for all uses.

A check is a module with a function `problems(release)` that yields a sentence for each thing wrong, and raises
`NotHere` where the release at hand gives it nothing to look at. Its docstring's first line is what the report calls it.
"""
