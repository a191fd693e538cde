//! Extractors of a picture: from body and query, or from the query alone.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use http::request::Parts;
use quadrille_answers::faults::ProblemCode;
use quadrille_answers::kinds::{DrawnPuzzle, ImageFormat, Render};
use quadrille_answers::service::{Dispatcher, InputBudget};
use quadrille_answers::wire::{ProblemBounds, Warning, read_parameters};

use super::form::image_format;
use super::media_type::PUZZLE_TYPES;
use super::whole_body::WholeBody;
use crate::http::caller::client_id;
use crate::http::deadline::{ClientDeadline, DeadlineSettings};
use crate::http::error::ApiError;
use crate::http::memory_reservation::MemoryReservation;
use crate::http::state::AppState;
use crate::png::{self, PngError};

/// A picture in its format.
pub(in crate::http) struct Image {
    pub(in crate::http) bytes: Vec<u8>,
    pub(in crate::http) media_type: &'static str,
    pub(in crate::http) warnings: Vec<Warning>,
}

impl Image {
    /// Encodes a picture: in the format that the request names, or else in the preferred one.
    fn encode(drawn: DrawnPuzzle, preferred: Result<ImageFormat, ApiError>) -> Result<Self, ApiError> {
        let DrawnPuzzle { picture, image, warnings, .. } = drawn;
        let svg = picture.to_string();
        let (bytes, media_type) = match image.map_or(preferred, Ok)? {
            ImageFormat::Svg => (svg.into_bytes(), "image/svg+xml"),
            ImageFormat::Png => (png::draw(&svg)?, "image/png"),
        };
        Ok(Self { bytes, media_type, warnings })
    }
}

impl From<PngError> for ApiError {
    fn from(error: PngError) -> Self {
        match error {
            PngError::NotBuilt | PngError::TooLarge => {
                Self::new(ProblemCode::InvalidQuestion, format!("format: {error}"))
            }
            PngError::Failed(_) => {
                tracing::error!(%error, "failed to draw a picture");
                Self::internal()
            }
        }
    }
}

/// Picture of the puzzle in the body, drawn on a solver thread.
pub(in crate::http) struct PictureBody {
    pub(in crate::http) image: Image,
    pub(in crate::http) held: MemoryReservation,
}

impl FromRequest<AppState> for PictureBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, ApiError> {
        let preferred = image_format(request.headers());
        let body = WholeBody::read(request, state, &PUZZLE_TYPES).await?;
        let draw = move |body: WholeBody| {
            let image = Image::encode(body.request::<Render>(ProblemBounds::MAX)?, preferred)?;
            Ok(Self { image, held: MemoryReservation::of_request(body.bytes.into_permit(), 0)? })
        };
        body.parse_in_turn(&Dispatcher::from_ref(state), draw).await
    }
}

/// Picture of the puzzle in the query, drawn on a solver thread.
pub(in crate::http) struct PictureQuery(pub(in crate::http) PictureBody);

impl FromRequestParts<AppState> for PictureQuery {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        // Drawing has no time limit, but an invalid header is an error on every path of a question.
        ClientDeadline::from_headers(&parts.headers, &DeadlineSettings::from_ref(state))?;
        let client = client_id(&parts.extensions)?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        let preferred = image_format(&parts.headers);
        let draw = move || Image::encode(read_parameters::<Render>(&query, ProblemBounds::MAX)?, preferred);
        let image = Dispatcher::from_ref(state).compute(client, draw).await??;
        let held = MemoryReservation::of_request(InputBudget::from_ref(state).nothing(client), 0)?;
        Ok(Self(PictureBody { image, held }))
    }
}
