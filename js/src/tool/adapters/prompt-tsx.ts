// The value of a part that `@vscode/prompt-tsx` made: a tree with texts in it.

/** A node with a text; others have children, or something that is no text. */
const TEXT = 2;
/** Deeper than any prompt. */
const DEEPEST = 500;

interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly node?: unknown;
  readonly children?: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const isText = (node: Node): node is Node & { readonly text: string } =>
  node.type === TEXT && typeof node.text === "string";

/** All texts of a tree; nothing where there is none. */
export function treeText(tree: unknown): string | undefined {
  const texts: string[] = [];
  collect(tree, texts, 0);
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function collect(node: unknown, texts: string[], depth: number): void {
  if (!isNode(node) || depth > DEEPEST) return;
  if (isText(node)) {
    texts.push(node.text);
    return;
  }
  collect(node.node, texts, depth + 1);
  if (Array.isArray(node.children)) for (const child of node.children) collect(child, texts, depth + 1);
}

/** The tree with one text, where its first one stood. */
export function withTreeText(tree: unknown, text: string): unknown {
  return replaced(tree, [text], 0);
}

function replaced(node: unknown, texts: string[], depth: number): unknown {
  if (!isNode(node) || depth > DEEPEST) return node;
  if (isText(node)) return { ...node, text: texts.shift() ?? "" };
  const after: Record<string, unknown> = { ...node };
  if (isNode(node.node)) after.node = replaced(node.node, texts, depth + 1);
  if (Array.isArray(node.children)) after.children = node.children.map((child) => replaced(child, texts, depth + 1));
  return after;
}
