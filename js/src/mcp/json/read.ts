import type { Json } from "./node.js";
import { JsonReader } from "./reader.js";
import { Sketch, type SketchRoom } from "./sketch.js";

/** Parses a JSON text into a tree. @throws JsonError */
export function readJson(text: string | Buffer, room?: SketchRoom): Json {
  const sketch = new Sketch(room);
  const reader = new JsonReader(sketch);
  reader.push(typeof text === "string" ? Buffer.from(text) : text);
  reader.end();
  return sketch.root as Json;
}

/** Works as {@link readJson}, but returns `undefined` for invalid JSON. */
export function tryReadJson(text: string): Json | undefined {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
