// The commands behind the claims. `quick` is what runs by default, `full` with --full; `needs` names what is missing.

import { existsSync } from "node:fs";
import { join } from "node:path";

const bench = (name) => ({
  quick: ["benches/run.mjs", "--quick", name],
  full: ["benches/run.mjs", name],
  data: "generated texts and messages",
});

const sessions = ({ synthetic }) =>
  synthetic ? "synthetic sessions (none recorded were at hand)" : "recorded sessions in TOOLTRIM_FIXTURES";

export const experiments = {
  output: {
    quick: ["evals/output.mjs", "--quick"],
    full: ["evals/output.mjs"],
    data: () => "planted logs, the unseen part",
  },
  history: {
    quick: ["evals/history.mjs", "--points", "--information", "--share", "20"],
    full: ["evals/history.mjs", "--points", "--information"],
    needs: () => cargo(),
    data: sessions,
  },
  growing: {
    quick: ["evals/history.mjs", "--growing", "--set", "b", "--contender", "tooltrim"],
    full: ["evals/history.mjs", "--growing", "--set", "b"],
    data: sessions,
  },
  live: { quick: ["evals/live.mjs", "b"], full: ["evals/live.mjs"], needs: () => cargo(), data: sessions },
  values: {
    full: ["evals/values.mjs", "--ours"],
    quick: ["evals/values.mjs", "--quick", "--ours"],
    data: "generated values",
  },
  replay: {
    quick: [
      "evals/replay.mjs",
      "--scripted",
      "--points",
      "1",
      "--repeat",
      "1",
      "--out",
      "target/evals/evidence-replay.jsonl",
    ],
    full: ["evals/replay.mjs", "--scripted", "--out", "target/evals/evidence-replay.jsonl"],
    data: sessions,
  },
  ...Object.fromEntries(["stream", "memory", "starts"].map((name) => [`bench-${name}`, bench(name)])),
  // The claim is about 30 MB, so the quick run has as much.
  "bench-mcp": { ...bench("mcp"), quick: bench("mcp").full },
  steady: {
    quick: ["benches/steady.mjs", "--quick"],
    full: ["benches/steady.mjs"],
    data: "generated texts and messages",
  },
  peers: {
    quick: ["benches/peers.mjs", "--quick"],
    full: ["benches/peers.mjs"],
    needs: () => (process.env.EVALS_CONTENDERS ? undefined : "EVALS_CONTENDERS is not set: no peers are installed"),
    data: sessions,
  },
  complexity: {
    quick: ["benches/js/complexity.mjs", "--quick"],
    full: ["benches/js/complexity.mjs"],
    // A missed limit is a result as well.
    failures: true,
    data: "generated texts, ordinary and adversarial",
  },
};

function cargo() {
  const paths = (process.env.PATH ?? "").split(":");
  return paths.some((path) => existsSync(join(path, "cargo"))) ? undefined : "the compressor needs Rust's cargo";
}
