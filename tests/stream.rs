//! A stream gives what `trim` gives on the whole, whatever is pushed and however it is cut.

use crate::support::streams::{Told, owned, pieces, whole};
use crate::support::{NASTY, Spec, cases, spec};
use proptest::prelude::*;
use tooltrim::trimming::{Count, Decode, Format, Unit};
use tooltrim::{Error, ErrorKind, Keep, Snap, TrimOptions, TrimStream, Trimmed, Trimmer, trim};

/// Sizes of chunks, over and over; every other one as bytes.
#[derive(Clone, Debug)]
struct Cuts {
    sizes: Vec<usize>,
    bytes: bool,
}

fn cuts() -> impl Strategy<Value = Cuts> {
    let size = prop_oneof![1 => 1..8_usize, 2 => 1..2000_usize, 3 => 1000..70_000_usize, 1 => Just(usize::MAX)];
    (proptest::collection::vec(size, 1..5), any::<bool>()).prop_map(|(sizes, bytes)| Cuts { sizes, bytes })
}

/// Texts of up to some hundred KB: a few kinds of lines, and runs that no window can hold.
fn long_text(bytes: usize) -> impl Strategy<Value = String> {
    let line = prop_oneof![
        3 => "[ -~]{0,90}\n",
        1 => "[a-z\u{e9}\u{1f600}\u{301} ]{0,60}\r\n",
        1 => "\\PC{0,40}\n",
        1 => "error: [a-z]{3,9} is (missing|[0-9]{3})\n",
    ];
    let lines = (proptest::collection::vec(line, 1..9), 1..40_000_usize).prop_map(|(lines, bytes)| fill(&lines, bytes));
    let odd = (proptest::sample::select(NASTY), prop_oneof![Just(1), 1..300_usize, 1..200_000_usize])
        .prop_map(|(piece, bytes)| fill(&[piece.to_owned()], bytes));
    let run = proptest::sample::select(vec![
        " ",
        "\n",
        " \n",
        "=",
        "th",
        "\u{301}",
        "\u{1f1e6}",
        "\u{2500}",
        "x\r\n",
        "\u{1f469}\u{200d}",
    ]);
    let run = (run, 1..300_000_usize).prop_map(|(piece, bytes)| fill(&[piece.to_owned()], bytes));
    let piece = prop_oneof![4 => lines, 3 => odd, 1 => run];
    (proptest::collection::vec(piece, 1..12), 0..bytes).prop_map(|(pieces, bytes)| fill(&pieces, bytes))
}

/// The pieces one after another until there are so many bytes.
fn fill(pieces: &[String], bytes: usize) -> String {
    let mut text = String::new();
    if pieces.iter().all(String::is_empty) {
        return text;
    }
    for piece in pieces.iter().cycle() {
        if text.len() >= bytes {
            break;
        }
        text += piece;
    }
    text
}

/// Options with limits up to some thousands, and now and then a counter.
fn options() -> impl Strategy<Value = TrimOptions> {
    let scale = prop_oneof![Just(1), Just(1), 1..60_usize];
    let counter = prop_oneof![6 => Just(0), 1 => Just(1), 1 => Just(2), 1 => Just(3)];
    (spec(), scale, counter, proptest::bool::weighted(0.3)).prop_map(|(spec, scale, counter, rescue)| {
        let times = |limit: Option<usize>| limit.map(|limit| limit * scale);
        let (chars, utf16, bytes) = (times(spec.chars), times(spec.utf16), times(spec.bytes));
        let (lines, tokens) = (times(spec.lines), times(spec.tokens));
        let options = Spec { chars, utf16, bytes, lines, tokens, ..spec }.options().count(Count::Tokens).rescue(rescue);
        match counter {
            1 => options.tokens(|text| text.len() / 3),
            2 => options.tokens(|text| text.split_whitespace().count()),
            3 => options.tokens(|text| text.chars().count().div_ceil(40)),
            _ => options,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(100), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_short_stream_is_trimmed_as_the_whole(text in crate::support::text(), options in options(), cuts in cuts()) {
        prop_assert_eq!(pieces(&text, &options, &cuts.sizes, cuts.bytes), whole(&text, &options));
    }

    #[test]
    fn a_long_stream_is_trimmed_as_the_whole(text in long_text(1_500_000), options in options(), cuts in cuts()) {
        let (ours, expected) = (pieces(&text, &options, &cuts.sizes, cuts.bytes), whole(&text, &options));
        prop_assert!(ours == expected, "{:?}\n{:?}\n{:?}", text.len(), brief(ours), brief(expected));
    }

    #[test]
    fn bytes_are_decoded_as_those_of_the_whole(bytes in bytes(), size in 1..9_usize, limit in 40..400_usize) {
        let mut stream = TrimStream::new(TrimOptions::new().max_chars(limit).decode(Decode::Replace)).unwrap();
        bytes.chunks(size).for_each(|chunk| stream.push_bytes(chunk).unwrap());
        prop_assert_eq!(stream.finish().unwrap(), owned(trim(&String::from_utf8_lossy(&bytes), limit).unwrap()));

        let expected = Trimmer::new(limit).unwrap().trim_bytes(&bytes).map(owned);
        let mut stream = TrimStream::new(limit).unwrap();
        let failed = bytes.chunks(size).find_map(|chunk| stream.push_bytes(chunk).err());
        prop_assert_eq!(failed.map_or_else(|| stream.finish(), Err), expected);
    }
}

#[test]
fn a_counter_is_asked_of_no_more_than_a_stream_holds() {
    let text = "th".repeat(82_000) + "\n" + &"a line of a log\r\nerror: a is missing\n".repeat(5_000);
    for (bytes, tokens) in [(374, 2346), (1000, 50_000), (200, 300)] {
        let options = TrimOptions::new().max_bytes(bytes).max_tokens(tokens).keep(Keep::Head).rescue(true);
        let options = options.tokens(|text| text.chars().count().div_ceil(40));
        let expected = owned(trim(&text, &options).unwrap());
        let mut stream = TrimStream::new(options).unwrap();
        stream.push(&text);
        assert_eq!(stream.finish().unwrap(), expected);
        assert!(expected.text.len() > bytes / 2, "{}", expected.text);
    }
}

/// Nobody reads a megabyte in a failure.
fn brief(reported: Option<Told>) -> Option<impl std::fmt::Debug> {
    reported.map(|(trimmed, events)| {
        let text: String = trimmed.text.chars().take(200).collect();
        (text, trimmed.text.len(), trimmed.truncated, trimmed.omitted, events)
    })
}

/// Text with bytes that are none: chars that break off, too large and overlong ones, surrogates.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    const BAD: &[&[u8]] = &[
        b"\xff",
        b"\x80",
        b"\xc3",
        b"\xe6\x9c",
        b"\xf0\x9f\x98",
        b"\xf0\x9f",
        b"\xed\xa0\x80",
        b"\xc0\xaf",
        b"\xf4\x90\x80\x80",
    ];
    let text = proptest::sample::select(NASTY).prop_map(|text| text.as_bytes().to_vec());
    let bad = proptest::sample::select(BAD).prop_map(<[u8]>::to_vec);
    let rare = prop_oneof![4 => text, 1 => bad];
    proptest::collection::vec(rare, 0..60).prop_map(|pieces| pieces.concat())
}

fn not_utf8(result: Result<Trimmed<'static>, Error>, offset: usize) {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidEncoding);
    assert!(error.message().starts_with(&format!("text: byte {offset} (0x")), "{error}");
}

#[test]
fn a_text_after_bytes_that_end_within_a_char_is_where_the_char_breaks_off() {
    let mut strict = TrimStream::new(100).unwrap();
    strict.push("na\u{ef}ve ");
    strict.push_bytes(b"ab\xe6\x9c").unwrap();
    // Nothing has come yet.
    strict.push("");
    strict.push("more");
    assert!(strict.push_bytes(b"and more").is_err());
    not_utf8(strict.finish(), 9);

    let mut lossy = TrimStream::new(TrimOptions::new().decode(Decode::Replace)).unwrap();
    lossy.push_bytes(b"ab\xe6\x9c").unwrap();
    lossy.push("\u{672c}");
    lossy.push_bytes(b"\xac\xf0").unwrap();
    assert_eq!(lossy.finish().unwrap().text, "ab\u{fffd}\u{672c}\u{fffd}\u{fffd}");
}

#[test]
fn a_char_that_never_ends_is_an_error_at_the_end() {
    let mut stream = TrimStream::new(100).unwrap();
    stream.push_bytes(b"abc\xf0\x9f\x98").unwrap();
    not_utf8(stream.finish(), 3);
}

#[test]
fn nothing_pushed_is_an_empty_text() {
    let trimmed = TrimStream::new(100).unwrap().finish().unwrap();
    assert_eq!((trimmed.text.as_ref(), trimmed.truncated, trimmed.cleaned), ("", false, None));
}

#[test]
fn options_are_checked_first() {
    assert_eq!(
        TrimStream::new(TrimOptions::new().max_chars(5).marker("[cut here]")).unwrap_err().kind(),
        ErrorKind::MarkerTooLong
    );
}

#[test]
fn what_is_held_is_bounded_by_the_limit() {
    let lines = "\u{1f680} all is well, step by step; and so on\n".repeat(2000);
    let blanks = " ".repeat(lines.len());
    for limit in [500, 100_000] {
        let options = TrimOptions::new;
        for options in [
            options().max_chars(limit),
            options().max_utf16(limit),
            options().max_bytes(limit),
            options().max_tokens(limit),
            options().max_tokens(limit).tokens(|text| text.len() / 400),
            options().max_chars(limit).max_lines(10),
        ] {
            for text in [&lines, &blanks] {
                let mut stream = TrimStream::new(options.clone().count(Count::Tokens)).unwrap();
                let mut most = 0;
                // Some times what may be held.
                for _ in 0..12_000_000 / text.len() {
                    stream.push(text);
                    most = most.max(stream.held());
                }
                assert!(most <= 64 * limit + (1 << 20), "{most} bytes are held: {options:?}");
                assert!(stream.finish().unwrap().truncated);
            }
        }
    }
}

#[test]
fn with_only_lines_what_is_held_follows_the_lines_that_are_kept() {
    let mut stream = TrimStream::new(TrimOptions::new().max_lines(20)).unwrap();
    for n in 0..400_000 {
        stream.push(&format!("line {n} of a log that goes on and on and on and on and on\n"));
        assert!(stream.held() < 512 * 1024);
    }
    assert_eq!(stream.finish().unwrap().text.lines().count(), 20);
    // One line of any length is within the limit, and held.
    let mut stream = TrimStream::new(TrimOptions::new().max_lines(2)).unwrap();
    (0..1000).for_each(|_| stream.push(&"word ".repeat(1000)));
    assert_eq!(stream.finish().unwrap().text.len(), 5_000_000);
}

/// The numbers do not end where a 32-bit address does: with a search for lines, which is fast where lines are long, and
/// without.
#[test]
fn a_text_of_more_than_four_gigabytes_is_counted_exactly() {
    let short = "0123456789abcdef 0123456789abcdef\n".repeat(30_000);
    let long = "0123456789abcdef ".repeat(60_000) + "\n";
    let options = || TrimOptions::new().max_chars(200).marker("[{count} of {totalChars}]");
    for (piece, options) in [(short, options().rescue(false)), (long, options())] {
        let mut stream = TrimStream::new(options).unwrap();
        let times = 4_400_000_000 / piece.len();
        (0..times).for_each(|_| stream.push(&piece));
        let trimmed = stream.finish().unwrap();
        let total = (piece.len() * times) as u64;
        let marker = format!("[{} of {total}]", trimmed.omitted.chars);
        let (head, tail) = trimmed.text.split_once(&marker).unwrap_or_else(|| panic!("{}", trimmed.text));
        // The marker ends its line; within a line of the text it also begins one.
        let head = if piece.starts_with(head) { head } else { head.strip_suffix('\n').unwrap() };
        let tail = tail.strip_prefix('\n').unwrap();
        assert!(piece.starts_with(head) && piece.ends_with(tail), "{}", trimmed.text);
        assert_eq!(total, trimmed.omitted.chars + (head.len() + tail.len()) as u64, "{}", trimmed.text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn the_ends_of_an_ascii_text_are_enough(
        text in proptest::string::string_regex("([a-z ]{0,9}(\r?\n)?){40,90}").unwrap(),
        (chars, bytes) in (0..120_usize, proptest::option::of(0..120_usize)),
        (keep, snap) in (0..4_usize, 0..3_usize),
        (share, head) in (0.0..=1.0_f64, proptest::option::of(0..60_usize)),
        (marker, trim_end) in (proptest::option::of("[a-z]{0,3}|<\\{count\\}>|[\n]"), any::<bool>()),
    ) {
        let mut options = TrimOptions::new()
            .max_chars(chars)
            .keep([Keep::Head, Keep::Tail, Keep::Ends, Keep::None][keep])
            .snap([Snap::Char, Snap::Grapheme, Snap::Line][snap])
            .head_share(share)
            .rescue(false)
            .trim_end(trim_end);
        options = bytes.into_iter().fold(options, TrimOptions::max_bytes);
        options = head.into_iter().fold(options, TrimOptions::head_chars);
        options = marker.into_iter().fold(options, TrimOptions::marker);
        let Ok(trimmer) = Trimmer::new(options.positions(Unit::Chars)) else { return Ok(()) };
        let reach = trimmer.reach().unwrap();
        // Repeated until there is something between the ends.
        let text = text.repeat(2 * reach / text.len().max(1) + 2);
        if text.len() > 2 * reach {
            let (head, tail) = (&text[..reach], &text[text.len() - reach..]);
            prop_assert_eq!(trimmer.trim_ends(head, tail, (text.len() - 2 * reach) as u64), Some(owned(trimmer.trim(&text))));
        }
    }
}

#[test]
fn what_asks_for_more_than_the_ends_says_so() {
    let plain = TrimOptions::new().max_chars(100).rescue(false);
    assert_eq!(Trimmer::new(plain.clone()).unwrap().reach(), Some(264));
    let more = [
        plain.clone().rescue(true),
        plain.clone().clean(true),
        plain.clone().max_lines(5),
        plain.clone().max_tokens(5),
        plain.clone().count(Count::Lines),
        plain.clone().format(Format::Json),
        TrimOptions::new().max_lines(5).rescue(false),
    ];
    assert!(more.into_iter().all(|options| Trimmer::new(options).unwrap().reach().is_none()));
}
