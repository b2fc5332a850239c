//! Cleaning: what each switch takes out, the laws, and golden results.

use crate::support::cases;
use std::borrow::Cow;
use std::fmt::Write;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tooltrim::cleaning::Cleaner;
use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::{CleanOptions, ErrorKind, clean};

use crate::support::golden as golden_file;
use crate::support::noise;
use golden_file::{check, option_value};
use noise::{noisy, switches};

fn all(text: &str) -> String {
    clean(text, &CleanOptions::all()).text.into_owned()
}

fn repeats(text: &str) -> String {
    clean(text, &CleanOptions::new().repeated_lines(true)).text.into_owned()
}

fn base64(text: &str) -> String {
    clean(text, &CleanOptions::new().base64(true)).text.into_owned()
}

/// Bytes that look random, always the same.
fn random(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count).map(next).collect()
}

fn encoded(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut result = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let sextet = ALPHABET[(bits >> (18 - 6 * at) & 63) as usize] as char;
            result.push(if at > chunk.len() { '=' } else { sextet });
        }
    }
    result
}

fn wrapped(text: &str, width: usize) -> String {
    text.as_bytes().chunks(width).map(|line| String::from_utf8_lossy(line).into_owned() + "\n").collect()
}

#[test]
fn colours_titles_and_hyperlinks_go_and_their_text_stays() {
    assert_eq!(all("\x1b[1;31merror\x1b[0m: \x1b[38;2;1;2;3mx\x1b[m"), "error: x");
    assert_eq!(all("\x1b]0;title\x07text\x1b]2;title\x1b\\."), "text.");
    assert_eq!(all("\x1b]8;;https://example.test\x1b\\link\x1b]8;;\x1b\\ after"), "link after");
    assert_eq!(all("\x1bP1$r0m\x1b\\a\x1b_x\x1b\\b\x1b(Bc\x1b=d\x1b[?25le"), "abcde");
}

#[test]
fn c1_controls_go_and_what_was_read_in_a_wrong_encoding_stays() {
    assert_eq!(all("\u{9b}31mred\u{9b}0m"), "red");
    assert_eq!(all("\u{e2}\u{80}\u{9d}quoted\u{e2}\u{80}\u{9d} \u{c3}\u{9b}ber"), "\u{e2}quoted\u{e2} \u{c3}ber");
    assert_eq!(all("a\u{85}b \u{a0}\u{a9}"), "a\u{85}b \u{a0}\u{a9}");
}

#[test]
fn sequences_that_break_off_cost_at_most_a_line() {
    for end in ["\x1b", "\x1b[", "\x1b[3", "\x1b]0;title", "\x1bP", "\x1b(", "\u{9b}"] {
        assert_eq!(all(&format!("done{end}")), "done", "{end:?}");
    }
    assert_eq!(all("a\x1b]0;no end\nb\x1b[3\nc"), "a\nb\nc");
    assert_eq!(all("\x1b[\x1b[31m31m"), "31m");
}

#[test]
fn carriage_returns_overwrite_and_what_is_longer_stays_visible() {
    assert_eq!(all("100 percent\r 50"), " 50 percent");
    assert_eq!(all("loading...\r\x1b[Kdone\n"), "done\n");
    assert_eq!(all("loading...\rdone      \n"), "done\n");
    assert_eq!(all("a\r\nb\r\r\nc\r"), "a\nb\nc");
}

#[test]
fn backspaces_overstrike_as_in_manuals() {
    assert_eq!(all("N\x08NA\x08AM\x08ME\x08E _\x08f_\x08i"), "NAME fi");
    assert_eq!(all("\x08\x08ab\x08\x08\x08\x08c"), "cb");
    assert_eq!(all("|\x08/\x08-\x08\\\x08 \x08ok"), "ok");
}

#[test]
fn blocks_that_are_drawn_again_stand_once() {
    let mut text = String::from("pulling\n");
    for step in 0..50 {
        let up = if step > 0 { "\x1b[2A" } else { "" };
        write!(text, "{up}\x1b[2K\rlayer a {step}\n\x1b[2K\rlayer b {step}\n").unwrap();
    }
    assert_eq!(all(&(text + "ready\n")), "pulling\nlayer a 49\nlayer b 49\nready\n");
    assert_eq!(all("one\ntwo\x1b[1A\x1b[1GONE\x1b[B\x1b[1GTWO\x1b[J\n"), "ONE\nTWO\n");
    assert_eq!(all("a\nb\nc\x1b[2F\x1b[Jx"), "x");
    assert_eq!(all("\x1b7keep\x1b8K"), "Keep");
}

#[test]
fn gaps_are_filled_as_far_as_sequences_paid_for_them() {
    assert_eq!(all("ok\x1b[6Gx"), "ok   x");
    assert!(all("\x1b[999Cx").chars().count() <= 7);
}

#[test]
fn a_cleared_screen_stays_above_the_new_one() {
    assert_eq!(all("first run\x1b[2J\x1b[Hsecond\nrun"), "first run\nsecond\nrun");
    assert_eq!(all("shell\n\x1b[?1049heditor\x1b[?1049lshell"), "shell\neditor\nshell");
}

#[test]
fn a_screen_that_scrolled_is_the_same_however_it_came() {
    for start in ["\x1b[2J", "a\nb\x1b7\n"] {
        for end in ["\x1b[Hx", "\x1b8x", "\x1b[40Ax"] {
            for lines in [1, 5, 31, 32, 33, 34, 70] {
                laws(&format!("{start}{}{end}\ny", "line\n".repeat(lines)), CleanOptions::all(), &[1, 4, 40]);
            }
        }
    }
}

#[test]
fn a_line_too_long_to_be_held_is_the_same_however_it_came() {
    for text in ["ab ", "\u{e9} ", "x"] {
        for start in ["", "a\nb", "\x1b[2J", " \x1b[G", "\x1b7\r"] {
            for end in ["", "\rz", "\x1b8z", "\x1b[3Az", "\n\x1b[2Az"] {
                let text = format!("{start}{}{end}", text.repeat(9000 / text.len()));
                laws(&text, CleanOptions::all(), &[1, 100, 8192]);
            }
        }
    }
}

#[test]
fn without_escapes_a_movement_is_text_and_without_returns_it_is_nothing() {
    let text = "abc\x1b[1Gx\ry\n";
    assert_eq!(clean(text, &CleanOptions::new().ansi(true)).text, "abcx\ry\n");
    assert_eq!(clean(text, &CleanOptions::new().carriage_returns(true)).text, "ybc\x1b[1Gx\n");
}

#[test]
fn the_same_line_again_and_again_stands_once_with_a_count() {
    let line = "warning: unused variable `x` in the module of the parser\n";
    assert_eq!(repeats(&line.repeat(2)), line.repeat(2));
    assert_eq!(repeats(&line.repeat(1205)), format!("{line}[... \u{d7}1,204 more of the line above ...]\n"));
    assert_eq!(repeats(line.repeat(5).trim_end()), format!("{line}[... \u{d7}4 more of the line above ...]"));
    assert_eq!(repeats(&"}\n".repeat(20)), "}\n".repeat(20), "shorter than its count");
}

#[test]
fn blocks_of_lines_stand_once_with_a_count() {
    let block = "  File \"a.py\", line 2, in a\n    return b(n)\n  File \"a.py\", line 3, in b\n    return a(n)\n";
    let half = "  File \"a.py\", line 2, in a\n    return b(n)\n";
    let folded = format!("top\n{block}[... \u{d7}99 more of the 4 lines above ...]\n{half}end\n");
    assert_eq!(repeats(&format!("top\n{}{half}end\n", block.repeat(100))), folded);
}

#[test]
fn lines_that_differ_in_measures_only_keep_the_first_and_the_last() {
    let line =
        |n: usize| format!("2026-01-01T10:00:{n:02}Z download  {:3}% [{:>10}] {}.5 MB/s eta {n}s\n", n, "#", n * 2);
    let text: String = (10..40).map(line).collect();
    assert_eq!(repeats(&text), format!("{}[... \u{d7}28 similar lines ...]\n{}", line(10), line(39)));
    let few: String = (10..14).map(line).collect();
    assert_eq!(repeats(&few), few);
}

#[test]
fn lines_that_differ_in_words_or_plain_numbers_stay() {
    let texts: [&dyn Fn(usize) -> String; 10] = [
        &|n| format!("case {n} passed\n"),
        &|n| format!("   Compiling crate{n} v1.0.0\n"),
        &|n| format!("2026-01-01  10:00    <DIR>          mod{n}\n"),
        &|n| format!("  {n}:{}  error  'x' is not defined  no-undef\n", n + 20),
        &|n| format!("    at lib/module/Factory.js:{n}:{}\n", n * 3),
        &|n| format!("{}}}\n", " ".repeat(n)),
        &|n| format!("test[{n}] PASSED\n"),
        // Values after a time are no part of it.
        &|n| format!("10:00:{n},{n},7.5\n"),
        &|n| format!("2026-01-01 10:00:{n},{n},{}\n", n * 7),
        &|n| format!("2026-01-{n} 1{n}45\n"),
    ];
    for each in texts {
        let text: String = (10..60).map(each).collect();
        assert_eq!(repeats(&text), text);
    }
}

#[test]
fn two_blank_lines_are_enough() {
    assert_eq!(repeats("a\n\n\n\n\n \n\nb\n\nc\n"), "a\n\n\nb\n\nc\n");
}

#[test]
fn images_and_archives_become_their_type_and_size() {
    let png = [b"\x89PNG\r\n\x1a\n".to_vec(), random(5112)].concat();
    assert_eq!(
        base64(&format!("{{\"image\":\"{}\"}}", encoded(&png))),
        "{\"image\":\"[base64 image/png, 5,120 bytes]\"}"
    );
    let gzip = [b"\x1f\x8b\x08".to_vec(), random(400)].concat();
    assert_eq!(base64(&encoded(&gzip)), "[base64 application/gzip, 403 bytes]");
    let uri = format!("url(data:font/x;base64,{}) no-repeat", encoded(&random(300)));
    assert_eq!(base64(&uri), "url(data:font/x;base64,[base64, 300 bytes]) no-repeat");
}

#[test]
fn wrapped_base64_is_one() {
    for width in [64, 76] {
        let lines = wrapped(&encoded(&random(2000)), width);
        let text = format!("-----BEGIN DATA-----\n{lines}-----END DATA-----\n");
        assert_eq!(base64(&text), "-----BEGIN DATA-----\n[base64, 2,000 bytes]\n-----END DATA-----\n");
    }
    let full = wrapped(&encoded(&random(1920)), 64);
    assert_eq!(base64(&format!("{full}done\n")), "[base64, 1,920 bytes]\ndone\n");
}

#[test]
fn what_only_looks_like_base64_stays() {
    let hex: String = random(2000).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    });
    let token = format!("eyJhbGciOiJIUzI1NiJ9.eyJ{}.{}", encoded(&random(900)), encoded(&random(900)));
    let texts = [
        hex.clone(),
        wrapped(&hex, 64),
        "a".repeat(5000),
        "/usr/lib/node_modules/Some-Package/dist".repeat(60),
        "getElementByIdOrNullAndThrowWhenMissing".repeat(60),
        token,
        encoded(&random(600)),
    ];
    for text in texts {
        assert_eq!(base64(&text), text);
    }
}

#[test]
fn long_lines_lose_their_middle_and_say_so() {
    let options = CleanOptions::new().long_lines(true);
    let text = format!("short\n{}{}{}\nend", "a".repeat(1000), "b".repeat(9000), "c".repeat(500));
    let shortened = format!("short\n{}[... 9,000 chars ...]{}\nend", "a".repeat(1000), "c".repeat(500));
    assert_eq!(clean(&text, &options).text, shortened);
    assert_eq!(clean(&"\u{e9}".repeat(2000), &options).text, "\u{e9}".repeat(2000));
    assert_eq!(all(&text), text, "not a part of all");
}

#[test]
fn what_was_taken_out_is_counted() {
    let text = format!("\x1b[1mx\x1b[0m\ry\n{}{}\n", "same line\n".repeat(20), encoded(&random(900)));
    let cleaned = clean(&text, &CleanOptions::all());
    assert_eq!(cleaned.text, "y\nsame line\n[... \u{d7}19 more of the line above ...]\n[base64, 900 bytes]\n");
    assert_eq!(cleaned.chars, text.chars().count() - cleaned.text.chars().count());
    assert_eq!(cleaned.lines, 18);
    let counts = cleaned.counts;
    assert_eq!((counts.ansi, counts.carriage_returns, counts.repeated_lines, counts.base64), (2, 1, 19, 1));
}

#[test]
fn nothing_is_cleaned_unless_asked_for() {
    let text = "\x1b[1mx\ry\n".repeat(100);
    let cleaned = clean(&text, &CleanOptions::new());
    assert!(matches!(cleaned.text, Cow::Borrowed(_)));
    assert_eq!((cleaned.chars, cleaned.lines), (0, 0));
}

#[test]
fn options_have_public_names() {
    let mut options = CleanOptions::new();
    for name in ["ansi", "carriageReturns", "repeatedLines", "base64"] {
        options.set(&NamedOption { name, value: OptionValue::Bool(true), shown: "true" }).unwrap();
    }
    assert_eq!(options, CleanOptions::all());
    let error = options.set(&NamedOption { name: "ansi", value: OptionValue::Null, shown: "null" }).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::InvalidOption, "ansi: null is not true or false"));
    assert!(options.set(&NamedOption { name: "colour", value: OptionValue::Bool(true), shown: "true" }).is_err());
}

/// Not a benchmark: a quadratic search would take minutes here.
#[test]
fn hostile_texts_take_no_endless_time() {
    let line = "x".repeat(4000);
    let pieces = [
        "\x1b",
        "\x1b[",
        "\x1b]",
        "\x1b[1;",
        "\x1b[1K",
        "\x1b[A",
        "\x1b[999C.",
        "\x1b[s\x1b[u",
        "a\x1b[K",
        "a\x08",
        "\r",
        "a\r",
        "\r\n",
        "\n",
        "}\n",
        "\u{9b}",
        "[",
        "|  ",
        "1:",
        "1/",
        "1,",
        "1,11,11:1",
        "a-",
        "A",
        "Aa0+",
        "=",
        "0x",
        "a\n\n",
        "a\nb\nc\n",
        "12%\n",
        "\u{2588} 5%\n",
        "\x1b[2J",
        "\x1b[H",
        "\x1b[5A\x1b[Jx\ny\n",
        "\u{301}",
        &line,
        &(line.clone() + "\n"),
        &(line.clone() + "\r"),
        "Aa0Bb1Cc2Dd3Ee4Ff5Gg6Hh7Ii8Jj9Kk0Ll1Mm2Nn3Oo4Pp5Qq6Rr7Ss8Tt9Uu0Vv\n",
    ];
    for piece in pieces {
        let text = piece.repeat(2_000_000 / piece.len());
        let cleaned = clean(&text, &CleanOptions::all().long_lines(true));
        assert!(cleaned.text.chars().count() <= text.chars().count(), "{piece:?}");
    }
}

#[test]
fn real_outputs_obey_the_laws_and_shrink() {
    let Some(folder) = std::env::var_os("TOOLTRIM_FIXTURES") else {
        eprintln!("skipped: TOOLTRIM_FIXTURES is not set");
        return;
    };
    let folder = std::path::PathBuf::from(folder);
    let folder = if folder.join("outputs").is_dir() { folder.join("outputs") } else { folder };
    let most = [
        ("npm-install.tty.txt", 30),
        ("pip-install.tty.txt", 60),
        ("python-recursion-traceback.txt", 5),
        ("base64-one-line.txt", 1),
    ];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        laws(&text, CleanOptions::all(), &[7, 100]);
        let cleaned = all(&text);
        assert!(!cleaned.contains('\x1b'));
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if let Some((_, percent)) = most.iter().find(|(file, _)| *file == name) {
            assert!(cleaned.chars().count() * 100 <= text.chars().count() * percent, "{name}");
        }
    }
}

fn laws(text: &str, options: CleanOptions, steps: &[usize]) {
    let cleaned = clean(text, &options);
    assert!(cleaned.text.chars().count() <= text.chars().count(), "never longer: {:?}", cleaned.text);
    let again = clean(&cleaned.text, &options);
    assert_eq!(again.text, cleaned.text, "twice changes nothing");
    assert!(matches!(again.text, Cow::Borrowed(_)));
    for &step in steps {
        let (mut stream, mut out) = (Cleaner::new(&options), String::new());
        let chars: Vec<char> = text.chars().collect();
        chars.chunks(step).for_each(|piece| stream.push(&piece.iter().collect::<String>(), &mut out));
        stream.finish(&mut out);
        assert_eq!(out, cleaned.text, "in pieces of {step}");
        assert!(out == text || stream.counts() == cleaned.counts);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(500), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_result_obeys_the_laws(text in noisy(), options in switches(), step in 1..40_usize) {
        laws(&text, options, &[1, step]);
    }

    #[test]
    fn no_escape_is_left(text in noisy()) {
        let cleaned = all(&text);
        let left = cleaned.contains(['\x1b', '\x08', '\r', '\u{9b}']);
        prop_assert!(!left);
    }

    #[test]
    fn text_without_noise_comes_back_as_it_is(lines in proptest::collection::vec("[a-z]{1,8}( [a-z]{1,8}){0,9}", 0..30)) {
        let lines: Vec<String> = lines.iter().enumerate().map(|(at, line)| format!("{at} {line}\n")).collect();
        let text = lines.concat();
        prop_assert!(matches!(clean(&text, &CleanOptions::all()).text, Cow::Borrowed(same) if same == text));
    }
}

/// Texts as pieces and how often each is repeated.
fn texts() -> Vec<(&'static str, Vec<(String, usize)>)> {
    let one = |text: &str| vec![(text.to_owned(), 1)];
    let several = |pieces: &[(&str, usize)]| pieces.iter().map(|(text, times)| ((*text).to_owned(), *times)).collect();
    vec![
        ("empty", vec![]),
        ("plain", several(&[("a line\n", 1), ("another line\n", 1)])),
        ("colours", one("\x1b[1;31merror\x1b[0m: it \x1b]8;;https://e.test\x07failed\x1b]8;;\x07\n")),
        ("crlf", several(&[("windows line\r\n", 2), ("end", 1)])),
        ("spinner", several(&[("\u{280b}\x1b[1G\x1b[0K\u{2819}\x1b[1G\x1b[0K", 30), ("done\n", 1)])),
        ("progress", several(&[("start\n", 1), ("\r 12% of the file", 20), ("\r100%\x1b[K\n", 1)])),
        ("redrawn block", several(&[("a 1\nb 1\n", 1), ("\x1b[2A\x1b[2Ka 2\n\x1b[2Kb 2\n", 9), ("end\n", 1)])),
        ("manual", several(&[("N\x08NA\x08A _\x08x\n", 3)])),
        ("cleared", several(&[("run 1\n\x1b[2J\x1b[H", 2), ("run 2\n", 1)])),
        ("unfinished", several(&[("text", 1), ("\x1b[3", 1)])),
        ("same lines", several(&[("connection refused, retrying\n", 500), ("gave up\n", 1)])),
        ("same blocks", several(&[("  at f (a.js:1:2)\n  at g (a.js:3:4)\n", 40), ("  at f (a.js:1:2)\nend", 1)])),
        ("similar lines", several(&[("10:00:01 ping took 12 ms\n10:00:02 ping took 9 ms\n", 40), ("end\n", 1)])),
        ("blank lines", several(&[("a\n", 1), ("\n", 9), ("b\n", 1)])),
        (
            "image",
            several(&[
                ("<img src=\"data:image/png;base64,iVBORw0KGgo", 1),
                ("AAAANSUhEUgAAAAEAAAAB", 40),
                ("==\">\n", 1),
            ]),
        ),
        ("random base64", one(&encoded(&random(1500)))),
        ("wrapped base64", one(&(wrapped(&encoded(&random(1500)), 76) + "end\n"))),
        ("hex", several(&[("0123456789abcdef", 200)])),
        ("long line", several(&[("start", 1), ("0123456789 ", 500), ("\u{1f680}end\n", 1)])),
    ]
}

#[test]
fn cleaning_gives_the_golden_results() {
    let mut cases = Vec::new();
    let mut written = Map::new();
    for (name, pieces) in texts() {
        let text: String = pieces.iter().map(|(piece, times)| piece.repeat(*times)).collect();
        written.insert(name.to_owned(), json!(pieces));
        for options in [
            json!({"ansi": true, "carriageReturns": true, "repeatedLines": true, "base64": true}),
            json!({"ansi": true}),
            json!({"carriageReturns": true}),
            json!({"repeatedLines": true, "longLines": true}),
        ] {
            let mut set = CleanOptions::new();
            for (name, value) in options.as_object().unwrap() {
                set.set(&NamedOption { name, value: option_value(value), shown: &value.to_string() }).unwrap();
            }
            let cleaned = clean(&text, &set);
            // A text without noise is the input: no need to write it twice.
            let changed = matches!(cleaned.text, Cow::Owned(_));
            let counts = cleaned.counts;
            cases.push(json!({"text": name, "options": options, "result": {
                "text": changed.then_some(&cleaned.text), "chars": cleaned.chars, "lines": cleaned.lines,
                "counts": {"ansi": counts.ansi, "carriageReturns": counts.carriage_returns,
                    "repeatedLines": counts.repeated_lines, "base64": counts.base64, "longLines": counts.long_lines},
            }}));
        }
    }
    check("clean.json", "texts", &json!({"texts": Value::from(written), "cases": cases}));
}
