// Which conditions of `exports` a host goes by, asked with a package that has one subpath per condition.

const names = [
  ...[
    "import",
    "require",
    "module",
    "module-sync",
    "node",
    "node-addons",
    "browser",
    "worker",
    "workerd",
    "edge-light",
    "deno",
    "bun",
  ],
  ...["electron", "react-native", "react-server", "webpack", "development", "production"],
];

/** Writes the package into the project's node_modules. */
export function writeProbe(write) {
  const folder = "node_modules/conditions-probe";
  const both = (file) => ({ import: `./${file}.mjs`, default: `./${file}.cjs` });
  const exports = Object.fromEntries(names.map((name) => [`./${name}`, { [name]: both("yes"), default: both("no") }]));
  write(`${folder}/package.json`, JSON.stringify({ name: "conditions-probe", version: "1.0.0", exports }));
  for (const [file, value] of [
    ["yes", true],
    ["no", false],
  ]) {
    write(`${folder}/${file}.mjs`, `export default { value: ${value} };\n`);
    write(`${folder}/${file}.cjs`, `module.exports = { value: ${value} };\n`);
  }
}

/** A module that exports the names of those that hold. */
export const conditionsModule = `${names.map((name, at) => `import c${at} from "conditions-probe/${name}";`).join("\n")}
export const conditions = [${names.map((name, at) => `["${name}", c${at}.value]`).join(", ")}]
  .filter(([, holds]) => holds)
  .map(([name]) => name);
`;

/** For hosts that read no `exports`. */
export const withoutConditions = "export const conditions = [];\n";
