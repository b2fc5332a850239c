// Prints a package.json that asks for some of the packages of an npm-shrinkwrap.json, in its versions.
//
//     node scripts/lib/vscode-packages.mjs npm-shrinkwrap.json NAME...

import { readFileSync } from "node:fs";

const [file, ...names] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(file, "utf8"));
const dependencies = Object.fromEntries(
  names.map((name) => {
    const version = packages[`node_modules/${name}`]?.version;
    if (!version) throw new Error(`${file} does not name ${name}`);
    return [name, version];
  }),
);
console.log(JSON.stringify({ private: true, dependencies }, null, 2));
