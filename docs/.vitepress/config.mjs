// The docs site: README.md and docs/*.md as they are, with search that needs no network. `npm run docs` builds it.
//
// VitePress, since it renders the Markdown that GitHub shows without front matter or copies, builds its search index
// into the site, and brings its fonts along.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { defineConfig } from "vitepress";
import { root } from "../../scripts/env.mjs";
import { inRepository, slug } from "../../scripts/lib/links.mjs";
import { project } from "../../scripts/lib/project.mjs";

const { repository, version } = project();
// GitHub Pages serves a project below its name.
const base = process.env.DOCS_BASE ?? "/";
const readme = readFileSync(join(root, "README.md"), "utf8");

/** Guides in the order in which README.md names them, then the others. */
const guides = readdirSync(join(root, "docs"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => `docs/${file}`)
  .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
const around = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"];
const pages = new Set(["README.md", ...guides, ...around]);

function place(file) {
  const at = readme.indexOf(`](${file}`);
  return at < 0 ? readme.length : at;
}

const item = (file) => {
  const title = /^# (.*)$/m.exec(readFileSync(join(root, file), "utf8"))?.[1] ?? file;
  return { text: title.replaceAll("`", ""), link: `/${file.replace(/\.md$/, "")}` };
};

// Pages of typedoc, rustdoc and Vite: not of this site's router.
const playground = { text: "Playground", link: "/playground/index.html", target: "_self" };
const api = [
  { text: "TypeScript", link: "/api/js/index.html", target: "_self" },
  { text: "Rust", link: "/api/rust/tooltrim/index.html", target: "_self" },
];

export default defineConfig({
  title: "tooltrim",
  description: "Keeps tool output from flooding a model's context.",
  lang: "en",
  base,
  srcDir: root,
  // Everything that is not a page; folders are not even searched.
  srcExclude: readdirSync(root, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? entry.name !== "docs" : !pages.has(entry.name)))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/**` : entry.name)),
  rewrites: { "README.md": "index.md" },
  outDir: join(root, "target/site"),
  cacheDir: join(root, "target/site-cache"),
  // scripts/docs.mjs follows all links, anchors and the API reference included.
  ignoreDeadLinks: true,
  head: [["link", { rel: "icon", href: `${base}icon.svg` }]],
  markdown: {
    anchor: { slugify: slug },
    // Braces after a code span are text here, as on GitHub.
    attrs: { disable: true },
    config(md) {
      md.core.ruler.push("repository-links", repositoryLinks);
      // Two braces are text too, not an expression of Vue's.
      for (const rule of ["text", "code_inline"]) {
        const render = md.renderer.rules[rule];
        md.renderer.rules[rule] = (...all) => render(...all).replaceAll("{{", "&#123;&#123;");
      }
      const fence = md.renderer.rules.fence;
      md.renderer.rules.fence = (tokens, index, ...rest) => {
        const { info, content } = tokens[index];
        if (info.trim() === "mermaid") return `<Mermaid code="${encodeURIComponent(content)}" />`;
        // `ts no-run` and `rust,no_run`: the rest is for the tests that run the blocks.
        tokens[index].info = info.replace(/^(\w+)[\s,].*$/, "$1");
        return fence(tokens, index, ...rest);
      };
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Guides", link: item(guides[0]).link, activeMatch: "/docs/" },
      { text: "API", items: api },
      playground,
      { text: `v${version}`, link: "/CHANGELOG" },
    ],
    sidebar: [
      { items: [{ text: "Start", link: "/" }, playground] },
      { text: "Guides", items: guides.map(item) },
      { text: "API reference", items: api },
      { text: "Project", items: around.filter((file) => existsSync(join(root, file))).map(item) },
    ],
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: `${repository}/edit/main/:path` },
  },
  vite: { build: { chunkSizeWarningLimit: 2000 }, publicDir: join(root, "docs/.vitepress/public") },
});

/** Links to files that are not pages lead to the repository; those to README.md lead to the start page. */
function repositoryLinks({ tokens, env }) {
  const folder = dirname(env.relativePath ?? "index.md");
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const href = token.type === "link_open" ? token.attrGet("href") : null;
    if (!href || /^([a-z]+:|#|\/)/.test(href)) continue;
    const [path, anchor] = href.split("#");
    const file = join(folder, path).replace(/\/$/, "");
    const end = anchor === undefined ? "" : `#${anchor}`;
    if (file === "README.md") token.attrSet("href", `${relative(folder, "index.md")}${end}`);
    else if (!pages.has(file) && existsSync(join(root, file))) {
      token.attrSet("href", `${inRepository(file, repository)}${end}`);
    }
  }
}
