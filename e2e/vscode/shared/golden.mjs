// The results that Rust wrote down (tests/golden*.rs), against the package where this runs.

const build = (pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join("");

const trims = ({ texts, cases }) =>
  cases.map(({ text, options, result, error }) => ({
    // A text that fits is the input: `null` stands for it.
    expected: result ? { ...result, text: result.text ?? build(texts[text]) } : { error },
    ask: ({ main }) => main.trim(build(texts[text]), options),
  }));

/** For each file of tests/golden: its cases, each with what is expected and how the package is asked for it. */
const kinds = {
  "trim.json": trims,
  "rescue.json": trims,
  "measure.json": ({ texts, cases }) =>
    cases.map(({ text, measures }) => ({ expected: measures, ask: ({ main }) => main.measure(build(texts[text])) })),
  "clean.json": ({ texts, cases }) =>
    cases.map(({ text, options, result }) => ({
      expected: result.text ?? build(texts[text]),
      ask: ({ main }) => main.clean(build(texts[text]), options),
    })),
  "calls.json": ({ histories, cases }) =>
    cases.map((one) => ({
      expected: one.result ?? { error: one.error },
      ask: ({ main, toolHistory }) => {
        const calls = histories[one.calls].map((call) => ({ ...call, result: build(call.result) }));
        const { recentCallIds, truncatedCallIds, ...decision } = (one.reference ? toolHistory : main).computeTruncation(
          calls,
          one.config,
        );
        return { ...decision, recentCallIds: ids(recentCallIds), truncatedCallIds: ids(truncatedCallIds) };
      },
    })),
  "messages.json": ({ cases }) =>
    cases.map((one) => ({
      expected: one.result ?? { error: one.error },
      ask: ({ messages: verbs }) => {
        const problems = verbs.validateMessages(one.messages, one.options);
        const { messages, edits, repairs, problems: left } = verbs.repairMessages(one.messages, one.options);
        return {
          format: verbs.detectFormat(one.messages),
          problems,
          calls: verbs.extractToolCalls(one.messages, one.options),
          repaired: { messages, edits, repairs, problems: left },
          asText: verbs.renderAsText(one.messages, one.options),
          patch: verbs.toJsonPatch(edits),
        };
      },
    })),
  "compaction.json": ({ conversations, cases }) =>
    cases.map(({ conversation, options, requests, result, error }) => ({
      expected: result ?? { error },
      ask: ({ main }) => compacted(main, conversations[conversation], options, requests),
    })),
  // Without the schemas: `capToSchema` is in an entry of its own, and Node checks it.
  "values.json": ({ values, cases, texts }) => [
    ...cases
      .filter(({ schema }) => schema === undefined)
      .map(({ name, options, result }) => ({
        // A value that fits is the input: `null` stands for it.
        expected: { ...result, value: result.truncated ? result.value : values[name] },
        ask: ({ main }) => main.trimValue(values[name], options),
      })),
    ...texts.map(({ text, options, result }) => ({ expected: result, ask: ({ main }) => main.trim(text, options) })),
  ],
  "store.json": ({ texts, cases }) =>
    cases.map(({ maxBytes, steps }) => ({
      expected: steps.map(({ result, error }) => (error ? { error } : { result })),
      ask: (entries) => stored(entries, texts, maxBytes ?? undefined, steps),
    })),
  "tools.json": ({ inputs, cases }) =>
    cases.map((one) => ({ expected: one.text, ask: ({ main }) => toolAnswer(main, inputs, one) })),
  "categories.json": (groups) =>
    Object.values(groups)
      .flatMap(Object.entries)
      .map(([name, expected]) => ({ expected, ask: ({ toolHistory }) => toolHistory.categorizeToolCall(name) })),
};

/** Of many ids only the number. */
const ids = (all) => (all.size > 25 ? all.size : [...all].sort());

/** What compaction gives: once, or for each request of a conversation that goes on. */
export function compacted({ compactMessages, Compactor }, messages, options, requests) {
  if (!requests) return whole(compactMessages(messages, options));
  const compactor = new Compactor(options);
  const results = [];
  let last;
  for (const { to, undo, observe, ...request } of requests) {
    if (observe !== undefined) {
      compactor.observe({ inputTokens: last.report.after.tokens * observe });
      continue;
    }
    last = undo ? compactor.undo() : compactor.next(messages.slice(0, to), request);
    results.push(whole(last));
  }
  return results;
}

/** What a store answers to each step. */
export function stored({ main, store: { OutputStore } }, texts, maxBytes, steps) {
  let store = new OutputStore({ maxBytes });
  const answers = {
    put: (name) => store.put(texts[name]) ?? null,
    trim: (name, options) => main.trim(texts[name], { ...options, store }),
    get: (ref) => store.get(ref),
    retrieve: (ref, options) => store.retrieve(ref, options),
    fill: (count) => Array.from({ length: count }, (_, at) => store.put(`filler ${at + 1}`)).at(-1),
    // Of Rust's stores the state has no texts.
    restart: (bytes) => {
      const state = store.state();
      store = OutputStore.from({ ...state, texts: [] }, { maxBytes: bytes });
      return state.index;
    },
  };
  return steps.map(({ options, result, error, ...step }) => {
    const [[what, of]] = Object.entries(step);
    try {
      return { result: answers[what](of, options) };
    } catch ({ code, message }) {
      return { error: { code, message } };
    }
  });
}

/** What a wrapped tool answers: to a result, to contracts that fail, or to what it throws. */
function toolAnswer({ toolifySync }, inputs, { result, contracts, failure, output }) {
  const options = { output: Object.keys(output).length > 0 ? output : undefined, errors: "stack" };
  if (result !== undefined) return toolifySync(() => inputs.results[result], options)();
  if (contracts !== undefined) {
    const [preconditions, postconditions] = inputs.contracts[contracts].map((messages) =>
      messages.map((message) => () => [false, message]),
    );
    return toolifySync(() => "it ran", { ...options, preconditions, postconditions })();
  }
  const thrown = failed(inputs.failures[failure]);
  return toolifySync(() => {
    throw thrown;
  }, options)();
}

/** An error with these traces; without any, what is no error. */
function failed({ message, traces: [own, ...others] }) {
  if (own === undefined) return message;
  const error = Object.assign(new Error(message), { stack: own });
  let last = error;
  for (const trace of others) {
    last.cause = trace.startsWith("Error: ") ? Object.assign(new Error("a cause"), { stack: trace }) : trace;
    last = last.cause;
  }
  return error;
}

/** What is made when it is asked for is asked for. */
const whole = ({ messages, changed, edits, report, notice, state }) => ({
  ...{ messages, changed, edits, report, notice, state },
});

/** The files that are understood here. */
export const goldenFiles = Object.keys(kinds);

/** The cases of a file, given as text. */
export const goldenCases = (file, json) => kinds[file](JSON.parse(json));

/** Without the list of options that exist: to those of the core JavaScript adds its own, such as functions and stores. */
const withoutList = (json) => json.replace(/(?<=is not an option; known are )[^"]*/g, "");

/** Asks the package, given as its entries, each case: how many there are, how many pass, and the first that do not. */
export function runGolden(entries, file, json) {
  const cases = goldenCases(file, json);
  const failures = [];
  for (const [at, { expected, ask }] of cases.entries()) {
    const [wanted, got] = [expected, answer(ask, entries)].map((one) => withoutList(sorted(one)));
    if (wanted !== got) failures.push(`case ${at}: ${difference(wanted, got)}`);
  }
  return { cases: cases.length, passed: cases.length - failures.length, failures: failures.slice(0, 3) };
}

/** Where two texts part, with what stands around it. */
function difference(wanted, got) {
  let at = 0;
  while (at < wanted.length && wanted[at] === got[at]) at += 1;
  const [there, here] = [wanted, got].map((text) => text.slice(Math.max(0, at - 40), at + 80));
  return `expected ...${there}..., is ...${here}...`;
}

function answer(ask, entries) {
  try {
    return ask(entries);
  } catch ({ code, message }) {
    return { error: { code, message } };
  }
}

/** JSON with its keys in order: equal for equal values. */
function sorted(value) {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}
