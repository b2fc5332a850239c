import { estimateTokens } from "tooltrim";
import { asJson, type ChatMessage, readPart } from "./translate/parts.js";

/** What an image takes, give or take: endpoints count by its size, each in its own way. */
const imageTokens = 1600;

/** Tokens of a text or a message, estimated. */
export function countTokens(given: string | ChatMessage): number {
  if (typeof given === "string") return estimateTokens(given);
  // Role and limits of a message.
  return 4 + contentTokens(given.content);
}

function contentTokens(content: readonly unknown[]): number {
  let tokens = 0;
  for (const raw of content) {
    const part = readPart(raw);
    if (part.kind === "text") tokens += estimateTokens(part.text);
    else if (part.kind === "image") tokens += imageTokens;
    else if (part.kind === "call") tokens += estimateTokens(part.name) + estimateTokens(asJson(part.input));
    else if (part.kind === "result") tokens += contentTokens(part.content);
  }
  return tokens;
}

let [last, lastTokens] = ["", 0];

/** Tokens of tool schemas. They are the same for many requests in a row, and are read once for them. */
export function toolTokens(tools: readonly unknown[]): number {
  const json = tools.length > 0 ? asJson(tools) : "";
  if (json !== last) [last, lastTokens] = [json, estimateTokens(json)];
  return lastTokens;
}

/** UTF-16 units of all texts, names and arguments: what tooltrim calls chars. */
export function charsOf(message: ChatMessage): number {
  return contentChars(message.content);
}

function contentChars(content: readonly unknown[]): number {
  let chars = 0;
  for (const raw of content) {
    const part = readPart(raw);
    if (part.kind === "text") chars += part.text.length;
    else if (part.kind === "call") chars += part.name.length + asJson(part.input ?? {}).length;
    else if (part.kind === "result") chars += contentChars(part.content);
  }
  return chars;
}
