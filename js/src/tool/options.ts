import { requireOptions, wrong } from "../errors.js";
import { heardBy, type Scope } from "../signals/hub.js";
import type { Violation } from "../signals/violations.js";
import type { TrimOptions, TruncationEvent } from "../text/options.js";
import { presets } from "../text/presets.js";
import { type Contract, type Contracts, placesOf, type SyncContract } from "./contracts.js";
import { isObject } from "./copy.js";
import type { ErrorDetail } from "./result-text.js";
import { describeTool } from "./words.js";

/** Members shared by {@link ToolOptions} and {@link SyncToolOptions}. */
export interface AnyToolOptions {
  /** Name of the tool: the name of the wrapped function, and the label of cuts. Defaults to the function's own name. */
  readonly name?: string | undefined;
  /**
   * Purpose of the tool; a property of the wrapped function. Default: the function's own `description`, or else the
   * words of its name.
   */
  readonly description?: string | undefined;
  /**
   * Detail of errors shown to the model: messages of the error and its causes (`"message"`, default), or also their stacks.
   * Home folders become `~`, paths below the working directory relative, and `file:` URLs their last two names.
   */
  readonly errors?: ErrorDetail | undefined;
  /** Called for each contract that fails. Errors that it throws are ignored. */
  readonly onViolation?: ((violation: Violation) => void) | undefined;
  /** Scope that records cuts, for hosts without `AsyncLocalStorage`. */
  readonly scope?: Scope | undefined;
  /** Called for each cut, after `output.onTruncate`. Errors that it throws are ignored. */
  readonly onTruncate?: ((event: TruncationEvent) => void) | undefined;
}

/** What is asked before a tool runs: `C` is a contract, `Parsed` what `parse` answers, `A` the tool's arguments. */
interface Asked<A extends unknown[], Given extends unknown[], Parsed, C> {
  /**
   * Limits of everything that the tool returns: results, errors, messages of contracts. Default `presets.toolify` with
   * rescue. A function gets the arguments of each call: `({ query }) => ({ about: query })`. Its options join the default,
   * unless they set a limit. Where it throws, or its options are refused, the default holds: a wrapped tool never throws.
   */
  readonly output?: TrimOptions | number | ((...args: A) => TrimOptions | number) | undefined;
  /**
   * Checks and converts the arguments before anything else, and returns those for the tool. Errors mean bad input. The
   * wrapped tool takes what `parse` takes: `([json]: [string]) => [JSON.parse(json)]`.
   */
  readonly parse?: ((args: Given) => Parsed) | undefined;
  /** Preconditions on the arguments. */
  readonly preconditions?: readonly C[] | null | undefined;
  /** Postconditions. Also checked before the tool runs. */
  readonly postconditions?: readonly C[] | null | undefined;
  /** Conditions that hold before and after the tool runs. If one fails after it, the answer says that it ran. */
  readonly invariants?: readonly C[] | null | undefined;
  /** Called before the tool runs; `rollback` gets what it answers. Default: a copy of the arguments. */
  readonly snapshot?: ((...args: never[]) => unknown) | undefined;
  /** Called when an invariant fails after the tool ran, to go back to the snapshot. The result says whether it could. */
  readonly rollback?: ((snapshot: never) => unknown) | undefined;
}

/** Options of `toolify`: `A` are the arguments of the tool, `Given` those of the wrapped tool. */
export interface ToolOptions<A extends unknown[] = unknown[], Given extends unknown[] = A>
  extends AnyToolOptions,
    Asked<A, Given, readonly [...A] | PromiseLike<readonly [...A]>, Contract<A>> {}

/** Options of `toolifySync`; contracts are synchronous as well. */
export interface SyncToolOptions<A extends unknown[] = unknown[], Given extends unknown[] = A>
  extends AnyToolOptions,
    Asked<A, Given, readonly [...A], SyncContract<A>> {}

export type OutputOf = (...args: unknown[]) => unknown;
export type Parse = (args: unknown[]) => unknown;
export type Rollback = (snapshot: unknown) => unknown;

/** Checked options. */
export interface Checked extends Contracts {
  readonly name: string;
  readonly description: string;
  readonly parse: Parse | undefined;
  readonly snapshot: ((...args: unknown[]) => unknown) | undefined;
  readonly rollback: Rollback | undefined;
  readonly output: TrimOptions;
  /** Options that the arguments of a call add. */
  readonly outputOf: OutputOf | undefined;
  readonly errors: ErrorDetail;
}

const contractNames = ["preconditions", "postconditions", "invariants"];
const others = ["name", "description", "parse", "output", "errors", "onViolation", "scope", "onTruncate"];
const names = [...others, ...contractNames, "snapshot", "rollback"];

/** @throws TooltrimError `INVALID_OPTION`; the trimmer checks the members of `output` */
export function checked(tool: { readonly name?: unknown }, given: object | string | undefined): Checked {
  const options: Record<string, unknown> = typeof given === "string" ? { description: given } : { ...given };
  if (given !== undefined && typeof given !== "string" && (!isObject(given) || Array.isArray(given))) {
    throw wrong("options", given, "an object or a description");
  }
  // Otherwise contracts under a misspelled name would never run.
  requireOptions("options", options, names);
  const name = text(options, "name") ?? (typeof tool.name === "string" ? tool.name : "");
  const parse = callable<Parse>(options, "parse");
  const invariants = placesOf(contracts("invariants", options.invariants), 2);
  const before = [
    ...placesOf(contracts("preconditions", options.preconditions), 0),
    ...placesOf(contracts("postconditions", options.postconditions), 1),
    ...invariants,
  ];
  return {
    ...{ name, tool: name, parse, before, after: invariants },
    snapshot: callable<NonNullable<Checked["snapshot"]>>(options, "snapshot"),
    rollback: callable<Rollback>(options, "rollback"),
    description: text(options, "description") ?? describeTool(tool, name),
    errors: errors(options.errors),
    onViolation: callable<NonNullable<Contracts["onViolation"]>>(options, "onViolation"),
    output: output(options, name),
    outputOf: typeof options.output === "function" ? (options.output as OutputOf) : undefined,
  };
}

function errors(value: unknown = "message"): ErrorDetail {
  if (value !== "message" && value !== "stack") throw wrong("errors", value, '"message" or "stack"');
  return value;
}

type Given = Readonly<Record<string, unknown>>;

function text(options: Given, name: string): string | undefined {
  const value = options[name];
  if (value !== undefined && typeof value !== "string") throw wrong(name, value, "a string");
  return value;
}

function callable<T>(options: Given, name: string): T | undefined {
  const value = options[name];
  if (value !== undefined && typeof value !== "function") throw wrong(name, value, "a function");
  return value as T | undefined;
}

function contracts(name: string, list: unknown): Parameters<typeof placesOf>[0] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw wrong(name, list, "a list of functions");
  // The caller's list may change later.
  const own = [...list];
  for (const [at, contract] of own.entries()) {
    if (typeof contract !== "function") throw wrong(`${name}[${at}]`, contract, "a function");
  }
  return own;
}

/** The default limits of a tool: `presets.toolify`, with rescue. */
export function usualOutput(): TrimOptions {
  return { ...presets.toolify, rescue: undefined };
}

const limitNames = ["maxChars", "maxUtf16", "maxBytes", "maxLines", "maxTokens"] as const;

/** Returns the options of a call: with a limit of their own they stand alone, else they join the usual ones. */
export function outputOfCall(usual: TrimOptions, own: unknown): TrimOptions {
  const { label, scope, store, onTruncate } = usual;
  if (typeof own === "number") return { label, scope, store, onTruncate, maxChars: own };
  if (!isObject(own)) return usual;
  const isAlone = limitNames.some((name) => (own as TrimOptions)[name] !== undefined);
  return isAlone ? { label, scope, store, onTruncate, ...own } : { ...usual, ...own };
}

/**
 * Returns the options in `output`: the usual ones for none, and for a function, which adds to them call by call.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function givenOutput(output: unknown): TrimOptions {
  if (output === undefined || output === null || typeof output === "function") return usualOutput();
  if (typeof output === "number") return { maxChars: output };
  if (!isObject(output) || Array.isArray(output))
    throw wrong("output", output, "an object, a number of chars or a function");
  return output;
}

/** Returns the options of `output` with the tool's name, scope and listener. */
function output(options: Given, name: string): TrimOptions {
  const given = givenOutput(options.output);
  const onTruncate = callable<Listener>(options, "onTruncate");
  const all: { -readonly [Name in keyof TrimOptions]: TrimOptions[Name] } = { ...given };
  if (name !== "") all.label ??= name;
  if (options.scope !== undefined) all.scope = options.scope as Scope;
  if (onTruncate) all.onTruncate = heardBy(given.onTruncate, onTruncate);
  return all;
}

type Listener = (event: TruncationEvent) => unknown;
