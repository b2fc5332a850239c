// Measures one large result cut to a limit: the share of the information about the next calls that is kept.
//
//     npm run eval:results                  both sets
//     node evals/results.mjs b 2000         one set, another limit
//
// TOOLTRIM_FIXTURES names a folder with recorded sessions; without it all is skipped.

import { join } from "node:path";
import { trim } from "tooltrim";
import { heading, printTable } from "../benches/js/print.mjs";
import { Compressor } from "./history/compressor.mjs";
import { informationAfter } from "./history/information.mjs";
import { loadSessions } from "./history/sessions.mjs";
import { meansBySession } from "./lib/bootstrap.mjs";
import { mean } from "./lib/means.mjs";

/** Calls after the result that are looked at. */
const AHEAD = 6;
/** Results of at least this many times the limit are cut enough to compare. */
const TIMES = 2;

const [set, limit = "4000"] = process.argv.slice(2);
const most = Number(limit);
const folder = process.env.TOOLTRIM_FIXTURES;
if (!folder) {
  console.log("skipped: recorded sessions: TOOLTRIM_FIXTURES is not set");
  process.exit(0);
}
const contenders = {
  "both ends": {},
  head: { keep: "head" },
  tail: { keep: "tail" },
  rescue: { rescue: true },
  "rescue, at most half": { rescue: { share: 0.5 } },
  "rescue, at most nine tenths": { rescue: { share: 0.9 } },
};
const sessions = ["sessions", "sessions-more"].flatMap((home) => loadSessions(join(folder, home), { borrow: true }));
const compressor = new Compressor();
for (const wanted of set ? [set] : ["a", "b"]) await printSet(wanted);
compressor.end();

async function printSet(wanted) {
  const family = sessions.filter(({ set }) => set === wanted);
  // The same session in another format holds the same results.
  const once = family.filter((session) => family.find(({ name }) => name === session.name) === session);
  const results = once.flatMap((session) =>
    session.calls.flatMap((call, at) => {
      const text = call.result?.text ?? "";
      const next = session.calls.slice(at + 1, at + 1 + AHEAD);
      const failed = call.result?.failed ?? session.flags?.[at] ?? false;
      return text.length >= TIMES * most && next.length > 0 ? [{ session, text, next, failed }] : [];
    }),
  );
  const measured = await Promise.all(
    results.map(async ({ session, text, next, failed }) => {
      const kept = informationAfter(text, next, compressor);
      const shares = await Promise.all(
        Object.values(contenders).map((options) => kept(trim(text, { maxUtf16: most, ...options }).text)),
      );
      return { session, failed, shares };
    }),
  );
  const worth = measured.filter(({ shares }) => shares[0] !== undefined);
  heading(
    `set ${wanted}`,
    `${worth.length} results of ${TIMES * most} units and more, cut to ${most}; information in %.`,
  );
  const cell = (rows, at) => {
    const means = meansBySession(rows.map(({ session, shares }) => [session.name, shares[at]]));
    return means.length === 0 ? "–" : (100 * mean(means)).toFixed(1);
  };
  const failed = worth.filter((each) => each.failed);
  const passed = worth.filter((each) => !each.failed);
  printTable(
    ["", "all", `failed (${failed.length})`, `not failed (${passed.length})`],
    Object.keys(contenders).map((name, at) => [name, ...[worth, failed, passed].map((rows) => cell(rows, at))]),
  );
}
