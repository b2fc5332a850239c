// One JavaScript file per entry and module system, and the other files of the package.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { root } from "../env.mjs";
import { forPackage } from "../lib/links.mjs";
import { project } from "../lib/project.mjs";
import { core, entries } from "./entries.mjs";
import { npmVersion } from "./stamps.mjs";

const dist = "pkg/dist";
const formats = { js: "esm", cjs: "cjs" };
// Kept once, in the root, and copied because npm packs nothing from outside a package's folder.
const copies = ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES", "CHANGELOG.md"].filter((file) =>
  existsSync(join(root, file)),
);
// Guides go into the package, so that they can be read without a network; the set-up of their site does not.
const guides = readdirSync(join(root, "docs"), { recursive: true })
  .filter((file) => /^[^.]+\.(md|svg)$/.test(file))
  .map((file) => join("docs", file));

// Text, unpacked by the entry on first use; esbuild's `binary` would decode it when the module loads. Deflated first:
// base64 alone takes a third more than this once compressed, and over twice as much on disk.
const wasmAsText = {
  name: "wasm-as-text",
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
      contents: deflateRawSync(readFileSync(path), { level: 9 }).toString("base64"),
      loader: "text",
    }));
  },
};

// Entries import what they share from ./core.js: the wasm is in the package once, and a program that imports two
// entries has one instance of it. (esbuild's own code splitting knows no CommonJS.)
const entrySources = new Set(entries.map(({ source }) => join(root, source)));
const sharedCore = (extension) => ({
  name: "shared-core",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      const source = join(resolveDir, path).replace(/\.js$/, ".ts");
      if (kind === "entry-point" || entrySources.has(source)) return undefined;
      return { path: `./core.${extension}`, external: true };
    });
  },
});

export const bundle = {
  name: "bundle",
  what: `esbuild, ${entries.length} entries as ESM and CommonJS`,
  inputs: [
    ...["js/src", "target/wasm-pkg", "pkg/package.json", "tsconfig.json", ...copies, "docs"],
    ...["scripts/build/bundle.mjs", "scripts/build/entries.mjs", "scripts/lib/links.mjs", "Cargo.toml"],
  ],
  outputs: [
    ...[core, ...entries].flatMap((entry) =>
      Object.keys(formats).map((extension) => `${dist}/${entry.name}.${extension}`),
    ),
    ...[`${dist}/tooltrim.wasm`, ...[...copies, ...guides].map((file) => `pkg/${file}`)],
  ],

  tools: () => npmVersion("esbuild"),

  async run() {
    // Loaded here, as most runs have nothing to build.
    const esbuild = await import("esbuild");
    mkdirSync(join(root, dist), { recursive: true });
    const { version } = JSON.parse(readFileSync(join(root, "pkg/package.json"), "utf8"));
    for (const [extension, format] of Object.entries(formats)) {
      for (const alone of [true, false]) {
        const { warnings } = await esbuild.build({
          absWorkingDir: root,
          entryPoints: [core, ...entries]
            .filter((entry) => Boolean(entry.alone) === alone)
            .map((entry) => ({ in: entry.source, out: entry.name })),
          outdir: dist,
          outExtension: { ".js": `.${extension}` },
          format,
          bundle: true,
          platform: "neutral",
          // The user's own, if there is one.
          external: ["@opentelemetry/api"],
          // Not newer: esbuild would then decode with Uint8Array.fromBase64, which current editors' Node lacks.
          target: "es2022",
          plugins: alone ? [wasmAsText] : [sharedCore(extension)],
          define: { __VERSION__: JSON.stringify(version) },
          minify: true,
          // Node prints the whole line in which an uncaught error was thrown.
          lineLimit: 300,
          legalComments: "none",
          logLevel: "warning",
          // wasm-bindgen lists the module of its JavaScript helpers several times in one object, each time the same.
          logOverride: { "duplicate-object-key": "silent" },
        });
        // Such as import.meta in a CommonJS file: it would fail on the user's side, not here.
        if (warnings.length > 0) throw new Error(`esbuild warns about the ${format} files, see above`);
      }
    }
    copyFileSync(join(root, "target/wasm-pkg/tooltrim_bg.wasm"), join(root, dist, "tooltrim.wasm"));
    // A page that no longer exists must not be packed.
    rmSync(join(root, "pkg/docs"), { recursive: true, force: true });
    const { repository } = project();
    const files = [...copies, ...guides];
    for (const file of files) {
      const [from, to] = [join(root, file), join(root, "pkg", file)];
      mkdirSync(dirname(to), { recursive: true });
      if (file.endsWith(".md")) writeFileSync(to, forPackage(readFileSync(from, "utf8"), file, files, repository));
      else copyFileSync(from, to);
    }
  },
};
