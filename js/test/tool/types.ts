// A wrapped tool takes what the tool takes: checked by tsc alone, nothing here is run.
import { presets, type Toolified, toolify, toolifySync } from "tooltrim";
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

export function passesThis(base: string) {
  const client = {
    base,
    get: toolify(function (this: { base: string }, path: string) {
      return this.base + path;
    }),
  };
  expectTypeOf(client.get).parameters.toEqualTypeOf<[path: string]>();
}
