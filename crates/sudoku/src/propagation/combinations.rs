//! Different digits with a known sum: which cells can have which digits.

use super::subsets::Subset;
use crate::bits::set_bits;

/// Keeps the digits of two cells that add up to a sum, and differ. Returns the digits that both need.
#[inline(always)]
pub(super) fn support_pair(masks: &mut [u64], [one, other]: [usize; 2], sum: i64) -> u64 {
    let half = if sum % 2 == 0 && (2..=128).contains(&sum) { 1 << (sum / 2 - 1) } else { 0 };
    let of_other = masks[other] & complements(masks[one], sum) & !half;
    let of_one = masks[one] & complements(of_other, sum);
    (masks[one], masks[other]) = (of_one, of_other);
    let union = of_one | of_other;
    if union.count_ones() == 2 { union } else { 0 }
}

/// The digits that add up to a sum with a digit of a mask.
#[inline(always)]
fn complements(mask: u64, sum: i64) -> u64 {
    // Bit b is digit b + 1, and becomes bit 63 - b.
    match sum - 65 {
        shift @ 0..64 => mask.reverse_bits() << shift,
        shift @ -63..0 => mask.reverse_bits() >> -shift,
        _ => 0,
    }
}

/// Removes the candidates that are in no set, or for which the other cells cannot share the rest of a set. Returns the digits that are in
/// all sets.
pub(super) fn support(masks: &mut [u64], cells: &[usize], sets: impl Iterator<Item = Subset>) -> u64 {
    let mut needed = u64::MAX;
    match *cells {
        [one, other] => {
            let (mut of_one, mut of_other) = (0, 0);
            for Subset { mask: set, .. } in sets {
                let (low, high) = (set & set.wrapping_neg(), set & (set - 1));
                let (a, b) = (masks[one], masks[other]);
                let mut is_possible = false;
                for (first, second) in [(low, high), (high, low)] {
                    if a & first != 0 && b & second != 0 {
                        of_one |= first;
                        of_other |= second;
                        is_possible = true;
                    }
                }
                if is_possible {
                    needed &= set;
                }
            }
            (masks[one], masks[other]) = (of_one, of_other);
        }
        [one, other, third] => {
            let all = [masks[one], masks[other], masks[third]];
            let mut supported = [0; 3];
            for Subset { mask: set, .. } in sets {
                let mut is_possible = false;
                for first in set_bits(masks[one] & set).map(|bit| 1 << bit) {
                    let rest = set ^ first;
                    for second in set_bits(masks[other] & rest).map(|bit| 1 << bit) {
                        let last = rest ^ second;
                        if masks[third] & last != 0 {
                            supported = [supported[0] | first, supported[1] | second, supported[2] | last];
                            is_possible = true;
                        }
                    }
                }
                if is_possible {
                    needed &= set;
                    if needed == 0 && supported == all {
                        break;
                    }
                }
            }
            [masks[one], masks[other], masks[third]] = supported;
        }
        _ => {
            let all = cells.iter().fold(0, |all, &cell| all | masks[cell]);
            let mut possible = 0;
            for Subset { mask: set, .. } in sets {
                if cells.iter().all(|&cell| masks[cell] & set != 0) {
                    possible |= set;
                    needed &= set;
                    if needed == 0 && possible == all {
                        break;
                    }
                }
            }
            cells.iter().for_each(|&cell| masks[cell] &= possible);
        }
    }
    if needed == u64::MAX { 0 } else { needed }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_cells_keep_the_pairs_of_all_pairs() {
        for sum in -3_i64..140 {
            for [one, other] in
                [[0b1_0110_1101, 0b1_1011_0110], [0x000F_FFFF_FFFF, 0x0008_0000_0101], [1 << 35, 1 << 34]]
            {
                let pairs = set_bits(one).flat_map(|a| set_bits(other).map(move |b| (a, b)));
                let of_sum = pairs.filter(|&(a, b)| a != b && (a + b + 2) as i64 == sum);
                let expected = of_sum.fold([0, 0], |[x, y], (a, b)| [x | 1 << a, y | 1 << b]);
                let mut masks = [one, other];
                let needed = support_pair(&mut masks, [0, 1], sum);
                assert_eq!(masks, expected, "{sum}");
                assert!(needed == 0 || needed == masks[0] | masks[1]);
            }
        }
    }
}
