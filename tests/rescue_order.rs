//! Rescue: which lines come first, and which belong together.

use tooltrim::trimming::RescueOptions;
use tooltrim::{Snap, TrimOptions, TrimStream, trim};

/// Failures that all say something else, so that each of them is the first of its kind.
fn failures(count: usize) -> String {
    let word = |mut n: usize| {
        let mut word = String::from("w");
        for _ in 0..4 {
            word.push(char::from(b'a' + (n % 26) as u8));
            n /= 26;
        }
        word
    };
    (0..count).fold(String::new(), |text, n| text + "error: " + &word(n) + " cannot open its file\n")
}

#[test]
fn what_is_asked_for_and_how_it_ended_are_kept_beside_any_number_of_failures() {
    for count in [40, 400, 4000, 20_000] {
        let (before, after) = (failures(count), "cleaned up\n".repeat(60));
        let options = TrimOptions::new().max_chars(1500);
        let asked = format!("{before}quota of node seven\n{after}{before}");
        for include in ["quota", "quota of node seven"] {
            let rescue = RescueOptions::new().include([include]);
            let kept = trim(&asked, options.clone().rescue(rescue)).unwrap().text.into_owned();
            assert!(kept.contains("quota of node seven\n"), "{count}: {kept}");
            assert!(kept.contains("error: waaaa cannot"), "{count}: {kept}");
        }
        let fatal = "FATAL: the database is corrupt";
        for outcome in ["FAILED (failures=3, errors=1)", "Tests: 3 failed, 20 passed, 23 total", "exit code: 2", fatal]
        {
            let text = format!("{before}{outcome}\n{after}{after}");
            let kept = trim(&text, options.clone().rescue(true)).unwrap();
            assert!(kept.text.contains(outcome), "{count}: {}", kept.text);
        }
    }
}

#[test]
fn what_matters_is_found_in_a_line_of_any_length_and_in_one_that_is_the_whole_text() {
    let found = "TypeError: lost key;";
    for (before, after) in
        [(0, ""), (0, "\n"), (3, "\n"), (300, "\n"), (300, "")].map(|(n, end)| ("ok\n".repeat(n), end))
    {
        for at in [0, 80, 93, 100, 120, 300, 400, 3000, 5000, 70_000] {
            for rest in [0, 90, 100, 300, 5000, 70_000] {
                let text = format!("{before}{}{found}{}{after}{before}", "x ".repeat(at), " y".repeat(rest));
                for rescue in [RescueOptions::new(), RescueOptions::new().include(["lost"])] {
                    for limit in [400, 1000, 4000] {
                        for snap in [Snap::Line, Snap::Char] {
                            let options = TrimOptions::new().max_chars(limit).snap(snap).rescue(rescue.clone());
                            let kept = trim(&text, &options).unwrap();
                            assert!(kept.text.contains(found), "{at} {rest} {limit} {snap:?}: {}", kept.text);
                            let mut stream = TrimStream::new(options).unwrap();
                            text.as_bytes().chunks(700).for_each(|piece| stream.push_bytes(piece).unwrap());
                            assert_eq!(stream.finish().unwrap(), kept);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn warnings_do_not_crowd_out_what_failed() {
    let words: Vec<String> = failures(60).lines().map(|line| line[7..12].to_owned()).collect();
    for form in [
        "2026-03-12 05:27:12 WARN jobs.{} failed to load its table, will retry",
        "WARNING:shop.{}:failed to load its table",
        "W0304 10:22:33.1 1 reflector.go:324] failed to watch {}",
        r#"{"level":"warn","msg":"failed to reach {}"}"#,
        "2026/03/04 10:22:33 [warn] 31#31: upstream {} failed",
        "npm warn deprecated {}: fails on Windows",
    ] {
        let warnings: String = words.iter().map(|word| form.replace("{}", word) + "\n").collect();
        for failure in ["cc: error: lost the file", "Traceback (most recent call last):\nOSError: disk full"] {
            for limit in [1000, 4000] {
                let text = format!("{warnings}{failure}\n{warnings}{}", "cleaned up\n".repeat(40));
                let kept = trim(&text, TrimOptions::new().max_chars(limit).rescue(true)).unwrap();
                assert!(kept.text.contains(failure), "{form} {limit}: {}", kept.text);
            }
        }
    }
}

#[test]
fn a_failure_goes_on_below_its_labels() {
    let blocks = [
        "Failure:\nCartTest#test_total [/srv/cart_test.rb:31]:\nExpected: 25\n  Actual: 25.1\n",
        "FAIL in (rounds) (invoice_test.clj:42)\nrounding of money\nexpected: (= 12 x)\n  actual: (not (= 12 13))\n",
        "cart.cpp:31: FAILED:\n  REQUIRE( total == 25 )\nwith expansion:\n  25.1 == 25\n",
        "    Error: Timed out waiting for the total\n\n    Locator: total\n    Expected string: \"25\"\n    Received string: \"25.1\"\n",
        "\u{2502} Error: creating the bucket\n\u{2502} \n\u{2502}   with module.logs,\n\u{2502}   on logs/main.tf line 12, in resource \"a\" \"b\":\n",
        "TASK [nginx : Install nginx] ****\nok: [web1]\nfatal: [web2]: FAILED! => {\"msg\": \"no package\"}\n",
        "#   Failed test 'total'\n#   at t/cart.t line 31.\n#          got: '25.1'\n#     expected: '25'\n",
        "==7== Invalid read of size 4\n==7==    at 0x1091A3: ledger_sum (ledger.c:41)\n",
    ];
    // Every line of these forms is usual here.
    let before = blocks.concat().lines().fold(String::new(), |before, line| {
        let form: String = line.chars().map(|c| if c.is_alphabetic() { 'x' } else { c }).collect();
        before + &(form + "\n").repeat(10)
    });
    for block in blocks {
        let text = format!("{before}{}{block}{}", "a step\n".repeat(60), "a step\n".repeat(200));
        let kept = trim(&text, TrimOptions::new().max_chars(2500).rescue(true)).unwrap().text;
        for line in block.lines().filter(|line| line.len() > 5 && !line.starts_with("ok:")) {
            assert!(kept.contains(line), "{line} is missing in {kept}");
        }
    }
}
