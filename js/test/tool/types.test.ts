// The types of `toolify`: the parameters stay, and what is wrong is refused.
import { test } from "vitest";
import { typeCheck } from "../support/type-check.js";

test("the compiler has nothing to say to them", () => typeCheck(new URL("types.ts", import.meta.url)), 180_000);
