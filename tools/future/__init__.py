"""Tries the wheel on Pythons and a processor that this machine lacks, in Debian's own roots: `make dist-future`."""
