//! The allocator, and what a panic does.

use core::arch::wasm32;

#[global_allocator]
static MEMORY: rlsf::GlobalTlsf = rlsf::GlobalTlsf::new();

/// Pages of the largest allocation that Rust makes.
const LARGEST: usize = 0x7fff;

/// A panic becomes an error that JavaScript can catch. It ends the instance, as every call does that does not return.
/// Messages and places in the sources are left out, 3 % of a module: the stack of the error has the functions.
fn fail() -> ! {
    // So does an allocation that failed. The memory is tried because nothing uses it after this.
    if wasm32::memory_grow::<0>(LARGEST) == usize::MAX {
        wasm32::unreachable()
    }
    wasm_bindgen::throw_str("a check in WebAssembly failed, see the stack of the cause")
}

/// With the standard library, which `serde-wasm-bindgen` brings.
#[cfg(feature = "full")]
#[wasm_bindgen::prelude::wasm_bindgen(start, private)]
fn start() {
    std::panic::set_hook(alloc::boxed::Box::new(|_| fail()));
}

#[cfg(not(feature = "full"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    fail()
}
