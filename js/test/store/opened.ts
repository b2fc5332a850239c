// Stores on a backend that may fail, and what another store finds in it.
import { OutputStore, type OutputStoreOptions, type StoreBackend } from "tooltrim/store";
import { expect } from "vitest";

export const namespace = "session";
export const open = (backend: StoreBackend, more: OutputStoreOptions = {}) =>
  OutputStore.open({ backend, namespace, timeoutMs: 50, ...more });
export const failed = (message: RegExp) =>
  expect.objectContaining({ code: "BACKEND_FAILED", message: expect.stringMatching(message) });
/** Of these a store with room for 1,000 bytes holds one. */
export const large = (number: number) => `text ${number} ${"x".repeat(600)}`;
export const texts = (count: number) => Array.from({ length: count }, (_, at) => `text ${at + 1}`);

/** All that another store finds in the backend. */
export async function everything(backend: StoreBackend, count: number): Promise<string[]> {
  const store = await open(backend, { access: "read" });
  return Promise.all(Array.from({ length: count }, (_, at) => store.load(`#R${at + 1}`)));
}
