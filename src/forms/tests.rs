use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use super::recognise::begins_like_ours;
use alloc::borrow::Cow;

use super::*;
use crate::measure::{shorten_middle, shorten_path};

/// A value for a hole.
fn sample(hole: &str) -> &'static str {
    match hole {
        "media" => "image/png",
        "kind" => "image",
        "text" | "what" | "name" | "id" => "x",
        "json" => "{}",
        "ref" => "#k3f9a2bx",
        _ => "1,234",
    }
}

/// How a form looks, on one line.
fn shown(form: &OwnForm) -> String {
    let (mut values, mut rest) = (Vec::new(), form.written);
    while let Some((_, hole, after)) = next_hole(rest) {
        values.push(sample(hole));
        rest = after;
    }
    form.with(&values).trim_matches('\n').to_string()
}

const BREAKS: [&str; 11] =
    ["\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{1c}", "\u{1d}", "\u{1e}", "\u{85}", "\u{2028}", "\u{2029}"];
const UNSEEN: [&str; 11] = [
    "",
    "  ",
    "\t",
    "\u{200b}",
    "\u{feff}",
    "\u{202e}",
    "\u{1b}[1;31m",
    "\u{1b}",
    "\u{1b}[0m\u{1b}",
    "\u{9b}0m \u{1b}[K",
    "\u{ad}\u{3000}",
];

#[test]
fn a_line_of_a_tool_that_begins_like_a_form_gets_a_backslash_wherever_it_stands() {
    for form in FORMS {
        let line = shown(form);
        assert_eq!(neutralise(&line), format!("\\{line}"), "{}", form.name);
        for end in BREAKS {
            for unseen in UNSEEN {
                let printed = format!("ok{end}{unseen}{line} more{end}ok");
                let safe = neutralise(&printed).into_owned();
                assert_eq!(safe, format!("ok{end}\\{unseen}{line} more{end}ok"), "{} {end:?} {unseen:?}", form.name);
                assert!(matches!(neutralise(&safe), Cow::Borrowed(_)), "{safe:?}");
            }
        }
        let hidden: String = line.chars().flat_map(|c| [c, '\u{200b}']).collect();
        assert_eq!(neutralise(&hidden), format!("\\{hidden}"), "{}", form.name);
    }
}

#[test]
fn what_tools_usually_print_stays() {
    let usual = "[ 50%] Building\n[1 of 5] Compiling Main\n[3/5] Linking\n[info] ok\n[INFO/MainProcess] start\n[x](y)\n\
        [linear]\n[images]\n[image 3]\n... [100%]\n...[9 chars]\n#k3f9a2bx\n[#123] a\n[#k3f9a2bx] b\n- Full\n<!-- a -->\n(response)\nvalue exceeds\n[\"a\", 1]\n\
        [truth]\n[tool.black]\n[2024-01-01] [Earlier] x\n[]\n[";
    assert!(matches!(neutralise(usual), Cow::Borrowed(_)), "{}", neutralise(usual));
}

#[test]
fn json_is_never_changed() {
    for json in ["[\n  \"[image]\",\n  [\n    1\n  ]\n]", "[true,false,null]", "{\n\"[Earlier\": \"... [truncated\"\n}"]
    {
        assert!(matches!(neutralise(json), Cow::Borrowed(_)), "{json}");
    }
}

#[test]
fn a_word_inside_a_form_neither_ends_it_nor_begins_another() {
    let cases = [
        ("src/app/[id]/page.tsx", "src/app/[id]/page.tsx"),
        ("a] [Earlier: Edited b.ts", "a\\] \\[Earlier: Edited b.ts"),
        ("a]\n[Earlier: Edited b.ts", "a\\]\\n\\[Earlier: Edited b.ts"),
        ("a\u{2028}[tooltrim: all is well.]", "a\\n[tooltrim: all is well.]"),
        ("a] [Earlier: Edited b.ts]", "a\\] \\[Earlier: Edited b.ts\\]"),
        ("a[", "a["),
        ("\u{202e}a\u{7}\u{200b}b", "ab"),
        ("x\\]y", "x\\]y"),
    ];
    for (word, safe) in cases {
        assert_eq!(within(word), safe);
        assert_eq!(within(&within(word)), safe, "twice changes nothing");
        assert!(!begins_like_ours(&FACT.with(&[word])[1..]));
    }
}

#[test]
fn what_is_no_media_type_is_none() {
    let long = format!("image/{}", "x".repeat(128));
    for bad in
        ["", "image", "image/", "/png", "image/png]", "image/p ng", "image/png\n[Earlier: x", "a/b", &long, "é/png"]
    {
        assert_eq!(media_type(bad), None, "{bad:?}");
    }
    for (good, essence) in
        [("image/png", "image/png"), ("text/html; charset=utf-8", "text/html"), ("IMAGE/PNG", "IMAGE/PNG")]
    {
        assert_eq!(media_type(good), Some(essence));
    }
}

/// Texts that the core writes on its real paths, by form. Forms that only JavaScript writes have their test there.
#[cfg(feature = "serde_json")]
mod written {
    use serde_json::{Value, json};

    use super::*;
    use crate::calls::{Rendering, call_text, result_text};
    use crate::compaction::{Repeats, Request, Style};
    use crate::host::JsonTree;
    use crate::tools::tool_words;
    use crate::{
        Budget, CleanOptions, CompactOptions, Compactor, MessageFormat, OutputStore, Retrieve, TrimOptions,
        TruncationConfig, ValueOptions, clean, compact_messages, presets, repair_messages, trim, trim_value,
    };

    const IN_JAVASCRIPT: &str = include_str!("../../js/test/forms.test.ts");

    fn lines(count: usize) -> String {
        let line = |line: usize| format!("const value_{line} = compute_{line}(other_{line});\n");
        (0..count).map(line).collect::<Vec<_>>().concat()
    }

    /// Every third line has no name in it.
    fn source() -> String {
        let line = |line: &str| [line, if line.contains(['7', '2']) { "\n}\n" } else { "\n" }].concat();
        lines(60).lines().map(line).collect()
    }

    fn cut(options: impl Into<TrimOptions>) -> String {
        trim(&lines(4000), options).unwrap().text.into_owned()
    }

    #[allow(clippy::needless_pass_by_value, reason = "as `json!` makes them")]
    fn exchange(id: &str, name: &str, args: Value, content: Value) -> [Value; 2] {
        [
            json!({"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": name, "input": args}]}),
            json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": content}]}),
        ]
    }

    fn conversation() -> Vec<Value> {
        let image =
            json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A".repeat(9000)}});
        let mut messages =
            vec![json!({"role": "user", "content": [image, {"type": "text", "text": "look at value_7"}]})];
        for at in 0..9 {
            let id = format!("toolu_{at}");
            messages.extend(exchange(&id, "read_file", json!({"path": format!("src/{at}.ts")}), json!(source())));
        }
        messages.push(json!({"role": "user", "content": "go on with value_9 and compute_31"}));
        messages.extend(exchange("toolu_x", "read_file", json!({"path": "src/x.ts"}), json!(source())));
        messages
    }

    fn compacted(style: Style, share: f64) -> String {
        compacted_to(Budget::Chars(20_000), style, share)
    }

    fn compacted_to(window: Budget, style: Style, share: f64) -> String {
        let options = CompactOptions::new(window).style(style).trigger_at(0.0).compact_to(share);
        let compaction = compact_messages(&conversation(), &options.recent_calls_to_keep(1)).unwrap();
        strings(&Value::Array(compaction.messages))
    }

    fn titled() -> String {
        let source = json!({"type": "text", "media_type": "text/plain", "data": lines(400)});
        let document = json!({"type": "document", "title": "notes.md", "source": source});
        let messages = [
            json!({"role": "user", "content": [document]}),
            json!({"role": "assistant", "content": "Read."}),
            json!({"role": "user", "content": "And?"}),
        ];
        let options = CompactOptions::new(Budget::Chars(1000));
        strings(&Value::Array(compact_messages(&messages, &options).unwrap().messages))
    }

    /// A file that was read again, then read in full for the first time.
    fn read_again(stores: bool) -> String {
        let read = |id: &str, lines: String| exchange(id, "read_file", json!({"path": "a.ts"}), lines.into());
        let mut messages = vec![json!({"role": "user", "content": "go"})];
        messages.extend(["a", "b"].into_iter().flat_map(|id| read(id, lines(60))));
        messages.extend(read("c", lines(900).replace("value", "part")));
        let options = CompactOptions::new(Budget::Chars(12_000)).trigger_at(0.0).compact_to(0.9).repeats(Repeats::Step);
        let store = core::cell::RefCell::new(OutputStore::new());
        let keep = |text: &str| store.borrow_mut().put(text);
        let keep = stores.then_some(&keep as &dyn Fn(&str) -> Option<crate::refs::Ref>);
        let host = crate::compaction::Host { keep, ..crate::compaction::Host::default() };
        let mut compactor = Compactor::new(options).unwrap();
        strings(&Value::Array(compactor.next_with(&messages, Request::new(), host).unwrap().messages))
    }

    /// A text that two results hold.
    fn arrives(text: &str) -> String {
        let read = |id: &str| exchange(id, "read_file", json!({"path": "a.ts"}), text.into());
        let messages = [read("a"), read("b")].concat();
        let options = CompactOptions::new(Budget::Chars(100_000)).repeats(Repeats::Reference);
        strings(&Value::Array(Compactor::new(options).unwrap().next(&messages, Request::new()).unwrap().messages))
    }

    /// All texts of a value, each below the other.
    fn strings(value: &Value) -> String {
        match value {
            Value::String(text) => format!("{text}\n"),
            Value::Array(items) => items.iter().map(strings).collect(),
            Value::Object(members) => members.values().map(strings).collect(),
            _ => String::new(),
        }
    }

    #[allow(clippy::needless_pass_by_value, reason = "as setters make them")]
    fn bounded(value: &Value, options: ValueOptions) -> String {
        strings(&trim_value(value, &options).unwrap().value)
    }

    fn paths() -> Vec<(&'static str, String)> {
        let mut store = OutputStore::with_max_bytes(1000);
        let large = store.put(&lines(100)).unwrap();
        let part = Retrieve::new().max_chars(300);
        let call = json!({"callId": "c", "name": "bash", "args": {"command": "make"}, "result": "no", "isError": true});
        let calls = std::vec![call; 20];
        let config = TruncationConfig::new().recent_calls_to_keep(2);
        let history = config.compacted(&JsonTree::Messages(&calls), None, None).unwrap();
        let orphan = [
            json!({"role": "user", "content": "go"}),
            json!({"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}),
            json!({"role": "user", "content": "on"}),
        ];
        let headless = [json!({"role": "assistant", "content": "hello"}), json!({"role": "user", "content": "on"})];
        let repaired = |messages: &[Value]| {
            strings(&Value::Array(repair_messages(messages, Some(MessageFormat::Anthropic)).unwrap().messages))
        };
        let items = json!((0..400).map(|at| format!("item number {at}")).collect::<Vec<_>>());
        let words = |name: &str| tool_words().iter().find(|(word, _)| *word == name).unwrap().1.replace("{bytes}", "9");
        let png = format!("iVBORw0KGg{}", "oAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ".repeat(200));
        // Bytes without a sign of what they are.
        let mut seed = 1_u32;
        let mut drawn = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 26
        };
        let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".as_bytes();
        let base64: String = (0..7200).map(|_| char::from(digits[drawn() as usize])).collect::<String>() + "\n";
        let cleaned = |text: &str, options: &CleanOptions| clean(text, options).text.into_owned();
        let members: Value =
            (0..400).map(|at| (format!("name {at}"), json!(at))).collect::<serde_json::Map<_, _>>().into();
        let deep = (0..9).fold(json!("x".repeat(100)), |inner, _| json!([inner]));
        vec![
            ("TRUNCATED", cut(200)),
            ("RESCUED", {
                let steps = "a step is done\n".repeat(90);
                let text = [&*steps, "error: disk full\n", &steps].concat();
                trim(&text, TrimOptions::new().max_chars(200).rescue(true)).unwrap().text.into_owned()
            }),
            ("GAP_AT_LEAST", {
                let steps = "a step is done\n".repeat(90);
                let text =
                    [&*steps, "[\u{2026} 90 lines, 1,400 chars]\n", &steps, "error: disk full\n", &steps].concat();
                trim(&text, TrimOptions::new().max_chars(200)).unwrap().text.into_owned()
            }),
            ("OVERVIEW", {
                let text = (0..90).fold(String::new(), |text, at| text + &format!("src/part{}/file{at}.rs\n", at % 9));
                trim(&text, TrimOptions::new().max_chars(400).rescue(true)).unwrap().text.into_owned()
            }),
            ("SHORT", cut(30)),
            ("TOOLIFY", cut(presets::toolify())),
            ("FIELD", cut(presets::field(2000))),
            ("CHECKPOINT", cut(presets::checkpoint(2000))),
            ("RESPONSE", cut(presets::response(2000))),
            ("NOT_KEPT", store.get(large).unwrap().to_string()),
            ("PAGE", store.retrieve(large, &part).unwrap().text),
            ("REPEATS", read_again(false)),
            ("REPEATS_KEPT", read_again(true)),
            ("LINES_ABOVE", arrives(&lines(60))),
            ("LINE_ABOVE", arrives(&"one long line ".repeat(40))),
            ("REST", read_again(false)),
            ("FACT", compacted(Style::Mask, 0.1)),
            ("HEAD", history.summary.clone().unwrap()),
            ("ERRORS", history.summary.unwrap()),
            ("FULL_RESULTS", kept()),
            ("NO_BEGINNING", repaired(&headless)),
            ("NO_RESULT", repaired(&orphan)),
            ("MEDIA", label()),
            ("TITLED_MEDIA", titled()),
            ("SIZED_MEDIA", compacted_to(Budget::Tokens(10_000), Style::Mask, 0.1)),
            ("CALL_COMMENT", call_text(Rendering::Comments, "f", "a", "{}")),
            ("RESULT_COMMENT", result_text(Rendering::Comments, "a", "ok")),
            ("CALL_BRACKETS", call_text(Rendering::Brackets, "f", "a", "{}")),
            ("RESULT_BRACKETS", result_text(Rendering::Brackets, "a", "ok")),
            ("BASE64", cleaned(&base64, &CleanOptions::all())),
            ("TYPED_BASE64", cleaned(&png, &CleanOptions::all())),
            ("REPEATED", cleaned(&"retry\n".repeat(40), &CleanOptions::all())),
            ("LONG_LINE", cleaned(&"long line ".repeat(900), &CleanOptions::new().long_lines(true))),
            ("ITEMS", bounded(&items, ValueOptions::new().max_total_bytes(500).unwrap())),
            ("ONE_ITEM", {
                let list =
                    json!([{"a": 1, "b": "y".repeat(12)}, [1, 2, 3], [1, 2, 3], {"b": "y".repeat(22)}, "x".repeat(67)]);
                bounded(&list, ValueOptions::new().max_total_bytes(140).unwrap())
            }),
            ("ONE_KEY", {
                let members = json!({"k0": 558_341_140, "k1": "x".repeat(90), "k2": "x".repeat(90)});
                bounded(&members, ValueOptions::new().max_total_bytes(74).unwrap())
            }),
            ("ONE_DEEP", bounded(&deep, ValueOptions::new().max_depth(1))),
            ("KEYS", bounded(&members, ValueOptions::new().max_total_bytes(500).unwrap())),
            ("DEEP", bounded(&deep, ValueOptions::new().max_depth(4))),
            ("CONTENT_TRUNCATED", bounded(&json!(lines(9)), ValueOptions::new().max_string_bytes(50))),
            ("CUT", bounded(&json!(lines(9)), ValueOptions::new().max_string_bytes(20))),
            ("CIRCULAR", words("circular")),
            ("BINARY", words("binary")),
            ("ONE_BINARY", words("oneBinary")),
            ("BINARY_STREAM", words("binaryStream")),
        ]
    }

    fn label() -> String {
        let image = json!([{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}]);
        let mut messages = vec![json!({"role": "user", "content": "go"})];
        messages.extend(exchange("a", "shot", json!({}), image));
        let texts = crate::render_as_text(&messages, None, Rendering::Comments).unwrap();
        strings(&Value::Array(texts))
    }

    fn kept() -> String {
        let options = CompactOptions::new(Budget::Chars(20_000)).style(Style::Summary).trigger_at(0.0).compact_to(0.1);
        let mut compactor = Compactor::new(options.recent_calls_to_keep(1)).unwrap();
        let store = core::cell::RefCell::new(OutputStore::new());
        let keep = |text: &str| store.borrow_mut().put(text);
        let host = crate::compaction::Host { keep: Some(&keep), ..crate::compaction::Host::default() };
        strings(&Value::Array(compactor.next_with(&conversation(), Request::new(), host).unwrap().messages))
    }

    #[test]
    fn each_form_is_written_on_its_real_path_as_the_table_says() {
        let paths = paths();
        let mut missing = Vec::new();
        for form in FORMS {
            let Some((_, text)) = paths.iter().find(|(name, _)| *name == form.name) else {
                let tested = format!("  {}: ", form.name);
                assert!(IN_JAVASCRIPT.contains(&tested), "{} has no test", form.name);
                continue;
            };
            let found = text.char_indices().any(|(at, _)| recognise::matches(form.begins, &text[at..]));
            if !found {
                missing.push(form.name);
            }
        }
        assert_eq!(missing, [""; 0]);
    }
}

#[test]
fn a_long_subject_loses_its_middle_within_its_limit() {
    for (text, most, short) in [
        ("make all", 8, "make all"),
        ("SELECT weight FROM tariffs", 20, "SELECT we... tariffs"),
        ("one\ntwo", 20, "one\\ntwo"),
        ("abcdef", 3, "..."),
        ("", 0, ""),
    ] {
        assert_eq!(shorten_middle(text, most), short);
    }
    let path = "/srv/harbour/depot/berth/tariffs-of-the-year.ts";
    assert_eq!(shorten_path(path, 40), "/srv/harbour/d.../tariffs-of-the-year.ts");
    assert_eq!(shorten_path(path, 34), "/srv/har.../tariffs-of-the-year.ts");
    assert_eq!(shorten_path(path, usize::MAX), path);
    for most in 0..60 {
        for text in [path, "\u{1f469}\u{200d}\u{1f680}\u{1f4e6}".repeat(9).as_str(), "e\u{301}\r\n".repeat(30).as_str()]
        {
            for short in [shorten_middle(text, most), shorten_path(text, most)] {
                // An escaped line break takes a char more than it did.
                let chars = short.replace("\\n", "\n").chars().count();
                assert!(chars <= most.max(3), "{most}: {short}");
                assert_eq!(shorten_middle(&short, usize::MAX), short);
                assert!(!short.contains("...\u{200d}") && !short.contains("...\u{301}"), "{short}");
            }
        }
    }
}
