// What Rust wrote down (tests/golden), as calls of a component: the same in Node and in a browser.
import { build, compacted, isTypedStep, optionsFor, partFor, repaired, shortened, valueOptionsFor } from "./inputs.mjs";
import { outcome } from "./outcome.mjs";

/** The golden files that are compared. */
export const files = [
  ...[
    "trim.json",
    "rescue.json",
    "clean.json",
    "measure.json",
    "calls.json",
    "categories.json",
    "messages.json",
    "validated.json",
  ],
  ...["inspection.json", "compaction.json", "values.json", "tools.json", "store.json", "logs.json"],
];

/**
 * All cases, given the interfaces of an instance and the golden files by name: `{ file, name, actual, expected }`, where
 * `actual` makes the calls.
 */
export function goldenCases(component, golden) {
  const of = (file, make) => make(component, golden[file]).map((one) => ({ file, ...one }));
  return [
    ...of("trim.json", trims),
    ...of("rescue.json", trims),
    ...of("clean.json", cleans),
    ...of("measure.json", measures),
    ...of("calls.json", truncations),
    ...of("calls.json", histories),
    ...of("categories.json", categories),
    ...of("messages.json", conversations),
    ...of("validated.json", validated),
    ...of("inspection.json", (component, given) => inspections(component, given, golden["compaction.json"])),
    ...of("compaction.json", compactions),
    ...of("compaction.json", compactors),
    ...of("values.json", values),
    ...of("tools.json", tools),
    ...of("store.json", stores),
    ...of("logs.json", logs),
  ];
}

/** Results of texts without their events and kept pieces, which no golden file has. */
const withoutEvents = ({ events: _, kept: __, ...rest }) => rest;
const expected = ({ result, error }) => (error ? { error } : { result });

function trims({ text }, { texts, cases }) {
  return cases.map(({ text: name, options, result, error }) => {
    const given = build(texts[name]);
    return {
      name: `${name}, ${JSON.stringify(options)}`,
      actual: () => outcome(() => withoutEvents(text.trim(given, optionsFor(options)))),
      // `null` stands for a text that fits: it is the input.
      expected: error ? { error } : { result: { ...result, text: result.text ?? given } },
    };
  });
}

function cleans({ text }, { texts, cases }) {
  return cases.map(({ text: name, options, result: { text: cleaned, chars, lines, counts } }) => {
    const given = typeof texts[name] === "string" ? texts[name] : build(texts[name]);
    return {
      name: `${name}, ${JSON.stringify(options)}`,
      actual: () => {
        const { text: own, noise, ...counted } = text.cleanCounted(given, options);
        return { plain: text.clean(given, options), text: own, ...noise, counts: counted };
      },
      expected: { plain: cleaned ?? given, text: cleaned ?? given, chars, lines, counts },
    };
  });
}

function measures({ text }, { texts, cases }) {
  return cases.map(({ text: name, measures }) => ({
    name,
    actual: () => text.measure(build(texts[name])),
    expected: measures,
  }));
}

/** Calls, a config and the dialect, as the component takes them. */
const historyOf = (given, config, reference) => [
  JSON.stringify(given.map((call) => ({ ...call, result: build(call.result) }))),
  JSON.stringify(config),
  reference ? "reference" : undefined,
];

/** What the component says of calls; the dialect of the reference has no notice. */
const read = (text, reference) => {
  const { notice, ...rest } = JSON.parse(text);
  return reference && notice === null ? rest : { ...rest, notice };
};

function truncations({ calls }, { histories, cases }) {
  return cases.map(({ calls: name, config, reference, ...written }) => ({
    name: `${name}, ${JSON.stringify(config)}${reference ? ", reference" : ""}`,
    actual: () =>
      outcome(() =>
        shortened(read(calls.computeTruncation(...historyOf(histories[name], config, reference)), reference)),
      ),
    expected: expected(written),
  }));
}

/** The same calls as text. */
function histories({ calls }, { histories, cases }) {
  const rendered = cases.filter(({ compacted }) => compacted);
  return rendered.map(({ calls: name, config, reference, compacted, compactedTo500 }) => ({
    name: `as text, ${name}, ${JSON.stringify(config)}`,
    actual: () => {
      const given = historyOf(histories[name], config, reference);
      return [undefined, 500].map((budget) => read(calls.compactedHistory(...given, budget), reference));
    },
    expected: [compacted, compactedTo500],
  }));
}

function categories({ calls }, given) {
  const names = Object.values(given).flatMap((tools) => Object.entries(tools));
  return names.map(([name, category]) => ({
    name,
    actual: () => calls.categorizeToolCall(name, []),
    expected: category,
  }));
}

function conversations({ messages }, { cases }) {
  return cases.map(({ name, messages: given, options, ...written }) => ({
    name,
    actual: () => outcome(() => aboutMessages(messages, JSON.stringify(given), options.format)),
    expected: expected(written),
  }));
}

/** All that is said about messages. */
/** Another binding than those that there are has no name here. */
function validated({ messages: component }, { cases }) {
  const bound = cases.filter(({ options }) => options.thinking !== "all");
  return bound.map(({ name, messages, options: { thinking, before }, problems, repaired: mended, error }) => ({
    name,
    actual: () =>
      outcome(() => {
        const given = JSON.stringify(messages);
        const earlier = before && JSON.stringify(before);
        const found = component.validateMessages(given, undefined, thinking, earlier);
        const after = mended && JSON.parse(component.repairMessages(given, undefined, thinking).messages);
        return { problems: found, repaired: after };
      }),
    expected: error ? { error } : { result: { problems, repaired: mended } },
  }));
}

function aboutMessages(messages, given, format) {
  const { changed: _, reason: __, ...mended } = repaired(messages.repairMessages(given, format));
  return {
    format: messages.detectFormat(given) ?? null,
    problems: messages.validateMessages(given, format),
    calls: JSON.parse(messages.extractToolCalls(given, format)),
    repaired: mended,
    asText: JSON.parse(messages.renderAsText(given, format)),
    patch: JSON.parse(messages.toJsonPatch(JSON.stringify(mended.edits))),
  };
}

function inspections({ messages }, { cases }, { conversations }) {
  return cases.map(({ conversation, ...written }) => ({
    name: conversation,
    actual: () => outcome(() => JSON.parse(messages.inspectMessages(JSON.stringify(conversations[conversation])))),
    expected: expected(written),
  }));
}

function compactions({ compaction }, { conversations, cases }) {
  return cases.map(({ name, conversation, options, requests, ...written }) => ({
    name,
    actual: () =>
      outcome(() => compactedAs(compaction, conversations[conversation], JSON.stringify(options), requests)),
    expected: expected(written),
  }));
}

/** What compaction gives: once, or for each request of a conversation that goes on. */
function compactedAs(compaction, given, options, requests) {
  const compact = (length, ...more) =>
    compaction.compactMessages(JSON.stringify(given.slice(0, length)), options, ...more);
  if (!requests) return compacted(compact(given.length));
  const results = [];
  let [state, end, tokens] = [undefined, 0, 0];
  for (const { to = end, undo, observe, ...request } of requests) {
    if (observe !== undefined) {
      state = compaction.observe(state, tokens * observe, tokens);
      continue;
    }
    if (undo) state = compaction.undo(state);
    end = to;
    const answer = compact(end, state, { ...request, goesOn: true });
    results.push(compacted(answer));
    state = answer.state;
    tokens = results.at(-1).report.after.tokens;
  }
  return results;
}

/** Conversations that go on, by a compactor that remembers them. */
function compactors({ compaction }, { conversations, cases }) {
  const growing = cases.filter(({ requests }) => requests);
  return growing.map(({ name, conversation, options, requests, ...written }) => ({
    name: `compactor, ${name}`,
    actual: () =>
      outcome(() => {
        const compactor = compaction.Compactor.create(JSON.stringify(options));
        const results = [];
        let end = 0;
        for (const { to = end, undo, observe, ...request } of requests) {
          if (observe !== undefined) {
            compactor.observe(results.at(-1).report.after.tokens * observe);
            continue;
          }
          end = to;
          const given = JSON.stringify(conversations[conversation].slice(0, end));
          results.push(compacted(undo ? compactor.undo() : compactor.next(given, request)));
        }
        return results;
      }),
    expected: expected(written),
  }));
}

function values({ values, text }, { values: inputs, cases, texts }) {
  const bounded = cases.map(({ name, options, schema, result: { value, ...result } = {}, error }) => ({
    name: `${name}, ${JSON.stringify(options)}`,
    // Compared as texts: the order of members counts, too.
    actual: () => outcome(() => withoutEvents(boundedAs(values, JSON.stringify(inputs[name]), options, schema))),
    // `null` stands for a value that fits: it is the input.
    expected: error
      ? { error }
      : { result: { ...result, json: JSON.stringify(result.truncated ? value : inputs[name]) } },
  }));
  const trimmed = texts.map(({ name, text: given, options, result }) => ({
    name: `${name}, ${JSON.stringify(options)}`,
    actual: () => outcome(() => withoutEvents(text.trim(given, optionsFor(options)))),
    expected: { result },
  }));
  return [...bounded, ...trimmed];
}

function boundedAs(values, json, options, schema) {
  const given = valueOptionsFor(options);
  return schema === undefined ? values.trimValue(json, given) : values.capToSchema(json, JSON.stringify(schema), given);
}

function tools({ tools }, { inputs, cases }) {
  const words = {
    name: "words",
    actual: () => Object.fromEntries(tools.words()),
    expected: inputs.words,
  };
  const answers = cases.map(({ output, text, ...of }) => ({
    name: JSON.stringify({ ...of, output }),
    actual: () => {
      const given = Object.keys(output).length > 0 ? output : undefined;
      return answerOf(tools.ToolOutput.create(undefined, given), inputs, of).text;
    },
    expected: text,
  }));
  return [words, ...answers];
}

function answerOf(tool, inputs, { result, contracts, failure }) {
  if (result !== undefined) return tool.json(JSON.stringify(inputs.results[result]));
  if (failure !== undefined) {
    const { message, traces } = inputs.failures[failure];
    return tool.failure(message, traces);
  }
  const kinds = ["precondition", "postcondition"];
  const broken = inputs.contracts[contracts].flatMap((messages, at) =>
    messages.map((message, number) => ({ kind: kinds[at], number: number + 1, message })),
  );
  return tool.contracts(broken, false);
}

function stores({ store }, { texts, cases }) {
  return cases.map(({ name, maxBytes, steps }) => {
    const typed = steps.filter(isTypedStep);
    return {
      name,
      actual: () => {
        const size = (bytes) => (bytes === null ? undefined : BigInt(bytes));
        const own = store.OutputStore.create(size(maxBytes), undefined);
        return typed.map((step) => outcome(() => stepOf(own, texts, step)));
      },
      expected: typed.map(expected),
    };
  });
}

function stepOf(store, texts, { put, trim, get, retrieve, options }) {
  if (put !== undefined) return store.put(texts[put]) ?? null;
  if (trim !== undefined) return withoutEvents(store.trim(texts[trim], optionsFor(options)));
  if (get !== undefined) return store.get(get);
  const { omittedChars: chars, omittedUtf16: utf16, ...part } = store.retrieve(retrieve, partFor(options));
  return { ...part, truncated: part.pages > 1, omitted: { utf16, chars } };
}

function logs({ logs, messages }, { cases }) {
  return cases.map(({ name, text, ...written }) => ({
    name,
    actual: () =>
      outcome(() => {
        const { messages: read, facts } = logs.readSessionLog(text);
        const problems = messages.validateMessages(read, facts.format);
        return {
          ...{ ...facts, agent: facts.agent ?? null, messages: JSON.parse(read) },
          problems: problems.map(({ path, rule }) => [path, rule]),
          calls: JSON.parse(messages.extractToolCalls(read, facts.format)).length,
        };
      }),
    expected: expected(written),
  }));
}

/** Whether two values that JSON can hold are equal; members that are absent and undefined are. */
export function isSame(one, other) {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) {
    return Object.is(one, other) || (one === 0 && other === 0);
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}
