//! `wasm-bindgen` with the options that `scripts/build/wasm.mjs` and wasm-pack pass, spelled as in the official tool.

use std::env::args;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "Usage: wasm-bindgen INPUT --out-dir DIR [--target bundler|web|nodejs|no-modules|deno] [--out-name NAME]
           [--typescript] [--no-typescript] [--debug] [--keep-debug] [--no-demangle] [--reference-types] [--weak-refs]
           [--omit-default-module-path] [--split-linked-modules]
       wasm-bindgen --version";

fn main() -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.typescript(true).omit_default_module_path(false);
    let (mut folder, mut input, mut target) = (None, None, String::from("bundler"));
    let mut arguments = args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--version" => {
                println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
                return Ok(());
            }
            "--target" => target = arguments.next().ok_or(USAGE)?,
            "--out-dir" => folder = arguments.next(),
            "--out-name" => drop(bindgen.out_name(&arguments.next().ok_or(USAGE)?)),
            "--no-typescript" => drop(bindgen.typescript(false)),
            "--debug" => drop(bindgen.debug(true)),
            "--keep-debug" => drop(bindgen.keep_debug(true)),
            "--no-demangle" => drop(bindgen.demangle(false)),
            "--reference-types" => drop(bindgen.reference_types(true)),
            "--omit-default-module-path" => drop(bindgen.omit_default_module_path(true)),
            "--split-linked-modules" => drop(bindgen.split_linked_modules(true)),
            // Always on; the official tool takes the second and ignores it, too.
            "--typescript" | "--weak-refs" => {}
            _ if !argument.starts_with('-') && input.is_none() => input = Some(argument),
            _ => return Err(USAGE.into()),
        }
    }
    match target.as_str() {
        "bundler" => bindgen.bundler(true)?,
        "web" => bindgen.web(true)?,
        "nodejs" => bindgen.nodejs(true)?,
        "no-modules" => bindgen.no_modules(true)?,
        "deno" => bindgen.deno(true)?,
        _ => return Err(USAGE.into()),
    };
    bindgen.input_path(input.ok_or(USAGE)?).generate(folder.ok_or(USAGE)?)?;
    Ok(())
}
