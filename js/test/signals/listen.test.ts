// Listeners are told of every cut, and harm nobody.
import { channel } from "node:diagnostics_channel";
import { trim, trimValue } from "tooltrim";
import { type CutEvent, onTruncation, truncationScope, type Unsubscribe } from "tooltrim/signals";
import { afterEach, expect, test } from "vitest";

const long = "word ".repeat(100);
const cut = (label = "text") => trim(long, { maxChars: 60, label });
const expected = trim(long, 60);

const stops: Unsubscribe[] = [];
const listen = (listener: (event: CutEvent) => unknown) => {
  const stop = onTruncation(listener);
  stops.push(stop);
  return stop;
};
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test("a listener is told of cuts of texts and of values until it is stopped", () => {
  const heard: CutEvent[] = [];
  const stop = listen((event) => heard.push(event));
  cut("a text");
  trimValue({ posts: [long] }, { toolName: "fetch", maxStringBytes: 100 });
  trim("short", 60);
  stop();
  stop();
  cut("not heard");
  expect(heard).toEqual([
    expect.objectContaining({ label: "a text", unit: "chars", limit: 60, before: 500 }),
    { label: "fetch.posts[0]", unit: "bytes", limit: 100, before: 500, after: expect.any(Number) },
  ]);
});

test("a listener that is given twice is told twice, and each is stopped by itself", () => {
  let heard = 0;
  const count = () => {
    heard += 1;
  };
  const stop = listen(count);
  listen(count);
  cut();
  expect(heard).toBe(2);
  stop();
  cut();
  expect(heard).toBe(3);
});

test("listeners that throw or reject change no result, stop no other listener and leave no rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const heard: string[] = [];
  listen(() => {
    throw new Error("a listener's own");
  });
  listen(async () => {
    throw new Error("later");
  });
  listen(() => {
    throw undefined;
  });
  listen(() => ({
    // biome-ignore lint/suspicious/noThenProperty: hostile
    get then() {
      throw new Error("hostile");
    },
  }));
  listen(() => heard.push("heard"));
  const onTruncate = async () => {
    throw new Error("the caller's own");
  };
  const scoped = truncationScope(() => trim(long, { maxChars: 60, onTruncate }));
  expect(scoped.result).toEqual(expected);
  expect(scoped.truncationApplied).toBe(true);
  expect(heard).toEqual(["heard"]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

test("a listener that stops another is obeyed at once, one that adds another is obeyed from the next cut on", () => {
  const heard: string[] = [];
  let stopSecond: Unsubscribe = () => {};
  const stopFirst = listen(() => {
    heard.push("first");
    stopFirst();
    stopSecond();
    listen(() => heard.push("added"));
  });
  stopSecond = listen(() => heard.push("second"));
  listen(() => heard.push("third"));
  cut();
  expect(heard.splice(0)).toEqual(["first", "third"]);
  cut();
  expect(heard).toEqual(["third", "added"]);
});

test("listeners that cut themselves are not told of it, and come to an end", () => {
  let [first, second] = [0, 0];
  listen(() => {
    first += 1;
    cut();
  });
  listen(() => {
    second += 1;
    cut();
  });
  cut();
  // Each of the cut, of that of the other, and no more.
  expect([first, second]).toEqual([2, 2]);
});

test("no listener can change what the others see", () => {
  const seen: unknown[] = [];
  listen((event) => {
    Object.assign(event, { label: "forged" });
  });
  listen((event) => {
    if ("omitted" in event) event.omitted.chars = -1;
  });
  listen((event) => seen.push(event));
  const result = cut("mine");
  expect(seen).toEqual([expect.objectContaining({ label: "mine", omitted: result.omitted })]);
  expect(result.omitted.chars).toBeGreaterThan(0);
});

test("the diagnostics channel of Node gets the same events, as long as somebody subscribes", () => {
  const heard: unknown[] = [];
  const subscriber = (message: unknown) => heard.push(message);
  const cuts = channel("tooltrim:truncate");
  cuts.subscribe(subscriber);
  cut("by channel");
  cuts.unsubscribe(subscriber);
  cut("not heard");
  expect(heard).toEqual([expect.objectContaining({ label: "by channel", unit: "chars", before: 500 })]);
});

test("a listener runs in the context of the cut", async () => {
  const { AsyncLocalStorage } = await import("node:async_hooks");
  const request = new AsyncLocalStorage<string>();
  const heard: unknown[] = [];
  listen(() => heard.push(request.getStore()));
  await Promise.all(
    ["a", "b"].map((id) =>
      request.run(id, () =>
        truncationScope(async () => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          cut();
        }),
      ),
    ),
  );
  expect(heard).toEqual(["a", "b"]);
});

test("what is no function is refused", () => {
  expect(() => onTruncation("log" as never)).toThrow(
    expect.objectContaining({ code: "INVALID_OPTION", message: 'listener: "log" is not a function (event) => void' }),
  );
});
