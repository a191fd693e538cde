//! Examples of requests and answers, for the OpenAPI document.

/// Examples of a kind: requests as JSON, and the answers of the service.
#[derive(Clone, Copy, Debug)]
pub struct Examples {
    /// Requests.
    pub requests: &'static str,
    /// Answers.
    pub answers: &'static str,
}

impl Examples {
    /// No examples, for kinds that are commands alone.
    pub const NONE: Self = Self { requests: "{}", answers: "{}" };
}

/// The examples in the files `examples/NAME.json` and `examples/NAME.answers.json` beside the file with this code.
macro_rules! examples {
    ($name:literal) => {
        crate::wire::examples::Examples {
            requests: include_str!(concat!("examples/", $name, ".json")),
            answers: include_str!(concat!("examples/", $name, ".answers.json")),
        }
    };
}

pub(crate) use examples;
