"""The release tools: each check fails on what it is there to catch. Skipped where the group `release` is missing."""
