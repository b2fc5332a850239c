// The context of each host: the project, and ways to run the files that a host makes of it.

import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { noBrowser, reportFrom } from "./browser.mjs";
import { gzippedBytes } from "./figures.mjs";
import { output } from "./processes.mjs";
import { createProject, reportIn } from "./project.mjs";

/** The project in `tools`, and what hosts do in it. */
export async function createContext(tools, tarball) {
  const project = await createProject(tools, tarball);
  // Where no packages are in reach.
  const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "tooltrim-alone-")));
  process.on("exit", () => rmSync(elsewhere, { recursive: true, force: true, maxRetries: 3 }));
  const ranAlone = async (name, platform) => {
    if (platform === "node") return reportIn(await output(process.execPath, [name], { cwd: elsewhere }));
    if (noBrowser()) throw new Skipped(noBrowser());
    const page =
      platform === "worker"
        ? `<script>new Worker("${name}").onerror = ({ message }) => { throw new Error(message); };</script>`
        : `<script ${name.endsWith(".mjs") ? 'type="module"' : ""} src="${name}"></script>`;
    writeFileSync(join(elsewhere, "index.html"), `<!doctype html><meta charset="utf-8"><body>${page}`);
    return reportFrom(elsewhere, "index.html");
  };
  return {
    ...project,
    tools,

    /** The report of one file in a folder without anything else, run by Node, in a page or in a worker of a page. */
    async alone(file, platform) {
      const name = basename(file);
      cpSync(join(project.folder, file), join(elsewhere, name));
      return { ...(await ranAlone(name, platform)), bytes: gzippedBytes(join(project.folder, file)) };
    },

    /** Runs `action` while files of the project have other contents. */
    async withProgram(files, action) {
      const others = Object.keys(files).map((file) => join(project.folder, file));
      for (const file of others) cpSync(file, `${file}.kept`);
      try {
        for (const [file, text] of Object.entries(files)) project.write(file, text);
        return await action();
      } finally {
        for (const file of others) {
          cpSync(`${file}.kept`, file);
          rmSync(`${file}.kept`);
        }
      }
    },
  };
}

/** Thrown by a host that turns out not to be there. */
export class Skipped extends Error {}
