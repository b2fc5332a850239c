// Requests of a run: every point with the full history and with what each policy makes of it.

import { createHash } from "node:crypto";
import { unitsOfAll } from "../../compare/history/read.mjs";
import { contenders, takesPart } from "../history/contenders/index.mjs";
import { toChat } from "./chat.mjs";

/** Names on the command line. */
const POLICIES = {
  tooltrim: "tooltrim",
  "shrink-with-age": "shrink with age",
  "drop-oldest": "drop oldest",
  "stub-older": "stub older than 10",
  "clear-results": "LangChain ClearToolUses",
  prune: "AI SDK pruneMessages",
  cline: "Cline's rule",
  opencode: "opencode's rule",
};

export const FULL = "full";

/** Contenders by their names on the command line. Throws an `Error` for a name that is unknown or cannot run. */
export async function policiesOf(names) {
  const all = await contenders();
  return names.map((policy) => {
    const found = all.find(({ name }) => name === POLICIES[policy]);
    if (found === undefined) throw new Error(`--policy: ${policy} is not one of ${Object.keys(POLICIES).join(", ")}`);
    if (found.skipped) throw new Error(`--policy: ${policy}: ${found.skipped}`);
    return { ...found, policy };
  });
}

/**
 * `{ arm, policy, share, point, messages, units, fits }` of each point and arm, the full history first. `fits`: within the share;
 * a policy that cannot go so far is asked all the same, and counted.
 */
export async function jobsOf(points, policies, shares) {
  const jobs = [];
  for (const point of points) {
    const { session, size, messages } = point;
    const add = (arm, kept, more) =>
      jobs.push({ arm, point, messages: toChat(kept, point.nameOf), units: unitsOfAll(kept), ...more });
    add(FULL, messages, { fits: true });
    for (const share of shares) {
      const limit = Math.floor((size * share) / 100);
      for (const contender of policies.filter((each) => takesPart(each, session))) {
        const options = { kind: session.kind, format: session.format, limit, size, share: share / 100 };
        const kept = await contender.compact(messages, options);
        const { policy } = contender;
        add(`${policy} ${share} %`, kept, { policy, share, fits: unitsOfAll(kept) <= limit });
      }
    }
  }
  return jobs;
}

/** The same for the same request and repetition: what was answered once is not asked again. */
export function keyOf({ messages, point }, repeat, { baseUrl, model, temperature, maxTokens }) {
  // Two points may leave the same request: their answers are two all the same.
  const request = { baseUrl, model, temperature, maxTokens, point: point.id, messages, tools: point.tools, repeat };
  return createHash("sha256").update(JSON.stringify(request)).digest("hex").slice(0, 24);
}
