// The proxy with `--about`: answers are kept in both forms of a result, and stay valid to the schema that the client checks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { charsOf, connect, servers, textsOf } from "./support.mjs";

const query = "when does the lease of the north depot end?";
const lease = "The lease of the north depot ends in May 2031.";
const record = { id: 611, title: "Page 611", says: lease };

test("records and texts that answer stay in structured results, with a schema and without one", async (t) => {
  const options = ["--about", "query", "--max-chars", "4000"];
  const { client, call } = await connect(t, { server: servers.search(), options });
  // From here on the client checks what a schema demands.
  await client.listTools();
  for (const name of ["search", "open"]) {
    const result = await call(name, { query });
    const { total, results } = result.structuredContent;
    assert.ok(
      results.some((each) => JSON.stringify(each) === JSON.stringify(record)),
      `${name}: ${results.length}`,
    );
    assert.equal(total, 900);
    assert.ok(JSON.stringify(result.structuredContent).length <= 4000);
    assert.deepEqual(JSON.parse(textsOf(result)[0]), result.structuredContent, name);
    const other = await call(name, { query: "zebra giraffe elephant" });
    assert.doesNotMatch(JSON.stringify(other), /lease/);
  }
  for (const name of ["read", "file"]) {
    const result = await call(name, { query });
    assert.match(result.structuredContent.result, /The lease of the north depot ends in May 2031\./, name);
    assert.ok(result.structuredContent.result.length > 3000, `${name}: ${result.structuredContent.result.length}`);
    assert.ok(charsOf(result) <= 4000);
    if (name === "read") assert.equal(textsOf(result)[0], result.structuredContent.result);
  }
});

test("without --about the same calls keep what comes first", async (t) => {
  const { call } = await connect(t, { server: servers.search(), options: ["--max-chars", "4000"] });
  for (const name of ["search", "open", "file"])
    assert.doesNotMatch(JSON.stringify(await call(name, { query })), /May 2031/);
});
