//! Reads names of items, and describes faults of names.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::ops::ControlFlow;

use quadrille_exact_cover::{NamedFault, TextError, TextFault};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::number::whole;
use crate::wire::request::wrong_type;

/// Returns the elements of an array; none of another value, whose fault is found when it is read.
pub(super) fn inner(json: Option<&Json>) -> impl Iterator<Item = &Json> {
    let elements = if let Some(Json::Array(elements)) = json { elements.as_slice() } else { &[] };
    elements.iter()
}

/// Adds a fault of the builder. Breaks if the problem exceeds a bound.
pub(super) fn report(
    fault: &NamedFault,
    location: impl Fn() -> Location,
    faults: &mut Faults,
) -> ControlFlow<()> {
    faults.push(|| named_fault(fault).at(&location()));
    if fault.is_bound() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns the elements of an array; none, with a fault, of another value.
pub(super) fn elements<'a>(
    json: &'a Json,
    expected: &str,
    location: impl Fn() -> Location,
    faults: &mut Faults,
) -> &'a [Json] {
    if let Json::Array(elements) = json {
        return elements;
    }
    faults.push(|| wrong_type(json, expected).at(&location()));
    &[]
}

/// Largest magnitude of a number that is a name: 2^53 - 1, beyond which programs round.
const NUMBER_MAX: i128 = (1 << 53) - 1;

/// Returns a name: a string, or a whole number in decimal digits.
pub(super) fn name(json: &Json) -> Option<Cow<'_, str>> {
    match json {
        Json::String(text) => Some(Cow::Borrowed(text)),
        Json::Number(number) => {
            let number = whole(number).filter(|number| (-NUMBER_MAX..=NUMBER_MAX).contains(number))?;
            Some(Cow::Owned(number.to_string()))
        }
        _ => None,
    }
}

/// The fault of a value that is no name.
pub(super) fn no_name(json: &Json, expected: &str) -> Fault {
    match json {
        Json::Number(_) => {
            let detail =
                format!("must be {expected}: write a number that is not whole, or above 2^53, as a string");
            Fault::new(FaultCode::OutOfRange, detail)
        }
        _ => wrong_type(json, expected),
    }
}

pub(super) fn text_fault(error: TextError) -> Fault {
    let fault = match error.fault {
        fault @ TextFault::NoItems => Fault::new(FaultCode::MissingField, fault.to_string()),
        TextFault::Named(NamedFault::UnknownItem(name)) => {
            let detail =
                format!("item `{}` is unknown: the line of items does not name it", name.escape_debug());
            Fault::new(FaultCode::UnknownItem, detail)
        }
        TextFault::Named(fault) => named_fault(&fault),
        fault @ TextFault::Multiplicity(_) => Fault::unsupported("multiplicities", fault.to_string()),
        fault @ TextFault::Cost(_) => Fault::unsupported("costs", fault.to_string()),
        fault => Fault::new(FaultCode::InvalidName, fault.to_string()),
    };
    let small = |number: usize| u32::try_from(number).ok().and_then(NonZeroU32::new);
    Fault { line: small(error.line), column: small(error.column), ..fault }
}

pub(super) fn named_fault(fault: &NamedFault) -> Fault {
    let code = match fault {
        NamedFault::InvalidName(_) | NamedFault::LongName { .. } => FaultCode::InvalidName,
        NamedFault::DuplicateItem(_) | NamedFault::RepeatedItem(_) => FaultCode::DuplicateItem,
        NamedFault::UnknownItem(_) => FaultCode::UnknownItem,
        NamedFault::ColouredPrimary(_) => FaultCode::ColouredPrimary,
        // All others exceed a bound.
        _ => FaultCode::ProblemTooLarge,
    };
    Fault::new(code, fault.to_string())
}
