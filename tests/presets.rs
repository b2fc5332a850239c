//! Presets: what they do beyond their numbers, and that they can be written by name.

use std::fmt::Write;

use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::presets::{self, Mode};
use tooltrim::trimming::{DEFAULT_MARKER, Format};
use tooltrim::{CleanOptions, Keep, Snap, TrimOptions, trim};

#[test]
fn presets_are_options_that_can_be_written_by_name() {
    let new = TrimOptions::new;
    let (toolify, field) = (presets::toolify(), presets::field(2000));
    let (checkpoint, response) = (presets::checkpoint(2000), presets::response(50_000));
    let noise = CleanOptions::new().ansi(true).carriage_returns(true).repeated_lines(true);
    let markers: Vec<String> = ["toolify", "field", "checkpoint", "response"].map(marker_of).into();
    let [of_toolify, of_field, of_checkpoint, of_response] = markers.as_slice() else { panic!("{markers:?}") };
    let mode = |mode| presets::context_trimmer(mode, 4000);
    let both = new().max_chars(4000).marker(DEFAULT_MARKER).rescue(false);
    for (name, preset, written) in [
        (
            "toolify",
            toolify,
            new().max_chars(5000).head_chars(2000).tail_chars(2000).snap(Snap::Char).marker(of_toolify).rescue(false),
        ),
        ("field", field, new().max_bytes(2000).keep(Keep::Head).snap(Snap::Char).trim_end(true).marker(of_field)),
        ("checkpoint", checkpoint, new().max_bytes(2000).keep(Keep::None).marker(of_checkpoint)),
        ("response", response, new().max_bytes(50_000).keep(Keep::Head).snap(Snap::Grapheme).marker(of_response)),
        ("apiResponse", presets::api_response(), new().max_bytes(50_000).snap(Snap::Grapheme).format(Format::Json)),
        ("terminal", presets::terminal(), new().max_chars(30_000).head_share(0.3).rescue(true).clean(noise)),
        ("fileRead", presets::file_read(), new().max_lines(2000).max_bytes(50_000).keep(Keep::Head)),
        ("search", presets::search(), new().max_bytes(20_000).keep(Keep::Head)),
        ("head", mode(Mode::Head), both.clone().keep(Keep::Head).snap(Snap::Char)),
        ("tail", mode(Mode::Tail), both.clone().keep(Keep::Tail).snap(Snap::Char)),
        ("center", mode(Mode::Center), both.clone().snap(Snap::Char)),
        ("centerLines", mode(Mode::CenterLines), both),
    ] {
        let mut read = new();
        for (name, value) in presets::named(name) {
            read.set(&NamedOption { name, value, shown: "" }).unwrap();
        }
        assert_eq!([shown(&read), shown(&preset)], [shown(&written), shown(&written)], "{name}");
    }
    assert_eq!(presets::named("other"), []);
}

/// How a limit was given makes no difference here.
fn shown(options: &TrimOptions) -> String {
    format!("{options:?}").replace("given: true", "given: false")
}

fn marker_of(preset: &str) -> String {
    let marker = presets::named(preset).into_iter().find(|(name, _)| *name == "marker");
    match marker.unwrap().1 {
        OptionValue::Text(marker) => marker,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_terminal_shows_its_screen_and_keeps_what_failed() {
    let mut output = String::from("\x1b[32m$ make\x1b[0m\n");
    for n in 0..5000 {
        let _ = write!(output, "\r\x1b[2K[{n:4}/5000] compiling unit{n}");
        if n % 10 == 9 {
            output.push('\n');
        }
        if n == 2500 {
            output.push_str("\n\x1b[1;31merror:\x1b[0m unit2500 does not compile\n");
        }
    }
    let trimmed = trim(&output, presets::terminal().max_chars(1000)).unwrap();
    assert!(trimmed.text.starts_with("$ make\n[   9/5000] compiling unit9\n"), "{}", trimmed.text);
    assert!(trimmed.text.contains("\nerror: unit2500 does not compile\n"), "{}", trimmed.text);
    assert!(trimmed.text.ends_with("compiling unit4999\n"), "{}", trimmed.text);
}
