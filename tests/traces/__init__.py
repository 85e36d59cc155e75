"""The traces room: the tables of spans, events, links and statuses, cell by cell."""
