// A model for the loops in the documentation: it reads a file many times, then what was cut, if it has a tool for that,
// and answers. It has no memory and goes by the request alone, in each wire format that tests/providers/server.mjs serves.

const reads = 60;
const last = "The README names three modules.";

/** What the model does next: a call, or a text. */
function nextStep(results, recall) {
  const at = results.length;
  if (at < reads) return { id: `call_${at}`, name: "read_file", input: { path: "modules.txt" } };
  const [, ref] = /full text: (#\w{8})/.exec(results.at(-1)) ?? [];
  if (at === reads && !recall) return { text: last };
  if (at === reads && ref) return { id: `call_${at}`, name: recall, input: { ref, lines: "1500-1501" } };
  const read = results.at(-1);
  return { text: read?.includes("module 1500") ? last : `I cannot see line 1500:\n${read?.slice(0, 500)}` };
}

const textOf = (content) => (typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join(""));
/** Texts of the results in a request of each endpoint, and the name of a tool there. */
const formats = {
  "/v1/chat/completions": {
    results: ({ messages }) => messages.filter(({ role }) => role === "tool").map(({ content }) => content),
    nameOf: (tool) => tool.function.name,
  },
  "/v1/responses": {
    results: ({ input }) => input.filter(({ type }) => type === "function_call_output").map(({ output }) => output),
    nameOf: ({ name }) => name,
  },
  "/v1/messages": {
    results: ({ messages }) =>
      messages
        .flatMap(({ content }) => (typeof content === "string" ? [] : content))
        .filter(({ type }) => type === "tool_result")
        .map(({ content }) => content),
    nameOf: ({ name }) => name,
  },
};

/** What the model says to a request; as billed, about four characters are a token. */
export function answer(body, { path }) {
  const { results, nameOf } = formats[path];
  const recall = body.tools.map(nameOf).find((name) => name !== "read_file");
  const { text, ...call } = nextStep(results(body).map(textOf), recall);
  return { ...(text ? { text } : { calls: [call] }), tokens: Math.ceil(JSON.stringify(body).length / 4) };
}

/** What it says when it is done. */
export const conclusion = last;

/** The file that it reads. */
export const file = {
  name: "modules.txt",
  text: Array.from({ length: 4000 }, (_, n) => `module ${n + 1} exports its part`).join("\n"),
};
