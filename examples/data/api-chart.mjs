// A picture of a tide, without compression, so that it is the same whatever library would pack it.

import { crc32 } from "node:zlib";

const [WIDTH, HEIGHT] = [240, 120];

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A zlib stream of one stored block. */
function stored(data) {
  let [low, high] = [1, 0];
  for (const byte of data) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  const [head, sum] = [Buffer.from([0x78, 0x01, 1, 0, 0, 0, 0]), Buffer.alloc(4)];
  head.writeUInt16LE(data.length, 3);
  head.writeUInt16LE(~data.length & 0xffff, 5);
  sum.writeUInt32BE(high * 65_536 + low);
  return Buffer.concat([head, data, sum]);
}

/** A PNG of a zigzag with so many turns, in shades of grey. */
export function chart(turns) {
  const rows = Buffer.alloc(HEIGHT * (WIDTH + 1), 0xf4);
  for (let y = 0; y < HEIGHT; y += 1) {
    rows[y * (WIDTH + 1)] = 0;
    for (let x = 0; x < WIDTH; x += 1) {
      const phase = (x * turns) % (2 * WIDTH);
      const line = Math.floor((Math.min(phase, 2 * WIDTH - phase) * HEIGHT) / WIDTH);
      if (y > line) rows[y * (WIDTH + 1) + 1 + x] = 0x60 + ((x + y) % 64);
    }
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(WIDTH);
  size.writeUInt32BE(HEIGHT, 4);
  size[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", size), chunk("IDAT", stored(rows)), chunk("IEND", Buffer.alloc(0))]);
}
