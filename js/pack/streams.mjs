// The bytes of a module sorted into streams by what they are: opcodes, indexes of locals, offsets, constants. They
// compress better one after the other than mixed; unpack.wat puts them in order again.

const HEADER = 8;
const CODE = 10;
/** Streams of what has no opcode: see unpack.wat. */
const [OPCODES, LOCALS, REST] = [0, 2, 511];
const END = 0x0b;
const BR_TABLE = 0x0e;
const MORE = 0xfc;

/** Their lengths, and the streams of a module. */
export function streams(wasm) {
  const writer = new Streams(wasm);
  writer.bytes(REST, HEADER);
  while (writer.at < wasm.length) {
    const section = writer.byte(REST);
    const size = writer.number(REST);
    if (section !== CODE) writer.bytes(REST, size);
    else for (let left = writer.number(REST); left > 0; left -= 1) body(writer);
  }
  return Buffer.concat([
    ...writer.all.map(({ length }) => leb128(length)),
    ...writer.all.map((each) => Buffer.from(each)),
  ]);
}

function body(writer) {
  // Unpacking counts it again.
  const size = writer.number();
  const end = writer.at + size;
  for (let left = writer.number(LOCALS); left > 0; left -= 1) {
    writer.number(LOCALS);
    writer.byte(LOCALS);
  }
  let depth = 1;
  while (depth > 0) {
    const opcode = writer.byte(OPCODES);
    if (opcode >= 0x02 && opcode <= 0x04) depth += 1;
    if (opcode === END) depth -= 1;
    if (opcode === 0x43 || opcode === 0x44) writer.bytes(opcode * 2, opcode === 0x43 ? 4 : 8);
    let stream = opcode * 2;
    for (let left = numbersOf(opcode); left > 0; left -= 1) {
      const value = writer.number(stream);
      if (stream % 2 === 1) continue;
      if (opcode === BR_TABLE) left = value + 2;
      if (opcode === MORE && value > 7) left = 3 - (value & 1);
      stream += 1;
    }
  }
  if (writer.at !== end) throw new Error("streams.mjs reads a function in another way than it was written");
}

/** How many numbers follow an opcode. */
function numbersOf(opcode) {
  if (opcode >= 0x28 && opcode <= 0x3e) return 2;
  if ([0x11, 0x1c].includes(opcode)) return 2;
  if (opcode >= 0x20 && opcode <= 0x26) return 1;
  return [0x02, 0x03, 0x04, 0x0c, 0x0d, BR_TABLE, 0x10, 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2, MORE].includes(opcode)
    ? 1
    : 0;
}

function leb128(value) {
  const bytes = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** Reads a module, and writes what it reads to a stream. */
class Streams {
  at = 0;
  all = Array.from({ length: REST + 1 }, () => []);

  constructor(bytes) {
    this.source = bytes;
  }

  byte(stream) {
    const byte = this.source[this.at];
    this.at += 1;
    this.all[stream]?.push(byte);
    return byte;
  }

  bytes(stream, count) {
    for (let left = count; left > 0; left -= 1) this.byte(stream);
  }

  number(stream) {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.byte(stream);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}
