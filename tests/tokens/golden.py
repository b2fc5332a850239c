"""Writes tests/golden/tokens.json: what tiktoken of PyPI counts.

    TOOLTRIM_TIKTOKEN=FOLDER python tests/tokens/golden.py

The folder has the published files cl100k_base.tiktoken and o200k_base.tiktoken.
"""

import base64
import json
import os
import pathlib
import random
import sys

import tiktoken
import tiktoken_ext.openai_public as public

NAMES = ["cl100k_base", "o200k_base"]


def load(name):
    lines = (pathlib.Path(os.environ["TOOLTRIM_TIKTOKEN"]) / f"{name}.tiktoken").read_bytes().splitlines()
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines)}
    public.load_tiktoken_bpe = lambda *_, **__: ranks
    return tiktoken.Encoding(**getattr(public, name)())


def texts():
    yield from [
        "", " ", "  ", "\n", "a", "hello world", "Hello, World!\n", "I'll they've WE'RE it's IT'S can'T'd 'S x'ſ 'ſoft",
        "a\n  ", "a \n  ", " \n \n  b", "\r\n\r\n  x", "a\u0085b\ufeff c", "tabs\t\tand  spaces   here\n\n\n", "x\u00a0\u00a0y",
        "<|endoftext|> is text <|im_start|>", "1234567890 12 345.678,9 ²³ ٣٤٥٦٧ ⅧⅨ", "中文分词测试，日本語のテスト、한국어 문장입니다。",
        "中AA A中A BЖA中ж жЖж ǅa ʰA", "e\u0301 \u0301a !\u0301 !!\u0301x \u0301\u0301A 1\u0301", "path/to/file.rs//\n//x\n/\n",
        "👩‍🚀👨‍👩‍👧‍👦 🇩🇪👋🏽❤️", "{\"a\":[1,2,{\"b\":null}],\"c\":\"d\\n\"}", "camelCaseWORDHere XMLHttpRequest snake_case",
        "ﬁ ﬀ Straße ΑΒΓ ελληνικά עברית العربية हिन्दी ไทย", "a" * 70, "ab" * 60, "=" * 100, "   \u3000\u3000字",
    ]
    draw = random.Random(7)
    kinds = [
        "abcdefgh XYZ'", " \t\r\n\u00a0\u2028", "0123456789²٣", "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~", "的一是不了人我在有他これはテストですの한국어",
        "ÀÉÎõüŁŽǅʰΑΩабвЖאب\u0301\u20dd\ufe0f", "👍🎉🚀😀🔥", "".join(map(chr, range(0, 0x250))),
    ]
    for _ in range(150):
        parts = []
        for _ in range(draw.randint(1, 8)):
            kind = draw.choice(kinds)
            parts.append("".join(draw.choice(kind) for _ in range(draw.randint(1, 10))))
        yield "".join(parts)
    for _ in range(10):
        points = [draw.randint(0, 0x10FFFF) for _ in range(40)]
        yield "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)


def main():
    encodings = {name: load(name) for name in NAMES}
    cases = []
    for text in texts():
        case = {"text": text}
        for name, encoding in encodings.items():
            tokens = encoding.encode_ordinary(text)
            case[name] = {"count": len(tokens), "tokens": tokens}
        cases.append(case)
    for text in ["a", " ", "\n", "=", "A", "0", "中", "\u0301", "ab ", "é", "👍", " \n", "\r\n", "/", "\u3000"]:
        case = {"text": text, "times": 10_000}
        for name, encoding in encodings.items():
            case[name] = {"count": len(encoding.encode_ordinary(text * 10_000))}
        cases.append(case)
    path = pathlib.Path(__file__).parent.parent / "golden" / "tokens.json"
    path.write_text("[\n" + ",\n".join(json.dumps(case, ensure_ascii=True) for case in cases) + "\n]\n")
    print(tiktoken.__version__, len(cases), "cases", file=sys.stderr)


main()
