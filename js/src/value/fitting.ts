// Values that go on fitting a JSON Schema when they become smaller. The core reads the schema.
import type { CompiledValue } from "../../../target/wasm-pkg/tooltrim.js";
import { wasm } from "../wasm.js";
import { schemaText } from "./caps.js";
import { compileWith, trimWith } from "./trim-value.js";
import type { ValueOptions } from "./types.js";

/**
 * Returns a value within `maxTotalBytes` that still fits its schema; `undefined` if the schema leaves too little that
 * may be cut, or cannot be read.
 */
export function fitToSchema<T>(value: T, schema: object | boolean, options: ValueOptions): T | undefined {
  return fitting(schema, options, (compiled) => trimWith(compiled, value, options, "fit").value);
}

/** {@link fitToSchema} for a JSON text. */
export function fitJsonToSchema(
  json: string,
  schema: object | boolean,
  options: Pick<ValueOptions, "maxTotalBytes" | "about">,
): string | undefined {
  return fitting(schema, options, (compiled) => compiled.fitJson(json));
}

/**
 * Returns how much of each string, list and object of a JSON text its schema leaves free, in the order of the text: 0
 * where nothing may change, else the fewest chars, items or members, plus 1. Nothing for a schema that cannot be read.
 */
export function leastSizes(json: string, schema: object | boolean): Uint32Array | undefined {
  return fitting(schema, {}, (compiled) => compiled.leastSizes(json));
}

function fitting<T>(
  schema: object | boolean,
  options: ValueOptions,
  run: (compiled: CompiledValue) => T,
): T | undefined {
  let compiled: CompiledValue | undefined;
  try {
    compiled = compileWith(options, (given) => wasm().CompiledValue.fitting(given, schemaText(schema)));
    return run(compiled);
  } catch {
    return undefined;
  } finally {
    compiled?.free();
  }
}
