// What must hold for any bytes that a server sends: the proxy's reader reads what JSON.parse reads, and a session
// always replies within its limits.
import assert from "node:assert/strict";
import { proxy } from "./bundle.mjs";
import { fromBytes } from "./dice.mjs";
import { HEAD } from "./seeds.mjs";

const { Session, Stats, charsOf, linesOf, readJson, writeJson } = proxy;

/** Choices first, then what came. @throws AssertionError */
export async function check(data) {
  const dice = fromBytes(data.subarray(0, HEAD));
  const body = data.subarray(HEAD);
  await checkReader(body, dice);
  checkSession(body, dice);
}

function pieces(bytes, sizes) {
  const found = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = turn > 400 ? 8000 : sizes[turn % sizes.length];
    found.push(bytes.subarray(at, at + size));
    at += size;
  }
  return found;
}

async function checkReader(body, dice) {
  const sizes = [1 + dice.below(9), 1 + dice.below(300), 1 + dice.below(5000)];
  const ended = [];
  for await (const { bytes, isEnded } of linesOf(pieces(body, sizes)))
    ended.push(bytes, Buffer.from(isEnded ? "\n" : ""));
  assert.ok(Buffer.concat(ended).equals(body), "lines do not depend on the pieces");
  const text = body.toString();
  const expected = parse(text);
  // As texts: node:assert has no stack for a thousand levels.
  if (expected) assert.equal(JSON.stringify(JSON.parse(writeJson(readJson(text)))), JSON.stringify(expected.value));
}

function parse(text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const METHODS = ["tools/call", "tools/call", "tools/call", "resources/read", "prompts/get", "tasks/result"];
const OTHERS = ["tools/list", "initialize", "completion/complete", "ping"];

function checkSession(body, dice) {
  const limits = {
    chars: 1000 + dice.below(9000),
    tokens: dice.below(3) > 1 ? 300 + dice.below(2000) : undefined,
    media: dice.pick([20_000, 0, 100, 4_000_000]),
    rescue: dice.oneIn(2),
  };
  const settings = {
    limits,
    tools: new Map(dice.below(3) > 1 ? [["big", 1500]] : []),
    retrieve: dice.below(3) < 2,
    storeBytes: 1 << 20,
  };
  const session = new Session(settings, new Stats(), () => {});
  const method = dice.below(5) > 3 ? dice.pick(OTHERS) : dice.pick(METHODS);
  const ids = [0, 1, 2];
  for (const id of ids) session.requests.add({ id, method, params: { name: dice.oneIn(2) ? "big" : "small" } });
  // A message is one line.
  const line = Buffer.from(body.map((byte) => (byte === 0x0a ? 0x20 : byte)));
  const given = parse(line.toString())?.value;
  const written = session.fromServer(line);
  const reply = written === undefined ? undefined : JSON.parse(written.toString());
  if (!isMessage(given)) {
    // What was to be an answer is one, of an error; what was to be several is one for each request that it names.
    for (const { error, id } of reply === undefined ? [] : [reply].flat()) {
      assert.deepEqual([typeof error.message, ids.includes(id)], ["string", true]);
    }
    return;
  }
  assert.ok(reply, "a message has a reply");
  if (Array.isArray(given)) return assert.equal(reply.length, given.length);
  // What is a request and an answer at once may be taken for either.
  const isAnswer = "result" in given || "error" in given;
  if (given.method !== undefined && !isAnswer) return assert.equal(JSON.stringify(reply), JSON.stringify(given));
  // What is no id of JSON-RPC may be too deep to be read.
  if (typeof given.id !== "object") assert.equal(reply.id, given.id);
  const bound = settings.tools.get("big") ?? limits.chars;
  const most = Math.max(bound, limits.chars);
  if (METHODS.includes(method) && ids.includes(given.id)) checkSize(given, reply, most, limits);
}

const isMessage = (value) =>
  Array.isArray(value)
    ? value.length > 0 && value.every((item) => !Array.isArray(item) && isMessage(item))
    : typeof value === "object" && value !== null && ("method" in value || "result" in value || "error" in value);

/** The texts of a reply are within the limit, so is its structured value, and nothing else makes it large. */
function checkSize(given, reply, chars, limits) {
  const { result, error } = reply;
  const written = JSON.stringify(reply).length;
  // Escapes take up to six chars each; media have a limit of their own; an item has its names.
  const items = [result?.content, result?.contents, result?.messages].map((list) =>
    Array.isArray(list) ? list.length : 0,
  );
  const most = 6 * 4 * chars + 2 * limits.media + 300 * Math.max(...items) + 5000;
  assert.ok(written <= most, `${written} chars of JSON, more than ${most}, of ${chars} and ${limits.media} of media`);
  const came = JSON.stringify(given).length;
  assert.ok(written <= came + 200 * Math.max(...items) + 2000, `${written} chars of JSON out of ${came}`);
  if (error !== undefined || typeof result !== "object" || result === null) return;
  const texts = items[0] > 0 ? result.content.map((item) => item?.text ?? item?.resource?.text) : [];
  const total = texts.reduce((sum, text) => sum + (typeof text === "string" ? charsOf(text) : 0), 0);
  assert.ok(total <= chars, `${total} chars of texts, more than ${chars}`);
  const { structuredContent } = result;
  // Media in it have a limit of their own.
  if (structuredContent !== undefined && limits.media < 1000) {
    const size = charsOf(JSON.stringify(structuredContent));
    assert.ok(size <= chars + limits.media, `${size} chars of structured content, more than ${chars}`);
  }
}
