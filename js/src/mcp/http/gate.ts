import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Refused, shown } from "./refused.js";
import { typeIn } from "./request.js";
import type { Target } from "./target.js";

const LOCAL = new Set(["127.0.0.1", "localhost", "[::1]"]);
const METHODS = ["POST", "GET", "DELETE"];
/** Value of the `Allow` header for the MCP endpoint. */
export const ALLOWED = METHODS.join(", ");
const FORM = "application/x-www-form-urlencoded";

/** Refuses requests of web pages, which could call every tool (DNS rebinding, cross-site requests). */
export function refusedSender(headers: IncomingHttpHeaders): Refused | undefined {
  const { host = "", origin, "sec-fetch-site": site } = headers;
  if (!LOCAL.has(host.replace(/:\d+$/, "").toLowerCase())) {
    return new Refused(403, `host: ${shown(host)} is not 127.0.0.1 or localhost`);
  }
  // A page of another local port is a foreign page.
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return new Refused(403, `origin: ${shown(origin)} is not the proxy's own`);
  }
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  return new Refused(403, `sec-fetch-site: ${shown(site)} is not same-origin or none`);
}

/** Refuses requests that no MCP client sends; a page could send many of them without a preflight. */
export function refusedRequest({ method = "", headers }: IncomingMessage, { isEndpoint }: Target): Refused | undefined {
  const methods = isEndpoint ? METHODS : ["POST", "GET"];
  if (!methods.includes(method)) return notAllowed(`method: ${shown(method)} is not served`, methods);
  const type = typeIn(headers["content-type"]);
  if (method === "POST" && type !== "application/json" && (isEndpoint || type !== FORM)) {
    const rule = isEndpoint ? "application/json" : `application/json or ${FORM}`;
    return new Refused(415, `content-type: ${shown(headers["content-type"])} is not ${rule}`);
  }
  // MCP allows two answers to a GET: a stream of events or 405.
  if (method === "GET" && isEndpoint && !listed(headers.accept).includes("text/event-stream")) {
    return notAllowed(`accept: ${shown(headers.accept)} does not name text/event-stream`, ["POST", "DELETE"]);
  }
  return undefined;
}

const notAllowed = (reason: string, allowed: readonly string[]): Refused =>
  new Refused(405, reason, { allow: allowed.join(", ") });

/** Returns the media types of a header, without their parameters. */
const listed = (header = ""): string[] => header.split(",").map(typeIn);
