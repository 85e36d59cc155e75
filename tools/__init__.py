"""What builds a release, proves it and describes it; never installed. Needs Python 3.11 and the group `release`."""
