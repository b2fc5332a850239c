//! Texts that a provider has signed: a text that is shortened loses its signature.

use serde_json::{Value, json};

use crate::compaction::support::compact;

fn long(turn: usize) -> String {
    format!("In turn {turn} I looked at every module and found nothing. ").repeat(40)
}

fn options() -> Value {
    json!({"window": {"chars": 20_000}, "compactTo": 0.1, "recentCallsToKeep": 0, "minimumGain": 0})
}

#[test]
fn a_shortened_text_of_gemini_loses_its_signature() {
    let turn = |turn: usize| {
        [
            json!({"role": "user", "parts": [{"text": "And?"}]}),
            json!({"role": "model", "parts": [{"text": long(turn), "thoughtSignature": "c2ln"}]}),
        ]
    };
    let messages: Vec<Value> = (0..20).flat_map(turn).collect();
    let left = compact(&messages, &options()).messages;
    let shortened: Vec<_> = left.iter().zip(&messages).filter(|(left, came)| left != came).collect();
    assert!(!shortened.is_empty());
    for (left, came) in shortened {
        assert!(left["parts"][0]["text"].as_str().unwrap().len() < came["parts"][0]["text"].as_str().unwrap().len());
        assert_eq!(left["parts"][0].get("thoughtSignature"), None);
    }
}

#[test]
fn a_shortened_text_of_the_ai_sdk_loses_its_signature() {
    let signed = json!({"google": {"thoughtSignature": "c2ln", "more": 1}, "other": {}});
    for member in ["providerOptions", "providerMetadata"] {
        let turn = |turn: usize| {
            let text = json!({"type": "text", "text": long(turn), member: signed});
            [json!({"role": "user", "content": "And?"}), json!({"role": "assistant", "content": [text]})]
        };
        let messages: Vec<Value> = (0..20).flat_map(turn).collect();
        let mut options = options();
        options["format"] = json!("ai-sdk");
        let left = compact(&messages, &options).messages;
        let shortened: Vec<_> = left.iter().zip(&messages).filter(|(left, came)| left != came).collect();
        assert!(!shortened.is_empty());
        for (left, _) in shortened {
            assert_eq!(left["content"][0][member], json!({"google": {"more": 1}, "other": {}}));
        }
    }
}
