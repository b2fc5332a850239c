// The parts of the gateway that need no VS Code, as its author bundles them, and an endpoint that answers what a test
// says.
import { cpSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { inlineCss } from "tooltrim-view/esbuild";
import { createProject, root } from "../../../tests/consumers/project.mjs";
import { copyView } from "./build.mjs";

const modules = [
  "answer",
  "context",
  "endpoint",
  "errors",
  "events",
  "key",
  "models",
  "record",
  "rendering",
  "report",
  "tokens",
];

/** All that the modules export. */
export async function bundleParts() {
  const project = createProject();
  project.link("eventsource-parser");
  copyView(project);
  cpSync(join(root, "examples/vscode-gateway/src"), join(project.folder, "src"), { recursive: true });
  const entry = project.write("parts.ts", modules.map((name) => `export * from "./src/${name}.js";\n`).join(""));
  const outfile = join(project.folder, "parts.mjs");
  await build({
    ...{ entryPoints: [entry], bundle: true, format: "esm", target: "es2022", outfile, logLevel: "warning" },
    ...{ jsx: "automatic", jsxImportSource: "preact", plugins: [inlineCss] },
  });
  return import(pathToFileURL(outfile));
}

/** `{ url, bodies }`: answers with what `handle({ request, response, body })` does, and keeps the bodies. */
export async function startEndpoint(test, handle) {
  const bodies = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = text === "" ? undefined : JSON.parse(text);
    bodies.push(body);
    handle({ request, response, body });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}/v1`, bodies };
}

/** Sends a text as a stream of events. */
export function stream(response, text) {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).end(text);
}

export const eventText = (...events) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

export function refuse(response, status, error) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error }));
}

/** A conversation of so many calls, as VS Code hands it over. */
export function conversation(word, calls, lines = 200) {
  const messages = [{ role: 1, content: [{ value: `Task ${word}` }] }];
  for (let at = 0; at < calls; at++) {
    const callId = `${word}-${at}`;
    const content = [{ value: `line ${at}\n`.repeat(lines) }];
    messages.push({ role: 2, content: [{ callId, name: "read_file", input: { path: `${at}.ts` } }] });
    messages.push({ role: 1, content: [{ callId, content }] });
  }
  return messages;
}
