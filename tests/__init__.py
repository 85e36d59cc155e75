"""The test suite: a package, so that its modules share `tests.reference` and `tests.objects` by name."""
