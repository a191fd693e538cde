//! API key of a request.

use headers::authorization::Bearer;
use headers::{Authorization, HeaderMapExt};
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::auth::ApiKey;

/// Header for the key, as an alternative to `Authorization`.
pub(in crate::http) const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Reason why a request is not authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::http) enum AuthError {
    /// No key.
    Missing,
    /// More than one key.
    Several,
    /// A key that is not configured.
    Unknown,
}

/// Returns the index in `keys` of the key that the request carries.
pub(in crate::http) fn authenticate(keys: &[ApiKey], headers: &HeaderMap) -> Result<u64, AuthError> {
    let bearer: Option<Authorization<Bearer>> = headers.typed_get();
    let bearer = bearer.as_ref().map(|bearer| bearer.token().as_bytes());
    let mut sent = bearer.into_iter().chain(headers.get_all(API_KEY).iter().map(HeaderValue::as_bytes));
    let key = sent.next().ok_or(AuthError::Missing)?;
    if sent.next().is_some() {
        return Err(AuthError::Several);
    }
    ApiKey::find(keys, key).ok_or(AuthError::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::fingerprint;

    fn authenticated(headers: &[(&str, &str)]) -> Result<u64, AuthError> {
        let keys = ["one", "two", "three"].map(|name| {
            ApiKey::from_fingerprint(name, &fingerprint(&format!("key-{name}"))).expect("valid fingerprint")
        });
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("valid header name");
            map.append(name, value.parse().expect("valid header value"));
        }
        authenticate(&keys, &map)
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
        let both = [("authorization", "Bearer key-one"), ("x-api-key", "key-one")];
        assert_eq!(authenticated(&both), Err(AuthError::Several));
        assert_eq!(
            authenticated(&[("x-api-key", "key-one"), ("x-api-key", "key-one")]),
            Err(AuthError::Several)
        );
    }
}
