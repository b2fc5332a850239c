// The types of `trimValue` and its options: what goes in comes out, and what is wrong is refused.
import { test } from "vitest";
import { typeCheck } from "../support/type-check.js";

test("the compiler has nothing to say to them", () => typeCheck(new URL("types.ts", import.meta.url)), 180_000);
