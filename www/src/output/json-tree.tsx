// JSON as a tree with each cut marked. A flat list of rows, as the pattern for trees allows: one of them has the focus,
// arrows move it.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { counted } from "../shared/dom.js";
import type { JsonNode } from "./json-runs.js";

interface Row {
  readonly node: JsonNode;
  /** Positions from the root on. */
  readonly path: string;
  readonly parent: string | undefined;
  readonly level: number;
  readonly place: number;
  readonly of: number;
  readonly open: boolean | undefined;
}

/** So many rows are open at first. */
const FIRST_ROWS = 60;
/** As many are laid out; the rest of a longer list is opened on request. */
const MOST_ROWS = 2000;

export function JsonTree({ root }: { root: JsonNode }) {
  const initial = useMemo(() => openAtFirst(root), [root]);
  const [open, setOpen] = useState(initial);
  const [focus, setFocus] = useState("0");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => setOpen(initial), [initial]);
  const rows = useMemo(() => rowsOf(root, open), [root, open]);
  const shown = rows.slice(0, MOST_ROWS);
  const current = shown.some(({ path }) => path === focus) ? focus : "0";
  const toggle = (path: string, to: boolean) =>
    setOpen((before) => {
      const next = new Set(before);
      if (to) next.add(path);
      else next.delete(path);
      return next;
    });
  const go = (row: Row | undefined) => {
    if (!row) return;
    setFocus(row.path);
    list.current?.querySelector<HTMLElement>(`[data-path="${row.path}"]`)?.focus();
  };
  const key = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ path }) => path === current);
    const row = shown[at];
    if (!row) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(shown[at + 1]),
      ArrowUp: () => go(shown[at - 1]),
      Home: () => go(shown[0]),
      End: () => go(shown.at(-1)),
      ArrowRight: () => (row.open === false ? toggle(row.path, true) : row.open && go(shown[at + 1])),
      ArrowLeft: () => (row.open ? toggle(row.path, false) : go(shown.find(({ path }) => path === row.parent))),
      Enter: () => row.open !== undefined && toggle(row.path, !row.open),
      " ": () => row.open !== undefined && toggle(row.path, !row.open),
    };
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  return (
    <div class="tree" role="tree" aria-label="The result as a tree" ref={list} onKeyDown={key}>
      {shown.map((row) => (
        <TreeRow
          key={row.path}
          row={row}
          focused={row.path === current}
          onPick={() => {
            setFocus(row.path);
            if (row.open !== undefined) toggle(row.path, !row.open);
          }}
        />
      ))}
      {rows.length > shown.length && (
        <p class="tree-more">{counted(rows.length - shown.length, "rows")} more: close some above to see them.</p>
      )}
    </div>
  );
}

function TreeRow({ row, focused, onPick }: { row: Row; focused: boolean; onPick: () => void }) {
  const { node, level, open } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
    <div
      role="treeitem"
      class={`row ${node.kind}`}
      data-path={row.path}
      aria-level={level}
      aria-setsize={row.of}
      aria-posinset={row.place}
      aria-expanded={open}
      aria-selected={focused}
      tabIndex={focused ? 0 : -1}
      style={{ "--level": String(level - 1) }}
      onClick={onPick}
    >
      <span class="twist" aria-hidden="true">
        {open === undefined ? "" : open ? "▾" : "▸"}
      </span>
      {node.key !== undefined && <span class="key">{node.key}: </span>}
      <Value node={node} open={open} />
    </div>
  );
}

function Value({ node, open }: { node: JsonNode; open: boolean | undefined }): ComponentChildren {
  const { kind, text, marker, left, children } = node;
  if (children) {
    const unit = kind === "object" ? "keys" : "items";
    const own = children.filter((child) => child.kind !== "cut").length;
    const brackets = kind === "object" ? ["{", "}"] : ["[", "]"];
    const cuts = open ? 0 : cutsIn(node);
    return (
      <>
        <span class="size">
          {brackets[0]} {counted(own, unit)} {brackets[1]}
        </span>
        {cuts > 0 && (
          <>
            {" "}
            <mark>{counted(cuts, "cuts")} inside</mark>
          </>
        )}
      </>
    );
  }
  if (kind === "cut") {
    return (
      <>
        <mark>{text.replace(/^\[|\]$/g, "")}</mark> {left && <span class="left">{left}</span>}
      </>
    );
  }
  if (!marker) return <span class={kind}>{text}</span>;
  return (
    <span class={kind} title={left ? `Left out: ${left}` : undefined}>
      {text.slice(0, marker[0])}
      <mark>{text.slice(marker[0], marker[1])}</mark>
      {text.slice(marker[1])}
    </span>
  );
}

const counts = new WeakMap<JsonNode, number>();

/** How many cuts there are in a value. */
function cutsIn(node: JsonNode): number {
  const known = counts.get(node);
  if (known !== undefined) return known;
  const own = node.kind === "cut" || node.marker ? 1 : 0;
  const count = (node.children ?? []).reduce((sum, child) => sum + cutsIn(child), own);
  counts.set(node, count);
  return count;
}

/** The containers that fit, level by level. */
function openAtFirst(root: JsonNode): ReadonlySet<string> {
  const open = new Set<string>();
  let rows = 1;
  let level: [JsonNode, string][] = [[root, "0"]];
  while (level.length > 0) {
    const next: [JsonNode, string][] = [];
    for (const [node, path] of level) {
      const { children = [] } = node;
      if (children.length === 0 || rows + children.length > FIRST_ROWS) continue;
      rows += children.length;
      open.add(path);
      next.push(...children.map((child, index): [JsonNode, string] => [child, `${path}.${index}`]));
    }
    level = next;
  }
  open.add("0");
  return open;
}

function rowsOf(root: JsonNode, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const add = (node: JsonNode, path: string, parent: string | undefined, level: number, place: number, of: number) => {
    const isOpen = node.children ? open.has(path) : undefined;
    rows.push({ node, path, parent, level, place, of, open: isOpen });
    if (!isOpen || !node.children) return;
    const { length } = node.children;
    for (const [index, child] of node.children.entries()) {
      add(child, `${path}.${index}`, path, level + 1, index + 1, length);
    }
  };
  add(root, "0", undefined, 1, 1, 1);
  return rows;
}
