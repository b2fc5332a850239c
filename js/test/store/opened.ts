// Stores on a backend that may fail, and what another store finds in it.
import { OutputStore, type OutputStoreOptions, type StoreBackend } from "tooltrim/store";
import { expect } from "vitest";
import { refOf } from "../support/refs.js";

export const namespace = "session";
export const open = (backend: StoreBackend, more: OutputStoreOptions = {}) =>
  new OutputStore({ backend, namespace, timeoutMs: 50, ...more });
export const failed = (message: RegExp) =>
  expect.objectContaining({ code: "BACKEND_FAILED", message: expect.stringMatching(message) });
/** Of these a store with room for 1,000 bytes holds one. */
export const large = (number: number) => `text ${number} ${"x".repeat(600)}`;
export const texts = (count: number) => Array.from({ length: count }, (_, at) => `text ${at + 1}`);
/** The key of a text. */
export const keyOf = (text: string) => `tooltrim:${namespace}:${refOf(text).slice(1)}`;

/** Which of the texts another store finds in the backend. */
export async function found(backend: StoreBackend, texts: readonly string[]): Promise<(string | undefined)[]> {
  const store = open(backend);
  return Promise.all(texts.map((text) => store.load(refOf(text)).catch(() => undefined)));
}
