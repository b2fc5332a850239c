// The texts that stand where something is missing, as patterns: a marker with any numbers in it.

/** The marker unless another is given; with rescue, each stands for some lines. */
export const usualMarker = (rescue: boolean): string =>
  rescue ? "[… {omittedLines} lines, {count} chars]" : "... [truncated {count} chars] ...";

/** Shorter forms that the package takes where a limit has no room for one of its own. */
const SHORTER: Readonly<Record<string, readonly string[]>> = {
  [usualMarker(false)]: ["... [-{count}] ...", "…"],
  [usualMarker(true)]: ["[… {omittedLines} lines]", usualMarker(false), "... [-{count}] ...", "…"],
  "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n": [
    usualMarker(false),
    "... [-{count}] ...",
    "…",
  ],
  "... [truncated, {totalChars} chars total]": ["..."],
  "value exceeds size limit ({totalBytes} bytes, max {limit}) [content truncated for context limit]": [
    "[content truncated for context limit]",
    "[truncated]",
    "...",
  ],
  "\n\n(response truncated)": ["... [-{count}] ...", "…"],
};

/** Matches a marker; `written` is how a text spells a part of it. */
export function markerPattern(template: string, written: (part: string) => string = (part) => part): string {
  // A line that names all files or folders stands beside the markers of rescued lines.
  const overview = template === usualMarker(true) ? "|\\[… [\\d,]+ (?:files|hits|paths)[^\\n]*\\]" : "";
  const forms = [template, ...(SHORTER[template] ?? [])];
  return `(?:${forms.map((form, index) => pattern(form, written, index)).join("|")}${overview})`;
}

function pattern(template: string, written: (part: string) => string, form: number): string {
  return template
    .split(/(\{\{|\{\w+\})/)
    .map((part, index, parts) => {
      // One of a unit is written in the singular in the package's own markers.
      if (index % 2 === 0) return literal(written(part)).replace(/^( (?:char|line))s/, "$1s?");
      if (part === "{{") return "\\{";
      const first = part === "{omittedLines}" && parts.indexOf(part) === index;
      return first ? `(?<omittedLines${form}>[\\d,]+)` : "[\\d,]+";
    })
    .join("");
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
