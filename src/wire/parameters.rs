//! The options of a query, as the document describes them. What reads them is in `options`.

use utoipa::IntoParams;

/// The options of every question as query parameters. For a `text/plain` body they are the only place for options.
#[derive(Clone, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QuestionParameters {
    /// The box, as width x height: `3x2`. By default the squarest, wider than high.
    #[param(pattern = "^[1-9][0-9]?x[1-9][0-9]?$", nullable = false)]
    pub r#box: Option<String>,
    /// Milliseconds the answer may take, cut down to the configured maximum; 5,000 by default.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub time_ms: Option<u64>,
    /// Nodes of the search tree that may be visited, cut down to the configured maximum.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub nodes: Option<u64>,
}

/// The option `limit` of `/solve` as a query parameter.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SolveParameters {
    /// 1 to stop at the first solution (the default), 2 to prove it the only one.
    #[param(minimum = 1, maximum = 2, nullable = false)]
    pub limit: Option<u64>,
}

/// The option `limit` of `/count` as a query parameter.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CountParameters {
    /// How many solutions to count up to; 2 by default.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub limit: Option<u64>,
}

/// The option `limit` of `/solutions` as a query parameter, and the one that only it has.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SolutionsParameters {
    /// How many solutions to give; 100 by default.
    #[param(minimum = 1, maximum = 1_000_000, nullable = false)]
    pub limit: Option<u64>,
    /// How many solutions to pass over before the first that is given; 0 by default.
    #[param(minimum = 0, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub skip: Option<u64>,
}

/// The options of every puzzle of a batch that does not bring its own.
#[derive(Clone, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct BatchParameters {
    /// The box, as width x height: `3x2`. By default the squarest, wider than high. A puzzle that it does not fit is
    /// refused in its line.
    #[param(pattern = "^[1-9][0-9]?x[1-9][0-9]?$", nullable = false)]
    pub r#box: Option<String>,
    /// Milliseconds the answer to each puzzle may take, cut down to the configured maximum; 1,000 by default.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub time_ms: Option<u64>,
    /// Nodes of the search tree that may be visited for each puzzle, cut down to the configured maximum.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub nodes: Option<u64>,
    /// Whether each answer has its `stats`; `false` by default.
    #[param(nullable = false)]
    pub stats: Option<bool>,
}
