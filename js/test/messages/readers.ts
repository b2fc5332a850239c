// Calls with their results, as the evaluations read them, which share nothing with the library.
// @ts-expect-error: it has no declarations
import { callsOf } from "../../../compare/history/calls.mjs";
import type { Loose } from "./support.js";

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: object | null;
  readonly result: string;
  readonly isError: boolean;
}

/** The calls of messages in any format, each with its result. */
export const callsIn = (messages: readonly object[]): Call[] =>
  callsOf(messages).map(({ id, name, args, result }: Loose) => {
    if (!result) throw new Error(`no result for ${id}`);
    return { id, name, args, result: result.text, isError: result.failed === true };
  });

/** The value at a JSON Pointer. */
export const at = (messages: Loose, pointer: string): Loose =>
  pointer
    .split("/")
    .slice(1)
    .reduce((value, segment) => value[segment], messages);
