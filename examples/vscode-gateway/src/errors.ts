// Each failure as something that a user can act on. What kind it is decides what is tried next, and which error of
// VS Code it becomes.

/** What is to be done about a failure. */
export type FailureKind =
  /** A key is missing or not allowed. */
  | "no-permission"
  /** There is no such model. */
  | "not-found"
  /** Too many requests, or no quota is left. */
  | "blocked"
  /** The conversation does not fit the model's window. */
  | "too-long"
  /** The request has too many bytes, whatever the model's window. */
  | "too-large"
  /** The endpoint does not take the request for another reason. */
  | "refused"
  /** The address leads nowhere, or to something else. */
  | "wrong-address"
  | "other";

/** What the endpoint said about it. */
export interface Refusal {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** Which member of the request it is about. */
  readonly param?: string | undefined;
  readonly said: string;
}

export class GatewayError extends Error {
  override readonly name = "GatewayError";

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly refusal: Refusal = { said: "" },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Whom the request went to. */
export interface Target {
  readonly address: string;
  readonly model?: string | undefined;
  readonly hasKey: boolean;
  /** Takes out of a text of the endpoint what nobody may see. */
  readonly hide?: ((text: string) => string) | undefined;
}

/** An answer with another status than 2xx. */
export function failureOfStatus(status: number, body: string, retryAfter: string | null, target: Target): GatewayError {
  return failureOf({ ...readRefusal(body), status }, retryAfter, target);
}

/** A failure that is told within a stream, or in a response that says that it failed. */
export function failureOfEvent(error: unknown, target: Target): GatewayError {
  return failureOf(readRefusal({ error }), null, target);
}

/** `fetch` itself failed: nobody answered. */
export function unreachable(error: unknown, { address, hide = (text) => text }: Target): GatewayError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new GatewayError(
    "wrong-address",
    `${address} cannot be reached (${shown(hide(cause))}). Is it running, and is the setting tooltrimGateway.baseUrl right? In VS Code for the Web it also has to allow requests from a web page (CORS).`,
    undefined,
    { cause: error },
  );
}

/** The address leads elsewhere. Where a key and a conversation go is for the user to say. */
export function redirected(location: string | null, { address, hide = (text) => text }: Target): GatewayError {
  const to = location && URL.canParse(location, address) ? new URL(location, address) : undefined;
  const where = to === undefined ? "another address" : shown(hide(`${to.origin}${to.pathname}`));
  return new GatewayError(
    "wrong-address",
    `${address} leads on to ${where}. Conversations are not sent on: if that is right, change the setting tooltrimGateway.baseUrl to it.`,
  );
}

/** The connection ended before the answer did. */
export function brokenOff({ address }: Target, error?: unknown): GatewayError {
  const cause = error === undefined ? "" : ` (${shown(error instanceof Error ? error.message : String(error))})`;
  return new GatewayError(
    "other",
    `The answer of ${address} broke off before it was complete${cause}. Send the message again.`,
    undefined,
    { cause: error },
  );
}

/** The stream began well, and then something else came. */
export function malformed({ address }: Target, what: string): GatewayError {
  return new GatewayError(
    "other",
    `${address} sent ${what}, which the Open Responses API does not. Send the message again.`,
  );
}

/** What came is not what Open Responses says. */
export function notUnderstood({ address }: Target, what: string): GatewayError {
  return new GatewayError(
    "wrong-address",
    `${address} answered ${what}, which the Open Responses API does not. Is the setting tooltrimGateway.baseUrl right? It usually ends in /v1.`,
  );
}

function failureOf(told: Refusal, retryAfter: string | null, target: Target): GatewayError {
  const refusal = hidden(told, target);
  const kind = kindOf(refusal);
  const { status } = refusal;
  const said = refusal.said === "" ? "" : ` It said: "${shown(refusal.said)}"`;
  const number = status === undefined ? "" : ` (${status})`;
  return new GatewayError(kind, `${advice(kind, refusal, number, retryAfter, target)}${said}`, refusal);
}

function hidden({ status, code, param, said }: Refusal, { hide = (text) => text }: Target): Refusal {
  const part = (text: string | undefined) => (text === undefined ? undefined : hide(text));
  return { status, code: part(code), param: part(param), said: hide(said) };
}

function kindOf(refusal: Refusal): FailureKind {
  const { status, code, param, said } = refusal;
  if (status === 401 || status === 403 || code === "invalid_api_key") return "no-permission";
  if (status === 429 || status === 402 || /rate_limit_exceeded|insufficient_quota/.test(code ?? "")) return "blocked";
  if (isTooLong(refusal)) return "too-long";
  if (status === 413) return "too-large";
  if (/model_not_found/.test(code ?? "") || param === "model") return "not-found";
  if (status === 404 || status === 405) return /\bmodel\b/i.test(said) ? "not-found" : "wrong-address";
  if (status !== undefined && status >= 400 && status < 500) return "refused";
  return "other";
}

/**
 * Not what is wrong inside of the endpoint, and not a limit of the answer: less of the conversation would not help
 * there.
 */
function isTooLong({ status, code, param = "", said }: Refusal): boolean {
  if (status !== undefined && status !== 400 && status !== 413 && status !== 422) return false;
  if (code === "context_length_exceeded") return true;
  if (/max_|output|tools|instructions/.test(param)) return false;
  return tooLong.some((words) => words.test(said));
}

const tooLong = [
  /context[ _-]?(window|length|size|limit).*(exceed|too (long|large|many|big)|tokens|not enough)/is,
  /(exceed|too (long|large|many|big)|maximum|overflow|fit).*context[ _-]?(window|length|size|limit)/is,
  /\b(prompt|input|conversation|messages?) (is |are )?too long\b/i,
  /\b(input|prompt) (tokens?|token count|length).*exceed/is,
  /\b(too many (input|prompt) tokens|maximum (prompt|input) (length|size|tokens))\b/i,
];

function advice(
  kind: FailureKind,
  { code, param }: Refusal,
  number: string,
  retryAfter: string | null,
  { address, model, hasKey }: Target,
): string {
  switch (kind) {
    case "no-permission":
      return hasKey
        ? `${address} does not accept the API key${number}. Set another one with the command "tooltrim gateway: Set API Key".`
        : `${address} wants an API key${number}. Set it with the command "tooltrim gateway: Set API Key".`;
    case "not-found":
      return `${address} has no model ${shown(model ?? "")}${number}. Choose another, or run "tooltrim gateway: Read the List of Models Again".`;
    case "blocked":
      return /quota|billing|credit/i.test(code ?? "")
        ? `The quota of the API key for ${address} is used up${number}.`
        : `${address} takes no more requests for now${number}. Try again ${waitOf(retryAfter)}.`;
    case "too-long":
      return `The conversation is too long for ${shown(model ?? "the model")}${number}; what may be compacted was. Start a new chat, or set tooltrimGateway.window to the window of the model, in tokens.`;
    case "too-large":
      return `${address} takes no request of this size${number}: it, or a proxy before it, limits the bytes. Start a new chat, or one with fewer images.`;
    case "wrong-address":
      return `${address} does not exist there${number}. Is the setting tooltrimGateway.baseUrl right? It usually ends in /v1.`;
    case "refused":
      return `${address} refuses the request${number}${param === undefined ? "" : ` because of ${shown(param)}`}.`;
    case "other":
      return `${address} failed${number}. Try again.`;
  }
}

/** `retry-after` is a number of seconds or a date. */
function waitOf(retryAfter: string | null): string {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  if (Number.isFinite(seconds)) return `in ${Math.ceil(seconds)} seconds`;
  const left = retryAfter === null ? Number.NaN : (Date.parse(retryAfter) - Date.now()) / 1000;
  return Number.isFinite(left) ? `in ${Math.max(1, Math.ceil(left))} seconds` : "in a minute";
}

/** Endpoints put it in `error`, in `detail`, in `message`, or in plain text. */
function readRefusal(body: unknown): Refusal {
  const value = typeof body === "string" ? parsed(body) : body;
  if (typeof value === "string") return { said: value };
  const { error, detail, message } = (value ?? {}) as Record<string, unknown>;
  if (typeof error === "object" && error !== null) {
    const { message: said, code, param, type } = error as Record<string, unknown>;
    return {
      said: typeof said === "string" ? said : JSON.stringify(error),
      // Rate limits have their name in `type` at some endpoints.
      code: text(code) ?? text(type),
      param: text(param),
    };
  }
  const said = [error, message, detail].find((one) => one !== undefined && one !== null);
  return { said: typeof said === "string" ? said : said === undefined ? "" : JSON.stringify(said) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A page of a proxy says nothing to a user.
    return /^\s*</.test(body) ? "" : body;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Texts of others on one line, not long, and without links: messages of VS Code would make a button of
 * `[x](command:y)`, which runs a command.
 */
export function shown(text: string): string {
  // Cut first: a page of a proxy can be long.
  const line = text
    .slice(0, 2000)
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .replace(/\](?=[([])/g, "] ")
    .trim();
  return line.length > 300 ? `${line.slice(0, 300).replace(/[\uD800-\uDBFF]$/, "")}…` : line;
}
