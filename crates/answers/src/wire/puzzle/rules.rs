//! Rules of a puzzle: its size, and the boxes, regions and constraints that options or its text give it.

use quadrille_sudoku::{BoxShape, Rules, RulesError};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::constraints::constraints_from_json;
use crate::wire::puzzle::grids::{grid_boxes, grid_rules, grids_from_json};
use crate::wire::puzzle::options::{Reading, VariantOptions};
use crate::wire::puzzle::read::DrawnRules;
use crate::wire::puzzle::regions::regions_from_json;
use crate::wire::request::{Given, OptionValue};

/// Makes the rules of a size; `None`, with a fault, if the box does not fit the size or the drawing.
pub(crate) fn plain_rules(
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

/// Makes the rules of a puzzle of this size, whose text shows these rules; `None`, with faults, if an option does not fit.
pub(crate) fn puzzle_rules(
    size: usize,
    drawn: &DrawnRules,
    reading: &Reading<'_>,
    faults: &mut Faults,
) -> Option<Rules> {
    refuse_differing(reading.box_shape, "box", faults);
    if let Some(variant) = reading.variant {
        refuse_differing(&variant.regions, "regions", faults);
        refuse_differing(&variant.boxes, "boxes", faults);
    }
    let base = plain_rules(size, drawn.box_shape, reading.box_shape, faults)?;
    if drawn.is_variant() {
        return drawn_rules(base, size, drawn, reading, faults);
    }
    let Some(variant) = reading.variant else { return Some(base) };
    let base = with_regions(base, size, variant, reading.box_shape, faults)?;
    with_constraints(base, variant, faults)
}

/// Makes the rules of the grids of the options, without constraints; `None`, with faults, if they do not fit each other or the puzzle.
pub(crate) fn given_grid_rules(
    puzzle: (&Json, &Location),
    variant: &VariantOptions,
    box_shape: &Given<BoxShape>,
    faults: &mut Faults,
) -> Option<Rules> {
    refuse_differing(&variant.grids, "grids", faults);
    let (shared, location) = variant.grids.located()?;
    let given = grids_from_json(shared.json(), location, faults)?;
    let shape = grid_boxes(&given, box_shape.located().map(|(shape, at)| (*shape, at)), puzzle, faults)?;
    let base = Rules::plain(shape.width * shape.height, shape);
    let base =
        base.map_err(|error| faults.add(FaultCode::BoxMismatch, location, || error.to_string())).ok()?;
    shared.rules(&base, |_| grid_rules(shape, &given, location, faults))
}

/// The rules of several grids with the constraints of the options; `None`, with faults, if an option does not fit them.
pub(crate) fn ruled_grids(base: Rules, reading: &Reading<'_>, faults: &mut Faults) -> Option<Rules> {
    let Some(variant) = reading.variant else { return Some(base) };
    let regions = variant.regions.location();
    let no_boxes = variant.boxes.located().filter(|(boxes, _)| !**boxes).map(|(_, location)| location);
    if let Some(location) = regions.or(no_boxes) {
        faults.add(
            FaultCode::Contradiction,
            location,
            || "several grids have boxes: leave out `grids`, or the regions and the lack of boxes",
        );
        return None;
    }
    with_constraints(base, variant, faults)
}

/// The rules with the constraints of the options.
fn with_constraints(base: Rules, variant: &VariantOptions, faults: &mut Faults) -> Option<Rules> {
    let Some((constraints, location)) = variant.constraints.located() else { return Some(base) };
    let of_batch = variant.constraints.of_batch();
    constraints.rules(&base, |json| {
        let mut list = constraints_from_json(json, location, &base, faults)?;
        if let Some(batch) = of_batch {
            list.extend(constraints_from_json(batch.json(), location, &base, faults)?);
        }
        match base.with_constraints(list) {
            Ok(rules) => Some(rules),
            Err(error) => {
                faults.add(FaultCode::ProblemTooLarge, location, || error.to_string());
                None
            }
        }
    })
}

/// Refuses an option of an entry that differs from the one of its batch.
fn refuse_differing<T: OptionValue + PartialEq>(given: &Given<T>, name: &str, faults: &mut Faults) {
    let differs = given.of_batch().is_some_and(|batch| given.get().is_some_and(|own| own != batch));
    if differs && let Some(location) = given.location() {
        faults.add(FaultCode::GivenTwice, location, || {
            format!("the entry and the options of the batch have different `{name}`: give them once")
        });
    }
}

/// The rules with the regions and constraints of a text, beside which no options may give some.
fn drawn_rules(
    base: Rules,
    size: usize,
    drawn: &DrawnRules,
    reading: &Reading<'_>,
    faults: &mut Faults,
) -> Option<Rules> {
    if let Some(location) = reading.variant_location().or(reading.box_shape.location()) {
        faults.add(
            FaultCode::GivenTwice,
            location,
            || "the text of the puzzle has constraints or regions already: give them once, without a `box`",
        );
        return None;
    }
    let base = match &drawn.regions {
        Some(regions) => Rules::with_regions(size, regions).ok()?,
        None => base,
    };
    base.with_constraints(drawn.constraints.clone()).ok()
}

/// The rules with the regions of the options, or without boxes, if that was wanted.
fn with_regions(
    base: Rules,
    size: usize,
    variant: &VariantOptions,
    box_shape: &Given<BoxShape>,
    faults: &mut Faults,
) -> Option<Rules> {
    let VariantOptions { regions, boxes, .. } = variant;
    let has_no_boxes = boxes.copied() == Some(false);
    if let Some(location) = box_shape.location().filter(|_| has_no_boxes || regions.is_given()) {
        faults.add(
            FaultCode::Contradiction,
            location,
            || "a grid with `regions`, or without boxes, has no `box`: leave one of them out",
        );
        return None;
    }
    if let Some((_, location)) = boxes.located().filter(|(boxes, _)| **boxes && regions.is_given()) {
        faults.add(FaultCode::Contradiction, location, || {
            "`regions` are instead of boxes: leave out one of them, or add the regions as constraints of type `extra_region`"
        });
        return None;
    }
    let Some((given, location)) = regions.located() else {
        return if has_no_boxes { Rules::with_regions(size, &[]).ok() } else { Some(base) };
    };
    given.rules(&base, |json| {
        let cells = regions_from_json(json, location, base.layout(), faults)?;
        match Rules::with_regions(size, &cells) {
            Ok(rules) => Some(rules),
            Err(error) => {
                faults.push(|| {
                    let place = match error {
                        RulesError::RegionSize { region, .. } if given.is_list_of_lists() => {
                            location.element(region - 1)
                        }
                        _ => location.clone(),
                    };
                    Fault::new(FaultCode::InvalidRegions, error.to_string()).at(&place)
                });
                None
            }
        }
    })
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
