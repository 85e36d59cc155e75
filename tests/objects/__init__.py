"""Makers of the objects that are encoded: by the real SDK, and by hand what the SDK would clean away."""
