//! Integers within a range, in JSON and in a query.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::Number;

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;

/// Reads an integer in a range, or pushes a fault.
pub(crate) fn integer<T: Copy + Display + PartialOrd + TryFrom<i128>>(
    json: &Json,
    location: &Location,
    range: &RangeInclusive<T>,
    faults: &mut Faults,
) -> Option<T> {
    let Json::Number(number) = json else {
        faults.push(|| {
            let (min, max) = (range.start(), range.end());
            let detail = format!("must be a whole number from {min} to {max}, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(location)
        });
        return None;
    };
    let value = whole(number).and_then(|value| T::try_from(value).ok()).filter(|value| range.contains(value));
    if value.is_none() {
        faults.push(|| {
            let (min, max) = (range.start(), range.end());
            let detail = format!("must be a whole number from {min} to {max}");
            Fault::new(FaultCode::OutOfRange, detail).at(location)
        });
    }
    value
}

/// Largest magnitude of a whole number in a float: 2^52 - 1. A float that the parser has rounded is never another integer.
const EXACT_MAX: f64 = 4_503_599_627_370_495.0;

/// Returns the value of a whole number, which may have a fraction of zeros or an exponent, such as `1.0` or `1e0`.
pub(crate) fn whole(number: &Number) -> Option<i128> {
    if let Some(value) = number.as_i128() {
        return Some(value);
    }
    let value = number.as_f64()?;
    (value.fract() == 0.0 && value.abs() <= EXACT_MAX).then_some(value as i128)
}

/// The fault of a parameter that is malformed or out of range.
pub(crate) fn range_fault(range: &RangeInclusive<u64>) -> Fault {
    let (min, max) = (range.start(), range.end());
    let detail =
        format!("must be a whole number from {min} to {max}, in decimal digits without leading zeros");
    Fault::new(FaultCode::OutOfRange, detail)
}

/// Name of the largest limit on solutions.
pub(crate) const ALL: &str = "all";

/// Reads a number of solutions up to `max`, or [`ALL`], which is `max`; or pushes a fault.
pub(crate) fn limit(json: &Json, location: &Location, max: u64, faults: &mut Faults) -> Option<u64> {
    match json {
        Json::String(text) if text == ALL => Some(max),
        Json::String(_) => {
            faults.push(|| limit_fault(max).at(location));
            None
        }
        json => integer(json, location, &(1..=max), faults),
    }
}

/// The fault of a limit that is neither a number in the range nor [`ALL`].
pub(crate) fn limit_fault(max: u64) -> Fault {
    Fault::new(FaultCode::OutOfRange, format!("must be a whole number from 1 to {max}, or {ALL}"))
}

/// Reads an integer of ASCII digits without leading zeros.
pub(crate) fn integer_text(text: &str, range: &RangeInclusive<u64>) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|value| plain && range.contains(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_number_may_have_fraction_of_zeros_or_exponent() {
        let value = |text: &str| whole(&serde_json::from_str(text).expect("a number"));
        for (text, expected) in [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("1.0", Some(1)),
            ("1e0", Some(1)),
            ("90e-1", Some(9)),
            ("-2.0", Some(-2)),
            ("4503599627370495.0", Some(4_503_599_627_370_495)),
            ("9007199254740991", Some(9_007_199_254_740_991)),
            ("18446744073709551615", Some(18_446_744_073_709_551_615)),
            ("-9223372036854775808", Some(-9_223_372_036_854_775_808)),
            ("1.5", None),
            ("1e-1", None),
            ("9007199254740991.0", None),
            ("1e16", None),
            ("18446744073709551616", None),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }
}
