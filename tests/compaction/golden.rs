//! Conversations and options of the golden file.

use serde_json::{Value, json};

use crate::compaction::session::{STYLES, Turn, call, calls, failed, log, program, says, user, wide, write};

pub struct Case {
    pub name: String,
    pub conversation: String,
    pub options: Value,
    /// Of a conversation that goes on: how many messages there are, and what else is asked.
    pub requests: Option<Vec<Value>>,
}

/// A session with most of what tools do.
fn session() -> Vec<Turn> {
    let read =
        |path: &str, number: usize, lines: usize| call("read_file", json!({"filePath": path}), program(number, lines));
    let edit = json!({"filePath": "src/berth.ts", "oldString": program(2, 3), "newString": program(5, 7)});
    let part = json!({"filePath": "src/tariff.ts", "startLine": 1, "endLine": 12});
    let test = json!({"command": "npm test -- berth"});
    let failure =
        format!("{}Error: berth 7 is full \u{1f4e6}\n    at loadBerth (src/berth.ts:12:3)\nexit code: 1\n", log(3, 9));
    vec![
        user("The tariff of berth 7 is wrong. \u{1f4e6}"),
        Turn::Calls(
            Some("I shall look at both files.".into()),
            vec![read("src/berth.ts", 1, 18), call("read_file", part, program(2, 12))],
        ),
        calls(vec![call("grep_search", json!({"query": "tariff|berth", "path": "src"}), log(2, 12))]),
        calls(vec![failed("Bash", test.clone(), failure)]),
        calls(vec![call("replace_string_in_file", edit, "The file was changed.")]),
        says("Berth 7 took the tariff of the depot; now it takes its own, by weight, as the manifest says."),
        user("Do the tests pass now?\n[Earlier: no]"),
        calls(vec![call("Bash", test, log(4, 16))]),
        calls(vec![call("weigh", json!({"depot": [1, 2.5], "\u{1f4e6}": "\u{672c}\u{8a9e} \"q\""}), wide(700))]),
        calls(vec![read("src/berth.ts", 1, 14)]),
        calls(vec![read("src/pallet.ts", 6, 14)]),
        says("All pass."),
    ]
}

/// What only some formats have.
#[allow(clippy::too_many_lines, reason = "data")]
fn special() -> Vec<(&'static str, Vec<Value>)> {
    let pixels = "iVBORw0KGgo".repeat(40);
    let found = json!([{"type": "web_search_result", "title": "Tariffs", "url": "https://example.org", "encrypted_content": wide(300)}]);
    let anthropic = json!([
        {"role": "user", "content": [
            {"type": "text", "text": "What is on it?"},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": pixels}},
        ]},
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": program(1, 6), "signature": "c2ln"},
            {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "tariffs"}},
            {"type": "web_search_tool_result", "tool_use_id": "s1", "content": found},
            {"type": "tool_use", "id": "t1", "name": "screenshot", "input": {}},
        ]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [
            {"type": "text", "text": log(1, 12)},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": pixels}},
        ]}]},
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": program(2, 6), "signature": "c2ln"},
            {"type": "tool_use", "id": "t2", "name": "read_file", "input": {"path": "src/a.ts"}, "cache_control": {"type": "ephemeral"}},
        ]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "t2", "content": program(3, 20)},
            {"type": "text", "text": "Go on."},
        ]},
    ]);
    let responses = json!([
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": "Go."},
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": program(1, 5)}], "encrypted_content": wide(200)},
        {"type": "custom_tool_call", "id": "ctc_1", "call_id": "c1", "name": "apply_patch",
         "input": format!("*** Begin Patch\n*** Update File: src/a.ts\n@@\n-one\n+{}*** End Patch", program(2, 6))},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": log(2, 10)},
        {"type": "local_shell_call", "id": "lsh_1", "call_id": "c2", "status": "completed",
         "action": {"type": "exec", "command": ["bash", "-lc", "cat src/a.ts"], "env": {}}},
        {"type": "local_shell_call_output", "id": "lsh_1", "call_id": "c2", "output": program(3, 20)},
        {"type": "function_call", "id": "fc_1", "call_id": "c3", "name": "read_file", "arguments": "{\"path\": \"src/b.ts\""},
        {"type": "function_call_output", "call_id": "c3", "output": [{"type": "input_text", "text": program(4, 14)}]},
        {"role": "user", "content": "And?"},
    ]);
    let broken = json!([
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Go."},
        {"role": "tool", "tool_call_id": "gone", "content": log(1, 10)},
        {"role": "assistant", "content": null, "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{\"path\":\"a\"}"}},
            {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": "{\"path\":\"b\"}"}},
        ]},
        {"role": "tool", "tool_call_id": "c1", "content": program(1, 14)},
        {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": program(2, 14)}]},
        {"role": "assistant", "tool_calls": [{"id": "c2", "type": "function", "function": {"name": "ls", "arguments": "src"}}]},
        {"role": "user", "content": "And?"},
    ]);
    let odd = json!({"a": [1, -2.5, true, null, "b \u{1f4e6} \"c\""], "id": "x", "signature": "c2ln", "d": {}, "e": [],
        "pixels": pixels, "url": format!("data:image/png;base64,{pixels}"), "short": "iVBORw0KGgo", "thread_id": 7});
    let unknown_anthropic = json!([
        {"role": "user", "content": [{"type": "text", "text": "Go.", "odd": odd}, {"type": "poem", "lines": ["a", "b"], "id": "p"}]},
        {"role": "assistant", "usage": {"input_tokens": 900}, "odd": odd, "content": [
            {"type": "redacted_thinking", "data": wide(400)},
            {"type": "tool_use", "id": "t1", "name": "shot", "input": {"odd": odd}, "caller": {"type": "direct", "odd": "x y"}},
        ]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [
            {"type": "text", "text": "ok", "odd": odd},
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": pixels, "odd": odd}},
            {"type": "poem", "lines": ["c"]},
        ]}]},
        {"role": "user", "content": [
            {"type": "document", "title": "a.md", "context": "of use", "source": {"type": "text", "media_type": "text/plain", "data": program(1, 20)}},
            {"type": "search_result", "source": "https://a.b", "title": "A", "content": [{"type": "text", "text": program(2, 9)}]},
        ]},
        {"role": "user", "content": "And?"},
    ]);
    let unknown_chat = json!([
        {"role": "user", "content": "Go.", "odd": odd, "name": "ann"},
        {"role": "assistant", "content": "Yes.", "reasoning_content": program(1, 6), "refusal": null, "reasoning_details":
            [{"type": "reasoning.text", "text": program(2, 3), "signature": "c2ln", "index": 0}], "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}", "odd": odd}, "odd": 1},
        ], "response_metadata": odd, "additional_kwargs": {"reasoning_content": program(3, 4), "odd": odd}},
        {"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "lib.rs", "odd": odd}], "artifact": odd, "odd": odd},
        {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessage"], "kwargs": {
            "content": [{"type": "reasoning", "reasoning": program(4, 4)}, {"type": "text", "text": "So."}], "odd": odd}},
        {"role": "user", "content": "And?"},
    ]);
    let unknown_gemini = json!([
        {"role": "user", "parts": [{"text": "Go.", "odd": odd}, {"inlineData": {"mimeType": "text/plain", "data": pixels}}]},
        {"role": "model", "parts": [{"functionCall": {"name": "shot", "args": {}, "odd": odd}, "thoughtSignature": pixels}], "content": "x"},
        {"role": "user", "parts": [{"functionResponse": {"name": "shot", "response": {"output": "ok", "odd": odd},
            "parts": [{"inlineData": {"mimeType": "image/png", "data": pixels}, "odd": odd}]}}]},
        {"role": "user", "parts": [{"poem": odd}]},
    ]);
    let list = |value: Value| value.as_array().unwrap().clone();
    vec![
        ("anthropic with what no format knows", list(unknown_anthropic)),
        ("openai-chat with what no format knows", list(unknown_chat)),
        ("gemini with what no format knows", list(unknown_gemini)),
        ("anthropic with thinking and images", list(anthropic)),
        ("openai-responses with items of its own", list(responses)),
        ("openai-chat, broken", list(broken)),
        ("nothing", Vec::new()),
        ("no format", vec![json!({"text": "hi"})]),
    ]
}

pub fn conversations() -> Vec<(String, Vec<Value>)> {
    let written = STYLES.into_iter().map(|(name, style)| (name.to_owned(), write(&session(), style)));
    written.chain(special().into_iter().map(|(name, messages)| (name.to_owned(), messages))).collect()
}

fn with(options: &Value, more: Value) -> Value {
    let mut options = options.clone();
    options.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    options
}

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |conversation: &str, name: &str, options: Value, requests: Option<Vec<Value>>| {
        let name = format!("{conversation}: {name}");
        cases.push(Case { name, conversation: conversation.to_owned(), options, requests });
    };
    let half = json!({"window": {"chars": 7000}, "recentCallsToKeep": 2});
    for (name, _) in STYLES {
        add(name, "half", half.clone(), None);
        add(
            name,
            "a summary",
            with(&half, json!({"style": "summary", "compactTo": 0.4, "recentCallsToKeep": 1})),
            None,
        );
    }
    for name in ["openai-chat", "anthropic", "vscode"] {
        add(name, "as small as it gets", with(&half, json!({"compactTo": 0})), None);
    }
    for name in ["openai-responses", "gemini", "ai-sdk"] {
        let tokens = json!({"window": {"tokens": 2400}, "reserve": {"tokens": 300}, "compactTo": 0.4, "recentBudget": {"tokens": 400}});
        add(name, "tokens", tokens, None);
    }
    for name in ["anthropic", "openai-chat", "gemini"] {
        let name = format!("{name} with what no format knows");
        for window in [json!({"chars": 9000}), json!({"tokens": 2000})] {
            add(
                &name,
                "most of it",
                json!({"window": window, "triggerAt": 0.1, "compactTo": 0.3, "recentCallsToKeep": 0}),
                None,
            );
        }
    }
    let chat = "openai-chat";
    add(chat, "below the mark", json!({"window": {"chars": 100_000}}), None);
    add(chat, "facts only", with(&half, json!({"tools": {"*": {"keep": "never"}}, "recentCallsToKeep": 0})), None);
    let tools = json!({
        "weigh": {"keep": "always"}, "Bash": {"result": {"maxLines": 4, "keep": "head"}}, "grep_*": {"category": "read"},
    });
    add(chat, "policies", with(&half, json!({"tools": tools, "protectedPaths": ["src/*"], "compactTo": 0.3})), None);
    add(chat, "errors not quoted", with(&half, json!({"preserveErrorsVerbatim": false, "compactTo": 0.6})), None);
    add(chat, "errors in short", with(&half, json!({"maxErrorChars": 20, "compactTo": 0.6})), None);
    let spoken =
        json!({"style": "summary", "summaryRole": "assistant", "maxHistorySummaryTokens": 60, "compactTo": 0.4});
    add(chat, "a summary by the assistant", with(&half, spoken), None);
    add(
        "anthropic",
        "a summary acknowledged",
        with(&half, json!({"style": "summary", "acknowledge": true, "compactTo": 0.4})),
        None,
    );
    let pays =
        json!({"economics": {"cacheRead": 0.5, "expectedRequests": 1, "onlyIfWorthwhile": true}, "triggerAt": 0.5});
    add(chat, "not worth it", with(&half, pays), None);
    add(chat, "too little to gain", json!({"window": {"chars": 7000}, "compactTo": 0.75, "minimumGain": 0.5}), None);
    for name in ["anthropic with thinking and images", "openai-responses with items of its own", "openai-chat, broken"]
    {
        let options = json!({"window": {"tokens": 1500}, "triggerAt": 0.1, "compactTo": 0.3, "recentCallsToKeep": 1, "mediaTokens": 200});
        add(name, "most of it", options.clone(), None);
        add(name, "a summary", with(&options, json!({"style": "summary"})), None);
    }
    add("openai-chat, broken", "refused", with(&half, json!({"onInvalid": "throw"})), None);
    add("nothing", "half", half.clone(), None);
    add("no format", "half", half.clone(), None);
    for (name, more) in [
        ("another format", json!({"format": "gemini"})),
        ("no such format", json!({"format": "xml"})),
        ("a share above 1", json!({"compactTo": 1.5})),
        ("units that differ", json!({"reserve": {"tokens": 1}})),
        ("no such option", json!({"windows": 1})),
    ] {
        add(chat, name, with(&half, more), None);
    }
    let grow = |ends: &[usize]| -> Vec<Value> { ends.iter().map(|end| json!({"to": end})).collect() };
    let small = json!({"window": {"chars": 4000}, "recentCallsToKeep": 2});
    add(chat, "growing", small.clone(), Some(grow(&[1, 4, 6, 8, 10, 12, 14, 16, 18, 19])));
    add("gemini", "growing with a summary", with(&small, json!({"style": "summary"})), Some(grow(&[5, 9, 13, 16, 18])));
    add(
        "vscode",
        "growing in tokens",
        json!({"window": {"tokens": 1500}, "recentCallsToKeep": 1}),
        Some(grow(&[5, 9, 13, 16, 18])),
    );
    let asked = vec![
        json!({"to": 9, "force": true, "compactTo": 0.2}),
        json!({"to": 10}),
        json!({"undo": true}),
        json!({"to": 16}),
        json!({"to": 18}),
    ];
    add("anthropic", "forced, and taken back", small.clone(), Some(asked));
    let forked = vec![json!({"to": 18}), json!({"to": 6}), json!({"to": 12, "force": true})];
    add("openai-responses", "a fork", small.clone(), Some(forked));
    let billed = vec![json!({"to": 10}), json!({"observe": 1.5}), json!({"to": 12}), json!({"to": 16})];
    add(chat, "billed more than estimated", json!({"window": {"tokens": 2500}, "recentCallsToKeep": 1}), Some(billed));
    let named = json!({"window": {"chars": 9000}, "recentCallsToKeep": 2, "repeats": "reference"});
    let asked = vec![json!({"to": 10}), json!({"to": 16}), json!({"to": 18, "force": true}), json!({"undo": true})];
    for name in ["ai-sdk", "anthropic"] {
        add(name, "growing with names of what stands above", named.clone(), Some(asked.clone()));
    }
    cases
}
