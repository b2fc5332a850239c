//! Proves that the core and its dependencies do without std: if any of them linked it, std's panic handler and the one
//! below would be one too many, and this crate would not compile.
#![no_std]

extern crate tooltrim;

use core::alloc::{GlobalAlloc, Layout};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

struct NoMemory;

// SAFETY: it never hands out memory.
unsafe impl GlobalAlloc for NoMemory {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: NoMemory = NoMemory;
