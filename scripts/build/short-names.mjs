// Short names for what a module and its glue call of each other: wasm-bindgen's have hashes that no compression makes
// smaller. One to three percent of a module.

const IMPORTS = 2;
const EXPORTS = 7;
// Read by its name beyond the glue.
const KEPT = "memory";

/** The module and its glue with short names for imports and exports. */
export function shortNames(wasm, glue) {
  const [imports, exports] = [new Names(), new Names()];
  const module = rewritten(wasm, imports, exports);
  let text = glue;
  // The glue's object of imports by module, its members, and `wasm`, the exports of the instance.
  text = text.replace(/^(\s+)("[^"\n]+"|__wb\w+): (?=import\d|function)/gm, (whole, blank, name) => {
    const short = imports.known.get(name.replaceAll('"', ""));
    return short === undefined ? whole : `${blank}${short}: `;
  });
  text = text.replace(/\bwasm\.(\w+)/g, (whole, name) => {
    const short = exports.known.get(name);
    return short === undefined ? whole : `wasm.${short}`;
  });
  const left = [...imports.known.keys()].find((name) =>
    new RegExp(`[^\\w.]${name.replace(/\W/g, "\\$&")}["']?:`).test(text),
  );
  if (left !== undefined) throw new Error(`the glue of wasm-bindgen has changed: ${left} keeps its name`);
  return { wasm: module, glue: text };
}

class Names {
  known = new Map([[KEPT, KEPT]]);

  short(name) {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let short = "";
    for (let rest = this.known.size; rest > 0; rest = Math.floor(rest / letters.length)) {
      short += letters[rest % letters.length];
    }
    this.known.set(name, short);
    return short;
  }
}

function rewritten(wasm, imports, exports) {
  const reader = new Reader(wasm);
  const parts = [reader.take(8)];
  while (reader.at < wasm.length) {
    const id = reader.byte();
    const content = new Reader(reader.take(reader.number()));
    const body =
      id === IMPORTS ? importsOf(content, imports) : id === EXPORTS ? exportsOf(content, exports) : content.bytes;
    parts.push(Buffer.of(id), number(body.length), body);
  }
  return Buffer.concat(parts);
}

function importsOf(section, names) {
  const count = section.number();
  const parts = [number(count)];
  for (let each = 0; each < count; each += 1) {
    const [module, name] = [section.text(), section.text()];
    // Of modules of ours the names are those of JavaScript functions.
    const own = module.startsWith("./snippets/");
    parts.push(text(names.short(module)), text(own ? name : names.short(name)), section.description());
  }
  return Buffer.concat(parts);
}

function exportsOf(section, names) {
  const count = section.number();
  const parts = [number(count)];
  for (let each = 0; each < count; each += 1) {
    parts.push(text(names.short(section.text())), section.take(1), number(section.number()));
  }
  return Buffer.concat(parts);
}

/** LEB128. */
function number(value) {
  const bytes = [];
  for (let rest = value; ; ) {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
    if (rest === 0) return Buffer.from(bytes);
  }
}

const text = (value) => Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(value)]);

class Reader {
  at = 0;

  constructor(bytes) {
    this.bytes = bytes;
  }

  byte() {
    this.at += 1;
    return this.bytes[this.at - 1];
  }

  number() {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text() {
    return this.take(this.number()).toString("utf8");
  }

  /** Description of an import: the type of a function, as all imports of wasm-bindgen are functions. */
  description() {
    const kind = this.byte();
    if (kind !== 0) throw new Error(`wasm-bindgen imports something of kind ${kind}`);
    return Buffer.concat([Buffer.of(kind), number(this.number())]);
  }
}
