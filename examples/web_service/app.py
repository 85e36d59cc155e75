"""A web service that rolls dice. Nothing in it is about telemetry."""

from __future__ import annotations

import logging
import random

from flask import Flask, abort

app = Flask(__name__)
logger = logging.getLogger("dice")


@app.route("/roll/<int:sides>")
def roll(sides: int) -> str:
    if sides < 1:
        logger.error("asked for a die with %d sides", sides)
        abort(400)
    value = random.randint(1, sides)
    logger.warning("rolled %d", value, extra={"dice.sides": sides})
    return f"{value}\n"
