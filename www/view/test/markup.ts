// Reads markup as strictly as XML is read.

/** Chars that XML 1.0 allows. */
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const TOKEN = /<(?:(\/)([a-z][\w-]*)|([a-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?))>|([^<]+)/gy;
const ENTITY = /&(?!(?:amp|lt|gt|quot|#39);)/;
const EMPTY = new Set(["meta", "br"]);

/** Elements and attributes of markup; throws where it is not well formed. `isHtml`: some elements have no end tag. */
export function parsed(markup: string, isHtml: boolean): { names: string[]; attributes: string[] } {
  if (!ALLOWED.test(markup)) throw new Error("a char that XML forbids");
  const body = markup.replace(/^<!doctype html>/, "").trim();
  const [names, attributes, open]: [string[], string[], string[]] = [[], [], []];
  let end = 0;
  for (const { index, 0: token, 1: closes, 2: closed, 3: name, 4: held = "", 5: isClosed, 6: text } of body.matchAll(
    TOKEN,
  )) {
    if (index !== end) break;
    end = index + token.length;
    if (ENTITY.test(text ?? held)) throw new Error(`a bare ampersand: ${token.slice(0, 200)}`);
    if (closes) {
      const last = open.pop();
      if (last !== closed) throw new Error(`</${closed}> closes <${last}>`);
    } else if (name) {
      names.push(name);
      attributes.push(...Array.from(held.matchAll(/([\w:-]+)=/g), ([, attribute = ""]) => attribute));
      if (!isClosed && !(isHtml && EMPTY.has(name))) open.push(name);
    }
  }
  if (end !== body.length) throw new Error(`no markup: ${body.slice(end, end + 200)}`);
  if (open.length > 0) throw new Error(`<${open.join(">, <")}> is open`);
  return { names, attributes };
}
