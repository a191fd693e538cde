//! Languages that the client prefers (RFC 9110, section 12.5.4).

use http::{HeaderMap, header};
use quadrille_answers::wire::Language;

/// Returns the language of the highest quality that the service has; of equal ones the first. `de-AT` asks for `de`.
pub(in crate::http) fn preferred_language(headers: &HeaderMap) -> Option<Language> {
    let values = headers.get_all(header::ACCEPT_LANGUAGE).iter().filter_map(|value| value.to_str().ok());
    let mut best: Option<(f32, Language)> = None;
    for item in values.flat_map(|value| value.split(',')) {
        let (range, parameters) = item.split_once(';').unwrap_or((item, ""));
        let weight = parameters.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
        let quality = weight.map_or(Some(1.0), |(_, quality)| quality.trim().parse::<f32>().ok());
        let code = range.trim().split('-').next().unwrap_or_default();
        let language = Language::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code));
        if let Some((quality, language)) = quality.filter(|quality| *quality > 0.0).zip(language)
            && best.is_none_or(|(known, _)| quality > known)
        {
            best = Some((quality, language));
        }
    }
    best.map(|(_, language)| language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_language_of_the_highest_quality_is_preferred() {
        for (header, language) in [
            ("de", Some(Language::German)),
            ("DE-at", Some(Language::German)),
            ("fr, de;q=0.5, en;q=0.4", Some(Language::German)),
            ("de;q=0.8, en", Some(Language::English)),
            ("en, de", Some(Language::English)),
            ("de;q=0, fr", None),
            ("de;q=high", None),
            ("fr", None),
            ("*", None),
            ("", None),
        ] {
            let headers = [(header::ACCEPT_LANGUAGE, header.parse().expect("a header value"))];
            assert_eq!(preferred_language(&headers.into_iter().collect()), language, "{header}");
        }
        assert_eq!(preferred_language(&HeaderMap::new()), None);
    }
}
