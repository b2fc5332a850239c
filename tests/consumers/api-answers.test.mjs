// What `presets.apiResponse` and `presets.response` leave of answers of APIs: those in examples/data, and real ones in
// TOOLTRIM_FIXTURES.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { asWritten, differences, minified, numbers } from "./api-answers.mjs";
import { createProject, root } from "./project.mjs";

const project = createProject();
const { presets, trim } = await import(
  pathToFileURL(project.write("exported.mjs", `export { presets, trim } from "tooltrim";`)).href
);

const bytes = (text) => Buffer.byteLength(text);
const example = (file) => readFileSync(join(root, "examples/data", file), "utf8");
const files = ["api-response.json", "api-issues.json", "api-search.json", "api-report.json"];
const own = new Map(files.map((file) => [file, example(file)]));

/** True when every number of one list stands in the other, in the same order. */
function isPartOf(some, all) {
  let at = 0;
  return some.every((number) => {
    at = all.indexOf(number, at) + 1;
    return at > 0;
  });
}

/** All that must hold for an answer under a limit; how much of the limit is used. */
function check(text, maxBytes) {
  const options = { ...presets.apiResponse, maxBytes };
  const { text: left, truncated } = trim(text, options);
  if (bytes(text) <= maxBytes) {
    assert.deepEqual([left, truncated], [text, false]);
    return undefined;
  }
  assert.ok(bytes(left) <= maxBytes, `${bytes(left)} bytes of ${maxBytes}`);
  if (bytes(minified(text)) <= maxBytes) {
    // White space between the tokens is all that had to go.
    assert.equal(left, minified(text));
    return undefined;
  }
  assert.equal(truncated, true);
  assert.deepEqual(differences(asWritten(text), asWritten(left)), []);
  assert.ok(isPartOf(numbers(left), numbers(text)), "a number is not one of the answer");
  assert.equal(trim(left, options).text, left);
  return bytes(left) / maxBytes;
}

/** Lists that are shortened keep their first and their last item. */
function endsOf(list) {
  assert.ok(list.length >= 3, `${list.length} items`);
  return [list.at(0), list.at(-1)];
}

describe("presets.apiResponse on the answers in examples/data", () => {
  for (const [file, text] of own) {
    for (const maxBytes of [50_000, 10_000, 1000]) {
      test(`${file} in ${maxBytes} bytes`, (t) => {
        const share = check(text, maxBytes);
        assert.ok(share >= 0.9, `only ${share} of the limit is used`);
        t.diagnostic(`${(share * 100).toFixed(1)} % of the limit`);
      });
    }
  }

  test("the preset itself has a limit of 50,000 bytes", () => {
    assert.equal(presets.apiResponse.maxBytes, 50_000);
    assert.equal(presets.apiResponse.format, "json");
  });

  test("ids beyond 2^53, first and last issues, the counts and the cursor stay", () => {
    const before = asWritten(own.get("api-issues.json"));
    const left = trim(own.get("api-issues.json"), presets.apiResponse).text;
    const after = asWritten(left);
    const ids = (list) => list.map((item) => item['"id"']);
    assert.deepEqual(ids(endsOf(after['"items"'])), ids(endsOf(before['"items"'])));
    assert.ok(left.includes('"id":9007199254740993,') && left.includes('"cost":1.0}'));
    for (const name of ['"total_count"', '"links"', '"rate"']) assert.deepEqual(after[name], before[name]);
  });

  test("the best hits of a search stay with their scores, and the last ones", () => {
    const before = asWritten(own.get("api-search.json"));
    const after = asWritten(trim(own.get("api-search.json"), presets.apiResponse).text);
    const scores = (hits) => hits.map((hit) => hit['"score"']);
    assert.deepEqual(scores(endsOf(after['"hits"'])), scores(endsOf(before['"hits"'])));
    for (const name of ['"took_ms"', '"facets"', '"next_page_token"', '"total"'])
      assert.deepEqual(after[name], before[name]);
  });

  test("a picture in base64 says what it was, and what is small beside it stays whole", () => {
    const before = asWritten(own.get("api-report.json"));
    const after = asWritten(trim(own.get("api-report.json"), presets.apiResponse).text);
    assert.equal(JSON.parse(after['"chart"']), "data:image/png;base64,[base64 image/png, 28,988 bytes]");
    for (const name of ['"query"', '"summary"']) assert.equal(after[name], before[name]);
  });
});

describe("presets.response on the answers in examples/data", () => {
  for (const [file, text] of own) test(`the head of ${file}`, () => checkHead(text));
});

function checkHead(text) {
  const { text: left, truncated } = trim(text, presets.response());
  assert.ok(bytes(left) <= 50_000, `${bytes(left)} bytes`);
  assert.equal(truncated, bytes(text) > 50_000);
  if (!truncated) return assert.equal(left, text);
  const marker = "\n\n(response truncated)";
  assert.ok(left.endsWith(marker), left.slice(-60));
  const head = left.slice(0, -marker.length);
  assert.ok(text.startsWith(head) && bytes(head) > 49_000, `${bytes(head)} bytes of head`);
}

const fixtures = process.env.TOOLTRIM_FIXTURES;
const skip =
  !fixtures || !existsSync(fixtures) ? "set TOOLTRIM_FIXTURES to the folder with outputs/ to run this" : false;

/** Texts that are JSON: files, and in sessions what tools answered. */
function realAnswers() {
  const files = readdirSync(fixtures, { recursive: true }).filter((file) => file.endsWith(".json"));
  const found = new Map();
  for (const file of files.sort()) {
    const text = readFileSync(join(fixtures, file), "utf8");
    found.set(file, text);
    for (const [at, answer] of textsOf(JSON.parse(text)).filter(isJson).entries()) found.set(`${file} ${at}`, answer);
  }
  return found;
}

function textsOf(value) {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

function isJson(text) {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("real answers", { skip }, () => {
  const real = skip ? new Map() : realAnswers();
  for (const maxBytes of [50_000, 10_000, 1000]) {
    test(`presets.apiResponse in ${maxBytes} bytes`, (t) => {
      const shares = [];
      const failures = [];
      for (const [name, text] of real) {
        try {
          const share = check(text, maxBytes);
          if (share !== undefined) shares.push({ name, share });
        } catch (error) {
          failures.push(`${name}: ${error.message.slice(0, 300)}`);
        }
      }
      shares.sort((a, b) => a.share - b.share);
      t.diagnostic(
        `${shares.length} of ${real.size} were cut; least of the limit used: ${shares[0].share} by ${shares[0].name}`,
      );
      assert.deepEqual(failures, []);
      assert.ok(shares.length >= 10, `only ${shares.length} were over the limit`);
      assert.ok(shares[0].share >= 0.9, `${shares[0].name} uses only ${shares[0].share}`);
    });
  }

  test("presets.response keeps the head", () => {
    for (const text of real.values()) checkHead(text);
  });
});
