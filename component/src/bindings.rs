//! What wit-bindgen makes of `wit/`: the types, a trait for each interface, and the exported functions around it.
#![allow(unsafe_code, missing_docs, clippy::pedantic, reason = "generated")]

use crate::Component;

wit_bindgen::generate!({ path: "../wit", world: "tooltrim" });

export!(Component);
