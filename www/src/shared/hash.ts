// The part of the address after #: `#trim?maxChars=4000&keep=tail`. A tab, and its options as a query.

/** The options in the address, if it names this tab. */
export function readHash(tab: string): URLSearchParams | undefined {
  const [name, query] = location.hash.slice(1).split(/\?(.*)/s);
  return name === tab ? new URLSearchParams(query ?? "") : undefined;
}

/** The address of this page with these options. */
export function addressOf(tab: string, options: URLSearchParams): string {
  return `${location.href.replace(/#.*$/s, "")}#${tab}?${options}`;
}

let timer = 0;

/** Writes options into the address, without a step in the history. */
export function writeHash(tab: string, options: URLSearchParams): void {
  clearTimeout(timer);
  // Later: dragging a slider changes them many times a second, and Safari refuses more than 100 writes in 30 s.
  timer = window.setTimeout(() => history.replaceState(null, "", addressOf(tab, options)), 200);
}

/** Calls back when a person changes the address or goes back to another one. */
export function onHash(changed: () => void): void {
  addEventListener("hashchange", changed);
}
