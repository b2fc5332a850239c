import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { UsageError } from "../../cli/usage.js";
import type { Report } from "../settings.js";
import { Refused } from "./refused.js";

const HEADER = "x-tooltrim-token";
const USABLE = /^[\x21-\x7e]{16,1000}$/;
/** Headers that identify a client to the server. */
const CREDENTIALS = /(?:^|-)(?:authorization|api-?key|token|secret)$/;

/** A client that may use the port. */
export interface Admitted {
  /** A hash of its token and credentials. Its sessions and refs are kept under it. */
  readonly owner: string;
  /** Its headers without the token. */
  readonly headers: IncomingHttpHeaders;
}

/** Admits clients that send one of the tokens; without tokens, every client on this machine. */
export class Tokens {
  readonly #digests: readonly Buffer[];

  constructor(tokens: readonly string[]) {
    this.#digests = tokens.map(digest);
  }

  admit(headers: IncomingHttpHeaders): Admitted | Refused {
    const { [HEADER]: own, ...rest } = headers;
    const bearer = this.#find(/^bearer +(.*)$/i.exec(rest.authorization ?? "")?.[1]);
    const token = typeof own === "string" ? this.#find(own) : undefined;
    // A token must not reach the server.
    if (bearer !== undefined) delete rest.authorization;
    const found = token ?? bearer;
    if (this.#digests.length > 0 && found === undefined) {
      return new Refused(403, `token: missing or wrong; send it as ${HEADER} or as Authorization: Bearer`);
    }
    return { owner: ownerOf(found, rest), headers: rest };
  }

  /** Returns the index of a token. Compares all of them, each in constant time. */
  #find(given: string | undefined): number | undefined {
    if (given === undefined || this.#digests.length === 0) return undefined;
    const asked = digest(given);
    const [found] = this.#digests.flatMap((known, number) => (timingSafeEqual(known, asked) ? [number] : []));
    return found;
  }
}

function ownerOf(token: number | undefined, headers: IncomingHttpHeaders): string {
  const names = Object.keys(headers).filter((name) => CREDENTIALS.test(name));
  const given = [token, ...names.sort().map((name) => [name, headers[name]])];
  return names.length === 0 ? `${token}` : digest(JSON.stringify(given)).toString("base64");
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

export const newToken = (): string => randomBytes(32).toString("base64url");

/** Reads a file with one token per line. @throws UsageError */
export function readTokens(file: string, report: Report): string[] {
  const name = JSON.stringify(file);
  let [text, mode] = ["", 0];
  try {
    text = readFileSync(file, "utf8");
    mode = process.platform === "win32" ? 0 : statSync(file).mode;
  } catch (error) {
    throw new UsageError(`--token-file: ${name} cannot be read: ${(error as Error).message}`);
  }
  const tokens = text.split("\n").flatMap((line, at) => {
    const token = line.trim();
    if (token === "" || USABLE.test(token)) return token === "" ? [] : [token];
    throw new UsageError(
      `--token-file: line ${at + 1} of ${name} is not 16 to 1000 printable ASCII characters without spaces`,
    );
  });
  if (tokens.length === 0) throw new UsageError(`--token-file: ${name} has no token; write one in a line`);
  if (mode & 0o044) report(`--token-file: ${name} can be read by other users; run chmod 600 on it`);
  return tokens;
}
