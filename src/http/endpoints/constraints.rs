//! `GET /constraints`

use axum::response::Response;
use quadrille_answers::wire::ConstraintTypeList;

use crate::http::extract::json;
use crate::http::openapi::PageRefusals;

/// List the types of constraints
///
/// The types of `constraints`, such as cages and thermometers, each with its members and an example.
#[utoipa::path(
    get,
    path = "/constraints",
    tag = "Operations",
    responses(
        (
            status = 200,
            description = "Each type with its meaning, its members and an example.",
            body = ConstraintTypeList,
            example = json!({"cells": "Row and column from 1: `r3c7`.", "constraints": [{
                "name": "thermometer",
                "meaning": "Each digit is larger than the digit before it. Branches are thermometers of their own.",
                "distinct": false,
                "members": [{"name": "cells", "meaning": "The cells, the bulb first.", "required": true}],
                "example": {"type": "thermometer", "cells": ["r1c1", "r1c2", "r2c3"]}
            }]})
        ),
        PageRefusals,
    )
)]
pub(in crate::http) async fn list_constraints() -> Response {
    json(&ConstraintTypeList::new())
}
