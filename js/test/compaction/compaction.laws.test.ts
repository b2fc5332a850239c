// The laws of compaction, over generated conversations in every format and with random options.
import { describe, vi } from "vitest";
import { formats } from "../../../tests/conversations/index.mjs";
import { testLaws } from "./laws.js";
import { cases } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

describe.each(formats)("$name", (format) => testLaws(format, cases(format, 6)));
