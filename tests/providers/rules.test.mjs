// Every rule is broken once by a conversation that breaks nothing else, and its valid twin passes: through the
// official client of the format, so that what is judged is what the client really sends.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as anthropicCases from "./cases/anthropic.mjs";
import * as geminiCases from "./cases/gemini.mjs";
import * as chatCases from "./cases/openai-chat.mjs";
import * as responsesCases from "./cases/openai-responses.mjs";
import { clients, post } from "./clients.mjs";
import { rules as anthropicRules } from "./rules/anthropic.mjs";
import { rules as geminiRules } from "./rules/gemini.mjs";
import { rules as chatRules } from "./rules/openai-chat.mjs";
import { rules as responsesRules } from "./rules/openai-responses.mjs";
import { wording } from "./rules/shared.mjs";
import { startProviders } from "./server.mjs";

const FORMATS = {
  chat: { rules: chatRules, ...chatCases, body: (messages, model) => ({ model: model ?? "gpt-5", messages }) },
  responses: { rules: responsesRules, ...responsesCases },
  anthropic: {
    rules: anthropicRules,
    ...anthropicCases,
    body: (messages, model) => ({ model: model ?? "claude-haiku-4-5", max_tokens: 64, messages }),
  },
  gemini: { rules: geminiRules, ...geminiCases, body: (contents) => ({ contents }) },
};

let server;
before(async () => {
  server = await startProviders();
});
after(() => server.close());

for (const [format, { rules, cases, refused, accepted, body }] of Object.entries(FORMATS)) {
  const send = (messages, { raw, model, request, system }) =>
    raw
      ? post(format, { ...body(messages, model), ...request }, { server, model })
      : clients[format](messages, { server, model, request, system });

  /** Names of the rules that complain about the body the server saw last. */
  function complaints(model) {
    const { body: seen } = server.requests.at(-1);
    return rules.filter((rule) => rule.check({ ...seen, model: seen.model ?? model })).map(({ name }) => name);
  }

  async function assertRefused(name, messages, { also = [], status = 400, ...options }) {
    const rule = rules.find((one) => one.name === name);
    const answer = await send(messages, options);
    assert.equal(answer.ok, false);
    assert.match(answer.message, wording(rule));
    assert.equal(answer.status, status);
    assert.equal(server.requests.at(-1).rule, name, "the first rule to complain");
    assert.deepEqual(complaints(options.model).sort(), [name, ...also].sort());
  }

  const assertAccepted = async (messages, options = {}) =>
    assert.deepEqual(await send(messages, options), { ok: true });

  describe(`${format}: every rule`, () => {
    test("has a case, a source and a confidence", () => {
      assert.deepEqual(rules.map(({ name }) => name).sort(), Object.keys(cases).sort());
      for (const { source, confidence, says } of rules) {
        assert.ok(source && says);
        assert.match(confidence, /^(documented|reported|assumed)$/);
      }
    });

    for (const [name, { bad, good, ...options }] of Object.entries(cases)) {
      test(name, async () => {
        await assertRefused(name, bad, options);
        await assertAccepted(good, options);
      });
    }
  });

  describe(`${format}: also refused`, () => {
    for (const [name, { rule, messages, ...options }] of Object.entries(refused)) {
      test(`${name}: ${rule}`, () => assertRefused(rule, messages, options));
    }
  });

  describe(`${format}: accepted although it looks wrong`, () => {
    for (const [name, shape] of Object.entries(accepted)) {
      test(name, () => (Array.isArray(shape) ? assertAccepted(shape) : assertAccepted(shape.messages, shape)));
    }
  });
}
