"""A JSON list of texts in; per text the results of several limits of lines out, the largest first, and `ms` of one."""

import json
import sys
import time

from headroom.transforms.log_compressor import LogCompressor, LogCompressorConfig

LIMITS = (200, 100, 60, 40, 25, 15, 10)

compressors = [LogCompressor(LogCompressorConfig(max_total_lines=most, enable_ccr=False)) for most in LIMITS]
texts = json.load(sys.stdin)
answers = []
for text in texts:
    before = time.process_time()
    results = [each.compress(text).compressed for each in compressors]
    answers.append({"results": results, "ms": 1000 * (time.process_time() - before) / len(compressors)})
json.dump(answers, sys.stdout)
