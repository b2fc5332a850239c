// A model for coding agents: answered with calls from a list, in the format that the agent asks in.
import { startProviders } from "../../../tests/providers/server.mjs";

/**
 * Answers each request that offers tools with the next call, or with several if the list has a list there, then with a
 * text. `REF1` in a call is the first ref that the request names. Keeps what was asked.
 */
export async function serveModel(t, calls) {
  const requests = [];
  const queue = [...calls];
  const answer = (body, { count }) => {
    const next = (body.tools ?? []).length > 0 ? [queue.shift() ?? []].flat() : [];
    if (next.length === 0) return { text: "done" };
    return { calls: next.map((call, at) => ({ id: `call_${count}_${at}`, ...withRefs(call, JSON.stringify(body)) })) };
  };
  const refuse = (body) => {
    if ((body.tools ?? []).length > 0) requests.push(body);
  };
  // Agents send more than the rules know.
  const server = await startProviders({ answer, refuse, isStrict: false });
  t.after(() => server.close());
  return { url: server.url, requests };
}

/** The call with the refs that the request names, in their order: `REF1` is the first. */
function withRefs(call, request) {
  // One stands in the description of the tool.
  const refs = [...new Set(request.match(/#[0-9a-z]{8}\b/g))].filter((ref) => ref !== "#k3f9a2bx");
  return JSON.parse(JSON.stringify(call).replace(/REF(\d)/g, (_, number) => refs[number - 1]));
}
