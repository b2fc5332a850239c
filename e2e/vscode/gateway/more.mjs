// What is the same in every host, and tried in one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { taskOf } from "../session/modules.mjs";
import { checkFinished, checkObeyed, checkPrefixes } from "./checks.mjs";
import { row } from "./table.mjs";
import { never } from "./talk.mjs";

/** `given` answers `{ host, talk, server, rows }` once the host is there. */
export function moreTests(given) {
  test("what the whole conversation would take without the package, in a window that it fits", async () => {
    const { host, talk, rows } = given();
    const word = "LARGE-0001";
    const settings = { "tooltrimGateway.truncationThreshold": never };
    const result = await talk.converse(word, { id: "large", settings });
    rows.push(row(host.name, "without, in a window of 1,000,000 tokens", result));
    checkFinished(result, word);
    checkObeyed(result.requests);
    assert.equal(result.sum.rewrites, 0);
  });

  test("calls and results never take more than the threshold, but for the newest", async () => {
    const { host, talk, rows } = given();
    const [word, threshold] = ["LIMIT-0001", 30_000];
    const settings = { "tooltrimGateway.truncationThreshold": threshold, "tooltrimGateway.recentCallsToKeep": 1 };
    const result = await talk.converse(word, { id: "large", settings });
    rows.push(row(host.name, "with, a threshold of 30,000 in a window of 1,000,000 tokens", result));
    checkFinished(result, word);
    checkObeyed(result.requests);
    const sizes = result.requests.map(({ body }) => {
      const items = body.input.filter(({ type }) => /function_call/.test(type ?? ""));
      return items.reduce((sum, { name = "", arguments: json = "", output = "" }) => {
        return sum + name.length + json.length + (typeof output === "string" ? output.length : 0);
      }, 0);
    });
    assert.ok(Math.max(...sizes) <= threshold, `${sizes}`);
    assert.ok(sizes.at(-1) > 0 && sizes.some((size) => size > threshold / 2), `${sizes}`);
  });

  test("older calls as a summary, and the others as texts in brackets", async () => {
    const { host, talk, rows } = given();
    const word = "BRIEF-0001";
    const settings = { "tooltrimGateway.style": "summary", "tooltrimGateway.rendering": "brackets" };
    const result = await talk.converse(word, { settings });
    rows.push(row(host.name, "with, as a summary and in brackets", result));
    checkFinished(result, word);
    checkObeyed(result.requests);
    checkPrefixes(result.requests, taskOf(word));
    const { input } = result.requests.at(-1).body;
    assert.ok(input.every(({ type }) => type === undefined || type === "message"));
    assert.match(JSON.stringify(input), /\[Earlier in this session:\]/);
  });

  test("a window smaller than the settings say: the refused request is sent again with less, and that is remembered", async () => {
    const { talk, server } = given();
    const { small } = server.settings.models;
    server.settings.models = { ...server.settings.models, narrow: { window: 20_000 } };
    const settings = { "tooltrimGateway.models": [{ id: "narrow", window: 60_000 }] };
    const result = await talk.converse("NARROW-001", { id: "narrow", settings });
    checkFinished(result, "NARROW-001");
    const refused = result.requests.filter(({ rule }) => rule !== undefined);
    assert.ok(
      refused.length >= 1 && refused.length <= 3 && refused.every(({ rule }) => rule === "window"),
      `${refused.length}`,
    );
    assert.ok(result.lines.some((line) => line.includes("it is compacted further")));
    server.settings.models = { ...server.settings.models, small };
    await talk.settings({ "tooltrimGateway.models": [] });
  });

  test("a model that is gone, and an endpoint that is: the errors say what to do", async () => {
    const { talk, server } = given();
    const { models } = server.settings;
    await talk.settings({ "tooltrimGateway.models": [{ id: "small" }] });
    server.settings.models = {};
    const gone = await talk.converse("GONE-0001", { stopAfter: 1 });
    assert.equal(gone.error?.code, "NotFound");
    assert.match(gone.error.message, /no model small/);
    server.settings.models = models;
    server.settings.maxBytes = 100;
    const large = await talk.converse("GONE-0002", { stopAfter: 1 });
    assert.match(large.error?.message, /takes no request of this size \(413\)/);
    server.settings.maxBytes = 4_000_000;
    await talk.settings({ "tooltrimGateway.baseUrl": "http://127.0.0.1:9/v1" });
    const away = await talk.converse("GONE-0003", { stopAfter: 1 });
    assert.match(away.error?.message, /127\.0\.0\.1:9.*cannot be reached.*tooltrimGateway\.baseUrl/);
    await talk.settings({ "tooltrimGateway.baseUrl": server.url, "tooltrimGateway.models": [] });
  });
}
