//! `wasm-bindgen` with the options that `scripts/build/wasm.mjs` passes, spelled as in the official tool.

use std::env::args;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "Usage: wasm-bindgen INPUT --target web --out-dir DIR --out-name NAME [--omit-default-module-path]
       wasm-bindgen --version";

fn main() -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.typescript(true).omit_default_module_path(false);
    let (mut folder, mut input) = (None, None);
    let mut arguments = args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--version" => {
                println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
                return Ok(());
            }
            "--target" if arguments.next().as_deref() == Some("web") => {}
            "--out-dir" => folder = arguments.next(),
            "--out-name" => {
                bindgen.out_name(&arguments.next().ok_or(USAGE)?);
            }
            "--omit-default-module-path" => {
                bindgen.omit_default_module_path(true);
            }
            _ if !argument.starts_with('-') && input.is_none() => input = Some(argument),
            _ => return Err(USAGE.into()),
        }
    }
    bindgen.input_path(input.ok_or(USAGE)?).generate(folder.ok_or(USAGE)?)?;
    Ok(())
}
