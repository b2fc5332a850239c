// Going on from a saved state: of the source, as a store shows only the whole.
import { expect, test } from "vitest";
import { Persistence } from "../../src/store/persistence.js";

const flush = (persistence: Persistence, number: number, text: string) =>
  persistence.flush(
    () => [{ number, text }],
    () => `state of ${text}`,
    () => {},
  );

test("an index is ours when its writer is, and it tells of nothing that we do not know", async () => {
  const backend = new Map<string, string>();
  const first = new Persistence(backend, "a", 1000);
  await flush(first, 1, "one");
  const { writer } = first;
  const next = new Persistence(backend, "a", 1000, { writer, knows: (number) => number <= 1 });
  await flush(next, 2, "two");
  expect(await next.load(1)).toBe("one");
  // From the same state, and so without the second.
  const other = new Persistence(backend, "a", 1000, { writer, knows: (number) => number <= 1 });
  await expect(flush(other, 2, "another two")).rejects.toMatchObject({ code: "INVALID_OPTION" });
  const stranger = new Persistence(backend, "a", 1000, { writer: "someone", knows: () => true });
  await expect(flush(stranger, 3, "three")).rejects.toMatchObject({ code: "INVALID_OPTION" });
  expect(await next.load(2)).toBe("two");
});
