/** Refusal of a request, sent by the proxy itself. */
export class Refused {
  readonly status: number;
  /** Names the field, the value and the rule. */
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, reason: string, headers: Readonly<Record<string, string>> = {}) {
    this.status = status;
    this.reason = reason;
    this.headers = headers;
  }
}

/** Returns a client's value as JSON for a message, shortened to 200 UTF-16 units. */
export const shown = (value: unknown): string =>
  value === undefined ? "(none)" : JSON.stringify(String(value).slice(0, 200));
