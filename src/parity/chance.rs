//! A small repeatable source of chance.

/// A random generator (xorshift64*): a seed always gives the same plans.
#[derive(Clone, Debug)]
pub(super) struct Chance(u64);

impl Chance {
    /// One stream for each pair of numbers.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mixed = (seed ^ stream.rotate_left(32)).wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut chance = Self(mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1);
        for _ in 0..8 {
            chance.below(2);
        }
        chance
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    /// Whether one event in `n` happens.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the items, of which there is at least one.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}
