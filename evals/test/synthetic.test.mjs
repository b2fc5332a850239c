import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { validateMessages } from "tooltrim/messages";
import { FORMATS, formats, messagesOf } from "../../compare/formats.mjs";
import { callsOf } from "../../compare/history/calls.mjs";
import { editedPaths } from "../../compare/history/paths.mjs";
import { unitsOfAll } from "../../compare/history/read.mjs";
import { loadSessions } from "../history/sessions.mjs";
import { writeSynthetic } from "../synthetic/index.mjs";
import { makeTurns } from "../synthetic/session.mjs";

const turns = makeTurns(3, 60_000);
const seen = (format) => callsOf(messagesOf(turns, format));

test("the same seed gives the same session, another one another", () => {
  assert.deepEqual(makeTurns(3, 60_000), turns);
  assert.notDeepEqual(makeTurns(4, 60_000), turns);
  const size = unitsOfAll(messagesOf(turns, "anthropic"));
  assert.ok(size >= 60_000 && size < 160_000, String(size));
});

test("each format is valid and holds the same calls with the same results", () => {
  const facts = (calls) => calls.map(({ name, args, result }) => [name, args, result.text]);
  const wanted = facts(seen("anthropic"));
  assert.ok(wanted.length > 10);
  for (const format of formats) {
    assert.deepEqual(validateMessages(messagesOf(turns, format), { format: FORMATS[format] }), [], format);
    assert.deepEqual(facts(seen(format)), wanted, format);
  }
});

test("sessions have searches, reads, failing and passing runs, and edits that later reads show", () => {
  const calls = seen("anthropic");
  const named = (name) => calls.filter((call) => call.name === name);
  for (const name of ["grep", "read", "edit", "bash"]) assert.ok(named(name).length > 0, name);
  assert.ok(calls.some(({ result }) => result.failed) && calls.some(({ result }) => / passed$/.test(result.text)));
  assert.ok(calls.flatMap(editedPaths).length > 0);
  // The newest edit of a file that is read afterwards.
  const shown = calls.filter((call, at) => {
    const before = calls
      .slice(0, at)
      .findLast(({ name, args }) => name === "edit" && args.file_path === call.args.file_path);
    return call.name === "read" && before && !before.result.failed && call.result.text.includes(before.args.new_string);
  });
  assert.ok(shown.length > 0);
});

test("a folder of them is what evaluations read", () => {
  const folder = mkdtempSync(join(tmpdir(), "synthetic-"));
  const { sessions, files } = writeSynthetic(folder, { count: 3, from: 20_000, to: 40_000, all: 1 });
  const loaded = loadSessions(join(folder, "sessions"), { borrow: true });
  assert.deepEqual([sessions, files, loaded.length], [3, 8, 8]);
  assert.deepEqual([...new Set(loaded.map(({ set }) => set))].sort(), ["a", "b"]);
});
