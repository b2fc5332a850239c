//! The older, the shorter: how many units something of an age may take, and the largest scale at which all of it fits.

/// Age, in calls, at which something may take a quarter of what the newest may. 4 to 24 do nearly as well.
const HALF: f64 = 12.0;
/// Below this cap a line says more than what is left of a text.
pub(crate) const FLOOR: u64 = 150;
/// Rounds in which the scale is found.
const ROUNDS: usize = 40;

/// Units for something of this age: `scale / (1 + age / HALF)²`.
pub(crate) fn cap(age: f64, scale: f64) -> u64 {
    let part = 1.0 + age / HALF;
    (scale / (part * part)) as u64
}

/// A size that grows with the scale, or stays.
pub(crate) trait Growing {
    fn at(&mut self, scale: f64) -> u64;

    /// From now on all scales are between these.
    fn narrow(&mut self, _low: f64, _high: f64) {}
}

/// The largest scale whose total is within `target`; 0 where none is.
pub(crate) fn largest_scale(target: u64, mut total: impl Growing) -> f64 {
    let (mut low, mut high) = (0.0, FLOOR as f64);
    while total.at(high) <= target {
        (low, high) = (high, high * 4.0);
        if high > 1e12 {
            return high;
        }
    }
    for round in 0..ROUNDS {
        // Later rounds change little, and have few items left.
        if round & (round + 1) == 0 {
            total.narrow(low, high);
        }
        let middle = f64::midpoint(low, high);
        if total.at(middle) <= target { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<F: Fn(f64) -> u64> Growing for F {
        fn at(&mut self, scale: f64) -> u64 {
            self(scale)
        }
    }

    #[test]
    fn what_is_older_may_take_less() {
        let caps = [0.0, 12.0, 36.0, 108.0].map(|age| cap(age, 16_000.0));
        assert_eq!(caps, [16_000, 4_000, 1_000, 160]);
    }

    #[test]
    fn the_scale_uses_the_room() {
        let total = |scale: f64| (0..100).map(|age| cap(f64::from(age), scale).min(2_000)).sum::<u64>();
        let scale = largest_scale(30_000, total);
        assert!((29_800..=30_000).contains(&total(scale)), "{}", total(scale));
        assert!(largest_scale(1_000_000, total) > 1e12);
        assert!(largest_scale(10, |_| 11) < 1e-6);
    }
}
