//! The compression of lz-string, in its base64 form.
//!
//! The output is bounded: a few thousand characters can stand for millions. Each dictionary entry is its prefix and one more
//! code unit, so memory and work are linear in input and output.

/// Maximum number of UTF-16 code units of a decompressed text. The largest puzzle with candidates takes half of it.
pub(super) const UNITS_MAX: usize = 1 << 18;

/// Codes that stand for no entry.
const NEW_UNIT_8: usize = 0;
const NEW_UNIT_16: usize = 1;
const END: usize = 2;

/// Why a text cannot be decompressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LzFault {
    /// The text is not compressed by lz-string, or is cut; the offset of the character.
    Invalid(usize),
    /// The decompressed text is too long.
    TooLong,
}

/// Sequence of code units: an earlier sequence and one more unit.
#[derive(Clone, Copy)]
struct Sequence {
    prefix: usize,
    first: u16,
    last: u16,
    length: usize,
}

/// Reads codes of any width from characters of six bits, the lowest bit of a code first.
struct Bits<'a> {
    symbols: &'a [u8],
    position: usize,
}

impl Bits<'_> {
    fn fault(&self) -> LzFault {
        LzFault::Invalid(self.position / 6)
    }

    fn take(&mut self, width: u32) -> Result<usize, LzFault> {
        let mut code = 0;
        for bit in 0..width {
            let value = self.symbols.get(self.position / 6).copied().and_then(value_of);
            let value = value.ok_or_else(|| self.fault())?;
            code |= usize::from(value >> (5 - self.position % 6) & 1) << bit;
            self.position += 1;
        }
        Ok(code)
    }
}

fn value_of(symbol: u8) -> Option<u8> {
    Some(match symbol {
        b'A'..=b'Z' => symbol - b'A',
        b'a'..=b'z' => symbol - b'a' + 26,
        b'0'..=b'9' => symbol - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// Dictionary and output of a decompression.
struct Decompressor {
    entries: Vec<Sequence>,
    units: Vec<u16>,
    units_max: usize,
}

impl Decompressor {
    fn add(&mut self, prefix: Option<usize>, unit: u16) -> usize {
        let entry = match prefix.and_then(|prefix| self.entries.get(prefix).map(|entry| (prefix, *entry))) {
            Some((prefix, Sequence { first, length, .. })) => {
                Sequence { prefix, first, last: unit, length: length + 1 }
            }
            None => Sequence { prefix: 0, first: unit, last: unit, length: 1 },
        };
        self.entries.push(entry);
        self.entries.len() - 1
    }

    /// Appends the units of an entry, from the last one.
    fn push(&mut self, index: usize) -> Result<(), LzFault> {
        let Some(Sequence { length, .. }) = self.entries.get(index).copied() else { return Ok(()) };
        let start = self.units.len();
        if start + length > self.units_max {
            return Err(LzFault::TooLong);
        }
        self.units.resize(start + length, 0);
        let mut at = index;
        for unit in self.units[start..].iter_mut().rev() {
            let Sequence { prefix, last, .. } = self.entries[at];
            *unit = last;
            at = prefix;
        }
        Ok(())
    }

    /// Decompresses a text.
    fn read(&mut self, text: &str) -> Result<(), LzFault> {
        let mut bits = Bits { symbols: text.trim_end_matches('=').as_bytes(), position: 0 };
        // Codes count the three that stand for no entry.
        let (mut width, mut codes) = (2, 3);
        let mut previous = None;
        loop {
            let code = bits.take(width)?;
            let index = match code {
                NEW_UNIT_8 | NEW_UNIT_16 => {
                    let unit = bits.take(if code == NEW_UNIT_8 { 8 } else { 16 })? as u16;
                    let index = self.add(None, unit);
                    codes += 1;
                    if codes == 1 << width {
                        width += 1;
                    }
                    index
                }
                END => return Ok(()),
                _ => code - 3,
            };
            let known = self.entries.len();
            if let Some(previous) = previous {
                // The entry being made may be used at once: it begins like the previous one.
                let source = if index == known { previous } else { index };
                let Some(first) = self.entries.get(source).map(|entry| entry.first) else {
                    return Err(bits.fault());
                };
                self.add(Some(previous), first);
            }
            if index >= self.entries.len() {
                return Err(bits.fault());
            }
            self.push(index)?;
            if previous.is_some() {
                codes += 1;
                if codes == 1 << width {
                    width += 1;
                }
            }
            previous = Some(index);
        }
    }
}

/// Decompresses a text to at most `units_max` UTF-16 code units.
pub(super) fn decompress(text: &str, units_max: usize) -> Result<Vec<u16>, LzFault> {
    let mut output = Decompressor { entries: Vec::new(), units: Vec::new(), units_max };
    output.read(text)?;
    Ok(output.units)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_oneof, proptest};

    use super::*;

    proptest! {
        #[test]
        fn compressed_text_is_restored(text in prop_oneof![any::<String>(), "[ab]{0,400}", "(\\{\"a\":1\\},){0,40}"]) {
            let units: Vec<u16> = text.encode_utf16().collect();
            let compressed = lz_str::compress_to_base64(&text);
            assert_eq!(decompress(&compressed, units.len()), Ok(units.clone()));
            if let Some(less) = units.len().checked_sub(1) {
                assert_eq!(decompress(&compressed, less), Err(LzFault::TooLong));
            }
        }

        #[test]
        fn any_text_is_decompressed_within_its_bound_or_refused(text in "[A-Za-z0-9+/=]{0,300}", units_max in 0..2_000_usize) {
            if let Ok(units) = decompress(&text, units_max) {
                assert!(units.len() <= units_max);
            }
        }
    }

    #[test]
    fn bomb_is_refused_before_it_expands() {
        let bomb = lz_str::compress_to_base64(&"a".repeat(1_000_000));
        assert!(bomb.len() < 2_400);
        let mut output = Decompressor { entries: Vec::new(), units: Vec::new(), units_max: UNITS_MAX };
        assert_eq!(output.read(&bomb), Err(LzFault::TooLong));
        // Work is entries made and units written.
        assert!(output.entries.len() < 2 * bomb.len() && output.units.len() <= UNITS_MAX);
    }

    #[test]
    fn invalid_text_is_refused_with_an_offset() {
        let compressed = lz_str::compress_to_base64("{\"size\":9}");
        for cut in 0..compressed.trim_end_matches('=').len() - 1 {
            assert_eq!(decompress(&compressed[..cut], 100), Err(LzFault::Invalid(cut)));
        }
        let wrong = format!("{}!{}", &compressed[..5], &compressed[6..]);
        assert_eq!(decompress(&wrong, 100), Err(LzFault::Invalid(5)));
        assert_eq!(decompress("w", 100), Err(LzFault::Invalid(0)));
    }
}
