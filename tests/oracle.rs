//! The planner against a naive one that copies, counts chars one by one and knows no windows.

use crate::support::cases;
use crate::support::naive;

use crate::support::text;
use naive::{MARKER, Task, marker, naive};
use proptest::prelude::*;
use tooltrim::{Keep, Snap, TrimOptions, trim};

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(1000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_planner_keeps_exactly_what_a_naive_one_keeps(
        text in text(),
        limit in 12..300_usize,
        keep in prop_oneof![Just(Keep::Head), Just(Keep::Tail), Just(Keep::Ends), Just(Keep::None)],
        snap in prop_oneof![Just(Snap::Char), Just(Snap::Grapheme), Just(Snap::Line)],
        share in prop_oneof![Just(0.5), 0.0..=1.0],
        trim_end in any::<bool>(),
    ) {
        let task = Task { limit, keep, snap, share, trim_end };
        let options = TrimOptions::new()
            .max_chars(limit).keep(keep).snap(snap).head_share(share).trim_end(trim_end).marker(MARKER)
            .rescue(false);
        let trimmed = trim(&text, &options).unwrap();
        match naive(&text, task) {
            None => prop_assert!(!trimmed.truncated),
            Some(expected) => prop_assert_eq!(trimmed.text.as_ref(), expected),
        }
    }

    #[test]
    fn no_longer_head_would_fit(text in "[a-z\u{e9}\u{1f600} ]{0,400}", limit in 12..200_usize) {
        let options = TrimOptions::new().max_chars(limit).keep(Keep::Head).snap(Snap::Char).marker(MARKER);
        let trimmed = trim(&text, &options).unwrap();
        if trimmed.truncated {
            let chars: Vec<char> = text.chars().collect();
            let kept = chars.len() - trimmed.omitted.chars as usize;
            for longer in kept + 1..chars.len() {
                let marker = marker(chars.len() - longer);
                prop_assert!(longer + marker.len() > limit, "{longer} chars would have fitted");
            }
        }
    }
}
