// Components as OCI artefacts: an image layout on disk, as registries take it and `wkg oci push` would make it.
//
// The layout is that of https://tag-runtime.cncf.io/wgs/wasm/deliverables/wasm-oci-artifact: a config that names what
// the component imports and exports, and the component as the only layer.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../env.mjs";

const CONFIG = "application/vnd.wasm.config.v0+json";
const LAYER = "application/wasm";
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const INDEX = "application/vnd.oci.image.index.v1+json";

const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/**
 * Writes the layout of a component into `folder`; the same component gives the same bytes. `tag` is its version,
 * `annotations` go into the manifest. Returns its digest, and the interfaces that are exported and imported.
 */
export async function writeLayout(folder, component, tag, annotations) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "blobs/sha256"), { recursive: true });
  const put = (bytes, mediaType) => {
    const digest = digestOf(bytes);
    writeFileSync(join(folder, "blobs", digest.replace(":", "/")), bytes);
    return { mediaType, digest, size: bytes.length };
  };
  const json = (value) => Buffer.from(JSON.stringify(value));
  const layer = put(component, LAYER);
  const interfaces = await interfacesOf(component);
  const config = {
    created: commitTime(),
    architecture: "wasm",
    os: "wasip2",
    layerDigests: [layer.digest],
    component: interfaces,
  };
  const manifest = put(
    json({ schemaVersion: 2, mediaType: MANIFEST, config: put(json(config), CONFIG), layers: [layer], annotations }),
    MANIFEST,
  );
  const named = { ...manifest, annotations: { "org.opencontainers.image.ref.name": tag } };
  writeFileSync(join(folder, "oci-layout"), json({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(folder, "index.json"), json({ schemaVersion: 2, mediaType: INDEX, manifests: [named] }));
  return { digest: manifest.digest, ...interfaces };
}

/** The time of the last commit: a layout must not depend on when it is made. */
function commitTime() {
  const seconds = execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" });
  return new Date(Number(seconds) * 1000).toISOString();
}

/** What a component imports and exports, by the names of its interfaces. */
async function interfacesOf(component) {
  const { componentWit } = await import("@bytecodealliance/jco-transpile/wasm-tools");
  const world = /world \w+ \{\n([^}]*)\}/.exec(await componentWit(component))?.[1] ?? "";
  const named = (kind) => Array.from(world.matchAll(new RegExp(`^ *${kind} ([^;]+);`, "gm")), ([, name]) => name);
  const [exports, imports] = [named("export"), named("import")];
  if (exports.length === 0) throw new Error("the component exports no interface");
  return { exports, imports };
}
