// Next.js with both of its bundlers: a route of the server, a page, a page's client, and the edge runtime.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { noBrowser, reportOf } from "../browser.mjs";
import { toolPath } from "../load.mjs";
import { output, serverProcess } from "../processes.mjs";
import { COMPONENT, reportIn } from "../project.mjs";
import { versionIn } from "./node.mjs";

const route = (runtime, program) => `import { run } from "../../../${program}.mjs";
export const runtime = "${runtime}";
export const dynamic = "force-dynamic";
export const GET = async () => new Response("REPORT " + JSON.stringify(await run()));
`;
const files = {
  "layout.js": "export default ({ children }) => <html><body>{children}</body></html>;\n",
  "node/route.js": route("nodejs", "all"),
  "edge/route.js": route("edge", "edge"),
  // In base64, as React escapes texts.
  "page/page.js": `import { run } from "../../../all.mjs";
export const dynamic = "force-dynamic";
export default async () => <pre>{"[" + Buffer.from("REPORT " + JSON.stringify(await run())).toString("base64") + "]"}</pre>;
`,
  "client/page.js": `"use client";
import { useEffect } from "react";
import { run } from "../../../all.mjs";
export default () => {
  useEffect(() => { run().then((report) => console.log("REPORT " + JSON.stringify(report))); }, []);
  return <p>See the console.</p>;
};
`,
};

const ask = {
  route: (url) => async () => reportIn(await (await fetch(url)).text()),
  page: (url) => async () => {
    const [, text] = /\[([\w+/=]{100,})\]/.exec(await (await fetch(url)).text()) ?? [];
    return reportIn(Buffer.from(text ?? "", "base64").toString());
  },
  client: (url) => async () => reportOf(url),
};

const kinds = [
  ["server route", "node", ask.route],
  ["server component", "page", ask.page],
  ["client component", "client", ask.client],
  ["edge route", "edge", ask.route],
];

export const slow = (tools) =>
  ["Turbopack", "webpack"].flatMap((bundler) => {
    // Without the edge runtime if that does not build: the others shall have their say.
    let app;
    const started = async (context) => {
      app ??= start(context, tools, bundler);
      return app;
    };
    return kinds.map(([kind, path, report]) => ({
      name: `Next.js, ${bundler}, ${kind}`,
      version: () => versionIn(toolPath(tools, "next")),
      missing: kind === "client component" ? noBrowser : undefined,
      // Turbopack compiles each .wasm file of an edge route as a module.
      without: kind === "edge route" ? [COMPONENT] : [],
      async run(context) {
        const { url, edgeError } = await started(context);
        if (kind === "edge route" && edgeError) throw edgeError;
        const found = await report(`${url}/${path}`)();
        return kind === "edge route" ? { ...found, note: `without \`${COMPONENT}\`` } : found;
      },
    }));
  });

/** Builds and starts it. */
async function start({ folder, write }, tools, bundler) {
  const name = `next-${bundler}`;
  const next = toolPath(tools, "next/dist/bin/next");
  const options = {
    cwd: join(folder, name),
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: undefined },
  };
  const build = () => output(process.execPath, [next, "build", `--${bundler.toLowerCase()}`], options);
  write(`${name}/package.json`, JSON.stringify({ name, private: true }));
  write(
    `${name}/next.config.mjs`,
    `const root = ${JSON.stringify(tools)};
export default { turbopack: { root }, outputFileTracingRoot: root, typescript: { ignoreBuildErrors: true } };
`,
  );
  for (const [file, text] of Object.entries(files)) write(`${name}/app/${file}`, text);
  let edgeError;
  try {
    await build();
  } catch (error) {
    edgeError = error;
    rmSync(join(folder, name, "app/edge"), { recursive: true });
    await build();
  }
  const { said } = await serverProcess(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", "0"], {
    ...options,
    ready: /Ready/,
  });
  return { url: /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(said)[0], edgeError };
}
