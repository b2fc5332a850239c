// What the tests of all adapters share.
import { expect } from "vitest";

/** Over every limit that is a default. */
export const LONG = "a line of a log that goes on\n".repeat(2000);
/** As `presets.toolify` has it. */
export const LIMIT = 5000;
export const MARKER = "(tool result truncated from middle to save you from context overload)";

export class ShopError extends Error {
  override readonly name = "ShopError";
  readonly code = "E_SHOP";
}

/** What a promise rejects with. */
export async function rejection(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error("it did not reject");
}

/** An error that keeps its class and fields, and whose texts are limited. */
export function expectLimited(error: Error): void {
  expect(error).toBeInstanceOf(ShopError);
  expect(Object.prototype.toString.call(error)).toBe("[object Error]");
  expect((error as ShopError).code).toBe("E_SHOP");
  expect(error.message).toContain(MARKER);
  expect(error.message.length).toBeLessThanOrEqual(LIMIT);
  expect(String(error.stack).length).toBeLessThanOrEqual(LIMIT);
  expect(String(error).length).toBeLessThanOrEqual(LIMIT + "ShopError: ".length);
}

/** Rows that come to far more than any limit. */
export const rows = (count = 2000) =>
  Array.from({ length: count }, (_, id) => ({ id, title: `Issue ${id}`, open: true }));
