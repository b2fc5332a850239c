// Histories as a provider in VS Code gets them: all of it with each request, as new objects.
import type { CompactionReport, JsonValue } from "tooltrim";
// @ts-expect-error: it has no declarations
import * as classes from "../../../tests/conversations/vscode-classes.mjs";
import type { Loose } from "../messages/support.js";

const {
  LanguageModelChatMessage: Message,
  LanguageModelTextPart: TextPart,
  LanguageModelToolCallPart: CallPart,
  LanguageModelToolResultPart: ResultPart,
} = classes;

/** A result of some 2,000 units. */
const output = (about: string) =>
  Array.from({ length: 80 }, (_, line) => `${about}: line ${line} of what it says`).join("\n");

/** What a user asks, and what a model does about it. */
export interface Turn {
  readonly asks: string;
  readonly calls: readonly string[];
}

/** New objects each time. */
export function history(...turns: readonly Turn[]): Loose[] {
  return turns.flatMap(({ asks, calls }) => [
    Message.User([new TextPart(asks)]),
    ...calls.flatMap((path) => [
      Message.Assistant([new TextPart(`I read ${path}.`), new CallPart(`call_${path}`, "read_file", { path })]),
      Message.User([new ResultPart(`call_${path}`, [new TextPart(output(path))])]),
    ]),
  ]);
}

/** `a1`, `a2`, … */
export const paths = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at + 1}`);

/** One turn of so many calls. */
export const task = (name: string, count: number) => history({ asks: `Look at ${name}`, calls: paths(name, count) });

/** A step from some 8 calls on. */
export const window = { chars: 20_000 };

/** What went out, as plain data. */
export const plain = (messages: readonly unknown[]) => JSON.parse(JSON.stringify(messages)) as Loose[];

/** How much of each result is left, without those that are whole. */
export const shortened = ({ exchanges }: CompactionReport) => exchanges.filter(({ rung }) => rung !== "full").length;

export interface Saved {
  readonly prints: string;
  readonly state: { readonly steps: number; readonly patches: readonly JsonValue[] };
}

/** What a state holds. */
export const saved = (state: JsonValue) => state as unknown as readonly Saved[];

/** How many messages each conversation has, the last used one last. */
export const lengths = (state: JsonValue) => saved(state).map(({ prints }) => prints.length / 8);
