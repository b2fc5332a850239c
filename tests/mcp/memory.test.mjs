// The memory server answers structured results under a schema: what is cut goes on to fit it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import Ajv from "ajv";
import { charsOf, connect, project, refsIn, retrieved, servers, textsOf } from "./support.mjs";

const entity = (n) => ({
  name: `entity ${n}`,
  entityType: n % 2 ? "person" : "place",
  observations: [`observed at ${n}: ${"a long story. ".repeat(n % 7)}`],
});

test("a large graph fits its schema, in both forms alike, and the whole of it can be read", async (t) => {
  const env = { MEMORY_FILE_PATH: join(project.folder, "memory.jsonl") };
  const { client, call } = await connect(t, { server: servers.memory(), env });
  const { tools } = await client.listTools();
  const all = Array.from({ length: 1500 }, (_, n) => entity(n));
  await call("create_entities", { entities: all });
  const { outputSchema } = tools.find(({ name }) => name === "read_graph");
  const result = await call("read_graph", {});
  const validate = new Ajv({ strict: false }).compile(outputSchema);
  assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
  const written = JSON.stringify(result.structuredContent);
  assert.ok(written.length <= 30_000 && written.length > 25_000, `${written.length}`);
  assert.ok(charsOf(result) <= 30_000);
  assert.deepEqual(JSON.parse(textsOf(result)[0]), result.structuredContent);
  assert.deepEqual(result.structuredContent.entities[0], entity(0));
  const [ref] = refsIn(result);
  assert.deepEqual(JSON.parse(await retrieved(call, ref)).entities, all);
});
