/** The element with this id; it stands in index.html. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found as Kind;
}

/** An element with a class and a text. */
export function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** `12,345`: the page speaks English, whatever the browser does. */
export const number = (value: number): string => value.toLocaleString("en-US");

/** `1 char`, `12,345 chars`. */
export const counted = (value: number, unit: string): string =>
  `${number(value)} ${value === 1 ? unit.replace(/s$/, "") : unit}`;

/** `369 kB`, in units of 1,000 as file managers show them. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, "bytes");
  if (bytes < 999_500) return `${number(Math.round(bytes / 1000))} kB`;
  return `${number(Math.round(bytes / 100_000) / 10)} MB`;
}
