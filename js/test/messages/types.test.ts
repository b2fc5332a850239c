// The official types: ours take and give them, what we write is of them, and no kind in them is one that we never saw.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as kinds from "./kinds.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test("the compiler has nothing to say to them", () => {
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "--target", "es2022"];
  const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--types", "node", "--ignoreConfig"];
  const said = () => execFileSync(process.execPath, [tsc, ...options, ...modules, here("types.ts"), here("kinds.ts")]);
  try {
    said();
  } catch (error) {
    throw new Error(String((error as { stdout: unknown }).stdout));
  }
}, 180_000);

/** The words and member names of src/tree/names.rs. */
const source = readFileSync(here("../../../src/tree/names.rs"), "utf8");
const names = (type: string) => {
  const body = source.slice(source.indexOf(`enum ${type} {`));
  return new Set(Array.from(body.slice(0, body.indexOf("\n    }")).matchAll(/= "([^"]*)"/g), ([, name]) => name));
};
const [keys, tags] = [names("Key"), names("Tag")];

/** What has no meaning for calls and results, texts and media: it goes through as it is. */
const without: Partial<Record<keyof typeof kinds, string[]>> = {
  responsesItems: ["additional_tools", "compaction_trigger", "configuration_update"],
  chatParts: ["custom"],
  // What holds calls of the model's fallbacks and lists of tools goes back as it came.
  anthropicBlocks: ["fallback", "mcp_tool_listing", "tool_addition", "tool_removal"],
  aiSdkOutputParts: ["custom"],
  uiParts: ["source-document", "source-url", "step-start"],
  // As any state that has no output.
  uiStates: ["input-available"],
  geminiParts: [
    "audioTranscription",
    "mediaProcessing",
    "mediaResolution",
    "partMetadata",
    "speechMetadata",
    "videoMetadata",
  ],
  agentItems: ["unknown"],
};

describe("every kind is known to the readers, or known to have nothing for them", () => {
  test.each(Object.entries(kinds))("%s", (list, all) => {
    const known = list === "geminiParts" ? keys : tags;
    expect(all.filter((kind) => !known.has(kind))).toEqual(without[list as keyof typeof kinds] ?? []);
  });
});
