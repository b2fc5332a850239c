// SVG that is the same on every machine: whole numbers, and no font but the reader's own.

/** Width of every picture. */
export const WIDTH = 960;
/** Height of a line of text, and the width of one of its columns in most fonts. */
export const LINE = 15;
export const COLUMN = 6.75;

// Colours as on the playground; each pair of text and ground has a contrast of 4.5 or more.
const STYLE = `
svg{--paper:#f7f7f4;--sheet:#fff;--ink:#1c2024;--soft:#5a626b;--line:#dcddd8;--omitted:#c9cbc5;--kept:#0b6350;--failed:#b3261e;--lost:#efb0ab;--marker:#ffe7a0;--on-marker:#453400}
@media(prefers-color-scheme:dark){svg{--paper:#121417;--sheet:#1a1d21;--ink:#e4e7ea;--soft:#a3abb4;--line:#2d3238;--omitted:#41474e;--kept:#67cdae;--failed:#ff9c92;--lost:#7d4440;--marker:#55430f;--on-marker:#ffe39a}}
text{font:11.25px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace;fill:var(--ink);white-space:pre}
.label{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;font-size:13px}
.title{font-weight:600}.soft{fill:var(--soft)}.failed{fill:var(--failed)}.marker{fill:var(--on-marker)}
.end{text-anchor:end}
.paper{fill:var(--paper)}.sheet{fill:var(--sheet);stroke:var(--line)}.mark{fill:var(--marker)}
.bars{fill:none}.b-omitted{stroke:var(--omitted)}.b-kept{stroke:var(--kept)}.b-failed{stroke:var(--failed)}.b-lost{stroke:var(--lost)}
.f-omitted{fill:var(--omitted)}.f-kept{fill:var(--kept)}.f-failed{fill:var(--failed)}.f-lost{fill:var(--lost)}`;

/** A whole picture; `description` is what it shows, for those who do not see it. */
export function picture({ height, title, description, body }) {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title about">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="about">${escaped(description)}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>`,
    ...body.flat(),
    "</svg>\n",
  ].join("\n");
}

/** What a text may be in XML: control characters have been made visible before. */
export function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function text(x, y, content, names = "") {
  return `<text x="${x}" y="${y}"${names && ` class="${names}"`}>${escaped(content)}</text>`;
}

export function rect(x, y, width, height, names) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" class="${names}"/>`;
}

/** A frame, and what of the body is inside of it: a reader's font may be wider than most. */
export function pane({ id, x, y, width, height, body }) {
  return [
    `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`,
    `<rect x="${x}.5" y="${y}.5" width="${width - 1}" height="${height - 1}" rx="5" class="sheet"/>`,
    `<g clip-path="url(#${id})">`,
    ...body,
    "</g>",
  ];
}

/** Lines of text from the top of a pane; each is `{ text, kind }`, a kind being `failed`, `marker`, `soft` or none. */
export function linesOfText(x, y, width, lines) {
  return lines.flatMap(({ text: content, kind = "" }, index) => {
    const top = y + index * LINE;
    const mark = kind === "marker" ? [rect(x - 8, top + 1, width, LINE - 1, "mark")] : [];
    return content === "" ? mark : [...mark, text(x, top + LINE - 4, content, kind)];
  });
}

/** What the colours mean, from the right; each is `[kind, meaning]`. */
export function legend(right, y, entries) {
  let at = right;
  return entries.toReversed().flatMap(([kind, meaning]) => {
    at -= Math.round(meaning.length * 7) + 34;
    return [rect(at, y - 9, 14, 9, `f-${kind}`), text(at + 19, y, meaning, "label soft")];
  });
}

export const number = (value) => value.toLocaleString("en-US");
