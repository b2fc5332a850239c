import { Items, type Json, Members, textOf, toJson, Written, writeJson } from "./json/node.js";

/** A tool definition of MCP. */
export type ToolDefinition = Readonly<Record<string, unknown>> & { readonly name: string };

/** Tools that a server lists, and the tool that the proxy adds. */
export class ToolsList {
  readonly #own: ToolDefinition | undefined;
  readonly #schemas = new Map<string, unknown>();
  readonly #names = new Set<string>();
  /** False once the server's capabilities lack tools. */
  hasTools = true;

  constructor(own: ToolDefinition | undefined) {
    this.#own = own;
  }

  /** Name of the proxy's tool, one that no tool of the server has; `undefined` if the tool is not offered. */
  get ownName(): string | undefined {
    if (!this.#own || !this.hasTools) return undefined;
    let name = this.#own.name;
    for (let number = 2; this.#names.has(name); number += 1) name = `${this.#own.name}_${number}`;
    return name;
  }

  /** Returns the JSON Schema of a tool's structured results. */
  schemaOf(tool: string | undefined): unknown {
    return tool === undefined ? undefined : this.#schemas.get(tool);
  }

  /** Reads the result of `initialize` or `server/discover`. */
  learnCapabilities(result: Members): void {
    const capabilities = result.get("capabilities");
    if (capabilities instanceof Members) this.hasTools = capabilities.get("tools") !== undefined;
  }

  /** Reads a page of the list. Returns the first page with the proxy's tool added, later ones unchanged. */
  learnPage(result: Members, isLaterPage: boolean): Members {
    const tools = result.get("tools");
    if (!(tools instanceof Items)) return result;
    if (!isLaterPage) {
      this.#names.clear();
      this.#schemas.clear();
    }
    for (const tool of tools.list) this.#learn(tool);
    const name = this.ownName;
    // Added to the first page: many clients ask for no other.
    if (isLaterPage || name === undefined) return result;
    return result.with("tools", new Items([...tools.list, toJson({ ...this.#own, name })]));
  }

  #learn(tool: Json): void {
    if (!(tool instanceof Members)) return;
    const name = textOf(tool.get("name"));
    if (name === undefined) return;
    this.#names.add(name);
    const schema = tool.get("outputSchema");
    if (schema !== undefined && !(schema instanceof Written)) this.#schemas.set(name, JSON.parse(writeJson(schema)));
  }
}
