"""A JSON list of texts in; per text the results of several limits of lines out, the largest first."""

import json
import sys

from headroom.transforms.log_compressor import LogCompressor, LogCompressorConfig

LIMITS = (200, 100, 60, 40, 25, 15, 10)

compressors = [LogCompressor(LogCompressorConfig(max_total_lines=most, enable_ccr=False)) for most in LIMITS]
texts = json.load(sys.stdin)
json.dump([[each.compress(text).compressed for each in compressors] for text in texts], sys.stdout)
