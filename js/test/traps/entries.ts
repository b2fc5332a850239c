// A call of each entry of the binding, with arguments that it takes.
import type { Binding as Logs } from "../../../target/wasm-logs/instance.js";
import type { Binding } from "../../../target/wasm-pkg/instance.js";
import type { Binding as Tokens } from "../../../target/wasm-tokens/instance.js";

const text = `${"line of output\n".repeat(200)}error: it failed\n`;
const json = JSON.stringify({ items: Array.from({ length: 200 }, (_, id) => ({ id, title: "x".repeat(20) })) });
const value = { items: Array.from({ length: 50 }, (_, id) => ({ id, body: "x".repeat(100) })) };
const calls = Array.from({ length: 20 }, (_, at) => ({
  callId: `call_${at}`,
  name: "bash",
  args: { command: `npm test -- part${at}` },
  result: `${text}exit code ${at % 2}`,
}));
const messages = [
  { role: "user", content: "Make the tests pass." },
  ...calls.flatMap(({ callId: id, name, args: input, result: content }) => [
    { role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] },
  ]),
];
const broken = messages.slice(0, -1);
const counter = (text: string) => Math.ceil(text.length / 4);
const none = undefined;

const compiled = ({ Compiled }: Binding, options: object = { maxChars: 100, rescue: true }) =>
  new Compiled(options, none);
function reading(binding: Binding) {
  const stream = compiled(binding).stream();
  stream.push(text, text.length);
  return stream;
}
function storeIndex({ StoreIndex }: Binding) {
  const index = new StoreIndex(2000);
  for (const each of ["one", "two", "three"]) {
    index.number_of(each, each.length);
    index.put(900);
  }
  return index;
}
const compact = ({ Compact }: Binding, state: unknown = none) =>
  new Compact({ window: { chars: 20_000 } }, state, true);
const next = (core: ReturnType<typeof compact>) =>
  core.next(messages, false, false, none, none, none, none, none, none, false);
function decided(binding: Binding) {
  const core = compact(binding);
  next(core);
  return core;
}
function committed(binding: Binding) {
  const core = decided(binding);
  core.commit();
  return core;
}
const bounds = ({ CompiledValue }: Binding) => new CompiledValue({ maxTotalBytes: 1000 });
function cuts({ CutMetrics }: Binding) {
  const counts = new CutMetrics();
  counts.record("label", "bytes", 9000, 500);
  return counts;
}
const line = '{"role":"user","content":"hi"}\n';
function log({ Log }: Logs) {
  const it = new Log();
  it.push(line, line.length);
  return it;
}
const history = ({ History }: Binding) => new History({ recentCallsToKeep: 2 }, false);

/** Makes what is needed; what it answers is the call. */
export const entries: Record<string, (binding: Binding) => () => unknown> = {
  StoreIndex: (b) => () => new b.StoreIndex(2000).max_bytes(),
  "StoreIndex.bytes": (b) => on(storeIndex(b), (it) => it.bytes()),
  "StoreIndex.forget_written": (b) => on(storeIndex(b), (it) => it.forget_written()),
  "StoreIndex.free": (b) => on(storeIndex(b), (it) => it.free()),
  "StoreIndex.lost": (b) => on(storeIndex(b), (it) => it.lost()),
  "StoreIndex.max_bytes": (b) => on(storeIndex(b), (it) => it.max_bytes()),
  "StoreIndex.missing": (b) => on(storeIndex(b), (it) => String(it.missing(1))),
  "StoreIndex.number_of": (b) => on(storeIndex(b), (it) => it.number_of(text, text.length)),
  "StoreIndex.number_of_print": (b) => {
    const [print, it] = [new b.Print(), storeIndex(b)];
    print.push("two", 3);
    return () => it.number_of_print(print.words());
  },
  "StoreIndex.put": (b) => {
    const it = storeIndex(b);
    it.number_of("four", 4);
    return () => it.put(900);
  },
  "StoreIndex.put_back": (b) => on(storeIndex(b), (it) => it.put_back(1, false)),
  "StoreIndex.take_evicted": (b) => on(storeIndex(b), (it) => it.take_evicted()),
  "StoreIndex.touch": (b) => on(storeIndex(b), (it) => it.touch(2)),
  "StoreIndex.unwritten": (b) => on(storeIndex(b), (it) => it.unwritten()),
  "StoreIndex.used": (b) => on(storeIndex(b), (it) => it.used()),
  "StoreIndex.written": (b) => on(storeIndex(b), (it) => it.written(2)),
  Compact: (b) => () => compact(b).state(),
  "Compact.arrives": (b) => on(committed(b), (it) => it.arrives(messages.slice(-2), messages.length - 2)),
  "Compact.beside": (b) => on(compact(b), (it) => it.beside({ chars: 100 }, none, none)),
  "Compact.billed": (b) => on(compact(b), (it) => it.billed()),
  "Compact.compare": (b) => on(decided(b), (it) => it.compare(0, messages.slice(0, 1), messages.slice(1, 2))),
  "Compact.commit": (b) => on(decided(b), (it) => it.commit()),
  "Compact.free": (b) => on(compact(b), (it) => it.free()),
  "Compact.from": (b) => {
    const it = committed(b);
    const state = JSON.parse(it.state());
    return () => it.from(state).state();
  },
  "Compact.grown": (b) => on(committed(b), (it) => it.grown(messages.slice(-2), none)),
  "Compact.is_below": (b) => on(committed(b), (it) => it.is_below(100)),
  "Compact.is_small": (b) => on(compact(b), (it) => it.is_small(messages, none)),
  "Compact.next": (b) => on(compact(b), next),
  "Compact.observe": (b) => on(compact(b), (it) => it.observe(100, 90)),
  "Compact.state": (b) => on(committed(b), (it) => it.state()),
  "Compact.undo": (b) => on(committed(b), (it) => it.undo()),
  Compiled: (b) => () => compiled(b).counted(),
  "Compiled.answer": (b) => on(compiled(b), (it) => it.answer() > 0),
  "Compiled.check_stream": (b) => on(compiled(b), (it) => it.check_stream()),
  "Compiled.cleans": (b) => on(compiled(b), (it) => it.cleans()),
  "Compiled.counted": (b) => on(compiled(b), (it) => it.counted()),
  "Compiled.free": (b) => on(compiled(b), (it) => it.free()),
  "Compiled.json": (b) => on(compiled(b, { format: "json" }), (it) => it.json(json, json.length, none)),
  "Compiled.lossy": (b) => on(compiled(b), (it) => it.lossy()),
  "Compiled.marker_pieces": (b) => on(compiled(b), (it) => it.marker_pieces()),
  "Compiled.plan": (b) => on(compiled(b), (it) => it.plan(text, text.length)),
  "Compiled.plan_counted": (b) =>
    on(new b.Compiled({ maxTokens: 50, tokens: counter }, counter), (it) =>
      it.plan_counted(text, text.length, counter),
    ),
  "Compiled.reads_json": (b) => on(compiled(b), (it) => it.reads_json()),
  "Compiled.safe_utf16": (b) => on(compiled(b), (it) => it.safe_utf16()),
  "Compiled.set_ref": (b) => on(compiled(b), (it) => it.set_ref(3)),
  "Compiled.set_report_cuts": (b) => on(compiled(b), (it) => it.set_report_cuts(true)),
  "Compiled.stream": (b) => on(compiled(b), (it) => it.stream().gone()),
  "Compiled.take_between": (b) => {
    const it = compiled(b);
    it.plan(text, text.length);
    return () => it.take_between();
  },
  "Compiled.take_kept": (b) => {
    const it = compiled(b);
    it.plan(text, text.length);
    return () => it.take_kept();
  },
  CompiledValue: (b) => () => typeof bounds(b),
  "CompiledValue.free": (b) => on(bounds(b), (it) => it.free()),
  "CompiledValue.trim": (b) =>
    on(bounds(b), (it) => {
      const row: unknown[] = [];
      return [it.trim(value, row, true), row];
    }),
  "CompiledValue.with_schema": (b) => () => typeof b.CompiledValue.with_schema({}, '{"maxLength":9}'),
  "CompiledValue.fitting": (b) => () => typeof b.CompiledValue.fitting({}, '{"minLength":9}'),
  "CompiledValue.fit": (b) =>
    on(b.CompiledValue.fitting({ maxTotalBytes: 100 }, '{"required":["text"]}'), (it) => it.fit({ text }, [], true)),
  "CompiledValue.fitJson": (b) =>
    on(b.CompiledValue.fitting({ maxTotalBytes: 100 }, "{}"), (it) => it.fitJson(JSON.stringify({ text }))),
  "CompiledValue.leastSizes": (b) =>
    on(b.CompiledValue.fitting({}, '{"minItems":2}'), (it) => [...it.leastSizes('["a", "b"]')]),
  CutDatasets: (b) => () => new b.CutDatasets().name("label"),
  "CutDatasets.free": (b) => on(new b.CutDatasets(), (it) => it.free()),
  "CutDatasets.name": (b) => on(new b.CutDatasets(), (it) => it.name("list[7].label")),
  CutMetrics: (b) => () => new b.CutMetrics().prometheus(),
  "CutMetrics.check": (b) => on(cuts(b), (it) => it.check(3)),
  "CutMetrics.free": (b) => on(cuts(b), (it) => it.free()),
  "CutMetrics.prometheus": (b) => on(cuts(b), (it) => it.prometheus()),
  "CutMetrics.record": (b) => on(cuts(b), (it) => it.record("other", "chars", 9, 5)),
  "CutMetrics.violation": (b) => on(cuts(b), (it) => it.violation("tool", "contract")),
  "CutMetrics.session": (b) => on(cuts(b), (it) => it.session("session", 99)),
  "CutMetrics.snapshot": (b) => on(cuts(b), (it) => it.snapshot()),
  History: (b) => () => history(b).tokens(calls),
  "History.compacted": (b) => on(history(b), (it) => it.compacted(calls, 500)),
  "History.free": (b) => on(history(b), (it) => it.free()),
  "History.is_over": (b) => on(history(b), (it) => it.is_over(calls)),
  "History.plan": (b) => on(history(b), (it) => it.plan(calls)),
  "History.tokens": (b) => on(history(b), (it) => it.tokens(calls)),
  Print: (b) => () => typeof new b.Print(),
  "Print.free": (b) => on(new b.Print(), (it) => it.free()),
  "Print.hex": (b) => on(new b.Print(), (it) => it.hex()),
  "Print.push": (b) => on(new b.Print(), (it) => it.push(text, text.length)),
  "Print.words": (b) => on(new b.Print(), (it) => it.words().join()),
  "Stream.finish": (b) => on(reading(b), (it) => it.finish(none)),
  "Stream.free": (b) => on(reading(b), (it) => it.free()),
  "Stream.gone": (b) => on(reading(b), (it) => it.gone()),
  "Stream.push": (b) => on(reading(b), (it) => it.push(text, text.length)),
  "Stream.push_bytes": (b) => on(reading(b), (it) => it.push_bytes(new TextEncoder().encode(text))),
  "Stream.set_ref": (b) => on(reading(b), (it) => it.set_ref(3)),
  "Stream.so_far": (b) => on(reading(b), (it) => it.so_far()?.gone()),
  "Stream.take_text": (b) => {
    const it = reading(b);
    it.finish(none);
    return () => it.take_text();
  },
  bucket_bounds: (b) => () => b.bucket_bounds("bytes"),
  categorize: (b) => () => b.categorize("deploy", { deploy: "terminal" }),
  clean: (b) => () => {
    let result = "";
    b.clean(`\u001b[32m${text}`, text.length + 5, none, (piece: string) => {
      result += piece;
    });
    return result;
  },
  detect_format: (b) => () => b.detect_format(messages),
  message_print: (b) => () => b.message_print(messages.slice(0, 1), "openai-chat"),
  estimate_tokens: (b) => () => b.estimate_tokens(text, text.length),
  extract_tool_calls: (b) => () => b.extract_tool_calls(messages, none),
  inspect_messages: (b) => () => b.inspect_messages(messages, none, counter, none),
  measure: (b) => () => b.measure(text, text.length),
  media_type: (b) => () => b.media_type("image/png; a=b"),
  not_utf16: (b) => () => String(b.not_utf16(0xd800, 2)),
  not_utf8: (b) => () => String(b.not_utf8(new Uint8Array([97, 0xff]), 0)),
  own_form: (b) => () => b.own_form("media", ["image/png"]),
  preset: (b) => () => b.preset("terminal", none),
  redact_call: (b) => () => b.redact_call('{"token":"x"}', text, (text: string) => text.replaceAll("line", "L")),
  redact_secrets_of: (b) => () => b.redact_secrets_of(`${text}Authorization: Bearer abcdef0123456789abcdef`),
  ref_not_given: (b) => () => String(b.ref_not_given(7)),
  ref_text: (b) => () => b.ref_text(7),
  ref_number: (b) => () => b.ref_number("#k3f9a2bx"),
  render_as_text: (b) => () => b.render_as_text(messages, none, none, none),
  repair_messages: (b) => () => b.repair_messages(broken, none, none, true, false, none),
  asked_number: (b) => () => b.asked_number({ ref: "#k3f9a2bx" }),
  asked_part: (b) => () => b.asked_part({ ref: "#k3f9a2bx", lines: "3-9" }, text, text.length, 4000),
  retrieve: (b) => () => b.retrieve(text, text.length, { lines: "3-9" }, none),
  retrieve_tool: (b) => () => b.retrieve_tool(),
  shorten_places: (b) => () => b.shorten_places("no file:///srv/app/dist/core.js", "/srv/app"),
  signal_words: (b) => () => b.signal_words(),
  take_failure: (b) => () => b.take_failure(),
  too_large_marker: (b) => () => b.too_large_marker(),
  tool_description: (b) => () => b.tool_description("readFile"),
  tool_words: (b) => () => b.tool_words(),
  fair_share: (b) => () => b.fair_share(100, new Float64Array([10, 1000])),
  trim_guarded: (b) => () => b.trim_guarded(text, text.length, { maxChars: 100 }),
  truncate_to_bytes: (b) => () => b.truncate_to_bytes(text, 100, {}),
  truncation_log: (b) => () => b.truncation_log("label", "bytes", 9000, 500),
  unit_names: (b) => () => b.unit_names(),
  validate_messages: (b) => () => b.validate_messages(broken, none, none, true, messages),
  verify_messages: (b) => () => b.verify_messages(messages, messages, none, none, true, false, 0),
};

/** The same for the module of session logs. */
export const logEntries: Record<string, (binding: Logs) => () => unknown> = {
  Log: (b) => () => typeof new b.Log(),
  "Log.finish": (b) => on(log(b), (it) => it.finish()),
  "Log.free": (b) => on(log(b), (it) => it.free()),
  "Log.push": (b) => on(log(b), (it) => it.push(line, line.length)),
  "Log.push_bytes": (b) => on(log(b), (it) => it.push_bytes(new TextEncoder().encode(line))),
  "Log.take": (b) => on(log(b), (it) => it.take()),
  take_failure: (b) => () => b.take_failure(),
};

/** An encoding of single bytes, which take no time to load. */
const file = new TextEncoder().encode(
  Array.from({ length: 256 }, (_, byte) => `${Buffer.from([byte]).toString("base64")} ${byte}\n`).join(""),
);
const encoding = ({ Tokens }: Tokens) => Tokens.from_tiktoken(file, true);

/** The same for the module of exact token counts. */
export const tokenEntries: Record<string, (binding: Tokens) => () => unknown> = {
  Tokens: (b) => () => errorOf(() => new b.Tokens(new Uint8Array(3))),
  "Tokens.count": (b) => on(encoding(b), (it) => it.count("a text", 6, 100)),
  "Tokens.decode": (b) => on(encoding(b), (it) => it.decode(new Uint32Array([97, 98]))),
  "Tokens.encode": (b) => on(encoding(b), (it) => it.encode("a text", 6)),
  "Tokens.free": (b) => on(encoding(b), (it) => it.free()),
  "Tokens.from_tiktoken": (b) => () => typeof encoding(b),
  "Tokens.known": (b) => on(encoding(b), (it) => it.known(new Uint32Array([97, 300]))),
  take_failure: (b) => () => b.take_failure(),
};

function on<T>(it: T, call: (it: T) => unknown): () => unknown {
  return () => call(it);
}

/** Returns the message of the reported error; rethrows any other. */
function errorOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if ((error as { code?: unknown }).code === "INVALID_OPTION") return (error as Error).message;
    throw error;
  }
  return "";
}

/** The names of all entries, as the binding has them. */
export function namesOf(binding: object): string[] {
  const names: string[] = [];
  const isOwn = (name: string) => !name.startsWith("__");
  for (const [name, entry] of Object.entries(binding as Record<string, () => unknown>)) {
    if (typeof entry !== "function" || ["initSync", "drop"].includes(name)) continue;
    const isClass = Function.prototype.toString.call(entry).startsWith("class");
    if (!isClass) {
      names.push(name);
      continue;
    }
    const methods = Object.getOwnPropertyNames(entry.prototype).filter((key) => isOwn(key) && key !== "constructor");
    const statics = Object.getOwnPropertyNames(entry).filter(
      (key) => isOwn(key) && !["length", "name", "prototype"].includes(key),
    );
    // A class without a constructor is made by another entry.
    if (/\bconstructor\s*\(/.test(String(entry))) names.push(name);
    for (const key of [...methods, ...statics]) names.push(`${name}.${key}`);
  }
  return names.sort();
}
