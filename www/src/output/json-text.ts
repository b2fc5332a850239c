// JSON as it is written: where each value of a text begins and ends. Nothing is decoded, so that long numbers and
// escapes stay as they are.

export type JsonKind = "object" | "array" | "string" | "other";

/** Walks over a text that is JSON; on any other text it stops somewhere. */
export class JsonReader {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
    this.#skipSpace();
  }

  get kind(): JsonKind {
    const first = this.text[this.at];
    if (first === "{") return "object";
    if (first === "[") return "array";
    return first === '"' ? "string" : "other";
  }

  /** Steps over a mark and the white space after it, if it stands here. */
  take(mark: string): boolean {
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    this.#skipSpace();
    return true;
  }

  /** The value here, as it is written; the next token is then current. */
  value(): string {
    const start = this.at;
    const end = this.#endOfValue();
    this.at = end;
    this.#skipSpace();
    return this.text.slice(start, end);
  }

  /** Steps over a value and answers where it ended. */
  skip(): number {
    const end = this.#endOfValue();
    this.at = end;
    this.#skipSpace();
    return end;
  }

  #skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
  }

  /** A loop, not a recursion: a text may nest a hundred thousand levels. */
  #endOfValue(): number {
    const { text } = this;
    let depth = 0;
    for (let at = this.at; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at = endOfString(text, at) - 1;
        if (depth === 0) return at + 1;
      } else if (code === BRACE || code === BRACKET) depth += 1;
      else if (code === BRACE_END || code === BRACKET_END) {
        depth -= 1;
        if (depth <= 0) return depth === 0 ? at + 1 : at;
      } else if (depth === 0 && (code === COMMA || code === COLON || isSpace(code))) return at;
    }
    return text.length;
  }
}

const [QUOTE, COMMA, COLON, BRACKET, BRACKET_END, BRACE, BRACE_END, BACKSLASH] = [34, 44, 58, 91, 93, 123, 125, 92];

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** What a string says; the text as it is written, when it is cut in an escape. */
export function decoded(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}
