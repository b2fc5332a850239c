import type { ResponseEvent } from "./endpoint.js";
import { brokenOff, failureOfEvent, GatewayError, shown, type Target } from "./errors.js";

/** Who is told what the model says, as it comes. */
export interface Listener {
  text(text: string): void;
  /** A call whose arguments are complete. */
  call(callId: string, name: string, input: object): void;
}

/** What the endpoint billed. */
export interface Usage {
  readonly inputTokens: number | undefined;
  readonly cachedTokens: number | undefined;
  readonly outputTokens: number | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads an answer to its end, and tells what is in it. Throws what the stream throws, and a failure that it tells. */
export async function readAnswer(
  events: AsyncIterable<ResponseEvent>,
  listener: Listener,
  target: Target,
): Promise<Usage> {
  const answer = new Answer(listener, target);
  for await (const event of events) {
    if (answer.take(event)) return answer.usage;
  }
  throw brokenOff(target);
}

/** An answer as far as it has come. */
class Answer {
  usage: Usage = { inputTokens: undefined, cachedTokens: undefined, outputTokens: undefined };
  readonly #listener: Listener;
  readonly #target: Target;
  /** Places of messages of which text was told, and ids of calls: endpoints repeat both when they are done. */
  readonly #told = new Set<string>();
  /** Items that were begun, by their place. */
  readonly #begun = new Map<string, Members>();

  constructor(listener: Listener, target: Target) {
    this.#listener = listener;
    this.#target = target;
  }

  /** True when the answer is complete. */
  take(event: ResponseEvent): boolean {
    const place = placeOf(event);
    switch (event.type) {
      case "response.output_item.added":
        this.#begun.set(place, membersOf(event.item));
        return false;
      case "response.output_text.delta":
      case "response.refusal.delta":
        if (typeof event.delta === "string" && event.delta !== "") {
          this.#told.add(place);
          this.#listener.text(event.delta);
        }
        return false;
      case "response.function_call_arguments.done":
        this.#argumentsDone(place, event);
        return false;
      case "response.output_item.done":
        this.#itemDone(place, membersOf(event.item));
        return false;
      case "response.completed":
        this.#completed(membersOf(event.response));
        return true;
      case "response.incomplete":
        this.#incomplete(membersOf(event.response));
        return true;
      case "response.failed":
        throw failureOfEvent(membersOf(event.response).error, this.#target);
      case "error":
        throw failureOfEvent(event.error ?? event, this.#target);
      default:
        // Reasoning, and what is newer than this code.
        return false;
    }
  }

  /** Not all endpoints say afterwards that the item is done. */
  #argumentsDone(place: string, event: ResponseEvent): void {
    const item = { ...this.#begun.get(place), arguments: event.arguments };
    if (typeof (item as Members).call_id === "string") this.#itemDone(place, { ...item, type: "function_call" });
  }

  #itemDone(place: string, item: Members): void {
    if (item.type === "function_call") this.#callDone(item);
    if (item.type !== "message" || this.#told.has(place)) return;
    const text = textOf(item);
    if (text === "") return;
    this.#told.add(place);
    this.#listener.text(text);
  }

  #callDone(item: Members): void {
    const { call_id: callId, name, status } = item;
    if (typeof callId !== "string" || typeof name !== "string") {
      throw new GatewayError("other", `${this.#target.address} sent a tool call without an id or a name.`);
    }
    // One that was cut off has not the arguments that the model meant.
    if (status === "incomplete" || this.#told.has(`call ${callId}`)) return;
    this.#told.add(`call ${callId}`);
    this.#listener.call(callId, name, inputOf(name, item.arguments));
  }

  #completed(response: Members): void {
    this.usage = usageOf(response.usage);
    // A response that did not come as a stream says "completed" whatever became of it.
    if (response.status === "failed") throw failureOfEvent(response.error, this.#target);
    if (response.status === "incomplete") this.#incomplete(response);
    this.#rest(response);
  }

  /** What was not told before. */
  #rest(response: Members): void {
    const output = response.output;
    if (!Array.isArray(output)) return;
    for (const [index, item] of output.entries()) {
      const members = membersOf(item);
      // Its place may have been told by an index or by an id.
      if (!this.#told.has(`${members.id}`)) this.#itemDone(`${index}`, members);
    }
  }

  #incomplete(response: Members): never {
    const reason = String(membersOf(response.incomplete_details).reason ?? "unknown");
    if (reason === "content_filter") {
      throw new GatewayError("blocked", `${this.#target.address} ended the answer: its content filter stepped in.`);
    }
    if (reason === "max_output_tokens") {
      throw new GatewayError(
        "other",
        "The answer was cut off: it reached the most tokens that an answer may have (max_output_tokens). Ask for the rest, or for less at once.",
      );
    }
    throw new GatewayError(
      "other",
      `${this.#target.address} ended the answer before it was complete: ${shown(reason)}.`,
    );
  }
}

/** Where in the answer an event belongs. Ids first: there are endpoints that give every item the index 0. */
function placeOf(event: ResponseEvent): string {
  return String(event.item_id ?? membersOf(event.item).id ?? event.output_index ?? 0);
}

function inputOf(name: string, json: unknown): object {
  // No arguments at all, as some models write it.
  if (json === undefined || json === "") return {};
  let input: unknown;
  try {
    input = typeof json === "string" ? JSON.parse(json) : json;
  } catch {
    input = undefined;
  }
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input;
  const said = shown(typeof json === "string" ? json : JSON.stringify(json));
  throw new GatewayError(
    "other",
    `The model called the tool ${shown(name)} with arguments that are no JSON object: ${said}. Send the message again.`,
  );
}

function textOf(item: Members): string {
  const content = item.content;
  if (!Array.isArray(content)) return typeof content === "string" ? content : "";
  return content
    .map((part) => {
      const { text, refusal } = membersOf(part);
      return typeof text === "string" ? text : typeof refusal === "string" ? refusal : "";
    })
    .join("");
}

function usageOf(value: unknown): Usage {
  const usage = membersOf(value);
  const number = (one: unknown) => (typeof one === "number" && one >= 0 ? one : undefined);
  return {
    inputTokens: number(usage.input_tokens),
    cachedTokens: number(membersOf(usage.input_tokens_details).cached_tokens),
    outputTokens: number(usage.output_tokens),
  };
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}
