// A limited tool has the type of the tool: the compiler has nothing to say to types.ts.
import { test } from "vitest";
import { typeCheck } from "../support/type-check.js";

test("the compiler has nothing to say", () => typeCheck(new URL("types.ts", import.meta.url)), 180_000);
