// What goes in comes out, as a type: checked by tsc alone, nothing here is run.
import {
  capToSchema,
  presets,
  type TrimOptions,
  trim,
  trimValue,
  truncateStringsForLlm,
  truncateStringToBytes,
} from "tooltrim";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._: Same<A, B> extends true ? [] : [never]): void => {};

interface Post {
  readonly id: number;
  readonly title: string;
  readonly tags: readonly string[];
  readonly author?: { readonly name: string } | null;
}
class Page {
  constructor(readonly posts: Post[]) {}
  size(): number {
    return this.posts.length;
  }
}

export function answersTheTypeOfTheValue(
  posts: Post[],
  page: Page,
  anything: unknown,
  tuple: readonly [string, number],
) {
  const bounded = trimValue(posts, { maxItems: 10 });
  same<typeof bounded.value, Post[]>();
  same<typeof bounded.truncated, boolean>();
  bounded.cuts satisfies readonly { path: string; kind: string; before: number; after: number }[];
  const kind: "string" | "items" | "keys" | "depth" | "base64" | "unreadable" | undefined = bounded.cuts[0]?.kind;
  // @ts-expect-error no other kinds
  const other: "string" | "items" = bounded.cuts[0]?.kind ?? "string";

  trimValue(page).value.size() satisfies number;
  same<ReturnType<typeof trimValue<Page>>["value"], Page>();
  same<ReturnType<typeof trimValue<Post[] | null>>["value"], Post[] | null>();
  trimValue(tuple).value satisfies readonly [string, number];
  trimValue(anything).value satisfies unknown;
  // @ts-expect-error of an unknown value nothing is known
  trimValue(anything).value.posts;
  same<ReturnType<typeof trimValue<Page>>["value"], Page>();
  return [kind, other];
}

export function takesItsOptions(value: Post, undefinedOrNot: number | undefined) {
  trimValue(value, {
    maxStringBytes: 2000,
    maxItems: undefinedOrNot,
    maxKeys: 5,
    maxDepth: 128,
    maxTotalBytes: 50_000,
    limits: { "results[*].title": { maxChars: 80, keep: "head" }, results: { maxItems: 10, maxKeys: 3 } },
    strings: { maxBytes: 300, rescue: true },
    base64: "keep",
    flag: "truncation_applied",
    toolName: "fetch_reddit",
    onTruncate: (event) => void (event.label satisfies string | undefined),
  });
  trimValue(value, { strings: "replace", base64: "replace" });
  trimValue(value, {} as const);
  // @ts-expect-error an unknown option
  trimValue(value, { maxChars: 5 });
  // @ts-expect-error a wrong value
  trimValue(value, { base64: true });
  // @ts-expect-error a wrong value
  trimValue(value, { strings: "cut" });
  // @ts-expect-error a wrong value
  trimValue(value, { limits: { a: 5 } });
  // @ts-expect-error a wrong value
  trimValue(value, { maxItems: "5" });
}

export function theReferenceFunctions(value: Post, schema: object) {
  truncateStringToBytes("text", 2000, { suffix: "...", label: "snippet", sizeSignal: false }) satisfies string;
  same<ReturnType<typeof truncateStringsForLlm<Post>>["value"], Post>();
  truncateStringsForLlm(value, 2000, "fetch").truncated satisfies boolean;
  capToSchema(value, schema, { maxTotalBytes: 500 }).value satisfies Post;
  capToSchema(value, { type: "object", maxProperties: 3 }).cuts[0]?.path satisfies string | undefined;
}

export function jsonTexts(text: string) {
  trim(text, { format: "json", maxBytes: 100 }).text satisfies string;
  presets.apiResponse satisfies TrimOptions;
  // @ts-expect-error a wrong value
  trim(text, { format: "xml" });
}
