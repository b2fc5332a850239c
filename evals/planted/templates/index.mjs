// Every tool by its name. The name is part of the seed: a renamed tool gets other logs.

import { clang, cmake, gcc, make } from "./c.mjs";
import { kubectl, shapes, sql } from "./data.mjs";
import { dotnet, goTest } from "./dotnet-go.mjs";
import { bundler, eslint, tsc } from "./js-build.mjs";
import { jest, mocha, node, vitest } from "./js-test.mjs";
import { gradle, java, maven } from "./jvm.mjs";
import { docker, git, npm } from "./packages.mjs";
import { pytest, python, unittest } from "./python.mjs";
import { cargoTest, rustc } from "./rust.mjs";
import { bash, php, ruby } from "./shell.mjs";

export const templates = {
  rustc,
  "cargo-test": cargoTest,
  gcc,
  clang,
  make,
  cmake,
  tsc,
  eslint,
  bundler,
  jest,
  vitest,
  mocha,
  node,
  pytest,
  unittest,
  python,
  maven,
  gradle,
  java,
  dotnet,
  "go-test": goTest,
  npm,
  docker,
  git,
  bash,
  ruby,
  php,
  sql,
  kubectl,
  shapes,
};
