//! Integers within a range, in JSON and in a query.

use std::ops::RangeInclusive;

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;

/// Reads an integer in a range, or pushes a fault.
pub(super) fn integer(
    json: &Json,
    location: &Location,
    range: &RangeInclusive<u64>,
    faults: &mut Faults,
) -> Option<u64> {
    let Json::Number(number) = json else {
        faults.push(|| {
            let (min, max) = (range.start(), range.end());
            let detail = format!("must be a whole number from {min} to {max}, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(location)
        });
        return None;
    };
    let value = number.as_u64().filter(|value| range.contains(value));
    if value.is_none() {
        faults.push(|| range_fault(range).at(location));
    }
    value
}

/// The fault of a number that is malformed or out of range.
pub(super) fn range_fault(range: &RangeInclusive<u64>) -> Fault {
    let (min, max) = (range.start(), range.end());
    let detail =
        format!("must be a whole number from {min} to {max}, in decimal digits without leading zeros");
    Fault::new(FaultCode::OutOfRange, detail)
}

/// Reads an integer of ASCII digits without leading zeros.
pub(super) fn integer_text(text: &str, range: &RangeInclusive<u64>) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|value| plain && range.contains(value))
}
