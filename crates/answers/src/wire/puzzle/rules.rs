//! Rules of a puzzle: its size, and the boxes that options or a drawing give it.

use quadrille_sudoku::{BoxShape, Rules};

use crate::wire::fault::{Fault, FaultCode, Faults};
use crate::wire::request::Given;

/// Makes the rules of a size; `None`, with a fault, if the box does not fit the size or the drawing.
pub(crate) fn rules(
    size: usize,
    drawn: Option<BoxShape>,
    given: &Given<BoxShape>,
    faults: &mut Faults,
) -> Option<Rules> {
    let shape = given.copied().or(drawn).unwrap_or_else(|| BoxShape::usual(size));
    let at_box = |fault: Fault| match given.location() {
        Some(location) => fault.at(location),
        None => fault,
    };
    let Ok(rules) = Rules::plain(size, shape) else {
        faults.push(|| at_box(box_fault(size, shape)));
        return None;
    };
    if let Some(drawn) = drawn.filter(|drawn| *drawn != shape) {
        faults.push(|| {
            let detail = format!("`box` is {shape}, but the puzzle shows boxes of {drawn}");
            at_box(Fault::new(FaultCode::BoxMismatch, detail))
        });
        return None;
    }
    Some(rules)
}

fn box_fault(size: usize, shape: BoxShape) -> Fault {
    let fitting: Vec<String> = BoxShape::all(size).map(|shape| shape.to_string()).collect();
    let detail = format!(
        "a box of {shape} has {} cells, but a row of this grid has {size}: use one of {}",
        shape.width * shape.height,
        fitting.join(", ")
    );
    Fault::new(FaultCode::BoxMismatch, detail)
}
