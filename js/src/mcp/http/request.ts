import { type IncomingMessage, request as overHttp, type RequestOptions } from "node:http";
import { request as overHttps } from "node:https";

/** Opens a request whose body is then written to it. Uses `node:http`, as `fetch` times out after 5 silent minutes. */
export function open(url: URL, options: RequestOptions) {
  return (url.protocol === "https:" ? overHttps : overHttp)(url, options);
}

/** Resolves when the head of the response has arrived. */
export function responseTo(request: ReturnType<typeof open>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", resolve);
    request.on("error", reject);
    // A server that switches protocols triggers neither event.
    request.once("close", () => reject(new Error("the connection was closed before a response")));
  });
}

/** Sends a whole request. */
export function send(url: URL, options: RequestOptions, body?: Buffer | string): Promise<IncomingMessage> {
  const request = open(url, options);
  const response = responseTo(request);
  request.end(body);
  return response;
}

/** Returns the media type of a header without its parameters. */
export const typeIn = (header = ""): string => (header.split(";", 1)[0] ?? "").trim().toLowerCase();

export const typeOf = ({ headers }: IncomingMessage): string => typeIn(headers["content-type"]);

/** Returns `true` for a redirect. Redirects are never followed: the request may hold credentials. */
export const isRedirect = ({ statusCode: status = 0 }: IncomingMessage): boolean =>
  status >= 300 && status < 400 && status !== 304;

/** Returns a URL without the parts that may be secret: credentials, query and fragment. */
const shownUrl = (url: URL): string => `${url.origin}${url.pathname}`;

/** Describes a response that is not an answer, in one line. */
export async function refusal(url: URL, response: IncomingMessage): Promise<string> {
  const { statusCode: status = 0, statusMessage, headers } = response;
  const body = await startOf(response);
  const what = `HTTP ${status} ${statusMessage ?? ""} from ${shownUrl(url)}`;
  // Without the body, which would repeat the whole location.
  if (isRedirect(response)) return `${what}; it points to ${place(headers.location)}, which is not followed`;
  const hint = status === 401 ? '; --header "Authorization: Bearer <token>" can give credentials' : "";
  return `${what}${hint}${body === "" ? "" : `: ${messageIn(body)}`}`;
}

/** Returns a location without the parts that may be secret. */
const place = (location = "nowhere"): string => location.replace(/[?#].*|(?<=\/\/)[^/]*@/g, "").slice(0, 500);

/** Describes why a connection failed. */
export function unreachable(url: URL, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  // If several addresses were tried, the error has no message of its own.
  return `${shownUrl(url)} cannot be reached: ${message || (code ?? String(error))}`;
}

async function startOf(response: IncomingMessage, bytes = 2000): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
      if (size >= bytes) break;
    }
  } catch {
    // The bytes so far are enough.
  }
  return Buffer.concat(pieces).subarray(0, bytes).toString();
}

/** Returns the message of a body: servers send a JSON-RPC error, or a text. */
function messageIn(body: string): string {
  try {
    const { message } = (JSON.parse(body) as { error?: { message?: unknown } }).error ?? {};
    if (typeof message === "string") return message.slice(0, 500);
  } catch {
    // Not JSON.
  }
  return body.slice(0, 500);
}
