import { stringOf } from "../core.js";
import type { Settings } from "./arguments.js";
import { membersIn, readJson, writeJson } from "./json.js";
import { Keeper } from "./keeper.js";
import { Cutter } from "./limit/cutter.js";
import { FEWEST_CHARS, type Limits } from "./limit/limits.js";
import { charsOfResult, kindOf, limitError, limitResult, type ResultKind } from "./limit/results.js";
import { endsOf, isTooLong, type Line, LONGEST } from "./lines.js";
import {
  failure,
  idOf,
  idsIn,
  isAnswer,
  isMembers,
  type Members,
  type Message,
  messageOf,
  outlinesIn,
  plain,
} from "./messages.js";
import { type Request, Requests } from "./requests.js";
import type { Report, Stats } from "./stats.js";
import { ToolsList } from "./tools-list.js";

/** Methods whose results are limited, with the kind of each result. */
const KINDS = new Map<string, ResultKind>([
  ["tools/call", "call"],
  ["tasks/result", "call"],
  ["resources/read", "resource"],
  ["prompts/get", "prompt"],
]);
/** Results that the proxy has to read. */
const READ = new Set(["initialize", "server/discover", "tools/list"]);

/** Session of one client with one server: limits results, and answers calls of the proxy's own tool. */
export class Session {
  readonly requests: Requests;
  readonly report: Report;
  readonly #settings: Settings;
  readonly #stats: Stats;
  readonly #tools: ToolsList;
  readonly #keeper: Keeper;
  /** Protocol version that the handshake agreed on. */
  protocol: string | undefined;

  constructor(settings: Settings, stats: Stats, report: Report) {
    this.#settings = settings;
    this.requests = new Requests(settings.about);
    this.#stats = stats;
    this.report = report;
    this.#keeper = new Keeper(settings);
    this.#tools = new ToolsList(this.#keeper.definition);
  }

  /** Returns `true` if the proxy itself answers this message of the client. */
  isOwn({ id, method, params }: Message): boolean {
    const own = method === "tools/call" && id !== undefined ? this.#tools.ownName : undefined;
    return own !== undefined && (params as { readonly name?: unknown } | null | undefined)?.name === own;
  }

  /** Returns the answer to such a message. */
  async answer({ id, params }: Message): Promise<string> {
    this.#stats.retrievals += 1;
    const args = (params as { readonly arguments?: unknown }).arguments;
    return JSON.stringify({ jsonrpc: "2.0", id: idOf(id), result: await this.#keeper.answer(args ?? {}) });
  }

  /** Works as {@link fromServer} for a line of the server. */
  fromServerLine(line: Line): string | Buffer | undefined {
    if (!isTooLong(line)) return this.fromServer(line.bytes);
    const why = `the server's answer has ${line.size} bytes, more than the ${LONGEST} that are read`;
    this.report(why);
    return this.#failed(...endsOf(line), why);
  }

  /** Returns a message of the server as the client gets it: the same bytes, unless something has to change. */
  fromServer(bytes: Buffer): string | Buffer | undefined {
    const text = bytes.toString();
    if (/^\s*$/.test(text)) return undefined;
    const messages = outlinesIn(text);
    if (!messages) return this.#garbage(...endsOf({ bytes, size: bytes.length, isEnded: true }));
    const requests = messages.map((message) => (isAnswer(message) ? this.requests.take(message.id) : undefined));
    const isRead = messages.some((message, at) => this.#isRead(message, requests[at], bytes.length));
    if (!isRead && !requests.some((request) => request && KINDS.has(request.method))) return bytes;
    try {
      const tree = readJson(text);
      const list = (Array.isArray(tree) ? tree : [tree]) as Members[];
      const after = list.map((message, at) =>
        isAnswer(message) ? this.#answer(message, requests[at], isRead) : message,
      );
      const isSame = after.every((message, at) => message === list[at]);
      if (!isRead) return bytes;
      const written = writeJson(Array.isArray(tree) ? after : after[0]);
      // Of members with one name only the last one was limited.
      const isWhole = text.length <= this.#limitsOf(requests[0]).chars || membersIn(text) === membersIn(written);
      return isSame && isWhole ? bytes : written;
    } catch (error) {
      const failures = messages.filter(isAnswer).map(({ id }) => this.#fault(id, error));
      return /^\s*\[/.test(text) ? `[${failures}]` : failures[0];
    }
  }

  /** Reports a line that is not a message, given its start and end. Returns an error if it was to be an answer. */
  #garbage(start: string, end: string): string | undefined {
    this.#stats.garbage += 1;
    const shown = JSON.stringify(start.slice(0, 200));
    this.report(`the server printed a line that is not a JSON-RPC message; it was dropped: ${shown}`);
    return this.#failed(start, end, `the server's answer is not JSON: ${shown}`);
  }

  /** Returns an error for each request that a line was to answer, as far as its start and end name them. */
  #failed(start: string, end: string, why: string): string | undefined {
    const isOther = /"method"/.test(start) && !/"(?:result|error)"/.test(start + end);
    if (isOther || !/"(?:result|error|jsonrpc)"/.test(start + end)) return undefined;
    const failures = idsIn(start, end).flatMap((id) => (this.requests.take(id) ? [failure(id, why)] : []));
    return /^\s*\[/.test(start) && failures.length > 0 ? `[${failures}]` : failures[0];
  }

  /** Reports an answer that the proxy failed to limit. Returns an error in its place. */
  #fault(id: unknown, error: unknown): string {
    const why = `the result could not be bounded: ${messageOf(error)}`;
    this.report(why);
    return failure(id, why);
  }

  #limitsOf(request: Request | undefined): Limits {
    const { limits, tools } = this.#settings;
    const ours = (request?.tool !== undefined && tools.get(request.tool)) || limits.chars;
    const theirs = this.#tools.get(request?.tool)?.chars ?? ours;
    return { ...limits, chars: Math.min(ours, Math.max(FEWEST_CHARS, theirs)), about: request?.about };
  }

  /** Returns `true` if a message may have to change; most are small answers, or do not concern the proxy. */
  #isRead(message: Message, request: Request | undefined, size: number): boolean {
    if (!isAnswer(message)) return false;
    if (request && READ.has(request.method)) return true;
    if (request && !KINDS.has(request.method) && message.error === undefined) return false;
    const { chars, tokens, media } = this.#limitsOf(request);
    // No text has more chars, or tokens, than the message has bytes. The strictest rule allows half of the limit.
    return size > Math.min(chars, tokens ?? chars, media) / 2;
  }

  #answer(message: Members, request: Request | undefined, isRead: boolean): Members {
    try {
      const cutter = new Cutter(this.#limitsOf(request), (text) => this.#keeper.keep(text));
      let limited = isRead ? plain(message) : message;
      const { error, result } = message;
      if (isRead && isMembers(error)) limited = withChanged(limited, "error", limitError(error, cutter));
      else if (isRead && error !== undefined)
        limited = withChanged(limited, "error", cutter.tree(error, cutter.limits.chars));
      if (isMembers(result)) return withChanged(limited, "result", this.#result(result, request, cutter, isRead));
      // Not a result of the protocol, but a client may still show it.
      const isShown = isRead && (!request || KINDS.has(request.method));
      if (result === undefined || !isShown) return limited;
      return withChanged(limited, "result", cutter.tree(result, cutter.limits.chars));
    } catch (error) {
      return JSON.parse(this.#fault(message.id, error));
    }
  }

  #result(result: Members, request: Request | undefined, cutter: Cutter, isRead: boolean): Members {
    const { method, tool, isLaterPage = false } = request ?? {};
    if (method === "tools/list") return this.#tools.learnPage(result, isLaterPage);
    if (method !== undefined && READ.has(method)) {
      this.#tools.learnCapabilities(result);
      this.protocol = stringOf(result, "protocolVersion");
    }
    const kind = method === undefined ? kindOf(result) : KINDS.get(method);
    if (!kind) return result;
    const context = { retrieve: this.#tools.ownName, schema: this.#tools.get(tool)?.schema };
    const limited = isRead ? limitResult(kind, result, cutter, context) : result;
    const count = (each: Members): number => charsOfResult(kind, each);
    if (method) this.#stats.add(tool ?? method, limited !== result, count(result), count(limited));
    return limited;
  }
}

const withChanged = (message: Members, name: string, value: unknown): Members =>
  value === message[name] ? message : { ...message, [name]: value };
