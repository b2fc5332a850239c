// The YAML under .github: does it parse, and do the commands in it exist? GitHub itself only says so after a push.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../env.mjs";

/** A line for each file that does not parse, each npm script, action or file of ours that a workflow names in vain. */
export function brokenWorkflows() {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return readdirSync(join(root, ".github"), { recursive: true })
    .filter((file) => /\.ya?ml$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, ".github", file), "utf8");
      let content;
      try {
        content = parse(text);
      } catch (error) {
        return [`.github/${file}: ${error.message}`];
      }
      const jobs = file.startsWith("workflows") ? Object.values(content.jobs ?? {}) : [];
      const needs = jobs.flatMap((job) => [job.needs ?? []].flat()).filter((name) => !content.jobs[name]);
      const run = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name).filter((name) => !scripts[name]);
      const own = [...text.matchAll(/(?:uses: \.\/|bash )([\w./-]+)/g)].map(([, path]) => path);
      return [
        ...(file.startsWith("workflows") && jobs.length === 0 ? ["no jobs"] : []),
        ...needs.map((name) => `no job ${name}`),
        ...run.map((name) => `no script ${name} in package.json`),
        ...own.filter((path) => !existsSync(join(root, path))).map((path) => `no ${path}`),
      ].map((line) => `.github/${file}: ${line}`);
    });
}
