// Vite: a page from the development server, a built page, the preview of it, a worker, and code for a server.

import { join } from "node:path";
import { noBrowser, reportFrom, reportOf } from "../browser.mjs";
import { toolPath } from "../load.mjs";
import { output, serverProcess } from "../processes.mjs";
import { reportIn } from "../project.mjs";
import { versionIn } from "./node.mjs";

const page = (script) => `<!doctype html><meta charset="utf-8"><script type="module" src="${script}"></script>`;
const starter = `const worker = new Worker(new URL("./program.mjs", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => console.log("REPORT " + JSON.stringify(data));
worker.onerror = ({ message }) => { throw new Error(message); };
`;
const program = `import { run } from "../../all.mjs";\nrun().then((report) => postMessage(report));\n`;

/** Runs `vite` in a folder with its command line. */
export function viteCommand(tools, folder) {
  const vite = toolPath(tools, "vite/bin/vite.js");
  const options = { cwd: folder };
  return {
    build: (...args) => output(process.execPath, [vite, "build", "--logLevel", "error", ...args], options),
    async served(args, ask) {
      const address = ["--host", "127.0.0.1", "--clearScreen", "false"];
      const { said, end } = await serverProcess(process.execPath, [vite, ...args, ...address], {
        ...options,
        ready: LOCAL,
      });
      try {
        return await ask(LOCAL.exec(said)[0]);
      } finally {
        end();
      }
    },
  };
}

const LOCAL = /http:\/\/127\.0\.0\.1:\d+\//;

export const slow = (tools) => {
  const version = () => versionIn(toolPath(tools, "vite"));
  const host = (name, run, missing = noBrowser) => ({ name: `Vite, ${name}`, version, missing, run });
  const project = ({ folder, write }) => {
    write("vite/page/index.html", page("./main.mjs"));
    write("vite/page/main.mjs", `import "../../main.mjs";\n`);
    write("vite/worker/index.html", page("./starter.mjs"));
    write("vite/worker/starter.mjs", starter);
    write("vite/worker/program.mjs", program);
    return (name) => viteCommand(tools, join(folder, "vite", name));
  };
  return [
    host("development server", async (context) => project(context)("page").served([], reportOf)),
    host("build", async (context) => {
      await project(context)("page").build();
      return reportFrom(join(context.folder, "vite/page/dist"), "index.html");
    }),
    host("preview", async (context) => {
      const vite = project(context)("page");
      await vite.build();
      return vite.served(["preview"], reportOf);
    }),
    host("worker, development server", async (context) => project(context)("worker").served([], reportOf)),
    host("worker, build", async (context) => {
      await project(context)("worker").build();
      return reportFrom(join(context.folder, "vite/worker/dist"), "index.html");
    }),
    host(
      "build for a server",
      async (context) => {
        context.write("vite/ssr/vite.config.mjs", "export default { ssr: { noExternal: true } };\n");
        project(context);
        await viteCommand(tools, join(context.folder, "vite/ssr")).build("--ssr", "../../main.mjs", "--outDir", "dist");
        return reportIn(await output(process.execPath, [join(context.folder, "vite/ssr/dist/main.mjs")]));
      },
      undefined,
    ),
  ];
};
