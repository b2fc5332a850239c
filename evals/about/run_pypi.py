"""A JSON list of texts and questions in; per text the results of several limits of tokens out, the largest first."""

import json
import sys

from tooltrim import ToolCompressor

LIMITS = (1600, 1200, 1000, 900, 800, 700, 600, 500, 420, 350, 300, 260, 220, 190, 160, 140, 120, 100, 80, 60, 40)

trimmer = ToolCompressor(add_footer=False, store=None)
answers = []
for each in json.load(sys.stdin):
    results = [trimmer.compress(each["text"], query=each["question"], max_tokens=limit) for limit in LIMITS]
    answers.append([result.text for result in results])
json.dump(answers, sys.stdout)
