// An empty project with the package as npm would install it from the registry: packed, then unpacked.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);

const run = (command, args, cwd) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], shell: false });

function npm(args, cwd) {
  const [command, ...first] = process.env.npm_execpath?.endsWith(".js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];
  return run(command, [...first, ...args, "--offline", "--no-audit", "--no-fund", "--loglevel=error"], cwd);
}

/** Makes the project in a temporary folder; it is removed when the process ends. */
export function createProject() {
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), "tooltrim-consumer-")));
  process.on("exit", () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }));
  const folder = join(temporary, "project");
  mkdirSync(folder);
  for (const place of ["pkg", "tables/pkg"]) {
    npm(["pack", join(root, place), "--ignore-scripts", "--pack-destination", temporary], temporary);
  }
  const tarballs = readdirSync(temporary).filter((file) => file.endsWith(".tgz"));
  const project = {
    folder,
    /** A second folder, without node_modules in reach. */
    elsewhere: join(temporary, "elsewhere"),
    installed: join(folder, "node_modules/tooltrim"),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    },
    /** What `node file` prints. */
    node(file, cwd = folder, program = process.execPath) {
      try {
        return run(program, [file], cwd).trim();
      } catch (error) {
        throw new Error(error.stderr);
      }
    },
    /** What a strict compiler complains about. */
    tsc(files, compilerOptions) {
      const options = { target: "es2022", strict: true, noEmit: true, ...compilerOptions };
      const config = project.write("tsconfig.json", JSON.stringify({ compilerOptions: options, files }));
      try {
        return run(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", config], folder);
      } catch (error) {
        return error.stdout;
      }
    },
    /** Makes a package of this repository's own node_modules available, under its own name or another one. */
    link(name, as = name) {
      const there = join(folder, "node_modules", as);
      mkdirSync(dirname(there), { recursive: true });
      rmSync(there, { force: true });
      symlinkSync(join(root, "node_modules", name), there, "junction");
    },
    copyElsewhere(file) {
      mkdirSync(project.elsewhere, { recursive: true });
      cpSync(join(folder, file), join(project.elsewhere, file));
      return join(project.elsewhere, file);
    },
  };
  project.write("package.json", JSON.stringify({ name: "consumer", private: true }));
  npm(["install", ...tarballs.map((file) => join(temporary, file)), "--no-package-lock"], folder);
  return project;
}
