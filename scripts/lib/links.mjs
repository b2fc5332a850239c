// Links between Markdown files, within the npm package, and between the pages of the built docs site: do they lead to
// something?

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../env.mjs";

/** The anchor that GitHub gives a heading of this text; the docs site takes the same. */
export const slug = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");

/** Links in the committed Markdown files that lead nowhere, as `file: link`. */
export function brokenMarkdownLinks() {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], { cwd: root, encoding: "utf8" });
  const anchors = new Map();
  const anchorsOf = (file) => {
    if (!anchors.has(file)) anchors.set(file, headings(readFileSync(join(root, file), "utf8")));
    return anchors.get(file);
  };
  const broken = (file) => (link) => {
    const [path, anchor] = link.split("#");
    const target = path === "" ? file : relative(root, join(root, dirname(file), decodeURI(path)));
    if (target.startsWith("..") || !existsSync(join(root, target))) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(decodeURIComponent(anchor));
  };
  return files
    .split("\n")
    .filter((file) => file && existsSync(join(root, file)))
    .flatMap((file) =>
      markdownLinks(readFileSync(join(root, file), "utf8"))
        .filter(broken(file))
        .map((link) => `${file}: ${link}`),
    );
}

const withoutBlocks = (markdown) => markdown.replace(/^ *(```+|~~~+).*?^ *\1 *$/gms, "");

/** Relative links, inline or as references; those in code are none. */
function markdownLinks(markdown) {
  const text = withoutBlocks(markdown).replace(/(`+)[^`].*?\1/gs, "");
  const found = [...text.matchAll(/\]\(<?([^)\s>]+)/g), ...text.matchAll(/^\[[^\]]+\]: *(\S+)/gm)];
  return found.map(([, link]) => link).filter((link) => !isAddress(link));
}

const isAddress = (link) => /^[a-z][a-z+.-]*:/i.test(link);

/** The anchors of a page: its headings, numbered where they repeat. */
function headings(markdown) {
  const seen = new Map();
  const found = new Set(Array.from(markdown.matchAll(/<a (?:id|name)="([^"]+)"/g), ([, id]) => id));
  for (const [, heading] of withoutBlocks(markdown).matchAll(/^#{1,6} +(.*?)(?: +#+)?$/gm)) {
    const base = slug(heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, ""));
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    found.add(count === 0 ? base : `${base}-${count}`);
  }
  return found;
}

/** The address of a file or folder in the repository; of a picture the one that shows it. */
export function inRepository(file, repository) {
  const kind = statSync(join(root, file)).isDirectory() ? "tree" : file.endsWith(".svg") ? "raw" : "blob";
  return `${repository}/${kind}/main/${file}`;
}

/**
 * A page as it goes into a package with these files: its links to other files of the repository lead to the
 * repository.
 */
export function forPackage(markdown, page, files, repository) {
  // Code first, since what looks like a link in it is none.
  const parts = /^ *(```+|~~~+).*?^ *\1 *$|(`+)[^`].*?\2|(\]\(<?|^\[[^\]]+\]: *)([^)\s>#]+)/gms;
  return markdown.replace(parts, (whole, _fence, _code, start, path) => {
    if (start === undefined || isAddress(path)) return whole;
    const file = relative(root, join(root, dirname(page), decodeURI(path)));
    const stays = files.includes(file) || file.startsWith("..") || !existsSync(join(root, file));
    return stays ? whole : start + inRepository(file, repository);
  });
}

/** Links in the Markdown files of a package in `folder` that lead nowhere in it, as `file: link`. */
export function brokenPackedLinks(folder, files) {
  const read = (file) => readFileSync(join(folder, file), "utf8");
  const broken = (file) => (link) => {
    const [path, anchor] = link.split("#");
    const target = path === "" ? file : join(dirname(file), decodeURI(path));
    if (!files.includes(target)) return true;
    return anchor !== undefined && target.endsWith(".md") && !headings(read(target)).has(decodeURIComponent(anchor));
  };
  return files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      markdownLinks(read(file))
        .filter(broken(file))
        .map((link) => `${file}: ${link}`),
    );
}

/**
 * Links, scripts, styles and pictures that lead nowhere in the site in a folder, as `page: link`; and how many were
 * followed. `base` is the path at which the site will be served.
 */
export function brokenSiteLinks(site, base = "/") {
  const pages = readdirSync(site, { recursive: true }).filter((file) => file.endsWith(".html"));
  const ids = new Map();
  const idsOf = (file) => {
    if (!ids.has(file)) ids.set(file, new Set(attributes(readFileSync(file, "utf8"), "id|name")));
    return ids.get(file);
  };
  const broken = (page) => (link) => {
    const [address, anchor] = link.split("#");
    const clean = decodeURI(address.split("?")[0]);
    const path = clean.startsWith("/") ? clean.replace(base, "/") : join(dirname(page), clean);
    let file = clean === "" ? join(site, page) : join(site, path);
    if (file.endsWith("/") || (existsSync(file) && statSync(file).isDirectory())) file = join(file, "index.html");
    // rustdoc names a list of implementors also where there are none.
    if (!existsSync(file)) return !link.includes("/trait.impl/");
    if (!anchor || !file.endsWith(".html")) return false;
    const names = idsOf(file);
    // rustdoc's pages of source code understand ranges of lines.
    const [first] = /^\d+(?=-\d+$)/.exec(anchor) ?? [anchor];
    return !names.has(first) && !names.has(decodeURIComponent(first));
  };
  let followed = 0;
  const found = pages.flatMap((page) => {
    const links = attributes(readFileSync(join(site, page), "utf8"), "href|src").filter(
      (link) => !/^([a-z][a-z+.-]*:|\/\/)/i.test(link),
    );
    followed += links.length;
    return [...new Set(links)].filter(broken(page)).map((link) => `${page}: ${link}`);
  });
  return { found, followed, pages: pages.length };
}

/** Values of attributes in the tags of a page; what scripts and comments hold is none of them. */
function attributes(html, names) {
  const tags = html.replace(/(<script\b[^>]*>).*?<\/script>|<!--.*?-->/gs, "$1").match(/<[a-z][^<>]*>/gi) ?? [];
  const pattern = new RegExp(`\\s(?:${names})=(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "gi");
  return tags.flatMap((tag) =>
    Array.from(tag.matchAll(pattern), ([, double, single, bare]) =>
      (double ?? single ?? bare).replaceAll("&amp;", "&"),
    ),
  );
}
