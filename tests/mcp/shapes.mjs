// Answers that no honest server gives, as recipes of servers/hostile.mjs: texts, each as often as its number says.

const list = (levels) => [
  ["[", levels],
  ["]", levels],
];
const object = (levels) => [['{"a":', levels], ["1"], ["}", levels]];
const around = (before, pieces, after) => [[before], ...pieces, [after]];
const long = (before, after, chars = 10_000_000) => around(before, [["x", chars]], after);

const TEXT = '{"type":"text","text":"t"}';
const deep = {};
for (const levels of [5000, 10_000, 100_000, 1_000_000]) {
  for (const [kind, nested] of [
    ["lists", list],
    ["objects", object],
  ]) {
    const name = (where) => `${levels} levels of ${kind} in ${where}`;
    deep[name("structuredContent")] = around(`"result":{"content":[],"structuredContent":{"v":`, nested(levels), "}}");
    deep[name("_meta")] = around(`"result":{"content":[${TEXT}],"_meta":{"v":`, nested(levels), "}}");
    deep[name("content")] = around('"result":{"content":', nested(levels), "}");
    deep[name("an item of content")] = around('"result":{"content":[', nested(levels), "]}");
    deep[name("a resource")] = around('"result":{"content":[{"type":"resource","resource":', nested(levels), "}]}");
    deep[name("error.data")] = around('"error":{"code":-32000,"message":"m","data":', nested(levels), "}");
    deep[name("result")] = around('"result":', nested(levels), "");
    deep[name("error")] = around('"error":', nested(levels), "");
    deep[name("isError")] = around(`"result":{"content":[${TEXT}],"isError":`, nested(levels), "}");
  }
}

const image = (chars) => `{"type":"image","mimeType":"image/png","data":"${"QUJD".repeat(chars / 4)}"}`;

/** Where a limit could be passed. */
const large = {
  "a string as content": long('"result":{"content":"', '"}'),
  "a number of 100,000 digits as content": around('"result":{"content":', [["1", 100_000]], "}"),
  "an object as content": long('"result":{"content":{"type":"text","text":"', '"}}'),
  "null as content": around('"result":{"content":null,"other":"', [["x", 1_000_000]], '"}'),
  "strings as items": around('"result":{"content":["', [["x", 5000], ['","'], ["x", 5_000_000]], '"]}'),
  "a thousand strings as items": around('"result":{"content":["s"', [[`,"${"x".repeat(5000)}"`, 1000]], "]}"),
  "lists as items": around('"result":{"content":[["', [["x", 1_000_000]], '"],[1],[]]}'),
  "numbers as items": around('"result":{"content":[1', [[",12345678901234567890", 100_000]], "]}"),
  "an item of an unknown type": long('"result":{"content":[{"type":"video","v":"', '"}]}', 1_000_000),
  "an image whose data is an object": long('"result":{"content":[{"type":"image","data":{"v":"', '"}}]}', 1_000_000),
  "an image with data twice": long('"result":{"content":[{"type":"image","data":"', '","data":"QUJD"}]}', 1_000_000),
  "content twice": long('"result":{"content":"', `","content":[${TEXT}]}`, 1_000_000),
  "result twice": long('"result":"', `","result":{"content":[${TEXT}]}`, 1_000_000),
  "a resource within much else": long(
    '"result":{"content":[{"type":"resource","resource":{"uri":"u","text":"t"},"more":"',
    '"}]}',
    1_000_000,
  ),
  "a uri of a megabyte": long('"result":{"content":[{"type":"resource","resource":{"text":"t","uri":"', '"}}]}', 1e6),
  "a string as result": long('"result":"', '"', 1_000_000),
  "a list as result": long('"result":["', '"]', 1_000_000),
  "a string as error": long('"error":"', '"', 1_000_000),
  "an error with a thousand members": around(
    '"error":{"code":-1,"message":"m"',
    Array.from({ length: 1000 }, (_, at) => [`,"m${at}":"${"x".repeat(5000)}"`]),
    "}",
  ),
  "an error with a long code": long('"error":{"message":"m","code":"', '"}', 1_000_000),
  "a result beside an error": long('"error":{"code":-1,"message":"m"},"result":{"content":"', '"}', 1_000_000),
  "a result beside a method": long('"method":"notifications/message","result":{"content":"', '"}', 100_000),
  "a string as isError": long(`"result":{"content":[${TEXT}],"isError":"`, '"}', 1_000_000),
  "a string as structuredContent": long('"result":{"content":[],"structuredContent":"', '"}', 1_000_000),
  "long names": around(
    `"result":{"content":[${TEXT}]`,
    Array.from({ length: 10 }, (_, at) => [`,"${at}${"n".repeat(100_000)}":1`]),
    "}",
  ),
  "a hundred thousand members": around(
    `"result":{"content":[${TEXT}]`,
    Array.from({ length: 100_000 }, (_, at) => [`,"member${at}":1`]),
    "}",
  ),
  "a megabyte beside the result": long(`"result":{"content":[${TEXT}]},"more":"`, '"', 1_000_000),
  "our own words for media": around(
    `"result":{"content":[${image(100_000)}],"structuredContent":{"v":["tooltrim:media:0:"`,
    [[',"tooltrim:media:0:"', 299]],
    "]}}",
  ),
  "one image 300 times": around(
    `"result":{"content":[${image(100_000)}],"structuredContent":{"v":[1`,
    [[`,"${"QUJD".repeat(25_000)}"`, 300]],
    "]}}",
  ),
  "control chars": around('"result":{"content":[{"type":"text","text":"', [["\\u0001", 1_000_000]], '"}]}'),
};

/** The recipes of all of them, by what they are. */
export const shapes = { ...deep, ...large };

/** Those that are tried over each transport. */
export const fewShapes = Object.fromEntries(
  Object.entries(shapes).filter(
    ([name]) =>
      /^(?:50|100)00 levels of (lists in (structuredContent|_meta)|objects in error)/.test(name) || name in large,
  ),
);
