//! The example of docs/component.md.
#![allow(missing_docs, reason = "generated code has none")]

use wasmtime::component::{Component, Linker, bindgen};
use wasmtime::{Engine, Result, Store};

bindgen!({ path: "../../../wit", world: "trim" });

fn main() -> Result<()> {
    let engine = Engine::default();
    let component = Component::from_file(&engine, "trim.component.wasm")?;
    let mut store = Store::new(&engine, ());
    let trim = Trim::instantiate(&mut store, &component, &Linker::new(&engine))?;

    let log = "step ok\n".repeat(5000) + "error: disk full\n";
    let trimmed = trim.tooltrim_core_text().call_trim(&mut store, &log, None)?.expect("valid options");
    assert!(trimmed.truncated && trimmed.text.ends_with("error: disk full\n"));
    Ok(())
}
