// The part of the address after #: `#output?maxChars=4000&keep=tail`. A tab, and its state as a query.

/** The tab that the address names. */
export const tabOf = (): string => location.hash.slice(1).replace(/\?.*$/s, "");

const latest = new Map<string, URLSearchParams>();

/** The state in the address, if it names this tab. */
export function readHash(tab: string): URLSearchParams | undefined {
  const query = /\?(.*)/s.exec(location.hash)?.[1];
  return tabOf() === tab ? new URLSearchParams(query ?? "") : undefined;
}

/** The address of this page with this state. */
export function addressOf(tab: string, state: URLSearchParams): string {
  return `${location.href.replace(/#.*$/s, "")}#${tab}?${state}`;
}

/** Remembers the state in the address for the tab's link. */
export function keepHash(tab: string): void {
  const state = readHash(tab);
  if (state) latest.set(tab, state);
}

/** What leads to a tab, in the state in which it was left. */
export function linkTo(tab: string): string {
  const state = latest.get(tab)?.toString();
  return `#${tab}${state ? `?${state}` : ""}`;
}

let timer = 0;

/** Writes the state of a tab into the address, without a step in the history; if it is not shown, for its link. */
export function writeHash(tab: string, state: URLSearchParams): void {
  latest.set(tab, state);
  clearTimeout(timer);
  // Later: dragging a slider changes them many times a second, and Safari refuses more than 100 writes in 30 s.
  timer = window.setTimeout(() => {
    const [current, known] = [tabOf() || tab, latest.get(tabOf() || tab)];
    if (known) history.replaceState(null, "", addressOf(current, known));
  }, 200);
}

/** Calls back when a person changes the address or goes back to another one. */
export function onHash(changed: () => void): void {
  addEventListener("hashchange", changed);
}
