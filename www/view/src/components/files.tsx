import type { CompactionReport, FileTrail as Trail } from "tooltrim";
import type { FileUse } from "tooltrim/messages";
import { grouped } from "../text.js";
import { Code, number, Table, Tag } from "./table.js";

interface FileTrailProps {
  readonly report: Pick<CompactionReport, "edited" | "read" | "reReads">;
  /** Rows that are listed. Default 12. */
  readonly most?: number;
  /** Called with the index of the message of a file's last call. */
  readonly onMessage?: ((message: number) => void) | undefined;
}

/** The files of a conversation, as the report of a compaction has them: changed ones first, then those only read. */
export function FileTrail({ report: { edited, read, reReads }, most, onMessage }: FileTrailProps) {
  const changed = new Set(edited);
  const again = new Set(reReads);
  return (
    <Table<Trail>
      caption="Files that calls changed or read"
      rows={[...edited, ...read]}
      most={most}
      none="No call names a file."
      columns={[
        { title: "File", kind: "w", cell: ({ path }) => <Code text={path} /> },
        {
          title: "What",
          cell: (file) => (
            <>
              {changed.has(file) ? <Tag>changed</Tag> : "read"}
              {again.has(file.path) && <Tag kind="bad">read again</Tag>}
            </>
          ),
        },
        number("Calls", ({ calls }) => calls, { isMinor: true }),
        {
          ...{ title: "Last message", kind: "n" },
          cell: ({ lastMessage }) => <MessageLink index={lastMessage} onMessage={onMessage} />,
        },
      ]}
    />
  );
}

/** Files that were read again, or whose view is out of date. */
export function FilesTable({ rows }: { readonly rows: readonly FileUse[] }) {
  return (
    <Table<FileUse>
      caption="Files that were read again, or changed after they were read"
      rows={rows}
      none="No file was read again, and none was changed after it was read."
      columns={[
        { title: "File", kind: "w", cell: ({ path }) => <Code text={path} /> },
        number("Reads", ({ reads }) => reads),
        number("Edits", ({ edits }) => edits, { isMinor: true }),
        number("Chars read", ({ readChars }) => readChars, { isMinor: true }),
        number("Out of date", ({ staleChars }) => staleChars),
      ]}
    />
  );
}

/** The index of a message; with a callback a button that leads to it. */
function MessageLink({
  index,
  onMessage,
}: {
  readonly index: number;
  readonly onMessage: FileTrailProps["onMessage"];
}) {
  if (!onMessage) return grouped(index);
  return (
    <button type="button" class="v-link" aria-label={`Message ${grouped(index)}`} onClick={() => onMessage(index)}>
      {grouped(index)}
    </button>
  );
}
