/** Summarizers that fail, and the note that says why our own summary stands there. */
export const failing: [when: string, summarize: () => Promise<string>, note: string][] = [
  ["when it rejects", async () => Promise.reject(new Error("503")), "the summariser failed: Error: 503"],
  [
    "when it throws",
    () => {
      throw new TypeError("no key");
    },
    "the summariser failed: TypeError: no key",
  ],
  ["when it rejects with nothing", async () => Promise.reject(), "the summariser failed: undefined"],
  ["when it answers no text", async () => 42 as never, "the summariser answered no text: 42"],
  ["when it answers nothing", async () => undefined as never, "the summariser answered no text: undefined"],
  ["when it is no promise's", (() => null) as never, "the summariser answered no text: null"],
  ["when it answers an empty text", async () => "", "the summariser answered an empty text"],
  ["when it answers white space", async () => " \n\t", "the summariser answered an empty text"],
  [
    "when it answers too much",
    async () => "one word after the other ".repeat(1000),
    "the summariser's text is over maxHistorySummaryTokens",
  ],
];
