import type { ResponseEvent } from "./endpoint.js";
import { brokenOff, failureOfEvent, GatewayError, shown, type Target } from "./errors.js";

/** Who is told what the model says, as it comes. */
export interface Listener {
  text(text: string): void;
  /** A call whose arguments are complete. */
  call(callId: string, name: string, input: object): void;
  /** What was billed, also for an answer that ends in a failure. */
  billed?(usage: Usage): void;
  /** Something was out of order, and mended. */
  note?(line: string): void;
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
  /** All text that was told: endpoints repeat it when a message, and when the answer is done. */
  #text = "";
  /** Places of messages of which text was told. Some endpoints name an item otherwise in each event, or not at all. */
  readonly #told = new Set<string>();
  /** Whether text came since the last message began or was done. */
  #isOpen = false;
  /** Calls that were told, each with its arguments, and their ids. */
  readonly #calls = new Set<string>();
  readonly #callIds = new Set<string>();
  /** Items that were begun, by their places. */
  readonly #begun = new Map<string, Members>();

  constructor(listener: Listener, target: Target) {
    this.#listener = listener;
    this.#target = target;
  }

  /** True when the answer is complete. */
  take(event: ResponseEvent): boolean {
    const places = placesOf(event);
    switch (event.type) {
      case "response.output_item.added":
        this.#added(places, membersOf(event.item));
        return false;
      case "response.output_text.delta":
      case "response.refusal.delta":
        if (typeof event.delta === "string" && event.delta !== "") {
          for (const place of places) this.#told.add(place);
          this.#isOpen = true;
          this.#tell(event.delta);
        }
        return false;
      case "response.function_call_arguments.done":
        this.#argumentsDone(places, event.arguments);
        return false;
      case "response.output_item.done":
        this.#itemDone(places, membersOf(event.item));
        return false;
      case "response.completed":
        this.#completed(membersOf(event.response));
        return true;
      case "response.incomplete":
        this.#billed(membersOf(event.response));
        return this.#incomplete(membersOf(event.response));
      case "response.failed":
        this.#billed(membersOf(event.response));
        throw failureOfEvent(membersOf(event.response).error, this.#target);
      case "error":
        throw failureOfEvent(event.error ?? event, this.#target);
      default:
        // Reasoning, and what is newer than this code.
        return false;
    }
  }

  #tell(text: string): void {
    this.#text += text;
    this.#listener.text(text);
  }

  #added(places: readonly string[], item: Members): void {
    for (const place of places) {
      this.#begun.set(place, item);
      // There are endpoints that give every item the index 0.
      this.#told.delete(place);
    }
    if (item.type === "message") this.#isOpen = false;
  }

  /** Not all endpoints say afterwards that the item is done. Those that leave the arguments out here do. */
  #argumentsDone(places: readonly string[], json: unknown): void {
    if (typeof json !== "string" || json === "") return;
    const item = places.map((place) => this.#begun.get(place)).find((begun) => begun !== undefined);
    if (item?.type === "function_call" && typeof item.call_id === "string") {
      this.#callDone({ ...item, status: undefined, arguments: json });
    }
  }

  #itemDone(places: readonly string[], item: Members): void {
    if (item.type === "function_call") this.#callDone(item);
    if (item.type !== "message") return;
    const isCopy = this.#isOpen || places.some((place) => this.#told.has(place));
    this.#isOpen = false;
    for (const place of places) {
      if (place.startsWith("id ")) this.#told.add(place);
      else this.#told.delete(place);
    }
    const text = textOf(item);
    if (!isCopy && text !== "") this.#tell(text);
  }

  #callDone(item: Members): void {
    const { call_id: callId, name, status } = item;
    if (typeof callId !== "string" || typeof name !== "string") {
      throw new GatewayError("other", `${this.#target.address} sent a tool call without an id or a name.`);
    }
    // One that was cut off has not the arguments that the model meant.
    if (status === "incomplete") return;
    const input = inputOf(name, item.arguments);
    const call = JSON.stringify([callId, name, input]);
    if (this.#calls.has(call)) return;
    this.#calls.add(call);
    this.#listener.call(this.#ownId(callId), name, input);
  }

  /** Two calls with one id could not be told apart, and one of them would get the result of the other. */
  #ownId(callId: string): string {
    let own = callId;
    for (let next = 2; this.#callIds.has(own); next++) own = `${callId}_${next}`;
    this.#callIds.add(own);
    if (own !== callId) this.#listener.note?.(`two calls have the id ${shown(callId)}: the later one is ${shown(own)}`);
    return own;
  }

  #billed(response: Members): void {
    this.usage = usageOf(response.usage);
    this.#listener.billed?.(this.usage);
  }

  #completed(response: Members): void {
    this.#billed(response);
    // A response that did not come as a stream says "completed" whatever became of it.
    if (response.status === "failed") throw failureOfEvent(response.error, this.#target);
    if (response.status === "incomplete") this.#incomplete(response);
    this.#rest(response);
  }

  /** What was not told before. */
  #rest({ output }: Members): void {
    if (!Array.isArray(output)) return;
    const items = output.map(membersOf);
    const whole = items.map((item) => (item.type === "message" ? textOf(item) : "")).join("");
    // What differs from the text that was streamed is the same text once more, in other words or in part.
    if (whole.length > this.#text.length && whole.startsWith(this.#text)) this.#tell(whole.slice(this.#text.length));
    for (const item of items) if (item.type === "function_call") this.#callDone(item);
  }

  #incomplete(response: Members): never {
    const { address, hide = (text: string) => text } = this.#target;
    const reason = hide(String(membersOf(response.incomplete_details).reason ?? "unknown"));
    if (reason === "content_filter") {
      throw new GatewayError("blocked", `${address} ended the answer: its content filter stepped in.`);
    }
    if (reason === "max_output_tokens") {
      throw new GatewayError(
        "other",
        "The answer was cut off: it reached the most tokens that an answer may have (max_output_tokens). Ask for the rest, or for less at once.",
      );
    }
    throw new GatewayError("other", `${address} ended the answer before it was complete: ${shown(reason)}.`);
  }
}

/** Where in the answer an event belongs, by its id and by its index: each of them is missing, or wrong, somewhere. */
function placesOf(event: ResponseEvent): string[] {
  const id = event.item_id ?? membersOf(event.item).id;
  const index = event.output_index;
  return [...(id === undefined ? [] : [`id ${id}`]), ...(index === undefined ? [] : [`at ${index}`])];
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
