import { Refused, shown } from "./refused.js";

/** Target of a request. */
export interface Target {
  readonly url: URL;
  /** `false` for paths that `--paths` allows. */
  readonly isEndpoint: boolean;
}

/** Matches paths that every parser reads alike: no escapes, no empty segments, no `.` or `..`. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~:@!$&'()*+,=-]+)*\/?$/;

export const isPlain = (path: string): boolean => path.startsWith("/") && PLAIN.test(path);

/** Places a request target on a copy of the server's address, so that no target leads to another host. */
export function targetOf(server: URL, asked: string, paths: readonly string[]): Target | Refused {
  if (!asked.startsWith("/")) return new Refused(400, `request target: ${shown(asked)} is not a path`);
  const [, path = "", search = ""] = /^([^?]*)(.*)$/s.exec(asked) ?? [];
  const url = new URL(server);
  // The server's own path, and short aliases of it.
  const isEndpoint = [server.pathname, "/", "/mcp"].includes(path);
  if (isEndpoint) {
    if (search.length > 1) url.search = search;
  } else {
    if (!isPlain(path) || !paths.some((prefix) => isBelow(path, prefix))) {
      return new Refused(404, `path: ${shown(path)} is not served; --paths can allow it`);
    }
    url.pathname = path;
    url.search = search;
  }
  const isSame = url.origin === server.origin && (isEndpoint || url.pathname === path);
  return isSame ? { url, isEndpoint } : new Refused(400, `path: ${shown(path)} is not one of ${server.origin}`);
}

function isBelow(path: string, prefix: string): boolean {
  const parent = prefix.replace(/\/$/, "");
  return path === parent || path.startsWith(`${parent}/`);
}
