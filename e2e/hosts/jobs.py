"""The three operations of the table, as a host in Python does them: what jobs.mjs is in JavaScript."""

import time


def least(call):
    """Milliseconds of one call: the least of some, for at most about a second."""
    best, start, count = float("inf"), time.perf_counter(), 0
    while count < 5 or (count < 200 and time.perf_counter() - start < 0.7):
        before = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - before)
        count += 1
    return best * 1000


def report(start, trim, compact, estimate):
    jobs = {"trim": trim, "compact": compact, "estimate": estimate}
    times = {name: least(call) for name, call in jobs.items()}
    return {"startMs": start, "ms": times, "results": {name: call() for name, call in jobs.items()}}
