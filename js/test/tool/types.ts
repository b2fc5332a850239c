// A wrapped tool takes what the tool takes: checked by tsc alone, nothing here is run.
import { presets, type Toolified, toolify, toolifySync, type Violation } from "tooltrim";
import { expectTypeOf } from "vitest";

interface Note {
  readonly title: string;
  readonly tags: readonly string[];
}

export function keepsTheTypesOfTheParameters() {
  const write = toolify(async (note: Note, draft?: boolean) => note.title.repeat(draft ? 1 : 2));
  expectTypeOf(write).parameters.toEqualTypeOf<[note: Note, draft?: boolean | undefined]>();
  expectTypeOf(write).returns.toEqualTypeOf<Promise<string>>();
  write satisfies (note: Note, draft?: boolean) => Promise<string>;
  write satisfies Toolified<[note: Note, draft?: boolean], Promise<string>>;
  expectTypeOf(write.description).toEqualTypeOf<string>();
  // @ts-expect-error: a note
  write("a title");
  // @ts-expect-error: it wants a note
  write();

  const count = toolifySync((...numbers: number[]) => numbers.length, "Counts");
  expectTypeOf(count).parameters.toEqualTypeOf<number[]>();
  expectTypeOf(count).returns.toEqualTypeOf<string>();
}

export function keepsOwnPropertiesAndDecorates() {
  const read = Object.assign((path: string) => path, { schema: { type: "object" } });
  expectTypeOf(toolify(read).schema).toEqualTypeOf<{ type: string }>();
  expectTypeOf(toolifySync(read).schema).toEqualTypeOf<{ type: string }>();
  // @ts-expect-error: no such property
  toolify(read).scheme;
  const wrapped = toolify("Reads a file")(read);
  expectTypeOf(wrapped).parameters.toEqualTypeOf<[path: string]>();
  expectTypeOf(wrapped).returns.toEqualTypeOf<Promise<string>>();
  // @ts-expect-error: a path
  wrapped(5);
  toolify(read, { snapshot: (path: string) => path.length, rollback: (length: number) => length });
}

export function tellsContractsAndParseWhatTheToolTakes() {
  toolify((note: Note, times: number) => note.title.repeat(times), {
    parse: (args) => {
      expectTypeOf(args).toEqualTypeOf<[note: Note, times: number]>();
      return [args[0], Number(args[1])];
    },
    preconditions: [
      (note) => [note.title !== "", "Title cannot be empty"],
      async (note, times) => {
        expectTypeOf(note).toEqualTypeOf<Note>();
        expectTypeOf(times).toEqualTypeOf<number>();
        return true;
      },
    ],
    postconditions: [() => false],
    output: { ...presets.toolify, maxTokens: 1000 },
    onTruncate: ({ before, after }) => before - after,
  });
  toolifySync((note: Note) => note, {
    // @ts-expect-error: it does not wait
    preconditions: [async () => true],
  });
  toolify((note: Note) => note, {
    // @ts-expect-error: no such member
    preconditions: [(note) => note.body !== ""],
  });
  // @ts-expect-error: no such option
  toolify((note: Note) => note, { precondition: [] });
  // @ts-expect-error: it answers what the tool does not take
  toolify((note: Note) => note, { parse: () => ["a text"] });
}

/** The wrapped tool takes what `parse` takes. */
export function takesTextAndJsonThroughParse(noteOf: (value: unknown) => Note) {
  const write = toolify((note: Note, times: number) => note.title.repeat(times), {
    parse: ([json, times]: [json: string, times?: string]) => [noteOf(JSON.parse(json)), Number(times ?? 1)],
    preconditions: [(note, times) => note.title !== "" && times > 0],
  });
  expectTypeOf(write).parameters.toEqualTypeOf<[json: string, times?: string]>();
  write satisfies Toolified<[json: string, times?: string], Promise<string>>;
  // @ts-expect-error: the text, not the note
  write({ title: "Tides", tags: [] });

  const loose = toolify((note: Note) => note.title, { parse: async ([value]: [unknown]) => [noteOf(value)] });
  expectTypeOf(loose).parameters.toEqualTypeOf<[unknown]>();
  const any = toolifySync((note: Note) => note.title, { parse: (args: string[]) => [JSON.parse(args.join(""))] });
  expectTypeOf(any).parameters.toEqualTypeOf<string[]>();
  const own = toolifySync((note: Note) => note.title, { parse: ([note]) => [{ ...note, title: note.title.trim() }] });
  expectTypeOf(own).parameters.toEqualTypeOf<[note: Note]>();

  toolify((note: Note) => note.title, {
    // @ts-expect-error: a text is not a note
    parse: ([json]: [string]) => [json],
  });
  // @ts-expect-error: it returns the arguments as a list
  toolify((note: Note) => note.title, { parse: ([json]: [string]) => noteOf(json) });
}

export function passesThis(base: string) {
  const client = {
    base,
    get: toolify(function (this: { base: string }, path: string) {
      return this.base + path;
    }),
  };
  expectTypeOf(client.get).parameters.toEqualTypeOf<[path: string]>();
}

export function givesAListenerOfItsOwnTheTypeOfAViolation() {
  const reasons: string[] = [];
  const note = ({ tool, message }: Violation) => reasons.push(`${tool}: ${message}`);
  toolify((path: string) => path, { onViolation: note });
}
