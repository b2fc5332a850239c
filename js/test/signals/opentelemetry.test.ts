// Cuts as OpenTelemetry metrics, read by its own SDK.
import { metrics as api } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { toolifySync, trim, trimValue } from "tooltrim";
import { observeTruncation } from "tooltrim/opentelemetry";
import { sessionBytes } from "tooltrim/signals";
import { expect, test } from "vitest";

const long = "word ".repeat(1000);

function provider() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  // It is asked by hand, below.
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 1_000_000 });
  const made = new MeterProvider({ readers: [reader] });
  return {
    provider: made,
    meter: made.getMeter("test"),
    async collect() {
      exporter.reset();
      await reader.forceFlush();
      const found = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
      return new Map(
        found.map(({ descriptor, dataPoints }) => [
          `${descriptor.name} ${descriptor.unit}`,
          dataPoints.map(({ attributes, value }): Record<string, unknown> => ({ ...attributes, value })),
        ]),
      );
    },
    stop: () => made.shutdown(),
  };
}

test("contracts that failed are counted", async () => {
  const { meter, collect, stop } = provider();
  const end = observeTruncation({ meter });
  const isOpen = () => false;
  const read = toolifySync(() => 1, { name: "read", preconditions: [isOpen] });
  read();
  read();
  end();
  read();
  expect((await collect()).get("tooltrim.contract.violations {violation}")).toEqual([
    { "tooltrim.tool": "read", "tooltrim.contract": "isOpen", value: 2 },
  ]);
  await stop();
});

test("cuts, their sizes, checks and session states are counted", async () => {
  const { meter, collect, stop } = provider();
  trim(long, { maxChars: 100, label: "too early" });
  const end = observeTruncation({ meter });
  trim("short", 100);
  trim(long, { maxBytes: 500, label: "fetch.posts[3].text" });
  trim(long, { maxBytes: 500, label: "fetch.posts[4].text" });
  trimValue([1, 2, 3], { maxItems: 2 });
  sessionBytes("12345", { name: "stock data" });
  const found = await collect();
  const texts = { "tooltrim.dataset": "fetch.posts[*].text" };
  const unlabelled = { "tooltrim.dataset": "unlabelled" };
  expect(Object.fromEntries(found)).toEqual({
    "tooltrim.truncation.events {cut}": [
      { ...texts, value: 2 },
      { ...unlabelled, value: 1 },
    ],
    "tooltrim.truncation.checks {check}": [{ value: 4 }],
    "tooltrim.session.size By": [{ "tooltrim.session.name": "stock data", value: 7 }],
    "tooltrim.truncation.original.bytes By": [{ ...texts, value: expect.objectContaining({ count: 2, sum: 10_000 }) }],
    "tooltrim.truncation.truncated.bytes By": [
      {
        ...texts,
        value: expect.objectContaining({
          count: 2,
          buckets: {
            boundaries: [256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216],
            counts: [0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
          },
        }),
      },
    ],
    "tooltrim.truncation.original.items {item}": [
      { ...unlabelled, value: expect.objectContaining({ count: 1, sum: 3 }) },
    ],
    "tooltrim.truncation.truncated.items {item}": [
      { ...unlabelled, value: expect.objectContaining({ count: 1, sum: 2 }) },
    ],
  });
  end();
  end();
  trim(long, { maxBytes: 500, label: "fetch.posts[5].text" });
  const after = await collect();
  expect(after.get("tooltrim.truncation.events {cut}")?.[0]?.value).toBe(2);
  await stop();
});

test("the datasets are bounded, and no cut is lost", async () => {
  const { meter, collect, stop } = provider();
  const end = observeTruncation({ meter });
  for (let n = 0; n < 700; n += 1) trim(long, { maxChars: 100, label: `user ${n}` });
  end();
  const events = (await collect()).get("tooltrim.truncation.events {cut}") ?? [];
  expect(events).toHaveLength(501);
  expect(events.find((point) => point["tooltrim.dataset"] === "other")?.value).toBe(200);
  await stop();
});

test("without a meter that of the global provider counts", async () => {
  const { provider: made, collect, stop } = provider();
  api.setGlobalMeterProvider(made);
  const end = observeTruncation();
  trim(long, { maxLines: 1, maxChars: 100, label: "global" });
  end();
  api.disable();
  expect((await collect()).get("tooltrim.truncation.events {cut}")).toEqual([
    { "tooltrim.dataset": "global", value: 1 },
  ]);
  await stop();
});

test("what is no meter is refused", () => {
  expect(() => observeTruncation({ meter: {} as never })).toThrow(
    expect.objectContaining({
      code: "INVALID_OPTION",
      message: "meter: {} is not a meter of @opentelemetry/api",
    }),
  );
});
