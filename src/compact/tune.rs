use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
static VALUES: [AtomicU32; 24] = [const { AtomicU32::new(u32::MAX) }; 24];
/// For a while.
pub fn tune(at: usize, value: f32) { VALUES[at].store(value.to_bits(), Relaxed); }
pub(crate) fn get(at: usize, usual: f64) -> f64 { let v = VALUES[at].load(Relaxed); if v == u32::MAX { usual } else { f64::from(f32::from_bits(v)) } }
