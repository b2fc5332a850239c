// Compressed sizes of texts, by the program in evals/compressor.

import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../../scripts/env.mjs";

const BUILD = ["build", "--release", "--quiet", "--manifest-path", "evals/compressor/Cargo.toml"];
const TARGET = "target/evals";

/** `sizeOf(text)` answers a promise of bytes; equal texts are compressed once. */
export class Compressor {
  #child;
  #waiting = [];
  #known = new Map();

  constructor() {
    execFileSync("cargo", [...BUILD, "--target-dir", TARGET], { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
    this.#child = spawn(join(root, TARGET, "release", "tooltrim-eval-compressor"), {
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#waiting.shift()?.resolve(Number(line)));
    this.#child.on("close", (code) => {
      for (const { reject } of this.#waiting) reject(new Error(`the compressor ended with code ${code}`));
    });
  }

  sizeOf(text) {
    const key = createHash("sha1").update(text).digest("base64");
    if (!this.#known.has(key)) this.#known.set(key, this.#ask(Buffer.from(text)));
    return this.#known.get(key);
  }

  end() {
    this.#child.stdin.end();
  }

  #ask(bytes) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin.write(Buffer.concat([length, bytes]));
    });
  }
}
