// The flag is right under concurrency and is not lost across `await`.
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TrimStream, trim, trimValue } from "tooltrim";
import { onTruncation, truncationScope } from "tooltrim/signals";
import { expect, test } from "vitest";
import { pauses } from "./support/pauses.js";

const long = "word ".repeat(100);
const TOOLS = 1000;

/** Ways to cut once. */
const cuts: readonly ((label: string) => unknown)[] = [
  (label) => trim(long, { maxChars: 60, label }),
  (label) => trimValue(long, { maxStringBytes: 100, toolName: label }),
  async (label) => {
    const stream = new TrimStream({ maxChars: 60, label });
    stream.push(long);
    await pauses[0]?.();
    stream.push(long);
    await pauses[1]?.();
    return stream.finish();
  },
  async (label) => {
    const source = new ReadableStream<string>({
      async pull(controller) {
        await pauses[1]?.();
        controller.enqueue(long);
        controller.close();
      },
    });
    for await (const text of source.pipeThrough(new TrimStream({ maxChars: 60, label }))) void text;
  },
  async (label) => {
    const stream = new TrimStream({ maxChars: 60, label });
    const texts = Readable.fromWeb(stream.readable as never);
    await Promise.all([
      pipeline(Readable.from([long, long]), Writable.fromWeb(stream.writable as never)),
      texts.toArray(),
    ]);
  },
  (label) =>
    truncationScope(async () => {
      await pauses[3]?.();
      return trim(long, { maxChars: 60, label });
    }),
];

async function tool(number: number): Promise<number> {
  const pause = (step: number) => pauses[(number + step) % pauses.length]?.();
  const wanted = number % 4;
  await pause(0);
  trim("short", { maxChars: 60 });
  for (let step = 0; step < wanted; step += 1) {
    await pause(step + 1);
    if (step === 1) {
      await Promise.all([pause(2), cuts[(number + step) % cuts.length]?.(`tool ${number}`), pause(3)]);
    } else {
      await cuts[(number + step) % cuts.length]?.(`tool ${number}`);
    }
  }
  await pause(4);
  return wanted;
}

test("a thousand tools that run at once each see exactly their own cuts", async () => {
  let heard = 0;
  const stop = onTruncation(() => {
    heard += 1;
  });
  const answers = await Promise.all(Array.from({ length: TOOLS }, (_, number) => truncationScope(() => tool(number))));
  stop();
  const wrong = answers.filter(
    ({ result, truncationApplied, events }, number) =>
      truncationApplied !== result > 0 ||
      events.length !== result ||
      events.some(({ label }) => label !== `tool ${number}`),
  );
  expect(wrong).toEqual([]);
  expect(heard).toBe(answers.reduce((sum, { result }) => sum + result, 0));
  expect(heard).toBe(1500);
});

test("an agent that runs tools at once is told of all their cuts", async () => {
  const { events, result } = await truncationScope(async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((number) => truncationScope(() => tool(number))));
    return answers.map(({ eventCount }) => eventCount);
  });
  expect(result).toEqual([1, 2, 3, 0]);
  expect(events).toHaveLength(6);
});
