// The target of the proxy goes over its seeds once, and over some mutations of them.
import { test } from "node:test";
import { seeded } from "./dice.mjs";
import { mutated } from "./mutate.mjs";
import { HEAD, seeds } from "./seeds.mjs";
import { check } from "./target.mjs";

const all = seeds();

test("the seeds are read and replied to", async () => {
  for (const seed of all) await check(seed);
});

test("mutations of the seeds are read and replied to", async () => {
  const dice = seeded(Number(process.env.TOOLTRIM_SEED ?? 20));
  for (let times = 0; times < 300; times += 1) await check(mutated(all, dice));
});

test("a long name is read and replied to", async () => {
  const message = JSON.stringify({
    id: "i".repeat(15_000),
    method: "m".repeat(9999),
    params: { name: "n".repeat(30_000) },
  });
  await check(Buffer.concat([Buffer.alloc(HEAD, 9), Buffer.from(message)]));
});
