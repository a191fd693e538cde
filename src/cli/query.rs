//! Options of the command line as a query, so that they have the same meaning and bounds as parameters.

/// Makes a query of the options that are given.
pub(super) fn query_of(options: impl IntoIterator<Item = (&'static str, Option<String>)>) -> String {
    let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish()
}
