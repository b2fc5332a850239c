use serde_json::json;
#[test]
fn probe() {
    for m in [
        json!([{"role":"user","parts":["hi"]}]),
        json!([{"role":"user","parts":["hi"]},{"role":"model","parts":[{"functionCall":{"name":"ls","args":{}}}]},{"role":"user","parts":[{"functionResponse":{"name":"ls","response":{"output":"x"}}}]}]),
        json!([{"id":"u","role":"user","parts":{"type":"text","text":"hi"}},{"id":"a","role":"assistant","parts":[{"type":"text","text":"x"}]}]),
        json!([{"role":"user","content":[""]},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"ls","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]),
        json!([{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"ls","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":{"a":1}}]}]),
        json!([{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"ls","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":["one"]}]}]),
        json!([{"type":"human","content":7},{"type":"ai","content":"","tool_calls":[{"id":"c","name":"ls","args":{}}]},{"type":"tool","tool_call_id":"c","content":{"a":1}}]),
        json!([{"role":1,"content":7},{"role":2,"content":[{"kind":"toolCall","callId":"c1","name":"ls","input":{}}]},{"role":1,"content":[{"kind":"toolResult","callId":"c1","content":[]}]}]),
    ] {
        let r = tooltrim::repair_messages(m.as_array().unwrap(), None).unwrap();
        println!("{m}\n  -> {}\n  {:?} {:?} {:?}", json!(r.messages), r.repairs.iter().map(|x| (x.path.clone(), x.rule.name())).collect::<Vec<_>>(), r.problems.iter().map(|x| (x.path.clone(), x.rule.name())).collect::<Vec<_>>(), r.reason);
    }
}
