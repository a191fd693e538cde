//! API key of a request.

use headers::authorization::Bearer;
use headers::{Authorization, HeaderMapExt};
use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::auth::ApiKey;

/// Header for the key, as an alternative to `Authorization`.
pub(in crate::http) const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Reason why a request is not authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum AuthError {
    /// No key.
    Missing,
    /// More than one key, or more than one `Authorization` header.
    Several,
    /// A key that is not configured.
    Unknown,
    /// A key that has expired.
    Expired,
}

/// Returns the index in `keys` of the key that the request carries. `now` counts seconds since the Unix epoch.
pub(super) fn authenticate(keys: &[ApiKey], headers: &HeaderMap, now: u64) -> Result<usize, AuthError> {
    // Of two headers, a gateway and this service could choose different ones.
    if headers.get_all(header::AUTHORIZATION).iter().count() > 1 {
        return Err(AuthError::Several);
    }
    let bearer: Option<Authorization<Bearer>> = headers.typed_get();
    let bearer = bearer.as_ref().map(|bearer| bearer.token().as_bytes());
    let mut sent = bearer.into_iter().chain(headers.get_all(API_KEY).iter().map(HeaderValue::as_bytes));
    let key = sent.next().ok_or(AuthError::Missing)?;
    if sent.next().is_some() {
        return Err(AuthError::Several);
    }
    let index = ApiKey::find(keys, key).ok_or(AuthError::Unknown)?;
    if keys[index].is_expired(now) { Err(AuthError::Expired) } else { Ok(index) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::fingerprint;

    const NOW: u64 = 1_000;

    fn authenticated(headers: &[(&str, &str)]) -> Result<usize, AuthError> {
        let keys = [("one", None), ("two", Some(NOW + 1)), ("three", None), ("old", Some(NOW))];
        let keys = keys.map(|(name, expires_at)| {
            ApiKey::from_fingerprint(name, &fingerprint(&format!("key-{name}")), expires_at)
                .expect("valid fingerprint")
        });
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("valid header name");
            map.append(name, value.parse().expect("valid header value"));
        }
        authenticate(&keys, &map, NOW)
    }

    #[test]
    fn key_in_either_header_is_accepted() {
        assert_eq!(authenticated(&[("authorization", "Bearer key-one")]), Ok(0));
        assert_eq!(authenticated(&[("authorization", "bearer key-two")]), Ok(1));
        assert_eq!(authenticated(&[("x-api-key", "key-three")]), Ok(2));
        // A gateway may use the other header for itself.
        assert_eq!(authenticated(&[("authorization", "Basic YTpi"), ("x-api-key", "key-one")]), Ok(0));
    }

    #[test]
    fn missing_unknown_or_repeated_key_is_an_error() {
        assert_eq!(authenticated(&[]), Err(AuthError::Missing));
        assert_eq!(authenticated(&[("authorization", "Basic YTpi")]), Err(AuthError::Missing));
        for key in ["", "key-on", "key-ones", "KEY-ONE", &fingerprint("key-one")] {
            assert_eq!(authenticated(&[("x-api-key", key)]), Err(AuthError::Unknown), "{key}");
        }
        assert_eq!(authenticated(&[("x-api-key", "key-old")]), Err(AuthError::Expired));
        for second in ["Bearer key-one", "Bearer key-two", "Basic YTpi", ""] {
            let twice = [("authorization", "Bearer key-one"), ("authorization", second)];
            assert_eq!(authenticated(&twice), Err(AuthError::Several), "{second}");
        }
        let both = [("authorization", "Bearer key-one"), ("x-api-key", "key-one")];
        assert_eq!(authenticated(&both), Err(AuthError::Several));
        assert_eq!(
            authenticated(&[("x-api-key", "key-one"), ("x-api-key", "key-one")]),
            Err(AuthError::Several)
        );
    }
}
