// For the tests in TypeScript.
import type { Arbitrary } from "fast-check";

export interface Options {
  repeatedIds?: boolean;
  openAtEnd?: boolean;
  maxTurns?: number;
  longResults?: boolean;
  loneSurrogates?: boolean | "mended";
}

interface Thinking {
  text: string;
  signature: string;
  redacted: boolean;
}

export interface Media {
  kind: "image" | "file" | "audio";
  mediaType: string;
  data?: string;
  url?: string;
  name?: string;
}

export interface Call {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

export interface Result {
  id: string;
  name: string;
  content:
    | string
    | ({ type: "text"; text: string } | { type: "image"; media: Media } | { type: "json"; value: unknown })[];
  isError: boolean;
  denied: boolean;
}

export interface Step {
  thinking?: Thinking;
  text?: string;
  hosted?: { id: string; kind: "search" | "code"; input: string; output: string; failed: boolean };
  calls: Call[];
  results: Result[];
}

export interface Conversation {
  system?: string;
  turns: {
    user: { text: string; media?: Media };
    steps: Step[];
    final?: { text: string; thinking?: Thinking };
  }[];
}

export interface Format {
  name: string;
  detects: "openai-chat" | "openai-responses" | "anthropic" | "gemini" | "ai-sdk" | "vscode";
  write(conversation: Conversation): object[];
  repeatedIds: boolean;
}

export interface Valid {
  format: string;
  conversation: Conversation;
  messages: object[];
}

export const formats: Format[];
export const breakages: Record<string, (messages: object[], roll: number) => unknown[] | undefined>;
export const harmless: Set<string>;
export function conversations(options?: Options): Arbitrary<Conversation>;
export function valid(format: string | Format, options?: Options): Arbitrary<Valid>;
export function broken(
  format: string | Format,
  options?: Options & { only?: string[] },
): Arbitrary<Omit<Valid, "messages"> & { original: object[]; messages: unknown[]; breakages: string[] }>;
export function hostile(): Arbitrary<{ what: string; messages: unknown }>;
export function isClosed(conversation: Conversation): boolean;
export function resultText(result: Result): string;
