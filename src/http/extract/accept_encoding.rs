//! Content codings that the client accepts (RFC 9110, section 12.5.3).

use http::{HeaderMap, header};

use super::quality_list::accepted;

/// Returns whether the response may be compressed by gzip. Without `Accept-Encoding` it may not.
pub(in crate::http) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let mut other_codings = false;
    for (coding, quality) in accepted(headers, &header::ACCEPT_ENCODING) {
        let is_accepted = quality.is_none_or(|quality| quality > 0.0);
        if coding.eq_ignore_ascii_case("gzip") || coding.eq_ignore_ascii_case("x-gzip") {
            return is_accepted;
        }
        if coding == "*" {
            other_codings = is_accepted;
        }
    }
    other_codings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(values: &[&str]) -> bool {
        let values = values.iter().map(|value| value.parse().expect("valid header value"));
        accepts_gzip(&values.map(|value| (header::ACCEPT_ENCODING, value)).collect())
    }

    #[test]
    fn gzip_is_accepted_by_name_or_wildcard() {
        for accepting in
            ["gzip", "br, GZIP;q=0.5, *;q=0", "x-gzip", "*", "identity;q=0.5,*;q=0.1", "gzip ; Q=1.0"]
        {
            assert!(accepts(&[accepting]), "{accepting}");
        }
        assert!(accepts(&["br", "gzip"]));
    }

    #[test]
    fn gzip_is_not_accepted_without_header_or_with_quality_zero() {
        assert!(!accepts(&[]));
        for refusing in ["", "br", "identity", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "gzipped"] {
            assert!(!accepts(&[refusing]), "{refusing}");
        }
    }
}
