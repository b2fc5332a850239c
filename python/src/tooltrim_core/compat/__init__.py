"""Import swaps: the names and behaviours of other modules, without their faults."""
