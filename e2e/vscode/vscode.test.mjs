// An extension with the package in it, in VS Code itself: a current one, and the oldest that it can ask for.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { vscodes } from "../../scripts/lib/vscode.mjs";
import { runInVscode } from "./host.mjs";
import { checkMended } from "./mended.mjs";
import { buildExtension } from "./project.mjs";
import { configurations, conversation, limits, texts } from "./shared/inputs.mjs";
import { missing, sizes } from "./units.mjs";

const built = await buildExtension();
const { inNode } = built;

test("an extension's bundle needs nothing but VS Code", () => {
  assert.deepEqual([built.warnings, built.imports], [[], ["vscode"]]);
});

for (const { version, folder, there } of vscodes) {
  describe(`in VS Code ${version}`, { skip: !there && "not installed; see scripts/bootstrap" }, () => {
    let host;
    /** What passed, by name. */
    const passed = {};
    before(async () => {
      host = await runInVscode({ codeServer: folder, extension: built.extension, prefix: "tooltrim-check " });
    });

    test("the extension runs to its end", () => {
      assert.equal(host.error, undefined);
      assert.deepEqual([host.vscode, host.inWorker, host.version], [version, true, inNode.version]);
    });

    test("every golden case gives what Rust wrote down", () => {
      for (const { file, cases } of built.golden) {
        assert.deepEqual(host.golden?.[file], { cases, passed: cases, failures: [] }, file);
        assert.ok(cases > 0, file);
      }
    });

    for (const [name, text] of Object.entries(texts)) {
      test(`1 MB, ${name}: within every limit, with exact counts, as in Node`, () => {
        const results = host[`trims of ${name}`];
        assert.deepEqual(results, inNode.trims[name]);
        assert.equal(results.length, limits.length);
        for (const [at, options] of limits.entries()) checkTrimmed(text, options, results[at].result);
        passed.trim = (passed.trim ?? 0) + 1;
      });
    }

    test("bytes trim as the text that they hold, and the cut is told", () => {
      const again = Object.keys(texts).flatMap((name) => host[`trims of ${name}`].map((one) => one.again));
      assert.deepEqual(
        again.filter(Boolean).map(({ same, events }) => [same, events.length]),
        Array(3 * limits.length).fill([true, 1]),
      );
    });

    test("the .wasm file read by VS Code starts tooltrim/slim", () => {
      assert.equal(host.ownWasm, "0~9");
    });

    test("settings of VS Code serve as options", () => {
      const [given, plain] = host.bySettings;
      assert.deepEqual(given, plain);
      assert.ok(given.trimmed.omitted.lines > 1000 && given.summary.length > 0);
    });

    test("tool calls out of VS Code's messages are truncated as in Node", () => {
      const { decisions } = host.conversation;
      assert.deepEqual(decisions, inNode.conversation.decisions);
      assert.equal(decisions.length, configurations.length);
      for (const [at, configuration] of configurations.entries()) {
        checkDecision(configuration, decisions[at], inNode.summaryTokens[at]);
      }
      passed.computeTruncation = 1;
    });

    test("a broken conversation of VS Code's classes is mended, and VS Code carries it to a provider", () => {
      checkMended(host.mended);
      passed.repairMessages = 1;
    });

    test("tokens counted through the model are the package's estimate", () => {
      assert.deepEqual(host.conversation.tokens, inNode.conversation.tokens);
    });

    test("what ran where", (t) => {
      const golden = Object.values(host.golden ?? {}).reduce((sum, file) => sum + file.passed, 0);
      const all = built.golden.reduce((sum, { cases }) => sum + cases, 0);
      const of = (done) => (done ? "ok" : "FAILED");
      const results = [
        `trim 1 MB ${of(passed.trim === Object.keys(texts).length)}`,
        `computeTruncation ${of(passed.computeTruncation)}`,
        `golden ${golden}/${all}`,
      ];
      t.diagnostic(`VS Code ${host.vscode} (web extension host, ${host.browser}): ${results.join(", ")}`);
    });
  });
}

const markerOf = ({ marker }, text) =>
  marker ? new RegExp(`\\[(\\d+) of ${sizes.maxChars(text)}\\]`) : /\.{3} \[truncated ([\d,]+) chars\] \.{3}/;

function checkTrimmed(text, options, { text: trimmed, truncated, omitted }) {
  const about = JSON.stringify(options);
  assert.equal(truncated, true, about);
  for (const [limit, size] of Object.entries(sizes)) {
    if (limit in options) assert.ok(size(trimmed) <= options[limit], `${about}: ${size(trimmed)}`);
  }
  const { named, ...counted } = missing(text, trimmed, markerOf(options, text), !options.snap);
  assert.deepEqual({ utf16: omitted.utf16, chars: omitted.chars }, counted, about);
  assert.equal(named, counted.chars, about);
}

function checkDecision(configuration, decision, summaryTokens) {
  const about = JSON.stringify(configuration);
  const { shouldTruncate, summary, recentCallIds, truncatedCallIds, tokensSaved } = decision;
  // Each call is in one of the two, and the newest are the recent ones.
  assert.deepEqual(
    [...truncatedCallIds, ...recentCallIds],
    conversation.map(({ callId }) => callId),
    about,
  );
  assert.equal(shouldTruncate, configuration.truncationThreshold !== 10_000_000, about);
  if (!shouldTruncate) return assert.deepEqual([summary, truncatedCallIds, tokensSaved], [null, [], 0], about);
  assert.equal(recentCallIds.length, configuration.recentCallsToKeep ?? 6, about);
  assert.ok(tokensSaved > 0 && summary.length > 0, about);
  assert.ok(summaryTokens <= (configuration.maxHistorySummaryTokens ?? 500), `${about}: ${summaryTokens}`);
}
