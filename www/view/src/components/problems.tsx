import type { Problem } from "tooltrim/messages";
import { visible } from "../text.js";
import { Code, Table } from "./table.js";

interface ProblemsProps {
  /** Of `validateMessages`, or of a report. */
  readonly problems: readonly Problem[];
  readonly most?: number;
}

/** Rules that messages break: where, in words, and who refuses it. */
export function Problems({ problems, most }: ProblemsProps) {
  return (
    <Table
      caption="Rules that the messages break"
      rows={problems}
      most={most}
      none="The messages break no rule of their format."
      columns={[
        { title: "Rule", kind: "t", cell: ({ rule }) => <code>{rule}</code> },
        { title: "Problem", kind: "w", cell: ({ message }) => visible(message) },
        { title: "Place", kind: "w", isMinor: true, cell: ({ path }) => <Code text={path} /> },
        { title: "Refused by", cell: ({ providers }) => providers.join(", ") },
      ]}
    />
  );
}
