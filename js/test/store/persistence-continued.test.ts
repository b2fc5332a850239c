// Going on from a saved state.
import { OutputStore } from "tooltrim/store";
import { expect, test } from "vitest";

const refused = (message: RegExp) =>
  expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(message) });

test("a saved state goes on with a namespace that holds nothing else", async () => {
  const backend = new Map<string, string>();
  const first = new OutputStore({ backend, namespace: "a" });
  first.put("one");
  await first.flush();
  const state = first.state();
  await first.close();
  const next = OutputStore.from(state, { backend, namespace: "a" });
  expect(await next.load("#R1")).toBe("one");
  expect(next.put("two")).toBe("#R2");
  await next.close();
  // From the same state, and so without the second.
  const other = OutputStore.from(state, { backend, namespace: "a" });
  other.put("another two");
  await expect(other.flush()).rejects.toEqual(refused(/"a" already holds results up to #R2; continue it/));
  const stranger = new OutputStore({ backend, namespace: "a" });
  for (const text of ["three", "four", "five"]) stranger.put(text);
  await expect(stranger.flush()).rejects.toEqual(refused(/"a" already holds results up to #R2; continue it/));
  const last = await OutputStore.open({ backend, namespace: "a" });
  expect([await last.load("#R1"), await last.load("#R2")]).toEqual(["one", "two"]);
});
