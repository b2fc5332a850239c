// A server that answers whatever the caller asks for, letter by letter: over stdio, or with PORT over HTTP. It dies of
// EPIPE, as most do.
import { createServer } from "node:http";
import { createInterface } from "node:readline";

/** The members of an answer beside its id: texts, each as often as its number says. */
const written = (pieces) => pieces.map(([text, count = 1]) => text.repeat(count)).join("");

const fixed = {
  initialize:
    '"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"h","version":"1"}}',
  ping: '"result":{}',
};

/** What is answered to a message, as JSON. `idLast`: as the SDK writes it. */
function answerTo({ id, method, params = {} }) {
  if (id === undefined || method === undefined) return undefined;
  const { pieces, idLast } = params.arguments ?? {};
  const echo = `"result":${JSON.stringify({ content: [{ type: "text", text: `${params.name} of ${process.pid}` }] })}`;
  const body = pieces ? written(pieces) : (fixed[method] ?? echo);
  return idLast
    ? `{${body},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
    : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},${body}}`;
}

function answersTo(line) {
  const message = JSON.parse(line);
  if (!Array.isArray(message)) return answerTo(message);
  return `[${message.map(answerTo).filter((answer) => answer !== undefined)}]`;
}

if (process.env.PORT !== undefined) {
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const answer = answersTo(body);
    if (answer === undefined) return response.writeHead(202).end();
    const isEvents = body.includes('"asEvents":true');
    response.writeHead(200, { "content-type": isEvents ? "text/event-stream" : "application/json" });
    response.end(isEvents ? `event: message\ndata: ${answer}\n\n` : answer);
  });
  server.listen(Number(process.env.PORT), "127.0.0.1", () => process.stderr.write(`port ${server.address().port}\n`));
} else {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const answer = answersTo(line);
    if (answer !== undefined) process.stdout.write(`${answer}\n`);
  });
}
