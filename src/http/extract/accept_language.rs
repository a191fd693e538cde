//! Languages that the client prefers (RFC 9110, section 12.5.4).

use http::{HeaderMap, header};
use quadrille_answers::wire::Language;

use super::quality_list::accepted;

/// Returns the language of the highest quality that the service has; of equal ones the first. `de-AT` asks for `de`.
pub(in crate::http) fn preferred_language(headers: &HeaderMap) -> Option<Language> {
    let mut best: Option<(f32, Language)> = None;
    for (range, quality) in accepted(headers, &header::ACCEPT_LANGUAGE) {
        let code = range.split('-').next().unwrap_or_default();
        let language =
            Language::ALL.iter().copied().find(|language| language.code().eq_ignore_ascii_case(code));
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
