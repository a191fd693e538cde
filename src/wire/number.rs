//! Whole numbers with their bounds, in JSON and in a query.

use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;

/// A whole number from 1 to `max`, or a fault.
pub(super) fn positive(json: &Json, place: &Location, max: u64, faults: &mut Faults) -> Option<NonZeroU64> {
    integer(json, place, &(1..=max), faults).and_then(NonZeroU64::new)
}

/// A whole number in a range, or a fault.
pub(super) fn integer(
    json: &Json,
    place: &Location,
    range: &RangeInclusive<u64>,
    faults: &mut Faults,
) -> Option<u64> {
    let Json::Number(number) = json else {
        faults.push(|| {
            let (min, max) = (range.start(), range.end());
            let detail = format!("must be a whole number from {min} to {max}, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(place)
        });
        return None;
    };
    let value = number.as_u64().filter(|value| range.contains(value));
    if value.is_none() {
        faults.push(|| range_fault(range).at(place));
    }
    value
}

/// A number that is none, or outside its range.
pub(super) fn range_fault(range: &RangeInclusive<u64>) -> Fault {
    let (min, max) = (range.start(), range.end());
    let detail =
        format!("must be a whole number from {min} to {max}, in digits alone and without leading zero");
    Fault::new(FaultCode::OutOfRange, detail)
}

/// A number written in ASCII digits alone, without leading zero.
pub(super) fn whole_number(text: &str, range: &RangeInclusive<u64>) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|value| plain && range.contains(value))
}
