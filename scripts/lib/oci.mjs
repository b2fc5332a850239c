// Components as OCI artefacts: an image layout on disk, as registries take it and `wkg oci push` would make it.
//
// The layout is that of https://tag-runtime.cncf.io/wgs/wasm/deliverables/wasm-oci-artifact: a config that names what
// the component imports and exports, and the component as the only layer.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../env.mjs";

const CONFIG = "application/vnd.wasm.config.v0+json";
const LAYER = "application/wasm";
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const INDEX = "application/vnd.oci.image.index.v1+json";

const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/**
 * Writes the layout of a component into `folder`; the same component gives the same bytes. `tag` is its version,
 * `annotations` go into the manifest. Returns the digest of the manifest.
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
  const config = {
    created: commitTime(),
    architecture: "wasm",
    os: "wasip2",
    layerDigests: [layer.digest],
    component: await interfacesOf(component),
  };
  const manifest = put(
    json({ schemaVersion: 2, mediaType: MANIFEST, config: put(json(config), CONFIG), layers: [layer], annotations }),
    MANIFEST,
  );
  const named = { ...manifest, annotations: { "org.opencontainers.image.ref.name": tag } };
  writeFileSync(join(folder, "oci-layout"), json({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(folder, "index.json"), json({ schemaVersion: 2, mediaType: INDEX, manifests: [named] }));
  return manifest.digest;
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
  return { exports: named("export"), imports: named("import") };
}

/** Checks a layout as a registry's client would: each blob is there, of the size and digest that its descriptor says. */
export function checkLayout(folder) {
  const seen = new Set();
  const blob = ({ digest, size, mediaType }, expected) => {
    if (mediaType !== expected) throw new Error(`${folder}: ${mediaType} is not ${expected}`);
    if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${folder}: ${digest} is not a digest`);
    const bytes = readFileSync(join(folder, "blobs", digest.replace(":", "/")));
    if (bytes.length !== size || digestOf(bytes) !== digest) throw new Error(`${folder}: ${digest} holds other bytes`);
    seen.add(digest.slice("sha256:".length));
    return bytes;
  };
  const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  if (read("oci-layout").imageLayoutVersion !== "1.0.0") throw new Error(`${folder}: of an unknown version`);
  const index = read("index.json");
  if (index.schemaVersion !== 2 || index.manifests.length !== 1) throw new Error(`${folder}: is not one artefact`);
  const manifest = JSON.parse(blob(index.manifests[0], MANIFEST));
  if (manifest.schemaVersion !== 2 || manifest.layers.length !== 1) throw new Error(`${folder}: is not one component`);
  const config = JSON.parse(blob(manifest.config, CONFIG));
  const component = blob(manifest.layers[0], LAYER);
  // The header of a component: of the layer 1, where a module has 0.
  if (component.readUInt32LE(0) !== 0x6d736100 || component.readUInt16LE(6) !== 1) {
    throw new Error(`${folder}: the layer is not a component`);
  }
  const { created, architecture, os, layerDigests, component: named } = config;
  if (Number.isNaN(Date.parse(created)) || architecture !== "wasm" || os !== "wasip2") {
    throw new Error(`${folder}: the config is not that of a component`);
  }
  if (layerDigests.join() !== manifest.layers[0].digest) throw new Error(`${folder}: the config names other layers`);
  if (!(named.exports.length > 0) || !Array.isArray(named.imports)) throw new Error(`${folder}: no exports are named`);
  const extra = readdirSync(join(folder, "blobs/sha256")).filter((name) => !seen.has(name));
  if (extra.length > 0) throw new Error(`${folder}: nothing names ${extra.join(", ")}`);
  return named;
}
