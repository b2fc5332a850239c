// A session's file as a document: its messages are written back into it. The playground exports by this, too.

/** Writes a value as the command line does by default. */
export const pretty = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Members of a document that hold its messages. */
const LISTS = ["messages", "input", "contents", "history"] as const;

/** Writes messages into the document that they came from: its indentation and line ends, or JSON Lines. */
export function writerOf(text: string): (messages: readonly unknown[]) => string {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const document = parsed(text.slice(mark.length));
  if (document === undefined) {
    return (messages) => mark + messages.map((message) => JSON.stringify(message) + lineEnd).join("");
  }
  const indentation = /^\s*[[{]\r?\n([ \t]+)/.exec(text.slice(mark.length))?.[1];
  const list = listIn(document);
  return (messages) => {
    const whole = list && !Array.isArray(document) ? { ...(document as object), [list]: messages } : messages;
    const json = JSON.stringify(whole, undefined, indentation) + (/\n$/.test(text) ? "\n" : "");
    return mark + json.replaceAll("\n", lineEnd);
  };
}

/** Returns `true` for a document whose list of messages is empty. */
export function isEmpty(text: string): boolean {
  const document = parsed(text.replace(/^\uFEFF/, ""));
  const list = listIn(document);
  const messages = list ? (document as Record<string, unknown>)[list] : document;
  return Array.isArray(messages) && messages.length === 0;
}

/** Returns the member of a document that holds its messages. */
function listIn(document: unknown): (typeof LISTS)[number] | undefined {
  return LISTS.find((name) => Array.isArray((document as Record<string, unknown> | null | undefined)?.[name]));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
