// Limits that a zod schema declares, as caps: a value that zod refuses only because it is too large is one that it
// takes after `capToSchema`. With the real zod, and the package as npm would install it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createProject, root } from "./project.mjs";

const project = createProject();
for (const name of ["zod", "valibot", "@valibot/to-json-schema"]) project.link(name);
const exported = project.write(
  "exported.mjs",
  `export { capToSchema, trimValue, truncateStringToBytes } from "tooltrim";
   export { toJsonSchema } from "@valibot/to-json-schema";
   export * as v from "valibot";
   export { z } from "zod";`,
);
const { capToSchema, toJsonSchema, trimValue, truncateStringToBytes, v, z } = await import(
  pathToFileURL(exported).href
);

const installed = JSON.parse(readFileSync(join(project.folder, "node_modules/zod/package.json"), "utf8"));
const bytes = (text) => Buffer.byteLength(text);
const long = "Häfen und Kanäle, ".repeat(400);
const boats = "⛵🚤".repeat(300);

test("the guide names the version that this runs with", () => {
  const guide = readFileSync(join(root, "docs/values.md"), "utf8");
  const [, named] = /\bzod (\d+)/.exec(guide) ?? [];
  assert.equal(named, createRequire(exported)("zod/package.json").version.split(".")[0]);
  assert.equal(installed.license, "MIT");
});

describe("layer 1: z.string().transform", () => {
  const Post = z.object({
    id: z.number(),
    title: z.string().transform((text) => truncateStringToBytes(text, 200)),
    body: z.string().transform((text) => truncateStringToBytes(text)),
  });
  const Answer = z.object({ posts: z.array(Post).transform((posts) => posts.slice(0, 10)) });

  test("what schema.parse gives is within the declared bytes, and says how long it was", () => {
    const posts = Array.from({ length: 12 }, (_, id) => ({ id, title: boats, body: long }));
    const parsed = Answer.parse({ posts });
    assert.equal(parsed.posts.length, 10);
    for (const { title, body } of parsed.posts) {
      assert.ok(bytes(title) <= 200 && title.isWellFormed(), title);
      assert.ok(bytes(body) <= 2000 && body.startsWith("Häfen und Kanäle, "), body);
      assert.match(title, /^(?:⛵|🚤)+\.\.\. \[truncated, 600 chars total\]$/u);
      assert.match(body, / \[truncated, 7200 chars total\]$/);
    }
    assert.deepEqual(Answer.parse(parsed), parsed);
  });

  test("what fits stays as it is", () => {
    const posts = [{ id: 1, title: "Tides", body: "x".repeat(2000) }];
    assert.deepEqual(Answer.parse({ posts }), { posts });
  });

  test("a schema with transforms is written as JSON Schema by its input only", () => {
    assert.throws(() => z.toJSONSchema(Answer), /[Tt]ransform/);
    assert.equal(z.toJSONSchema(Answer, { io: "input" }).properties.posts.items.properties.body.type, "string");
  });
});

const Text = z.string().max(60);
const Person = z.object({ name: Text, mail: z.string().max(40).optional() });
const Thread = z.object({
  text: Text,
  get answers() {
    return z.array(Thread).max(2);
  },
});
const thread = (depth) => ({ text: long, answers: depth ? Array.from({ length: 4 }, () => thread(depth - 1)) : [] });

/** Schemas, each with a value that is too large for it and nothing else. */
const cases = {
  "an object": [Person, { name: long, mail: long }],
  "a list of objects": [z.array(Person).max(3), Array.from({ length: 9 }, () => ({ name: long }))],
  "a nullable text": [z.object({ note: Text.nullable() }), { note: long }],
  "an optional list": [z.object({ tags: z.array(z.string().max(8)).max(2).optional() }), { tags: [long, long, "c"] }],
  "an exact length": [z.string().length(50), long],
  "limits of a few chars": [z.array(z.string().max(3)), ["abc", "abcd", long, boats]],
  "a limit of no chars": [z.string().max(0), long],
  "emoji: chars, not UTF-16 units": [z.string().max(100), boats],
  "a tuple with a rest": [z.tuple([Text, z.number()], z.string().max(50)), [long, 1, long, long]],
  "a record": [z.record(z.string(), Text), { a: long, b: "b" }],
  "a discriminated union": [
    z.array(
      z.discriminatedUnion("type", [
        z.object({ type: z.literal("text"), text: Text }),
        z.object({ type: z.literal("code"), text: z.string().max(200), lines: z.array(z.number()).max(2) }),
      ]),
    ),
    [
      { type: "text", text: long },
      { type: "code", text: long, lines: [1, 2, 3] },
    ],
  ],
  "a union by type": [z.array(z.union([z.number(), Text, z.array(z.number()).max(1)])), [1, long, [1, 2]]],
  "a union of objects": [
    z.array(z.union([z.object({ a: Text }), z.object({ b: z.string().max(70) })])),
    [{ a: long }, { b: long }],
  ],
  "an intersection": [
    z.intersection(z.looseObject({ a: Text }), z.looseObject({ b: z.string().max(70) })),
    { a: long, b: long },
  ],
  "a recursive schema": [Thread, thread(3)],
  "members beside the known ones": [z.object({ a: Text }).catchall(z.string().max(70)), { a: long, b: long }],
  "a strict object": [z.strictObject({ a: Text, b: z.array(Text).max(1) }), { a: long, b: [long, long] }],
  "a default": [z.object({ a: Text.default("") }), { a: long }],
  "a readonly list": [z.array(Text).max(2).readonly(), [long, long, long]],
};

/** How zod can write the same schema. */
const writings = {
  "as it is by default": {},
  "with each part once, by reference": { reused: "ref" },
  "for draft 7": { target: "draft-7" },
};

describe("z.toJSONSchema, capToSchema, schema.parse", () => {
  for (const [name, [schema, value]] of Object.entries(cases)) {
    for (const [how, options] of Object.entries(writings)) {
      test(`${name}, written ${how}`, () => {
        const jsonSchema = z.toJSONSchema(schema, { io: "input", ...options });
        const before = JSON.stringify(value);
        assert.equal(schema.safeParse(value).success, false);
        const capped = capToSchema(value, jsonSchema);
        assert.equal(capped.truncated, true);
        const parsed = schema.safeParse(capped.value);
        assert.ok(parsed.success, `${JSON.stringify(parsed.error?.issues)} in ${JSON.stringify(capped.value)}`);
        assert.equal(JSON.stringify(value), before);
        // What has been capped is within.
        assert.equal(capToSchema(capped.value, jsonSchema).value, capped.value);
      });
    }
  }

  test("maxProperties, which zod knows as a note only", () => {
    const schema = z.record(z.string(), z.number()).meta({ maxProperties: 3 });
    const { value, cuts } = capToSchema({ a: 1, b: 2, c: 3, d: 4 }, z.toJSONSchema(schema));
    assert.deepEqual(value, { a: 1, b: 2, c: 3 });
    assert.deepEqual(cuts, [{ path: "", kind: "keys", before: 4, after: 3 }]);
  });

  test("what the schema takes already comes back as it is", () => {
    const value = [{ name: "Ada" }, { name: "⛵".repeat(60), mail: "ada@example.com" }];
    const schema = z.array(Person).max(2);
    assert.deepEqual(schema.parse(value), value);
    const { truncated, cuts, value: same } = capToSchema(value, z.toJSONSchema(schema));
    assert.equal(same, value);
    assert.deepEqual([truncated, cuts], [false, []]);
  });

  test("only what is too large is changed", () => {
    const value = { good: { name: "Ada" }, long: { name: long } };
    const capped = capToSchema(value, z.toJSONSchema(z.object({ good: Person, long: Person })));
    assert.equal(capped.value.good, value.good);
    assert.deepEqual(
      capped.cuts.map(({ path, kind, before }) => ({ path, kind, before })),
      [{ path: "/long/name", kind: "string", before: bytes(long) }],
    );
    assert.ok(capped.value.long.name.startsWith("Häfen"), capped.value.long.name);
  });

  test("what is wrong in another way stays wrong", () => {
    const schema = z.object({ name: Text, age: z.number() });
    const capped = capToSchema({ name: long, age: "7" }, z.toJSONSchema(schema));
    assert.deepEqual(
      schema.safeParse(capped.value).error.issues.map(({ path }) => path),
      [["age"]],
    );
  });
});

test("limits by path and maxItems keep a schema whole, a total does not always", () => {
  const schema = z.strictObject({ posts: z.array(Person).max(20) });
  const value = { posts: Array.from({ length: 40 }, () => ({ name: long })) };
  const limits = { posts: { maxItems: 20 }, "posts[*].name": { maxChars: 60 } };
  assert.ok(schema.safeParse(trimValue(value, { limits }).value).success);
  // A marker is a text, and the schema wants objects.
  const total = trimValue(value, { limits, maxTotalBytes: 800 });
  assert.ok(bytes(JSON.stringify(total.value)) <= 800);
  assert.equal(schema.safeParse(total.value).success, false);
  assert.match(JSON.stringify(total.value), /\[\d+ items omitted\]/);
});

describe("capToSchema with a total", () => {
  const value = { posts: Array.from({ length: 431 }, (_, id) => ({ id, name: long, tags: ["a", "b"] })) };
  const fits = (after, isValid) => {
    assert.ok(isValid, JSON.stringify(after).slice(0, 300));
    assert.ok(bytes(JSON.stringify(after)) <= 3000 && after.posts.length > 1, JSON.stringify(after));
    assert.doesNotMatch(JSON.stringify(after), /items omitted/);
  };

  test("gives a value that zod takes", () => {
    const Row = z.strictObject({ id: z.int(), name: z.string().min(3), tags: z.array(z.enum(["a", "b"])) });
    const schema = z.strictObject({ posts: z.array(Row).min(1) });
    const after = capToSchema(value, z.toJSONSchema(schema), { maxTotalBytes: 3000 }).value;
    fits(after, schema.safeParse(after).success);
    const Exact = z.object({ key: z.string().regex(/^x+$/) });
    const call = () => capToSchema({ key: "x".repeat(900) }, z.toJSONSchema(Exact), { maxTotalBytes: 100 });
    assert.throws(call, { code: "INVALID_OPTION", message: /requires, 902 of them at "\/key"/ });
  });

  test("gives a value that valibot takes", () => {
    const Row = v.strictObject({ id: v.number(), name: v.pipe(v.string(), v.minLength(3)), tags: v.array(v.string()) });
    const schema = v.strictObject({ posts: v.pipe(v.array(Row), v.minLength(1)) });
    const after = capToSchema(value, toJsonSchema(schema), { maxTotalBytes: 3000 }).value;
    fits(after, v.safeParse(schema, after).success);
  });
});

test("a strict compiler takes the schema, and keeps the type of the value", () => {
  const file = project.write(
    "typed.mts",
    `import { capToSchema, truncateStringToBytes } from "tooltrim";
     import { z } from "zod";

     const Post = z.object({ title: z.string().max(80), tags: z.array(z.string()).max(5) });
     type Post = z.infer<typeof Post>;
     const post: Post = { title: "t", tags: [] };
     export const capped: Post = capToSchema(post, z.toJSONSchema(Post)).value;
     export const Layer = z.object({ body: z.string().transform((text) => truncateStringToBytes(text, 2000)) });
     export const body: string = Layer.parse({ body: "b" }).body;
     // @ts-expect-error: not a schema
     capToSchema(post, "schema");`,
  );
  const modules = {
    module: "node16",
    moduleResolution: "node16",
    lib: ["es2022", "dom"],
    types: [],
    skipLibCheck: true,
  };
  assert.equal(project.tsc([file], modules), "");
});
