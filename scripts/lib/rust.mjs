// Checks for Rust users: the oldest compiler, targets without an operating system, and the public API against a baseline.

import { execFileSync } from "node:child_process";
import { root, versions } from "../env.mjs";
import { command } from "./steps.mjs";

/** One with an allocator and nothing else, and WebAssembly without any extension. */
const BARE_TARGETS = ["thumbv7em-none-eabi", "wasm32v1-none"];

const output = (program, ...args) => {
  try {
    return execFileSync(program, args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
};

/** rustup's name of the oldest supported compiler. */
const oldest = versions.RUST_MINIMUM.replace(/\.0$/, "");
const hasOldest = () => output("rustc", `+${oldest}`, "--version").startsWith(`rustc ${oldest}`);

/** Not the workspace: its other packages are ours alone. */
const crate = ["--locked", "--package", "tooltrim"];

export const oldestRust = {
  skip: () => !hasOldest() && `no Rust ${oldest}: rustup toolchain install ${oldest} --profile minimal`,
  async run() {
    for (const features of [["--all-features"], ["--no-default-features"]])
      await command("cargo", [`+${oldest}`, "check", ...crate, ...features, "--target-dir", "target/oldest-rust"])();
    return oldest;
  },
};

const installed = () => output("rustup", "target", "list", "--installed").split("\n");
const bare = () => BARE_TARGETS.filter((target) => installed().includes(target));

export const bareMetal = {
  skip: () => bare().length === 0 && `no bare-metal target: rustup target add ${BARE_TARGETS.join(" ")}`,
  async run() {
    for (const target of bare())
      for (const features of [[], ["--no-default-features"]])
        await command("cargo", [
          "check",
          ...crate,
          ...features,
          "--target",
          target,
          "--target-dir",
          "target/bare-metal",
        ])();
    return bare().join(", ");
  },
};

/**
 * The commit whose API the crate must still have: the newest release, before the first one the commit in
 * scripts/versions.env. Whoever breaks the API on purpose before that moves it there, with a line in CHANGELOG.md.
 */
function baseline() {
  const tag = output("git", "describe", "--tags", "--abbrev=0", "--match", "v*");
  return tag || output("git", "rev-parse", "--verify", "--quiet", `${versions.SEMVER_BASELINE}^{commit}`);
}

export const semver = {
  skip() {
    if (!output("cargo", "semver-checks", "--version"))
      return "no cargo-semver-checks: cargo install cargo-semver-checks";
    return !baseline() && `no commit ${versions.SEMVER_BASELINE}: this clone has no history`;
  },
  async run() {
    // Before version 1 cargo takes a new minor version for a breaking one: a patch is the largest that breaks nothing.
    await command("cargo", [
      "semver-checks",
      "--package",
      "tooltrim",
      "--baseline-rev",
      baseline(),
      "--release-type",
      "minor",
    ])();
    return `against ${baseline().slice(0, 12)}`;
  },
};
