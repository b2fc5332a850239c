// Aligns a value with a result, without help from the contender: it compares the result with the input. Objects are
// aligned by key; lists from their start and, after a text with the number of missing items, from their end.

import { bytesOf, bytesOfKey, COMMA, isContainer, isPicture, isSmall, SMALL } from "./sizes.mjs";

/**
 * Reads both at once. Counts in `found`: `kept` small leaves, `excess` (what texts over 100 bytes hold above 100),
 * `long` texts whose list or object is left and of how many of them there is `some`, `shortened` lists with two or more
 * items left and how many of them have `bothEnds`, `records` and rows that are left and how many of them are `whole`,
 * `order` (false as soon as something stands where it did not). `gaps`: what is missing, for `putBack`.
 */
export function align(before, after) {
  const found = {
    kept: 0,
    excess: 0,
    long: 0,
    some: 0,
    shortened: 0,
    bothEnds: 0,
    records: 0,
    whole: 0,
    order: true,
    gaps: [],
  };
  alignAny(before, after, found, 0);
  return found;
}

/** Answers whether a small leaf is still there; for all else `undefined`. */
function alignAny(before, after, found, depth, inList = false) {
  if (isContainer(before)) {
    if (Array.isArray(before) && Array.isArray(after)) alignLists(before, after, found, depth, inList);
    else if (isPlain(before) && isPlain(after)) alignObjects(before, after, found, depth);
    else alignReplaced(before, after, found);
    return undefined;
  }
  if (!isSmall(before)) {
    if (typeof after === "string") found.excess += Math.max(0, bytesOf(after) - SMALL);
    else if (after !== null) found.order = false;
    countLong(before, after, found);
    return undefined;
  }
  if (before === after) {
    found.kept += 1;
    return true;
  }
  // A text may stand for anything, and null for nothing: another number, or a list, is a lie.
  if (typeof after !== "string" && after !== null) found.order = false;
  found.gaps.push({ units: [{ value: before, beside: -bytesOf(after) }], freed: 0 });
  return false;
}

/** Its start or its end, but for blanks, which JSON in a text may lose. */
function countLong(before, after, found) {
  if (isPicture(before)) return;
  found.long += 1;
  if (typeof after !== "string") return;
  const start = (text) => text.slice(0, 80).replace(/\s/g, "").slice(0, 8);
  const end = (text) => text.slice(-80).replace(/\s/g, "").slice(-8);
  found.some += Number(start(before) === start(after) || end(before) === end(after));
}

const isPlain = (value) => isContainer(value) && !Array.isArray(value);

/** A list or object that became something else, usually a few words. */
function alignReplaced(before, after, found) {
  if (isContainer(after)) found.order = false;
  found.gaps.push({ units: [{ value: before, beside: -bytesOf(after) }], freed: 0 });
}

const OMITTED = /^\[([\d,]+) items? omitted\]$/;

/** Returns the index of the text with the number of missing items, if that number is right. */
function findMarker(before, after) {
  return after.findIndex((item) => {
    const count = typeof item === "string" && OMITTED.exec(item)?.[1].replaceAll(",", "");
    return count && Number(count) > 0 && after.length - 1 + Number(count) === before.length;
  });
}

/** A list in a list is a row of a table, if it is no longer than tables are wide. */
const MOST_OF_A_ROW = 20;

function alignLists(before, after, found, depth, inList) {
  const marker = findMarker(before, after);
  const places = marker < 0 ? placesInOrder(before, after) : placesAround(before, after, marker);
  const kept = new Set();
  const small = { all: 0, kept: 0 };
  for (const [at, place] of places.entries()) {
    if (place === undefined) continue;
    kept.add(place);
    if (alignAny(before[place], after[at], found, depth + 1, true)) small.kept += 1;
  }
  if (inList && before.length <= MOST_OF_A_ROW) {
    small.all = before.filter(isSmallLeaf).length;
    countRecord(small, found);
  }
  // Behind the last one there may be a few words about what is missing.
  const extra = after.slice(before.length);
  if (extra.length > 1 || extra.some((item) => typeof item !== "string")) found.order = false;
  if (kept.size >= before.length) return;
  if (kept.size > 1) {
    found.shortened += 1;
    found.bothEnds += Number(kept.has(0) && kept.has(before.length - 1));
  }
  const missing = before.filter((_, place) => !kept.has(place));
  const units = missing.map((value) => ({ value, beside: COMMA }));
  found.gaps.push({ units, freed: marker < 0 ? 0 : bytesOf(after[marker]) + COMMA });
}

/** For each item of `after` its place in `before`, counted from the end behind the marker. */
const placesAround = (before, after, marker) =>
  after.map((_, at) => {
    if (at === marker) return undefined;
    return at < marker ? at : before.length - (after.length - at);
  });

/** Follows contenders that omit items anywhere and silently from one equal item to the next. */
function placesInOrder(before, after) {
  if (after.length >= before.length) return before.map((_, place) => place);
  let next = 0;
  return after.map((item, at) => {
    const most = before.length - (after.length - at);
    let place = next;
    while (place < most && !resembles(before[place], item)) place += 1;
    if (!resembles(before[place], item)) place = next;
    next = place + 1;
    return place;
  });
}

function resembles(before, after) {
  if (!isContainer(before) || !isContainer(after)) {
    if (typeof before !== "string" || typeof after !== "string") return before === after;
    return before === after || before.startsWith(after.slice(0, 8));
  }
  const [key] = Object.keys(after);
  return key === undefined || (Object.hasOwn(before, key) && resembles(before[key], after[key]));
}

const REST = "...";

function alignObjects(before, after, found, depth) {
  const keys = Object.keys(before);
  const marked = Object.hasOwn(after, REST) && !Object.hasOwn(before, REST);
  const names = namesOf(keys, Object.keys(after), marked, found);
  const units = [];
  const small = { all: 0, kept: 0 };
  for (const key of keys) {
    const value = before[key];
    if (isSmallLeaf(value)) small.all += 1;
    const name = names.get(key);
    if (name === undefined) {
      units.push({ value, beside: bytesOfKey(key) });
      if (isLongText(value)) countLong(value, undefined, found);
    } else if (alignAny(value, after[name], found, depth + 1)) small.kept += 1;
  }
  if (depth > 0) countRecord(small, found);
  if (units.length > 0) found.gaps.push({ units, freed: marked ? bytesOfKey(REST) + bytesOf(after[REST]) : 0 });
}

const isSmallLeaf = (value) => !isContainer(value) && isSmall(value);
const isLongText = (value) => typeof value === "string" && !isSmall(value);

function countRecord({ all, kept }, found) {
  if (all === 0) return;
  found.records += 1;
  found.whole += Number(kept === all);
}

/** Under which name each key is still there. A long key may have been cut to its start and three dots. */
function namesOf(keys, left, marked, found) {
  const places = new Map(keys.map((key, place) => [key, place]));
  const names = new Map();
  let last = -1;
  for (const name of left) {
    if (marked && name === REST) continue;
    const place = places.get(name) ?? placeOfCut(name, keys, last + 1);
    if (place === undefined || place <= last) found.order = false;
    if (place === undefined) continue;
    last = Math.max(last, place);
    names.set(keys[place], name);
  }
  return names;
}

function placeOfCut(name, keys, from) {
  if (!name.endsWith(REST)) return undefined;
  const start = name.slice(0, -REST.length);
  const place = keys.findIndex((key, at) => at >= from && !isSmall(key) && key.startsWith(start));
  return place < 0 ? undefined : place;
}
