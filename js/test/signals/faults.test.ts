// The faults that the reference must not have here: a flag that is false, lost or another's.
import { TrimStream, trim, trimValue, truncateStringsForLlm, truncateStringToBytes } from "tooltrim";
import { truncationScope } from "tooltrim/signals";
import { expect, test } from "vitest";
import { pauses } from "./support/pauses.js";

const long = "word ".repeat(2000);

test("no cut leaves the flag false, whichever function made it", async () => {
  const item = { snippet: long, chart: `data:image/png;base64,${"iVBORw0KGgoAAAAN".repeat(400)}` };
  const ways: Record<string, () => unknown> = {
    trim: () => trim(long, 100),
    "trim of JSON": () => trim(JSON.stringify([long, long]), { maxBytes: 500, format: "json" }),
    "trim of a terminal": () => trim(`\u001b[31m${long}`, { maxBytes: 500, clean: true }),
    trimValue: () => trimValue({ item }),
    "trimValue of a list": () => trimValue([1, 2, 3], { maxItems: 2 }),
    "trimValue of a total": () => trimValue(Array(1000).fill("x".repeat(100)), { maxTotalBytes: 2000 }),
    "trimValue of a deep value": () => trimValue([[[[1]]]], { maxDepth: 2 }),
    truncateStringsForLlm: () => truncateStringsForLlm(item),
    truncateStringToBytes: () => truncateStringToBytes(long, 500),
    "a stream that is pushed": () => {
      const stream = new TrimStream(100);
      stream.push(long);
      return stream.finish();
    },
    "a stream that is read": async () => {
      for await (const text of new Blob([long]).stream().pipeThrough(new TrimStream(100))) void text;
    },
  };
  for (const [name, way] of Object.entries(ways)) {
    const { truncationApplied } = await truncationScope(async () => {
      await pauses[0]?.();
      return await way();
    });
    expect({ name, truncationApplied }).toEqual({ name, truncationApplied: true });
  }
});

test("the flag is not lost across await, whatever is awaited", async () => {
  for (const [at, pause] of pauses.entries()) {
    const before = await truncationScope(async () => {
      trim(long, 100);
      await pause();
    });
    const after = await truncationScope(async () => {
      await pause();
      await (async () => {
        await pause();
        trim(long, 100);
      })();
      await pause();
    });
    expect([at, before.truncationApplied, after.truncationApplied]).toEqual([at, true, true]);
  }
});

test("two tools that run at once never see each other's flag", async () => {
  const order: string[] = [];
  const tool = (name: string, maxChars: number) => async () => {
    for (let step = 0; step < 3; step += 1) {
      order.push(name);
      trim(long, maxChars);
      await Promise.resolve();
    }
  };
  const [first, second] = await Promise.all([
    truncationScope(tool("cuts", 100)),
    truncationScope(tool("cuts nothing", 10_000)),
  ]);
  expect(order).toEqual(["cuts", "cuts nothing", "cuts", "cuts nothing", "cuts", "cuts nothing"]);
  expect([first.eventCount, second.eventCount, second.truncationApplied]).toEqual([3, 0, false]);
});

test("a frozen scope fails no cut, and the scopes around it record it", async () => {
  const outer = await truncationScope(() =>
    truncationScope((scope) => {
      Object.freeze(scope);
      expect(trim(long, 100).truncated).toBe(true);
    }),
  );
  expect(outer.truncationApplied).toBe(true);
});
