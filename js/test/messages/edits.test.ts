// Edits: what each does, where positions count from, and what is shared.
import fc from "fast-check";
import { applyEdits, type Edit } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { apply, messages } from "./edited.js";
import { type Loose, seed } from "./support.js";

const texts = (message: Loose) => message.content.map(({ text }: Loose) => text).join("");
const part = (text: string) => ({ type: "text", text });

describe("what an edit does", () => {
  test("a text, any value, a member that was not there", () => {
    expect(apply({ text: "/0/content", value: "ho" })[0]).toEqual({ role: "user", content: "ho" });
    expect(apply({ set: "/0/content", value: [part("x")] })[0].content).toEqual([part("x")]);
    expect(apply({ set: "/0/name", value: undefined })[0]).toHaveProperty("name", undefined);
    expect(apply({ set: "/1", value: { role: "x" } })[1]).toEqual({ role: "x" });
    expect(apply({ text: "/1/content/1/text", value: "B" })[1].content[1]).toEqual(part("B"));
    expect(apply({ set: "/2/meta/deep/list/1/0", value: null })[2].meta.deep.list).toEqual([1, [null, 3]]);
  });

  test("a message, a part, a member goes", () => {
    expect(apply({ drop: "/0" })).toEqual(messages.slice(1));
    expect(apply({ drop: "/0" }, { drop: "/1" }, { drop: "/2" })).toEqual([]);
    expect(texts(apply({ drop: "/1/content/1" })[1])).toBe("ac");
    expect(apply({ drop: "/0/content" })[0]).toEqual({ role: "user" });
  });

  test("messages come in at either end and between, several at one place in their order", () => {
    const [x, y, z] = [{ role: "x" }, { role: "y" }, { role: "z" }];
    const roles = (...edits: Edit<Loose>[]) =>
      apply(...edits)
        .map(({ role }) => role[0])
        .join("");
    expect(roles({ insert: 0, message: x }, { insert: 0, message: y })).toBe("xyuau");
    expect(roles({ insert: 3, message: x }, { insert: 3, message: y })).toBe("uauxy");
    expect(roles({ insert: 1, message: x }, { drop: "/1" }, { insert: 1, message: y })).toBe("uxyu");
    expect(roles({ insert: 3, message: z }, { insert: 0, message: x }, { insert: 2, message: y })).toBe("xuayuz");
    expect(apply({ insert: 0, message: x })[0]).toBe(x);
  });

  test("parts come in at either end and between, several at one place in their order", () => {
    const inserted = (...edits: [string, string][]) =>
      texts(apply(...edits.map(([at, text]) => ({ insert: `/1/content/${at}`, part: part(text) })))[1]);
    expect(inserted(["0", "x"], ["0", "y"])).toBe("xyabc");
    expect(inserted(["3", "x"], ["3", "y"])).toBe("abcxy");
    expect(inserted(["2", "y"], ["1", "x"])).toBe("axbyc");
    expect(applyEdits<Loose>([{ content: [] }], [{ insert: "/0/content/0", part: 1 }])).toEqual([{ content: [1] }]);
  });

  test("positions are those in the original, in whatever order edits come", () => {
    const edits: Edit<Loose>[] = [
      { drop: "/0" },
      { insert: 1, message: { role: "new" } },
      { drop: "/1/content/0" },
      { insert: "/1/content/2", part: part("x") },
      { text: "/1/content/2/text", value: "C" },
      { set: "/2/meta/deep/list/0", value: 0 },
    ];
    const expected = apply(...edits);
    expect(texts(expected[1])).toBe("bxC");
    for (const shuffled of fc.sample(fc.shuffledSubarray(edits, { minLength: edits.length }), { seed, numRuns: 50 })) {
      expect(apply(...shuffled)).toEqual(expected);
    }
  });

  test("names with slashes and tildes are escaped as in RFC 6901, and the empty name is one", () => {
    expect(apply({ set: "/2/a~1b", value: 9 }, { set: "/2/c~0d", value: 8 }, { drop: "/2/" })[2]).toEqual({
      ...Object.fromEntries(Object.entries(messages[2]).filter(([name]) => name !== "")),
      "a/b": 9,
      "c~d": 8,
    });
  });
});

describe("what is shared", () => {
  test("without edits it is the very input", () => {
    expect(applyEdits(messages, [])).toBe(messages);
  });

  test("all that no edit names is the very same, at every depth", () => {
    const edited = apply({ text: "/1/content/1/text", value: "B" }, { set: "/2/meta/deep/list/0", value: 0 });
    expect(edited[0]).toBe(messages[0]);
    expect(edited[1]).not.toBe(messages[1]);
    expect([edited[1].content[0], edited[1].content[2]]).toEqual([messages[1].content[0], messages[1].content[2]]);
    expect(edited[1].content[0]).toBe(messages[1].content[0]);
    expect(edited[2].meta.deep.list[1]).toBe(messages[2].meta.deep.list[1]);
  });

  test("the original stays as it was, and the result can be written to", () => {
    const before = JSON.stringify(messages);
    const edited = apply({ text: "/2/content", value: "x" }, { drop: "/1/content/0" });
    edited[2].content = "y";
    edited[2].role = "z";
    edited[1].content.push(part("d"));
    delete edited[2].meta;
    expect(JSON.stringify(messages)).toBe(before);
  });

  test("classes, accessors, symbols and hidden members come along", () => {
    const kind = Symbol("kind");
    class Message {
      [kind] = "mine";
      role = "user";
      #read = 0;
      constructor(public parts: string[]) {
        Object.defineProperty(this, "hidden", { value: 1, enumerable: false });
      }
      get size() {
        return this.parts.length;
      }
      static reads = (message: Message) => message.#read;
    }
    const original = Object.freeze(new Message(["a"]));
    const [edited] = applyEdits([original], [{ insert: "/0/parts/1", part: "b" }]) as [Message];
    expect(edited).toBeInstanceOf(Message);
    expect([edited.size, edited[kind], (edited as Loose).hidden]).toEqual([2, "mine", 1]);
    expect(Object.keys(edited)).toEqual(["parts", "role"]);
    expect(original.size).toBe(1);
  });

  test("an own accessor stays one; one of the class takes the value", () => {
    class Held {
      _content: unknown = [];
      get content() {
        return this._content;
      }
      set content(value) {
        this._content = typeof value === "string" ? [value] : value;
      }
    }
    const computed = Object.defineProperty(new Held(), "now", { get: () => "computed", enumerable: true });
    const [edited] = applyEdits<Loose>([computed], [{ text: "/0/content", value: "x" }]);
    expect([edited.content, edited._content, Object.hasOwn(edited, "content")]).toEqual([["x"], ["x"], false]);
    expect([edited.now, (computed as Held).content]).toEqual(["computed", []]);
  });

  test("a member named __proto__ is a member", () => {
    const [edited] = applyEdits<Loose>([JSON.parse('{"__proto__": {"a": 1}, "b": 2}')], [{ set: "/0/b", value: 3 }]);
    expect(JSON.stringify(edited)).toBe('{"__proto__":{"a":1},"b":3}');
    const [set] = applyEdits<Loose>([{ b: 2 }], [{ set: "/0/__proto__", value: { polluted: true } }]);
    expect([Object.getPrototypeOf(set), set.polluted, Object.hasOwn(set, "__proto__")]).toEqual([
      Object.prototype,
      undefined,
      true,
    ]);
  });
});
