"""Instruction counts of single calls, by valgrind's callgrind."""
