// Parts are known by what they hold, not by their class: so this also runs where there is no VS Code, and on plain
// data.

/** A message as VS Code hands it over. */
export interface ChatMessage {
  /** 1 is the user, 2 the assistant; 3, the system, is still a proposal of VS Code. */
  readonly role: number;
  readonly content: readonly unknown[];
  readonly name?: string | undefined;
}

/** What a part is. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly type: string; readonly data: Uint8Array }
  | { readonly kind: "call"; readonly callId: string; readonly name: string; readonly input: unknown }
  | { readonly kind: "result"; readonly callId: string; readonly content: readonly unknown[] }
  /** Says nothing to the model: thinking of another one, a mark for another provider. */
  | { readonly kind: "nothing" };

const nothing: Part = { kind: "nothing" };

/** What a part of a message, or of a result, is. */
export function readPart(part: unknown): Part {
  if (typeof part === "string") return { kind: "text", text: part };
  if (typeof part !== "object" || part === null) return nothing;
  const { callId, name, input, content, value, mimeType, data } = part as Record<string, unknown>;
  if (typeof callId === "string") {
    if (typeof name === "string") return { kind: "call", callId, name, input };
    return { kind: "result", callId, content: Array.isArray(content) ? content : [] };
  }
  // A thinking part is made with metadata, be they undefined. Its provider wants it back, and that is not this one.
  if ("metadata" in part) return nothing;
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof mimeType === "string" && data instanceof Uint8Array) return readData(mimeType, data);
  // The value of a prompt-tsx part.
  if (typeof value === "object" && value !== null) return { kind: "text", text: promptText(value) };
  return { kind: "text", text: asJson(part) };
}

function readData(type: string, data: Uint8Array): Part {
  if (!type.includes("/")) return nothing;
  if (type.startsWith("image/")) return { kind: "image", type, data };
  if (/^text\/|[/+]json\b|[/+]xml\b/.test(type)) return { kind: "text", text: new TextDecoder().decode(data) };
  return { kind: "text", text: mediaLine(type, data) };
}

/** What stands for bytes that no model can read. */
export function mediaLine(type: string, data: Uint8Array): string {
  return `[${type}, ${data.byteLength.toLocaleString("en-US")} bytes]`;
}

/** An image in a form that an endpoint takes without fetching anything. */
export function dataUrl(type: string, data: Uint8Array): string {
  let bytes = "";
  // In pieces: a function takes only so many arguments.
  for (let at = 0; at < data.length; at += 0x8000) bytes += String.fromCharCode(...data.subarray(at, at + 0x8000));
  return `data:${type};base64,${btoa(bytes)}`;
}

/** The texts of what `@vscode/prompt-tsx` rendered: a tree of pieces, with texts as leaves. */
function promptText(value: object): string {
  const texts: string[] = [];
  const visit = (node: unknown, depth: number): void => {
    if (typeof node !== "object" || node === null || depth > 100) return;
    const { text, lineBreakBefore, children } = node as Record<string, unknown>;
    if (typeof text === "string") texts.push(lineBreakBefore && texts.length > 0 ? `\n${text}` : text);
    if (Array.isArray(children)) for (const child of children) visit(child, depth + 1);
  };
  visit((value as { node?: unknown }).node, 0);
  return texts.length > 0 ? texts.join("") : asJson(value);
}

/** A value as JSON; what JSON cannot hold as nothing. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
