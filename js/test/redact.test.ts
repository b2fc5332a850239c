// The rules are tested in Rust (tests/redact.rs); here is what JavaScript adds. Tokens are put together: none stands
// here in one piece.
import { redactSecrets } from "tooltrim";
import { expect, test } from "vitest";

const token = `gh${"p"}_${"q8Zt3Vw9Lk2Xb7Mc4N".repeat(2)}`;

test("a text without secrets comes back as it is", () => {
  for (const text of ["", "const token = process.env.API_TOKEN;", "\ud83d\ude00", "\ud800 alone", "é\0"]) {
    expect(redactSecrets(text)).toBe(text);
  }
});

test("secrets become notes of their kind, and twice changes nothing", () => {
  const safe = redactSecrets(`a ${token}\nDB_PASSWORD=hunter2\n`);
  expect(safe).toBe("a [redacted: github token]\nDB_PASSWORD=[redacted: password]\n");
  expect(redactSecrets(safe)).toBe(safe);
});

test("lone surrogates stay what they are", () => {
  expect(redactSecrets(`\ud800${token}\udc00 ${token}\ud800\ud800`)).toBe(
    "\ud800[redacted: github token]\udc00 [redacted: github token]\ud800\ud800",
  );
});

test("a million lone surrogates stay what they are, and secrets among them do not", () => {
  const halves = "\ud83d x\ude00".repeat(300_000);
  expect(redactSecrets(halves) === halves).toBe(true);
  expect(redactSecrets(`${halves} ${token} ${halves}`) === `${halves} [redacted: github token] ${halves}`).toBe(true);
});

test("a text that uses every private char loses its secrets, too", () => {
  const text = Array.from({ length: 127 }, (_, at) => `${String.fromCharCode(0xdb80 + at)}\udc00`).join("");
  expect(redactSecrets(`${text}\ud83d ${token}`)).toBe(`${text}\ufffd [redacted: github token]`);
});

test("what is no text is refused", () => {
  for (const text of [undefined, null, 5, {}, [token]]) {
    expect(() => redactSecrets(text as string)).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  }
});
