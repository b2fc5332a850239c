// headroom-ai (PyPI) has a compressor of logs with a limit of lines. Of several such limits the largest whose result
// fits is taken; what fits with none is cut to both ends.
//
// EVALS_PYTHON names a Python that has it (`python -m venv`, `pip install headroom-ai`).

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { trim } from "tooltrim";
import { countChars } from "../../compare/metrics/laws.mjs";

export function headroom() {
  const python = process.env.EVALS_PYTHON;
  if (!python) return { skipped: "EVALS_PYTHON is not set" };
  const variants = new Map();
  const times = new Map();
  return {
    // Starting Python for each text would take an hour.
    prepare(texts) {
      const script = fileURLToPath(new URL("run_headroom.py", import.meta.url));
      const run = spawnSync(python, [script], {
        input: JSON.stringify(texts),
        maxBuffer: 2 ** 30,
        encoding: "utf8",
        env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: "True" },
      });
      if (run.status !== 0) return `headroom-ai did not run: ${run.stderr.trim().split("\n").at(-1)}`;
      for (const [index, { results, ms }] of JSON.parse(run.stdout).entries()) {
        variants.set(texts[index], results);
        times.set(texts[index], ms);
      }
    },
    /** Time of the processor for one compression of a prepared text, with one limit of lines. */
    msOf: (text) => times.get(text),
    make: (limit) => (text) => {
      const results = variants.get(text);
      // Only prepared texts: its second time over a result is not asked for.
      if (results === undefined) return undefined;
      return (
        results.find((result) => countChars(result) <= limit) ??
        trim(results.at(-1), { maxChars: limit, rescue: false }).text
      );
    },
  };
}
