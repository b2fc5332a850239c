import { failure, idOf, idsIn, isMessage, messageOf, parse, plain } from "./answers.js";
import { Items, type Json, Members, scalarOf, textOf, writeJson } from "./json/node.js";
import { readJson } from "./json/read.js";
import type { SketchRoom } from "./json/sketch.js";
import { Keeper } from "./keeper.js";
import { Cutter } from "./limit/cutter.js";
import { limitError, limitResult, type ResultKind } from "./limit/results.js";
import { charsOfResult } from "./limit/size.js";
import { type Outline, type Request, Requests } from "./requests.js";
import type { Report, Settings } from "./settings.js";
import type { Stats } from "./stats.js";
import { ToolsList } from "./tools-list.js";

/** Methods whose results are limited, with the kind of each result. */
const KINDS: Readonly<Record<string, ResultKind>> = {
  "tools/call": "call",
  "tasks/result": "call",
  "resources/read": "resource",
  "prompts/get": "prompt",
};
/** Results that the proxy has to read. */
const READ = new Set(["initialize", "server/discover", "tools/list"]);

/** Returns `true` if the result of a request is passed on unchanged, whatever it holds. */
export const isPassed = ({ method }: Request): boolean => !Object.hasOwn(KINDS, method) && !READ.has(method);

/** Session of one client with one server: limits results, and answers calls of the proxy's own tool. */
export class Session {
  readonly requests = new Requests();
  readonly settings: Settings;
  readonly #stats: Stats;
  readonly report: Report;
  readonly #tools: ToolsList;
  readonly #keeper: Keeper;
  /** Protocol version that the handshake agreed on. */
  protocol: string | undefined;

  constructor(settings: Settings, stats: Stats, report: Report) {
    this.settings = settings;
    this.#stats = stats;
    this.report = report;
    this.#keeper = new Keeper(settings);
    this.#tools = new ToolsList(this.#keeper.definition);
  }

  /** Bounds of a large message while it is read. */
  get room(): SketchRoom {
    const { limits, retrieve, storeBytes } = this.settings;
    const maxChars = Math.max(limits.chars, ...this.settings.tools.values());
    return { whole: Math.max(retrieve ? storeBytes : 0, 2 << 20), trim: { maxChars, rescue: limits.rescue } };
  }

  /** Returns `true` if the proxy itself answers this message of the client. */
  isOwn({ id, method, params }: Outline): boolean {
    if (method !== "tools/call" || id === undefined) return false;
    const own = this.#tools.ownName;
    return own !== undefined && (params as { readonly name?: unknown } | null | undefined)?.name === own;
  }

  /** Returns the answer to such a message. */
  async answer({ id, params }: Outline): Promise<string> {
    this.#stats.retrievals += 1;
    const args = (params as { readonly arguments?: unknown }).arguments;
    return JSON.stringify({ jsonrpc: "2.0", id: idOf(id), result: await this.#keeper.answer(args ?? {}) });
  }

  /** Returns a message of the server as the client gets it; reports lines that are not messages. */
  fromServer(bytes: Buffer, requests = this.requests): string | Buffer | undefined {
    const text = bytes.toString();
    if (/^\s*$/.test(text)) return undefined;
    const parsed = parse(text);
    if (!isMessage(parsed)) return this.garbage(text, text, requests);
    if (!Array.isArray(parsed) && !this.#isRead(parsed as Outline, bytes.length, requests)) return bytes;
    const tree = readJson(bytes);
    const changed = this.fromServerTree(tree, requests);
    return changed === tree ? bytes : writeJson(changed);
  }

  /** Works as `fromServer`, for a message that is already a tree; returns the same tree if nothing changed. */
  fromServerTree(tree: Json, requests = this.requests): Json {
    if (tree instanceof Members) return this.#message(tree, requests);
    if (!(tree instanceof Items)) return tree;
    // Older protocols send several at once.
    const list = tree.list.map((item) => (item instanceof Members ? this.#message(item, requests) : item));
    return list.every((item, index) => item === tree.list[index]) ? tree : new Items(list);
  }

  /** Reports a line that is not a message, given its start and end. Returns an error if it was to be an answer. */
  garbage(start: string, end: string, requests = this.requests): string | undefined {
    this.#stats.garbage += 1;
    const shown = JSON.stringify(start.slice(0, 200));
    this.report(`the server printed a line that is not a JSON-RPC message; it was dropped: ${shown}`);
    return this.#failed(start, end, `the server's answer is not JSON: ${shown}`, requests);
  }

  /** Reports a message that the proxy failed to read or limit. Returns an error for it; the session continues. */
  fault(error: unknown, start: string, end: string, requests = this.requests): string | undefined {
    const why = `the result could not be bounded: ${messageOf(error)}`;
    this.report(why);
    return this.#failed(start, end, why, requests);
  }

  /** Returns an error for each request that a line was to answer, as far as its start and end name them. */
  #failed(start: string, end: string, why: string, requests: Requests): string | undefined {
    if (!/"(?:result|error|jsonrpc)"/.test(start + end)) return undefined;
    const isBatch = /^\s*\[/.test(start);
    const failures: string[] = [];
    for (const id of idsIn(start, end, isBatch)) if (requests.take(id)) failures.push(failure(id, why));
    if (failures.length === 0) return undefined;
    return isBatch ? `[${failures}]` : failures[0];
  }

  /** Returns `true` if a message has to be read in full; most are small answers, or do not concern the proxy. */
  #isRead(
    message: Outline & { readonly result?: unknown; readonly error?: unknown },
    size: number,
    requests: Requests,
  ): boolean {
    const isAnswer = message.result !== undefined || message.error !== undefined;
    if (message.method !== undefined && !isAnswer) return false;
    const request = requests.get(message.id);
    if (message.error === undefined && request && isPassed(request)) {
      requests.take(message.id);
      return false;
    }
    if (request && READ.has(request.method)) return true;
    const { limits, tools } = this.settings;
    const chars = (request?.tool !== undefined && tools.get(request.tool)) || limits.chars;
    // No text has more chars, or tokens, than the message has bytes. The strictest rule allows half of the limit.
    if (size > Math.min(chars, limits.tokens ?? chars, limits.media) / 2) return true;
    const kind = request && KINDS[request.method];
    requests.take(message.id);
    if (request && kind) this.#count(request, false, message.result, size);
    return false;
  }

  #count(request: Request, cut: boolean, result: unknown, after: number): void {
    const chars = charsOfResult(result);
    this.#stats.add(request.tool ?? request.method, cut, chars, cut ? after : chars);
  }

  #message(given: Members, requests: Requests): Members {
    const isAnswer = given.get("result") !== undefined || given.get("error") !== undefined;
    if (given.get("method") !== undefined && !isAnswer) return given;
    const id = scalarOf(given.get("id"));
    try {
      const message = plain(given);
      const request = requests.take(id);
      return this.#limited(message, request);
    } catch (error) {
      const why = `the result could not be bounded: ${messageOf(error)}`;
      this.report(why);
      return readJson(Buffer.from(failure(id, why))) as Members;
    }
  }

  #limited(message: Members, request: Request | undefined): Members {
    const cutter = this.#cutterFor(request);
    let limited = message;
    const error = message.get("error");
    if (error !== undefined) {
      const after = error instanceof Members ? limitError(error, cutter) : cutter.tree(error, cutter.limits.chars);
      if (after !== error) limited = limited.with("error", after);
    }
    const result = message.get("result");
    if (result === undefined) return limited;
    const isPassedOn = request !== undefined && !Object.hasOwn(KINDS, request.method);
    if (result instanceof Members || isPassedOn) {
      const after = result instanceof Members ? this.#result(result, request, cutter) : result;
      return after === result ? limited : limited.with("result", after);
    }
    // Not a result of the protocol, but a client may still show it.
    const after = cutter.tree(result, cutter.limits.chars);
    return after === result ? limited : limited.with("result", after);
  }

  #cutterFor(request: Request | undefined): Cutter {
    const { limits, tools } = this.settings;
    const chars = (request?.tool !== undefined && tools.get(request.tool)) || limits.chars;
    return new Cutter({ ...limits, chars }, (text) => this.#keeper.keep(text));
  }

  #result(result: Members, request: Request | undefined, cutter: Cutter): Members {
    if (request?.method === "tools/list") return this.#tools.learnPage(result, request.isLaterPage);
    if (request?.method === "initialize" || request?.method === "server/discover") {
      this.#tools.learnCapabilities(result);
      this.protocol = textOf(result.get("protocolVersion"));
      return result;
    }
    const kind = request ? KINDS[request.method] : kindOfShape(result);
    if (!kind) return result;
    const retrieve = this.#tools.ownName;
    const limited = limitResult(kind, result, cutter, { retrieve, schema: this.#tools.schemaOf(request?.tool) });
    if (request)
      this.#stats.add(
        request.tool ?? request.method,
        limited !== result,
        charsOfResult(result),
        charsOfResult(limited),
      );
    return limited;
  }
}

/** Finds the kind of a result by its members, if its request is unknown. */
export function kindOfShape(result: Members): ResultKind | undefined {
  if (result.get("structuredContent") !== undefined || result.get("content") instanceof Items) return "call";
  if (result.get("contents") instanceof Items) return "resource";
  return result.get("messages") instanceof Items ? "prompt" : undefined;
}
