"""How fast the encoder is: timings, instruction counts, and the report on them. `make bench` runs it."""
