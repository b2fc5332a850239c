import type { IncomingHttpHeaders } from "node:http";

type Headers = Record<string, string | string[]>;

const DROPPED = new Set([
  // Specific to one connection, or wrong for the proxy's own message.
  ...["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect"],
  ...["host", "content-length", "accept-encoding"],
  // Used by browsers: servers must not learn about local pages, nor open the proxy to them.
  ...["cookie", "cookie2", "set-cookie", "set-cookie2", "origin", "referer"],
  // Would send a client to another host.
  ...["location", "refresh", "alt-svc"],
]);
const DROPPED_PREFIX = /^(?:proxy|sec|access-control|service-worker)-/;

/** Keeps responses from acting as pages of the proxy's origin, whose scripts could call every tool. */
export const INERT: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** Returns the headers that are passed on, from a client to the server or back. */
export function passed(headers: IncomingHttpHeaders): Headers {
  const named = headers.connection?.split(",").map((name) => name.trim().toLowerCase());
  const kept: Headers = {};
  for (const [name, value] of Object.entries(headers)) {
    const isDropped = DROPPED.has(name) || DROPPED_PREFIX.test(name) || named?.includes(name);
    if (value !== undefined && !isDropped) kept[name] = value;
  }
  return kept;
}
