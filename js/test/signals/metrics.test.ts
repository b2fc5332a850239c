// Metrics, as a monitor reads them.
import parse from "parse-prometheus-text-format";
import {
  capToSchema,
  Trimmer,
  TrimStream,
  trim,
  trimValue,
  truncateStringsForLlm,
  truncateStringToBytes,
} from "tooltrim";
import { metrics } from "tooltrim/signals";
import { expect, test } from "vitest";

interface Family {
  name: string;
  help: string;
  type: string;
  metrics: { value?: string; labels?: Record<string, string> }[];
}
const families = () => (parse as (text: string) => Family[])(metrics().prometheus());
const family = (name: string) => families().find((each) => each.name === name);
const of = (name: string, dataset: string) => family(name)?.metrics.find(({ labels }) => labels?.dataset === dataset);
/**
 * The samples of a histogram by what comes after its name. The parser knows histograms only without labels, so it is
 * not told of the type.
 */
const histogram = (name: string, dataset: string) => {
  const text = metrics()
    .prometheus()
    .replace(/^# .*\n/gm, "");
  const samples = (parse as (text: string) => Family[])(text).flatMap((each) =>
    each.metrics
      .filter(({ labels }) => each.name.startsWith(name) && labels?.dataset === dataset)
      .map(({ labels, value }) => [`${each.name.slice(name.length + 1)} ${labels?.le ?? ""}`.trim(), Number(value)]),
  );
  return Object.fromEntries(samples);
};

const long = "word ".repeat(1000);

test("counting starts with the first call, cuts and checks alike", () => {
  trim(long, { maxChars: 100, label: "too early" });
  expect(metrics().snapshot()).toEqual({ checks: 0, datasets: {}, sessions: {}, violations: [] });
  trim("short", 100);
  trim(long, { maxChars: 100, label: "counted" });
  const { checks, datasets } = metrics().snapshot();
  expect(checks).toBe(2);
  expect(Object.keys(datasets)).toEqual(["counted"]);
});

test("each call that could cut is one check", () => {
  const calls: [string, () => unknown][] = [
    ["trim", () => trim("short", 100)],
    ["Trimmer", () => new Trimmer(100).trim("short")],
    ["TrimStream", () => new TrimStream(100).finish()],
    ["trimValue", () => trimValue({ a: ["short", "short"] })],
    ["truncateStringToBytes", () => truncateStringToBytes("short", 100)],
    ["truncateStringsForLlm", () => truncateStringsForLlm({ a: ["short", "short"] })],
    ["capToSchema", () => capToSchema("short", { type: "string" })],
  ];
  const counted = calls.map(([name, call]) => {
    const { checks } = metrics().snapshot();
    call();
    return [name, metrics().snapshot().checks - checks];
  });
  expect(counted).toEqual(calls.map(([name]) => [name, 1]));
});

test("a cut is counted under its dataset, with its sizes in its unit", () => {
  truncateStringToBytes(long, 500, { label: "snippet" });
  truncateStringToBytes(long, 1500, { label: "snippet" });
  trimValue({ posts: [{ ids: [1, 2, 3] }, { ids: [1, 2, 3, 4] }] }, { maxItems: 2, toolName: "fetch" });
  expect(of("truncation_events_total", "snippet")?.value).toBe("2");
  const { original, truncated } = metrics().snapshot().datasets.snippet?.sizes.bytes ?? {};
  expect([original?.count, original?.sum, truncated?.count]).toEqual([2, 10_000, 2]);
  expect(histogram("truncation_original_bytes", "snippet")).toMatchObject({ count: 2, sum: 10_000 });
  expect(histogram("truncation_truncated_bytes", "snippet")).toMatchObject({ count: 2, sum: truncated?.sum });
  expect(histogram("truncation_original_items", "fetch.posts[*].ids")).toMatchObject({ count: 2, sum: 7 });
  expect(histogram("truncation_truncated_items", "fetch.posts[*].ids")).toMatchObject({ count: 2, sum: 4 });
  expect(histogram("truncation_original_chars", "counted")).toMatchObject({ count: 1, sum: 5000 });
});

const hostile = [
  'quote " backslash \\ end\\',
  'line\nbreak{dataset="x"} 9\ntruncation_events_total 9',
  "a\\nb",
  "carriage\rreturn\u2028",
  "# HELP x",
  '",le="+Inf"} 7',
  "__proto__",
  "constructor",
  "\u{1f600} \u6771\u4eac \ud800",
  " ",
];

test("hostile labels come back from a real parser as they are, but for line breaks", () => {
  const before = families().map(({ name }) => name);
  for (const label of hostile) trim(long, { maxChars: 100, label });
  const after = families();
  expect(after.map(({ name }) => name)).toEqual(before);
  const expected = hostile.map((label) =>
    label === " " ? "unlabelled" : label.replace(/[\n\r\u2028]/g, " ").replace(/\ud800$/, "\ufffd"),
  );
  const events = family("truncation_events_total")?.metrics ?? [];
  for (const dataset of expected) expect(of("truncation_events_total", dataset)?.value, dataset).toBe("1");
  const { datasets } = metrics().snapshot();
  expect(events).toHaveLength(Object.keys(datasets).length);
  for (const dataset of expected) expect(Object.hasOwn(datasets, dataset)).toBe(true);
});
