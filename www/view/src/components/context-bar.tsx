import type { CharsByKind } from "tooltrim/messages";
import { counted, percent } from "../text.js";
import { charsOf, describedParts, KIND_NAMES, KINDS, kindsOf } from "../words.js";
import { Bar } from "./bar.js";
import { type Column, Dot, number, Table } from "./table.js";

/** A context by kinds of chars: what `inspectMessages` calls `parts`. */
export interface ContextParts {
  /** "Before", "After". */
  readonly label: string;
  readonly parts: CharsByKind;
}

/** Contexts as stacked bars on one scale. `PartsTable` beside it has the figures and is its legend. */
export function ContextBar({ contexts }: { readonly contexts: readonly ContextParts[] }) {
  const most = Math.max(...contexts.map(({ parts }) => charsOf(parts)), 1);
  return (
    <div
      class="v-context"
      role="img"
      aria-label={contexts.map(({ label, parts }) => `${label}: ${describedParts(parts)}`).join(". ")}
    >
      {contexts.map(({ label, parts }) => (
        <div class="v-context-row">
          <span class="v-label">{label}</span>
          <Bar parts={KINDS.map((kind) => ({ name: `k-${kind}`, value: parts[kind] }))} all={most} isOpen />
          <span class="v-figure">{counted(charsOf(parts), "char")}</span>
        </div>
      ))}
    </div>
  );
}

/** Chars by kind; of a single context with shares, else each context in a column. */
export function PartsTable({ contexts }: { readonly contexts: readonly ContextParts[] }) {
  const [first] = contexts;
  if (!first) return null;
  const kinds = new Set(contexts.flatMap(({ parts }) => kindsOf(parts).map(({ kind }) => kind)));
  const all = Math.max(charsOf(first.parts), 1);
  const columns = contexts.map(({ label, parts }) =>
    number<(typeof KINDS)[number]>(contexts.length === 1 ? "Chars" : label, (kind) => parts[kind]),
  );
  const share: Column<(typeof KINDS)[number]> = {
    ...{ title: "Share", kind: "n" },
    cell: (kind) => percent(first.parts[kind] / all),
  };
  return (
    <Table
      caption="Chars by kind"
      rows={[...kinds].sort((one, other) => first.parts[other] - first.parts[one])}
      columns={[
        {
          title: "Kind",
          cell: (kind) => (
            <>
              <Dot name={`k-${kind}`} />
              {KIND_NAMES[kind]}
            </>
          ),
        },
        ...columns,
        ...(contexts.length === 1 ? [share] : []),
      ]}
    />
  );
}
