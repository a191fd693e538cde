//! Products: cells whose digits multiply to a number.

use crate::model::constraints::prelude::*;

/// Cells whose digits, which may repeat, have a product.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Product {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The product.
    pub product: i64,
}

impl Definition for Product {
    const NAME: &'static str = "product";
    const MEANING: &'static str = "The digits of the cells multiply to the product. Digits may repeat.";
    const FIELDS: &'static [Field] = &[
        Field::cells(1, "The cells, in any order."),
        Field::new("product", FieldKind::Number { range: [1, 999_999_999] }, "The product.").or(&["value"]),
    ];
    const EXAMPLE: &'static str = r#"{"type": "product", "cells": ["r1c1", "r1c2", "r2c1"], "product": 48}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("products"), OtherName::new("productcage")];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), product: values.number("product").unwrap_or(1) })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("product", FieldValue::Number(self.product))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let product = self.cells.iter().try_fold(1_i64, |product, &cell| product.checked_mul(digits(cell)));
        product == Some(self.product)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        // A state is the product of the digits to come.
        let step = |&rest: &i64, _: usize, digit: i64| (rest % digit == 0).then(|| rest / digit);
        parts.automaton(&self.cells, 1, self.product, step, |&rest| rest == 1);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing
            .shapes
            .push(Shape::Outline { cells: self.cells.clone(), text: format!("{}×", self.product) });
    }
}
