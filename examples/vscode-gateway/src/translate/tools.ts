/** A tool as VS Code hands it over. */
export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: object | undefined;
}

/** A tool as Open Responses takes it. */
export interface FunctionTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
  /** Strict schemas must not have optional members; those of VS Code's tools do. */
  readonly strict: false;
}

const longest = 64;

/** Names as the API wants them, and back. Names that it takes stay what they are. */
export class ToolNames {
  readonly #sent = new Map<string, string>();
  readonly #original = new Map<string, string>();

  constructor(names: readonly string[]) {
    // Those that fit come first: none of them may lose its name to one that is made up.
    for (const name of [...names.filter(isFit), ...names.filter((name) => !isFit(name))]) this.#add(name);
  }

  #add(name: string): void {
    if (this.#sent.has(name)) return;
    const wanted = fitting(name);
    let sent = wanted;
    for (let n = 2; this.#original.has(sent); n += 1) {
      const end = `_${n}`;
      sent = wanted.slice(0, longest - end.length) + end;
    }
    this.#sent.set(name, sent);
    this.#original.set(sent, name);
  }

  /** The name for the endpoint, also of a tool that is no longer offered. */
  sent(name: string): string {
    return this.#sent.get(name) ?? fitting(name);
  }

  /** The name for VS Code. */
  original(name: string): string {
    return this.#original.get(name) ?? name;
  }
}

function isFit(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name);
}

function fitting(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, longest) || "unnamed_tool";
}

/** Tools as the API takes them. */
export function functionTools(tools: readonly ChatTool[], names: ToolNames): FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name: names.sent(name),
    description,
    parameters: inputSchema ?? { type: "object", properties: {} },
    strict: false,
  }));
}
