import type { Outline } from "../requests.js";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Terms negotiated with a server. */
interface Agreed {
  readonly sessionId: string | undefined;
  readonly protocol: string | undefined;
}

/** Returns the headers of a POST. From 2026 on the protocol repeats members of the body in them. */
export function headersFor(message: Outline | undefined, { sessionId, protocol }: Agreed): Record<string, string> {
  const { name, uri, _meta } = (message?.params ?? {}) as Readonly<Record<string, unknown>>;
  const stated = (_meta as Readonly<Record<string, unknown>> | undefined)?.[VERSION];
  const isModern = typeof stated === "string";
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  if (sessionId !== undefined) headers["mcp-session-id"] = sessionId;
  const version = isModern ? stated : protocol;
  if (version !== undefined) headers["mcp-protocol-version"] = version;
  if (isModern && typeof message?.method === "string") headers["mcp-method"] = message.method;
  const named = name ?? uri;
  if (isModern && typeof named === "string" && PRINTABLE.test(named)) headers["mcp-name"] = named;
  return headers;
}
