import { build } from "vite";
import { gzipSync } from "node:zlib";
import { createProject } from "../tests/consumers/project.mjs";
import * as site from "./site.mjs";
const project = createProject();
for (const mp of [{polyfill:false}, false]) {
const cfg = site.config(project.folder);
cfg.plugins.push({ name: "sizes", generateBundle(_o, bundle) {
  for (const c of Object.values(bundle)) if (c.type === "chunk" && /index-.*js|dom-/.test(c.fileName)) {
    console.log("##", c.fileName, c.code.length, gzipSync(c.code,{level:9}).length, c.code.match(/mapDeps[^;]*;/)?.[0].slice(0,600));
  } } });
await build({ ...cfg, build: { ...cfg.build, modulePreload: mp, outDir: "/tmp/q/page"+(mp?1:2) } });
}
