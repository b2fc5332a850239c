import { memberOf, stringOf } from "../core.js";
import { writeJson } from "./json.js";
import { isMembers, type Members } from "./messages.js";

/** A tool definition of MCP. */
export type ToolDefinition = Readonly<Record<string, unknown>> & { readonly name: string };

/** Listed properties of a tool of the server. */
interface Tool {
  /** JSON Schema of its structured results. */
  readonly schema: object | boolean | undefined;
  /** Maximum chars of its results that the server asks for. */
  readonly chars: number | undefined;
}

/** Member of a tool's `_meta` in which servers state the maximum chars of its results. */
const MAX_CHARS = "anthropic/maxResultSizeChars";

/** Tools that a server lists, and the tool that the proxy adds. */
export class ToolsList {
  readonly #own: ToolDefinition | undefined;
  readonly #tools = new Map<string, Tool>();
  /** False once the server's capabilities lack tools. */
  #hasTools = true;

  constructor(own: ToolDefinition | undefined) {
    this.#own = own;
  }

  /** Name of the proxy's tool, one that no tool of the server has; `undefined` if the tool is not offered. */
  get ownName(): string | undefined {
    if (!this.#own || !this.#hasTools) return undefined;
    let name = this.#own.name;
    for (let number = 2; this.#tools.has(name); number += 1) name = `${this.#own.name}_${number}`;
    return name;
  }

  get(tool: string | undefined): Tool | undefined {
    return tool === undefined ? undefined : this.#tools.get(tool);
  }

  /** Reads the result of `initialize` or `server/discover`. */
  learnCapabilities({ capabilities }: Members): void {
    if (isMembers(capabilities)) this.#hasTools = "tools" in capabilities;
  }

  /** Reads a page of the list. Returns the first page with the proxy's tool added, later ones unchanged. */
  learnPage(result: Members, isLaterPage: boolean): Members {
    const { tools } = result;
    if (!Array.isArray(tools)) return result;
    if (!isLaterPage) this.#tools.clear();
    for (const tool of tools) this.#learn(tool);
    const name = this.ownName;
    // Added to the first page: many clients ask for no other.
    return isLaterPage || name === undefined ? result : { ...result, tools: [...tools, { ...this.#own, name }] };
  }

  #learn(tool: unknown): void {
    const name = stringOf(tool, "name");
    if (name === undefined) return;
    const schema = memberOf(tool, "outputSchema");
    const chars = memberOf(memberOf(tool, "_meta"), MAX_CHARS);
    const isLimit = typeof chars === "number" && Number.isSafeInteger(chars) && chars > 0;
    // With its numbers as JavaScript has them.
    const isSchema = typeof schema === "object" && schema !== null;
    this.#tools.set(name, {
      schema: isSchema ? JSON.parse(writeJson(schema)) : undefined,
      chars: isLimit ? chars : undefined,
    });
  }
}
