// Measures how much a Rust program grows with each feature, for the table in docs/rust.md.
//
//     node scripts/rust-sizes.mjs            prints the table
//     node scripts/rust-sizes.mjs --write    and writes it into the page

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./env.mjs";
import { command } from "./lib/steps.mjs";

const page = join(root, "docs/rust.md");

// The input comes from outside the program, or the compiler would evaluate the call.
const main = (body) => `fn main() {
    let input: String = std::env::args().collect();
    print!("{}", ${body});
}
`;
const text = "tooltrim::trim(&input, 4000).unwrap().text";
const messages = "serde_json::from_str::<Vec<serde_json::Value>>(&input).unwrap()";
const budget = "tooltrim::CompactOptions::new(tooltrim::Budget::Chars(40_000))";

/** Each beside a program without the crate that has the same other dependencies. */
const programs = [
  { calls: "`estimate_tokens`", features: [], body: "tooltrim::estimate_tokens(&input)" },
  { calls: "`trim`", features: [], body: text },
  { calls: "`trim`", features: ["serde"], body: text },
  {
    calls: "`trim`, `clean` and `redact_secrets`",
    features: [],
    body: `tooltrim::clean(&tooltrim::redact_secrets(&${text}), &tooltrim::CleanOptions::new()).text`,
  },
  {
    calls: "`compact_messages`",
    features: ["serde_json"],
    body: `tooltrim::compact_messages(&${messages}, &${budget}).unwrap().messages.len()`,
    without: `${messages}.len()`,
  },
];

const folder = join(tmpdir(), "tooltrim-rust-sizes");
rmSync(folder, { recursive: true, force: true });

/** Bytes of the program, built as people build for small sizes, without symbols. */
async function size(name, body, features) {
  const own = join(folder, name);
  mkdirSync(join(own, "src"), { recursive: true });
  const json = features?.includes("serde_json") || body.includes("serde_json") ? 'serde_json = "1"\n' : "";
  const crate = features
    ? `tooltrim = { path = ${JSON.stringify(root)}, default-features = false, features = ${JSON.stringify(features)} }\n`
    : "";
  writeFileSync(
    join(own, "Cargo.toml"),
    `[workspace]\n[package]\nname = "sized"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n${crate}${json}` +
      `[profile.release]\nlto = true\ncodegen-units = 1\npanic = "abort"\nstrip = true\n`,
  );
  writeFileSync(join(own, "src/main.rs"), main(body));
  await command("cargo", ["build", "--release", "--quiet", "--target-dir", join(folder, "target")], { cwd: own })();
  return statSync(join(folder, "target/release/sized")).size;
}

const implied = (features) => (features.includes("serde_json") ? ["serde", ...features] : features);
const crates = (features) => [...new Set(["`memchr`", ...implied(features).map((name) => `\`${name}\``)])].join(", ");
const rows = [];
for (const [at, { calls, features, body, without }] of programs.entries()) {
  const [small, large] = [await size(`${at}-without`, without ?? "input", null), await size(`${at}`, body, features)];
  const kilobytes = `${Math.round((large - small) / 1000)} KB`;
  rows.push(
    `| ${calls} | ${features.map((name) => `\`${name}\``).join(", ") || "none"} | ${crates(features)} | ${kilobytes} |`,
  );
}
const table = ["| program calls | features | depends on | grows by |", "| --- | --- | --- | --- |", ...rows].join("\n");
console.log(table);

if (process.argv.includes("--write")) {
  const old = readFileSync(page, "utf8");
  const written = old.replace(/\| program calls \|[\s\S]*?\n(?=\n)/, `${table}\n`);
  if (written === old && !old.includes(table))
    throw new Error(`${page} has no table that begins with "| program calls |"`);
  writeFileSync(page, written);
}
rmSync(folder, { recursive: true, force: true });
