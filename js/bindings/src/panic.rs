//! The allocator and the panic handler, which the standard library would bring.

use core::arch::wasm32;
use core::panic::PanicInfo;

#[global_allocator]
static MEMORY: rlsf::GlobalTlsf = rlsf::GlobalTlsf::new();

/// Pages of the largest allocation that Rust makes.
const LARGEST: usize = 0x7fff;

/// A panic becomes an error that JavaScript can catch. It ends the instance, as every call does that does not return.
/// Messages and places in the sources are left out, 3 % of a module: the stack of the error has the functions.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    // So does an allocation that failed. The memory is tried because nothing uses it after this.
    if wasm32::memory_grow::<0>(LARGEST) == usize::MAX {
        wasm32::unreachable()
    }
    wasm_bindgen::throw_str("a check in WebAssembly failed, see the stack of the cause")
}
