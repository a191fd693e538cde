//! Headers that list what the client accepts, each with a quality (RFC 9110, section 12.4.2).

use http::{HeaderMap, HeaderName};

/// Returns each value of a header and its quality: 1 if it has none; `None` if it is no number.
pub(super) fn accepted<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> impl Iterator<Item = (&'a str, Option<f32>)> {
    let lists = headers.get_all(name).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(|item| {
        let (value, parameters) = item.split_once(';').unwrap_or((item, ""));
        let mut pairs = parameters.split(';').filter_map(|parameter| parameter.split_once('='));
        let weight = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
        (value.trim(), weight.map_or(Some(1.0), |(_, quality)| quality.trim().parse().ok()))
    })
}
